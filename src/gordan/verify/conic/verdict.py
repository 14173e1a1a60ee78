"""Every claim of an outcome about a conic problem, recomputed from the raw numbers and judged by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.outcome import Answered, Check, Verdict
from gordan.outcome.conic import (
    ConicInseparable,
    ConicSeparable,
    ConicUndecided,
    Interior,
    KernelBall,
    KernelPoint,
)
from gordan.problem import Conic
from gordan.verify.bracket import bracket_is_sound
from gordan.verify.check import compare, contradictions, fact
from gordan.verify.conic.interior import margin_at_least
from gordan.verify.conic.upper import margin_at_most
from gordan.verify.conic.weights import doubles, judge_weights

__all__ = ["judge_conic"]


# What overflows becomes an infinity or no number, of which no check holds.
@np.errstate(over="ignore", invalid="ignore")
def judge_conic(problem: Conic, outcome: Any, proof: str = "rounded", *, spare: float = 1.0) -> Verdict:
    """The verdict on an outcome of a conic problem.

    Both bounds of the margin are found with radii of rounding `spare` times as wide as they need be: with 1 they are
    the best, and with more they are bounds that any machine finds again.
    """
    if not isinstance(outcome, Answered):
        raise InputError(f"outcome is {outcome!r}; give what solve returned for this problem")
    kinds = _kinds(outcome, proof)
    claimed = getattr(outcome, "proof", None)
    if not isinstance(claimed, kinds):
        needed = " or ".join(kind.__name__ for kind in kinds) or "that of an answer about a cone"
        return Verdict((fact("proof is of its kind", type(claimed).__name__, needed, False),), proof)
    bracket = bracket_is_sound(outcome.bracket)
    checks = _judge_proof(problem, outcome, spare) if bracket.holds else [bracket]
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks), proof)
    if not isinstance(outcome, ConicSeparable):
        checks += _lower(problem, outcome, spare)
    if not isinstance(outcome, ConicInseparable):
        checks += _upper(problem, outcome, spare)
    if all(check.holds for check in checks):
        checks += contradictions(outcome.bracket)
    return Verdict(tuple(checks), proof)


def _kinds(outcome: Any, proof: str) -> tuple[type, ...]:
    if isinstance(outcome, ConicSeparable):
        return (Interior,)
    if isinstance(outcome, ConicInseparable):
        return (KernelPoint,) if proof == "exact" else (KernelPoint, KernelBall)
    # An answer about points claims what is not judged here, whatever its proof.
    return (type(None),) if isinstance(outcome, ConicUndecided) else ()


def _judge_proof(problem: Conic, outcome: Any, spare: float) -> list[Check]:
    if isinstance(outcome, ConicSeparable):
        return _interior(problem, outcome, spare)
    if not isinstance(outcome, ConicInseparable):
        return []
    checks = judge_weights(problem, outcome.proof)
    upper = outcome.bracket.upper
    return [*checks, fact("upper bound of the margin", f"{upper:.17g}", ">= 0", upper >= 0.0)]


def _interior(problem: Conic, outcome: ConicSeparable, spare: float) -> list[Check]:
    y = outcome.proof.direction
    checks = [_vector("direction is finite and not zero", y, problem.m)]
    if not checks[0].holds:
        return checks
    same = type(outcome.coef) is np.ndarray and np.array_equal(outcome.coef, y)
    margin = margin_at_least(problem, y, spare=spare)
    return [
        *checks,
        fact("coef is the proof's", str(same), "True", same),
        compare("A*y inside the cone", margin, ">", 0),
        compare("margin at least", margin, ">=", outcome.bracket.lower),
    ]


def _lower(problem: Conic, outcome: Answered, spare: float) -> list[Check]:
    lower = outcome.bracket.lower
    if outcome.coef is None or not np.isfinite(lower):
        return [fact("no lower bound claimed", str(lower), "-inf", lower == -np.inf)]
    sound = _vector("direction is finite and not zero", outcome.coef, problem.m)
    if not sound.holds:
        return [sound]
    return [sound, compare("margin at least", margin_at_least(problem, outcome.coef, spare=spare), ">=", lower)]


def _upper(problem: Conic, outcome: Answered, spare: float) -> list[Check]:
    upper = outcome.bracket.upper
    if outcome.weights is None or not np.isfinite(upper):
        return [fact("no upper bound claimed", str(upper), "inf", upper == np.inf)]
    sound = _vector("weights are finite and not zero", outcome.weights, problem.n)
    if not sound.holds:
        return [sound]
    return [sound, compare("margin at most", margin_at_most(problem, outcome.weights, spare=spare), "<=", upper)]


def _vector(name: str, v: Any, size: int) -> Check:
    sound = doubles(v) and v.shape == (size,) and bool(v.any())
    shown = f"{v.shape} of {v.dtype}" if isinstance(v, np.ndarray) else type(v).__name__
    return fact(name, shown, f"({size},) of float64", sound)
