"""True outcomes, one of every kind, each with the problem it is about: what the liars then spoil."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

import claimed
import gordan
from claimed import replace

__all__ = ["CASES", "Case", "failed", "restate", "true"]


class Case(NamedTuple):
    """A problem, a true outcome for it, and the true margin (0 where it is not positive)."""

    problem: gordan.Points
    outcome: Any
    margin: float


def failed(problem: gordan.Points, outcome: Any) -> set[str]:
    """The names of the checks that refuse an outcome; the verdict must say the same in words."""
    verdict = gordan.verify(problem, outcome)
    names = {check.name for check in verdict.failed}
    assert verdict.holds == (not names)
    assert all(name in str(verdict) for name in names)
    return names


def restate(outcome: Any, **changes: Any) -> Any:
    """The outcome with another proof, and everything shown to the user made consistent with it.

    A liar who is caught only because two copies of one number differ has not been tested.
    """
    proof = replace(outcome.proof, **changes)
    if isinstance(proof, gordan.outcome.Cancellation):
        weights = np.zeros(outcome.weights.size)
        for row, integer in zip(proof.support, proof.integers, strict=True):
            weights[row] = integer / sum(proof.integers)
        return replace(outcome, proof=proof, weights=weights)
    if isinstance(proof, gordan.outcome.Enclosure):
        weights = np.zeros(outcome.weights.size)
        for row, weight in zip(proof.support, proof.centre, strict=True):
            weights[row] = weight
        return replace(outcome, proof=proof, weights=weights)
    shift = sum(Fraction(float(v)) * Fraction(float(c)) for v, c in zip(proof.direction, proof.centre, strict=True))
    shown = {"coef": proof.direction, "centre": proof.centre, "offset": proof.offset}
    return replace(outcome, proof=proof, intercept=float(Fraction(proof.offset) - shift), **shown)


# On both sides of a strip of half width 2; far enough from the origin for a centre that matters.
STRIP = np.array([[2.0, 1.0], [5.0, -1.0], [2.0, -3.0], [-2.0, 0.0], [-4.0, 7.0], [-2.0, -1.0]]) + [1024.0, 0.0]
SIDES = np.array([1, 1, 1, -1, -1, -1])
# Signed, they lie about (1, 0): the shortest is (2, 0), the two farthest from it in angle are (3, ±4).
RAYS = np.array([[3.0, 4.0], [-3.0, 4.0], [2.0, 0.0], [-7.0, 1.0]])
RAY_SIDES = np.array([1, -1, 1, -1])
# The only negative point lies inside a triangle of positive ones, and there are rows that need take no part.
INSIDE = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 2.0], [1.0, 1.0], [7.0, -9.0], [-8.0, 9.0]])
INSIDE_SIDES = np.array([1, 1, 1, -1, 1, 1])
# Signed rows (1, 2), (−3, 1), (1, −4) about the origin: 11, 6 and 7 of them cancel.
AROUND = np.array([[1.0, 2.0], [3.0, -1.0], [1.0, -4.0], [6.0, 5.0]])
AROUND_SIDES = np.array([1, -1, 1, 1])


def _solved(X: Any, y: Any, margin: float, **question: Any) -> Case:
    problem = gordan.Points(X, y, **question)
    return Case(problem, gordan.solve(problem, solver="min-norm-point", max_seconds=20.0), margin)


def _undecided(X: Any, y: Any, w: list[float], x: list[float], margin: float, intercept: bool) -> Case:
    """An honest Undecided: both ends of its bracket follow from its direction and its weights."""
    problem = gordan.Points(X, y, intercept=intercept)
    outcome = claimed.undecided(
        bracket=gordan.outcome.Bracket(margin * (1 - 1e-9), margin * (1 + 1e-9)),
        reason="Stopped early.",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=problem.classes,
        coef=np.array(w),
        centre=np.zeros(problem.m),
        weights=np.array(x),
    )
    return Case(problem, outcome, margin)


# Half the mass on each class; the class means are (1026, −½) and (1022, −½), two units either side of x = 1024.
FACING = [0.3125, 0.0, 0.1875, 0.25, 0.0, 0.25]

CASES: dict[str, Callable[[], Case]] = {
    "separable": lambda: _solved(STRIP, SIDES, 2.0),
    "separable, sparse": lambda: _solved(sp.csr_array(STRIP), SIDES, 2.0),
    "separable, narrow": lambda: _solved(STRIP.astype(np.float32), SIDES, 2.0),
    "separable, decimal": lambda: _solved(STRIP / 10, SIDES, 0.2, numbers="decimal"),
    "separable, no intercept": lambda: _solved(RAYS, RAY_SIDES, 2.0, intercept=False),
    "separable, no intercept, sparse": lambda: _solved(sp.csc_array(RAYS), RAY_SIDES, 2.0, intercept=False),
    "normalised": lambda: _solved(RAYS, RAY_SIDES, 0.6, intercept=False, normalise=True),
    "inseparable": lambda: _solved(INSIDE, INSIDE_SIDES, 0.0),
    "inseparable, sparse": lambda: _solved(sp.csr_array(INSIDE), INSIDE_SIDES, 0.0),
    "inseparable, decimal": lambda: _solved(INSIDE / 10, INSIDE_SIDES, 0.0, numbers="decimal"),
    "inseparable, no intercept": lambda: _solved(AROUND, AROUND_SIDES, 0.0, intercept=False),
    "inseparable, no intercept, sparse": lambda: _solved(sp.csc_array(AROUND), AROUND_SIDES, 0.0, intercept=False),
    "inseparable, normalised": lambda: _solved(AROUND, AROUND_SIDES, 0.0, intercept=False, normalise=True),
    "undecided": lambda: _undecided(STRIP, SIDES, [1.0, 0.0], FACING, 2.0, True),
    "undecided, sparse": lambda: _undecided(sp.csc_array(STRIP), SIDES, [1.0, 0.0], FACING, 2.0, True),
    "undecided, no intercept": lambda: _undecided(RAYS, RAY_SIDES, [1.0, 0.0], [0.0, 0.0, 1.0, 0.0], 2.0, False),
}


@cache
def true(name: str) -> Case:
    """The case of this name, solved once."""
    return CASES[name]()
