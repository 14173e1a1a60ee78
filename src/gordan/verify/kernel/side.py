"""On which side of a hyperplane every image lies: g(x_j) = Σ c_i k(x_i, x_j) + b, with bounds.

Where images are scaled to unit length b is multiplied by the length √k(x_j, x_j) instead: the same sign without a
quotient. What rounding leaves open is computed again row by row, as fractions or in balls whose precision rises; beyond
a limit it stays open, and what rests on it is refused.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.quantity import ROUNDED
from gordan.arithmetic.root import as_float
from gordan.array import Array
from gordan.problem import Gram, Points
from gordan.verify.kernel.sharp import MOST, settled, sharpness
from gordan.verify.kernel.source import Bounded, Rows, Source, told
from gordan.verify.kernel.sums import sums
from gordan.verify.rounded import U

__all__ = ["Sides", "lengths", "rooted", "sides_as_rounded", "sides_of"]


class Sides(NamedTuple):
    """g at every row, the sums f without b, and the arithmetic that settled the signs."""

    g: Bounded
    f: Bounded
    arithmetic: str


def sides_of(problem: Points | Gram, source: Source, c: Array, b: float | Fraction, *, exact: bool = False) -> Sides:
    """The side of every row; with `exact` all of them as fractions, where products are."""
    found = sides_as_rounded(problem, source, c, b)
    g, f, rows = found.g, found.f, np.arange(problem.n)
    open_rows = rows if exact else np.flatnonzero(np.abs(g.value) <= g.error)
    # A row on the wrong side is enough to refuse; nothing is gained by a closer look at others.
    wrong = (problem.signs * g.value < -g.error).any()
    if not open_rows.size or (wrong and not exact) or open_rows.size * np.count_nonzero(c) > MOST:
        return found
    value, error = g.value.copy(), g.error.copy()
    for j in open_rows.tolist():
        closer = settled(problem, source, c, b, j)
        if closer is None or problem.signs[j] * closer[0] < 0:
            # One row is enough to refuse.
            break
        value[j], error[j] = closer
    return Sides(Bounded(value, error), f, told(source, sharpness(source)))


def sides_as_rounded(problem: Points | Gram, source: Source, c: Array, b: float | Fraction) -> Sides:
    """The side of every row, as far as rounding tells."""
    rows = np.arange(problem.n)
    f = sums(source, c, rows)
    g = _with_offset(f, Fraction(b), lengths(problem, source, rows))
    return Sides(g, f, told(source, ROUNDED))


@np.errstate(all="ignore")
def lengths(problem: Points | Gram, source: Source, rows: Rows) -> Bounded:
    """√k(x_j, x_j) where lengths are scaled to 1, and 1 elsewhere."""
    if not problem.normalise:
        return Bounded(np.ones(len(rows)), np.zeros(len(rows)))
    return rooted(source.diagonal(rows))


@np.errstate(all="ignore")
def rooted(square: Bounded) -> Bounded:
    """Roots: the error of a square is divided by the root, whose own rounding is relative."""
    low, high = (np.sqrt(np.maximum(square.value + sign * square.error, 0.0)) for sign in (-1.0, 1.0))
    value = np.sqrt(np.maximum(square.value, 0.0))
    return Bounded(value, np.maximum(high - value, value - low) * (1 + 8 * U) + 8 * U * high)


@np.errstate(all="ignore")
def _with_offset(f: Bounded, offset: Fraction, length: Bounded) -> Bounded:
    if offset == 0:
        return f
    b = as_float(offset)
    value = f.value + b * length.value
    error = f.error + abs(b) * length.error + 4 * U * (np.abs(f.value) + abs(b) * length.value)
    # An offset below the normal numbers is rounded by a part of the least of them, which a length may magnify.
    error = error * (1 + 16 * U) + 2.0**-1070 * (1.0 + length.value)
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    return Bounded(np.where(unknown, 0.0, value), np.where(unknown, np.inf, error))
