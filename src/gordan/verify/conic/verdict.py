"""Every claim about a conic problem, recomputed from the raw numbers and judged by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.quantity import Enclosed, Rounded
from gordan.outcome import Check, Claim, Interior, NullSpaceBall, NullSpacePoint, Verdict
from gordan.problem import Conic
from gordan.verify.check import (
    bracket_is_sound,
    compare,
    contradictions,
    fact,
    lower_end,
    no_margin,
    same_doubles,
    true,
    unclaimed,
    upper_end,
)
from gordan.verify.conic.margin import margin_at_least, margin_at_most
from gordan.verify.conic.weights import doubles, judge_weights
from gordan.verify.shown import foreign_fields

__all__ = ["judge_conic"]

_OF_POINTS = ("classes", "dual_coef", "space", "intercept", "centre", "offset", "nearest")
# Ends that are not claimed but stated have to hold on other machines. Two machines' products are each within a radius
# of the truth, and each bound takes off one more: four radii will do.
_SPARE = 4.0
_LAST = 2.0**-40  # of either end, for lengths and eigenvectors, whose last digits differ too


# What overflows becomes an infinity or no number, of which no check holds.
@np.errstate(over="ignore", invalid="ignore")
def judge_conic(problem: Conic, claim: Claim, proof: str = "rounded") -> Verdict:
    """The verdict on a claim about a conic problem."""
    kinds = [Interior, NullSpacePoint] if proof == "exact" else [Interior, NullSpacePoint, NullSpaceBall]
    if claim.proof is not None and type(claim.proof) not in kinds:
        needed = " or ".join(kind.__name__ for kind in kinds)
        return Verdict((fact("proof is of its kind", type(claim.proof).__name__, needed, False),), proof)
    bracket = bracket_is_sound(claim.bracket)
    checks = _judge_proof(problem, claim) if bracket.holds else [bracket]
    if not all(check.holds for check in checks):
        return Verdict(tuple(checks), proof)
    if not isinstance(claim.proof, Interior):
        checks += _lower(problem, claim)
    if not isinstance(claim.proof, NullSpaceBall | NullSpacePoint):
        checks += _upper(problem, claim)
    if all(check.holds for check in checks):
        checks += foreign_fields(claim, _OF_POINTS)
    if claim.bracket is not None and all(check.holds for check in checks):
        checks += contradictions(claim.bracket)
    return Verdict(tuple(checks), proof)


def _judge_proof(problem: Conic, claim: Claim) -> list[Check]:
    if isinstance(claim.proof, Interior):
        return _interior(problem, claim, claim.proof.direction)
    if not isinstance(claim.proof, NullSpaceBall | NullSpacePoint):
        return []
    return [*judge_weights(problem, claim.proof), no_margin(None if claim.bracket is None else claim.bracket.upper)]


def _interior(problem: Conic, claim: Claim, y: Array) -> list[Check]:
    checks = [_vector("direction is finite and not zero", y, problem.m)]
    if not checks[0].holds:
        return checks
    same = same_doubles(claim.coef, y)
    margin = _margin(problem, claim, y)
    return [
        *checks,
        true("coef is the proof's", same),
        compare("A*y inside the cone", margin, ">", 0),
        _lower_end(claim, margin),
    ]


def _lower(problem: Conic, claim: Claim) -> list[Check]:
    lower = -np.inf if claim.bracket is None else claim.bracket.lower
    if claim.coef is None or (claim.bracket is not None and not np.isfinite(lower)):
        return [unclaimed("no lower bound claimed", lower, -np.inf)]
    sound = _vector("direction is finite and not zero", claim.coef, problem.m)
    if not sound.holds:
        return [sound]
    return [sound, _lower_end(claim, _margin(problem, claim, claim.coef))]


def _upper(problem: Conic, claim: Claim) -> list[Check]:
    upper = np.inf if claim.bracket is None else claim.bracket.upper
    if claim.weights is None or (claim.bracket is not None and not np.isfinite(upper)):
        return [unclaimed("no upper bound claimed", upper, np.inf)]
    sound = _vector("weights are finite and not zero", claim.weights, problem.n)
    if not sound.holds:
        return [sound]
    most = margin_at_most(problem, claim.weights, spare=_spare(claim))
    if claim.bracket is None:
        most = Rounded(most.value + _LAST * most.value)
    return [sound, upper_end(most, None if claim.bracket is None else upper)]


def _margin(problem: Conic, claim: Claim, y: Array) -> Rounded | Enclosed:
    needed = 0.0 if claim.bracket is None else max(claim.bracket.lower, 0.0)
    return margin_at_least(problem, y, spare=_spare(claim), needed=needed)


def _lower_end(claim: Claim, margin: Rounded | Enclosed) -> Check:
    """The end that is claimed, judged; where none is, one that other machines find again."""
    if claim.bracket is not None:
        return lower_end(margin, claim.bracket.lower)
    return lower_end(replace(margin, value=margin.value - _LAST * abs(margin.value)), None)


def _spare(claim: Claim) -> float:
    """How many times as wide as need be radii of rounding are taken: 1 to judge an end, more to state one."""
    return _SPARE if claim.bracket is None else 1.0


def _vector(name: str, v: Array, size: int) -> Check:
    sound = doubles(v) and v.shape == (size,) and bool(v.any())
    shown = f"{v.shape} of {v.dtype}" if isinstance(v, np.ndarray) else type(v).__name__
    return fact(name, shown, f"({size},) of float64", sound)
