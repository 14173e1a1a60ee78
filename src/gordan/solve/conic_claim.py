"""A claim about a conic problem, judged: with the verifier's verdict and its own bracket, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.conic_outcome import ConicInseparable
from gordan.outcome import Bracket
from gordan.problem import Conic
from gordan.verify.conic import judge_conic

__all__ = ["verified"]

_LARGEST = float(np.finfo(np.float64).max)


def verified(problem: Conic, outcome: Any, proof: str) -> Any:
    """The outcome with its verdict, and with the bracket that the verifier itself computed; None where refused.

    It is asked about ends that rounding cannot refute, and tells its own.
    """
    lower = outcome.bracket.lower
    upper = 0.0 if isinstance(outcome, ConicInseparable) else np.inf if outcome.weights is None else _LARGEST
    verdict = judge_conic(problem, replace(outcome, bracket=Bracket(lower, upper)), proof)
    if not verdict.holds:
        return None
    checks = []
    for check in verdict.checks:
        if check.name == "margin at least":
            lower = float(check.quantity)
            check = replace(check, bound=f">= {check.quantity}")
        if check.name == "margin at most":
            upper = float(check.quantity)
            check = replace(check, bound=f"<= {check.quantity}")
        checks.append(check)
    return replace(outcome, bracket=Bracket(lower, upper), verdict=replace(verdict, checks=tuple(checks)))
