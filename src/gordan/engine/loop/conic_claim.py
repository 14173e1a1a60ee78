"""A claim about a conic problem, judged: with the verifier's verdict and its own bracket, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.outcome import Bracket
from gordan.outcome.conic import ConicInseparable
from gordan.problem import Conic
from gordan.verify.conic import judge_conic

__all__ = ["verified"]

_LARGEST = float(np.finfo(np.float64).max)
# Two machines' products are each within a radius of the truth, and each bound takes off one more: four will do.
_SPARE = 4.0
_LAST = 2.0**-40  # of either end, for lengths and eigenvectors, whose last digits differ too


def verified(problem: Conic, outcome: Any, proof: str) -> Any:
    """The outcome with its verdict, and with the bracket that the verifier itself computed; None where refused.

    It is asked about ends that rounding cannot refute, and tells its own, with room for the rounding of other machines:
    what is put away in a certificate has to hold on all of them.
    """
    lower = outcome.bracket.lower
    upper = 0.0 if isinstance(outcome, ConicInseparable) else np.inf if outcome.weights is None else _LARGEST
    verdict = judge_conic(problem, replace(outcome, bracket=Bracket(lower, upper)), proof, spare=_SPARE)
    if not verdict.holds:
        return None
    checks = []
    for check in verdict.checks:
        if check.name == "margin at least":
            lower = float(check.quantity)
            lower -= _LAST * abs(lower)
            check = replace(check, bound=f">= {lower:.17g}")
        if check.name == "margin at most":
            upper = float(check.quantity)
            upper += _LAST * upper
            check = replace(check, bound=f"<= {upper:.17g}")
        checks.append(check)
    return replace(outcome, bracket=Bracket(lower, upper), verdict=replace(verdict, checks=tuple(checks)))
