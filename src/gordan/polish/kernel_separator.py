"""Coefficients become a separator in a kernel's space: the offset lies half-way between the nearest images."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.root import as_float
from gordan.array import Array
from gordan.outcome import KernelSeparator
from gordan.problem import Gram, Points
from gordan.verify.kernel.sharp import MOST, PRECISION, ball, sharp_sums
from gordan.verify.kernel.side import lengths
from gordan.verify.kernel.source import Source, source_of
from gordan.verify.kernel.sums import sums

__all__ = ["kernel_separator"]


def kernel_separator(problem: Points | Gram, c: Array, nearest: tuple[int, ...]) -> KernelSeparator:
    """f(x) = Σ c_j k(x_j, x) + offset, from the nearest rows given (row numbers, both classes).

    The values are taken anew from the raw points: those of a solver may have been kept in single precision.
    """
    if not problem.intercept:
        return KernelSeparator(c, 0.0)
    source, rows = source_of(problem), np.array(nearest)
    up = problem.signs[rows] > 0
    f, size = sums(source, c, rows), lengths(problem, source, rows)
    values, error = f.value / size.value, float((f.error / size.value).max())
    above, below = float(values[up].min()), float(values[~up].max())
    offset = -0.5 * (above + below)
    # Where the gap is no wider than rounding, only the exact values tell where it is.
    narrow = above - below <= 4.0 * error and rows.size * np.count_nonzero(c) <= MOST
    return KernelSeparator(c, _between(problem, source, c, rows, up) if narrow else offset)


def _between(problem: Points | Gram, source: Source, c: Array, rows: Any, up: Any) -> float | Fraction:
    """The middle of the gap, rounded to a double where one lies within."""
    from flint import ctx

    with ctx.workprec(PRECISION):
        values = [ball(f) for f in sharp_sums(source, c, rows)]
        if problem.normalise:
            squares = source.sharp_diagonal(rows)
            values = [f / ball(square).sqrt() for f, square in zip(values, squares, strict=True)]
        middles = [_fraction(value) for value in values]
    above = min(value for value, here in zip(middles, up, strict=True) if here)
    below = max(value for value, here in zip(middles, up, strict=True) if not here)
    offset = -(above + below) / 2
    rounded = as_float(offset)
    return rounded if np.isfinite(rounded) and below < -Fraction(rounded) < above else offset


def _fraction(value: Any) -> Fraction:
    """The middle of a ball."""
    mantissa, exponent = value.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
