"""What an answer is worth: our verifier's word on it, and the bounds of the margin that it computed.

A direction is proof as it stands, or none. Weights of a peer cancel only to its tolerance, so they are polished to
integers first; where that fails the answer may be right all the same, but nothing proves it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

import gordan
from benchmarks.flagship.question import Claim
from gordan import outcome
from gordan.engine.polish import cancellation

__all__ = ["Judged", "judge"]

_PATIENCE = 30.0  # seconds for polishing a peer's weights


@dataclass(frozen=True)
class Judged:
    """Whether the answer is proved, and the margin's bounds as far as they are proved."""

    verified: bool = False
    lower: float | None = None
    upper: float | None = None
    note: str = ""

    @property
    def gap(self) -> float | None:
        if self.lower is None or self.upper is None or not 0 < self.lower <= self.upper < np.inf:
            return None
        return (self.upper - self.lower) / self.upper


def judge(claim: Claim, X: Any, y: Any, intercept: bool) -> Judged:
    """Judge a claim about these points."""
    if not claim.says and claim.outcome is None:
        return Judged()
    problem = gordan.Points(X, y, intercept=intercept)
    if claim.outcome is not None:
        verdict = gordan.verify(problem, claim.outcome)
        bracket = claim.outcome.bracket
        proved = verdict.holds and claim.outcome.proof is not None
        return Judged(proved, bracket.lower, bracket.upper, "" if verdict.holds else str(verdict))
    if claim.says == "separable":
        return _separable(problem, claim)
    return _inseparable(problem, claim)


def _separable(problem: gordan.Points, claim: Claim) -> Judged:
    w = claim.direction
    if w is None or not np.isfinite(w).all() or not w.any():
        return Judged(note="no direction")
    w = np.ascontiguousarray(w, dtype=np.float64) / np.abs(w).max()
    proof = gordan.outcome.Separator(w, 0.0, np.zeros(problem.m))
    weights = _weights(claim)
    shown = outcome.Claim(
        classes=problem.classes, coef=w, centre=proof.centre, offset=0.0, weights=weights, proof=proof
    )
    verdict = gordan.verify(problem, shown)
    bounds = [bound if np.isfinite(bound) else None for bound in (verdict.bracket.lower, verdict.bracket.upper)]
    return Judged(verdict.holds, *bounds, "" if verdict.holds else str(verdict))


def _inseparable(problem: gordan.Points, claim: Claim) -> Judged:
    weights = _weights(claim)
    if weights is None:
        return Judged(note="no weights")
    proof = cancellation(problem, weights, last=True, deadline=time.perf_counter() + _PATIENCE).proof
    if proof is None:
        return Judged(note="weights could not be made exact")
    shown = outcome.Claim(classes=problem.classes, weights=proof.weights(problem.n), proof=proof)
    verdict = gordan.verify(problem, shown)
    return Judged(verdict.holds, None, 0.0, "" if verdict.holds else str(verdict))


def _weights(claim: Claim) -> Any:
    """A peer's weights on the base: multipliers may be negative by a rounding, and of any scale."""
    if claim.weights is None or not np.isfinite(claim.weights).all():
        return None
    x = np.maximum(claim.weights if claim.weights.sum() >= 0 else -claim.weights, 0.0)
    return x / x.sum() if x.any() else None
