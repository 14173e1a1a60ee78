"""From what a run knows to an outcome: polish it, verify it on the raw rows, and put it in the user's terms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.loop.guarantee import guarantee_of
from gordan.engine.loop.known import Known
from gordan.engine.oracle.base import Oracle, offers, vertex
from gordan.engine.polish import Settled
from gordan.outcome import (
    Bracket,
    Cancellation,
    Enclosure,
    Inseparable,
    KernelSeparator,
    Separable,
    Separator,
    Undecided,
)
from gordan.verify import verify

__all__ = ["claim_inseparable", "claim_separable", "claim_settled", "undecided", "unverified"]

AnyOutcome = TypeVar("AnyOutcome", Separable, Inseparable, Undecided)
_LARGEST = float(np.finfo(np.float64).max)
_NEAREST = 3  # rows of each class shown as the ones that decide
_LOWEST = {False: 6, True: 64}  # rows looked at for the offset; more where products may be kept in single precision
_WIDE = 1e-6  # a gap that is worth a second look at the support, in double precision
_EQUAL = 1e-9  # distances that differ by less, relative to the data, are those of rows that all touch the margin


def claim_separable(known: Known, reason: str) -> Separable | None:
    """`Separable` if the direction, put in raw terms, passes the verifier."""
    if known.direction is None or not np.isfinite(known.direction).all() or not known.direction.any():
        return None
    proof, nearest = _raw_separator(known, known.direction)
    weights = None if known.weights is None else known.canonical.weights(known.weights)
    found = _separable(known, proof, nearest, weights, reason)
    if found is not None and known.problem.implicit and not known.decided and found.bracket.gap > _WIDE:
        closer = claim_settled(known, known.prover.settle(known), reason)
        if isinstance(closer, Separable) and closer.bracket.gap < found.bracket.gap:
            return closer
    return found


def claim_settled(known: Known, settled: Settled, reason: str) -> Separable | Inseparable | None:
    """Whichever answer rational arithmetic, or for kernels double precision, has found, if the verifier agrees."""
    if isinstance(settled.proof, Separator | KernelSeparator):
        direction = known.direction if isinstance(settled.proof, KernelSeparator) else settled.proof.direction
        nearest = () if direction is None else _raw_separator(known, direction)[1]
        known = replace(known, bracket=Bracket(-_LARGEST, _LARGEST))
        return _separable(known, settled.proof, nearest, settled.weights, reason)
    return None if settled.proof is None else claim_inseparable(known, settled.proof)


def _separable(
    known: Known, proof: Separator | KernelSeparator, nearest: tuple[int, ...], weights: Array | None, reason: str
) -> Separable | None:
    shown = _common(known, _raw_bracket(known), reason) | known.prover.hyperplane(proof) | {"nearest": nearest}
    outcome = _verified(known, Separable(**shown, weights=weights, proof=proof))
    if not outcome.verdict.holds:
        return None
    return replace(outcome, guarantee=guarantee_of(known, rho=outcome.bracket.lower * known.canonical.scale))


def claim_inseparable(known: Known, proof: Cancellation | Enclosure) -> Inseparable | None:
    """`Inseparable` if these integers, or some weights in this box, cancel the raw rows."""
    outcome = _inseparable(_with_some_direction(known), proof)
    if known.problem.implicit and outcome.bracket.lower == -np.inf:
        outcome = _inseparable(_with_one_vertex(known), proof)
    return outcome if outcome.verdict.holds else None


def _inseparable(known: Known, proof: Cancellation | Enclosure) -> Inseparable:
    weights = proof.weights(known.problem.n)
    bracket = Bracket(_raw_bracket(known).lower, 0.0)
    outcome = Inseparable(**_common(known, bracket, ""), **_best_hyperplane(known), weights=weights, proof=proof)
    outcome = _verified(known, outcome)
    if np.isfinite(outcome.bracket.lower):
        outcome = replace(outcome, reason=_sentences(known, known.prover.remark(known, proof)))
    return replace(outcome, guarantee=guarantee_of(known, rho=0.0))


def undecided(known: Known, reason: str) -> Undecided:
    """`Undecided` with the bracket as far as the verifier confirms it."""
    weights = None if known.weights is None else known.canonical.weights(known.weights)
    outcome = Undecided(**_common(known, _raw_bracket(known), ""), **_best_hyperplane(known), weights=weights)
    outcome = _verified(known, outcome)
    if not outcome.verdict.holds:
        # Weights or a direction that are none prove nothing, whatever the run made of them.
        outcome = _verified(known, replace(outcome, weights=None, coef=None, dual_coef=None, bracket=Bracket()))
    small = ""
    if np.isfinite(outcome.bracket.upper):
        small = f"; the weights found prove only that the margin is at most {outcome.bracket.shown()[1]}"
    told = " ".join(part for part in (f"{reason}{small}.", known.prover.remark(known, None)) if part)
    return replace(outcome, reason=_sentences(known, told), guarantee=guarantee_of(known, rho=0.0))


def unverified(known: Known, limit: str) -> Undecided:
    """`Undecided` without a bracket: the time did not suffice to verify any."""
    reason = f"Stopped because {limit} before what was found could be verified."
    return Undecided(**_common(known, Bracket(), reason))


def _with_some_direction(known: Known) -> Known:
    """Where no direction has been judged yet, that between the class means: a bound of some kind from below."""
    if known.direction is not None or not offers(known.oracle.inner, Oracle):
        return known
    oracle = known.oracle
    w = oracle.combine(oracle.cone.centre.weights)
    length = oracle.norm(w)
    if length == 0.0:
        return known
    lower = oracle.cone.lowest(oracle.margins(w)) / length - oracle.rounding * oracle.reach
    return replace(known, direction=w, bracket=known.bracket.tighten(lower=lower))


def _with_one_vertex(known: Known) -> Known:
    """The direction of one point, or between two, where that of what nearly cancels has no length to divide by."""
    w, _, _, _ = vertex(known.oracle.worst(known.oracle.zero()))
    return replace(known, direction=w, bracket=replace(known.bracket, lower=-_LARGEST))


def _common(known: Known, bracket: Bracket, reason: str) -> dict[str, Any]:
    return {
        "bracket": bracket,
        "reason": _sentences(known, reason),
        "n_iter": known.n_iter,
        "n_passes": known.oracle.passes,
        "seconds": known.budget.seconds,
        "solver": known.solver.name,
        "classes": known.problem.classes,
        "space": known.problem.space,
    }


def _sentences(known: Known, reason: str) -> str:
    note = f"{known.note[:1].upper()}{known.note[1:]}." if known.note else ""
    return " ".join(part for part in (reason, note) if part)


def _raw_bracket(known: Known) -> Bracket:
    return Bracket(known.canonical.margin(known.bracket.lower), known.canonical.margin(known.bracket.upper))


def _raw_separator(known: Known, direction: Array) -> tuple[Any, tuple[int, ...]]:
    """The hyperplane in raw terms, and the rows nearest to it: of equally near ones the first."""
    w = known.canonical.direction(direction)
    blocks = known.oracle.worst(w, _LOWEST[known.problem.implicit])
    unit = _EQUAL * known.oracle.reach * known.oracle.norm(w) or 1.0
    shown = [sorted(block[: 2 * _NEAREST], key=lambda atom: (round(atom.margin / unit), atom.key)) for block in blocks]
    lowest = tuple(atom.key for block in blocks for atom in block)
    proof = known.prover.separator(known, w, lowest)
    return proof, tuple(atom.key for block in shown for atom in block[:_NEAREST])


def _best_hyperplane(known: Known) -> dict[str, Any]:
    if known.direction is None or not np.isfinite(known.bracket.lower):
        return {}
    proof, nearest = _raw_separator(known, known.direction)
    return {**known.prover.hyperplane(proof), "nearest": nearest}


def _verified(known: Known, outcome: AnyOutcome) -> AnyOutcome:
    """The outcome with the verdict on it, and with the bracket that the verifier itself computed.

    The run's own bracket came from rounded products; the verifier's holds for the raw rows, and is often tighter.
    """
    lower, upper = outcome.bracket.lower, outcome.bracket.upper
    # Asked about a bracket that rounding cannot refute, the verifier need not go to integers for its ends.
    opened = Bracket(min(lower, -_LARGEST), upper if upper <= 0 else max(upper, _LARGEST))
    verdict = verify(known.problem, replace(outcome, bracket=opened), proof=known.proof)
    checks = []
    for check in verdict.checks:
        if check.name == "margin at least":
            lower = float(check.quantity)
            check = replace(check, bound=f">= {check.quantity}", holds=True)
        if check.name == "margin at most":
            upper = float(check.quantity)
            check = replace(check, bound=f"<= {check.quantity}", holds=True)
        checks.append(check)
    if lower == -np.inf and outcome.dual_coef is not None and not isinstance(outcome, Separable):
        # Coefficients whose images cancel but for rounding are a direction in name only.
        none: dict[str, Any] = {"dual_coef": None, "offset": 0.0, "intercept": 0.0, "nearest": ()}
        return _verified(known, replace(outcome, bracket=Bracket(lower, upper), **none))
    verdict = replace(verdict, checks=tuple(checks))
    return replace(outcome, bracket=Bracket(lower, upper), verdict=verdict, seconds=known.budget.seconds)
