"""Coefficients become a separator in a kernel's space: the offset lies half-way between the nearest images."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.sharp import are_fractions, ball, fraction
from gordan.engine.polish.kernel_value import KernelValues, kernel_values
from gordan.engine.polish.separator import between
from gordan.outcome import KernelSeparator
from gordan.problem import Gram, Points

__all__ = ["kernel_separator"]

_TOGETHER = 1 << 10  # products without rounding between two looks at the clock
_PRECISION = 320  # bits of values whose difference is smaller than their rounding in doubles
_FAR = 1 << 13  # binary digits before or after the point of an offset: four times those of any double


@np.errstate(all="ignore")
def kernel_separator(problem: Points | Gram, c: Array, nearest: tuple[int, ...]) -> KernelSeparator:
    """f(x) = Σ c_j k(x_j, x) + offset, from the nearest rows given (row numbers, both classes).

    The values are taken anew from the raw points: those of a solver may have been kept in single precision.
    """
    images, rows = kernel_values(problem), np.array(nearest, dtype=np.int64)
    up = problem.signs[rows] > 0
    if not problem.intercept or up.all() or not up.any():
        # Of a class that no row was given of, because the numbers overflowed, nothing is known.
        return KernelSeparator(c, 0.0)
    values = images.sums(c, rows) / images.lengths(rows)
    above, below = float(values[up].min()), float(values[~up].max())
    offset = -(0.5 * above + 0.5 * below)
    # Where the gap is no wider than rounding, only the exact values tell where it is, or whether there is one.
    if abs(above - below) > images.rounding(c, rows) and np.isfinite(offset):
        return KernelSeparator(c, offset)
    if images.affordable(rows.size, int(np.count_nonzero(c))):
        return KernelSeparator(c, _sharp_offset(images, c, rows, up))
    return KernelSeparator(c, offset if np.isfinite(offset) else 0.0)


def _sharp_offset(images: KernelValues, c: Array, rows: Any, up: Any) -> float | Fraction:
    """The middle of the gap, rounded to a double where one lies within."""
    from flint import ctx

    S = np.flatnonzero(c)
    step = max(1, _TOGETHER // max(1, S.size))
    weights, nothing = [fraction(v) for v in c[S].tolist()], fraction(0)
    with ctx.workprec(_PRECISION):
        values = []
        for start in range(0, len(rows), step):
            check_deadline("computing products without rounding")
            for row in images.sharp(rows[start : start + step], S):
                values.append(sum((w * k for w, k in zip(weights, row, strict=True)), nothing))
        if images.normalise:
            squares = images.sharp_squares(rows)
            values = [f / ball(square).sqrt() for f, square in zip(values, squares, strict=True)]
        middles = [_fraction(value) for value in values]
    above = min(value for value, here in zip(middles, up, strict=True) if here)
    below = max(value for value, here in zip(middles, up, strict=True) if not here)
    return between(above, below)


def _fraction(value: Any) -> Fraction:
    """A fraction of moderate length next to a number: itself, or the middle of its ball.

    e^(−10¹⁰) would be a fraction of ten thousand million digits; what is that small is 0 here, and what is that large,
    or not known at all, is as well: the verifier will see that it is not.
    """
    if are_fractions([value]) and value.q.bit_length() <= _FAR >= value.p.bit_length():
        return Fraction(int(value.p), int(value.q))
    near = ball(value).mid()
    if not near.is_finite():
        return Fraction(0)
    mantissa, exponent = near.man_exp()
    exponent = int(exponent)
    return Fraction(int(mantissa)) * Fraction(2) ** exponent if abs(exponent) <= _FAR else Fraction(0)
