"""Small problems that rounding leaves undecided, settled in rational arithmetic whichever way they go."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.exact import row_products
from gordan.engine.polish.least_norm import least_norm
from gordan.engine.polish.separator import between, exact_products
from gordan.outcome import (
    Cancellation,
    Domination,
    IntegerKernelSeparator,
    IntegerSeparator,
    KernelSeparator,
    Separator,
)
from gordan.problem import Points

__all__ = ["Settled", "settle"]

_MOST_ENTRIES, _MOST_COLUMNS = 20_000, 60  # of problems that are settled within about a second
_SCALES = 64  # multiples of an exact direction that are tried: each rounds to the doubles differently


class Settled(NamedTuple):
    """A proof of either kind and weights that support it, or nothing and perhaps why."""

    proof: (
        Cancellation | Domination | Separator | IntegerSeparator | KernelSeparator | IntegerKernelSeparator | None
    ) = None
    weights: Array | None = None
    reason: str = ""
    how: str = "Settled in rational arithmetic"


def settle(problem: Points, *, deadline: float = math.inf) -> Settled:
    """The exact answer in the form of a proof, for problems small enough; nothing for others or after the deadline.

    Examples
    --------
    >>> settle(Points([[0.0], [1.0], [2.0]], [0, 1, 1])).proof
    Separator(direction=array([0.5]), offset=-0.25, centre=array([0.]))
    """
    if problem.n * problem.m > _MOST_ENTRIES or min(problem.n, problem.m) > _MOST_COLUMNS:
        return Settled()
    nearest = least_norm(problem, deadline=deadline)
    if nearest is None:
        return Settled()
    weighted = Cancellation(nearest.support, nearest.integers)
    if nearest.direction is None:
        return Settled(weighted, weighted.weights(problem.n))
    proof: Separator | IntegerSeparator | None = _in_doubles(problem, nearest.direction)
    if proof is None and _pairs(problem) * problem.m <= _MOST_ENTRIES:
        # The direction of the greatest margin may need digits that no double has where others separate too.
        other = least_norm(problem, even=True, deadline=deadline)
        if other is not None and other.direction is not None:
            proof = _in_doubles(problem, other.direction)
    return Settled(proof or _in_integers(problem, nearest.direction), weighted.weights(problem.n))


def _pairs(problem: Points) -> int:
    """Pairs of points of both classes; without an intercept points."""
    above = int((problem.signs > 0).sum())
    return above * (problem.n - above) if problem.intercept else problem.n


def _in_doubles(problem: Points, direction: tuple[int, ...]) -> Separator | None:
    """A separator in doubles; None where the points leave too little room for rounding."""
    greatest, centre = max(abs(v) for v in direction), np.zeros(problem.m)
    for i in range(_SCALES):
        # Quotients of integers are rounded once; underflow may take what is too small to matter.
        w = np.array([v * (_SCALES + i) / (2 * _SCALES * greatest) for v in direction])
        above, below = _gap(problem, exact_products(problem, range(problem.n), w, centre))
        if problem.intercept and above > below:
            return Separator(w, between(above, below), centre)
        if not problem.intercept and above > 0 > below:
            return Separator(w, 0.0, centre)
    return None


def _in_integers(problem: Points, direction: tuple[int, ...]) -> IntegerSeparator:
    """The exact direction, about the middle of the gap that it leaves."""
    above, below = _gap(problem, row_products(problem.exact_rows(range(problem.n)), direction, 1))
    return IntegerSeparator(direction, -(above + below) / 2 if problem.intercept else Fraction(0))


def _gap(problem: Points, values: list[Fraction]) -> tuple[Fraction, Fraction]:
    """The least value of the positive rows and the greatest of the others; of a class without rows beside zero."""
    up = (problem.signs > 0).tolist()
    above = min((value for value, positive in zip(values, up, strict=True) if positive), default=Fraction(1))
    below = max((value for value, positive in zip(values, up, strict=True) if not positive), default=Fraction(-1))
    return above, below
