"""Squares of what a direction and what weights prove about the margin, as fractions: no rounding anywhere.

Margins are roots, and their squares rational. From below, with v the lowest product of a direction w, v²/(w·w); with an
intercept v is half the gap between the classes, and for unit lengths every product is divided by its row's own length:
v_j²/((x_j·x_j)(w·w)). From above, with weights X_j, ‖ΣX_j y_j x_j‖²/(ΣX_j)²; with an intercept a quarter of
the squared distance between the classes' weighted means; for unit lengths the mass is ΣX_j‖x_j‖, whose roots are
rounded down to 64 bits beyond the point: the only place where the bound is not the exact square itself.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, isqrt, nextafter

import numpy as np

from gordan.array import Array
from gordan.problem import ExactRows, Points
from gordan.problem.numbers import integers
from gordan.verify.bounds import Lowest
from gordan.verify.exact import combined, dot, fraction_products

__all__ = ["root_down", "root_up", "square_at_least", "square_at_most"]

_ROOT_BITS = 64  # of a row's length beyond the point: more than a double can tell
_LARGEST = float(np.finfo(np.float64).max)
_TOGETHER = 512  # rows looked at together


def square_at_least(problem: Points, w: Array, low: Lowest) -> Fraction:
    """The square of the margin that w has, with the sign of that margin; `low` must come from integers."""
    length = dot(w, w)
    if problem.normalise:
        return _least_by_length(problem, w) / length
    value = Fraction(low.value(problem.intercept))
    return _signed_square(value) / length


def _least_by_length(problem: Points, w: Array) -> Fraction:
    """The least of y_j x_j·w/‖x_j‖ over all rows, squared, with its sign."""
    origin, least = np.zeros(problem.m), []
    for start in range(0, problem.n, _TOGETHER):
        S = range(start, min(start + _TOGETHER, problem.n))
        signed = (
            value if sign > 0 else -value
            for value, sign in zip(fraction_products(problem, S, w, origin), problem.signs[start:], strict=False)
        )
        lengths = _squared_lengths(problem.exact_rows(S))
        least.append(min(_signed_square(value) / length for value, length in zip(signed, lengths, strict=True)))
    return min(least)


def square_at_most(problem: Points, x: Array) -> Fraction:
    """An upper bound of the squared margin from non-negative weights, on both classes with an intercept."""
    S = np.flatnonzero(x)
    weights, _ = integers(x[S], "binary")
    rows = problem.exact_rows(S.tolist())
    up = (problem.signs[S] > 0).tolist()
    s = sum(weight for weight, positive in zip(weights, up, strict=True) if positive)
    t = sum(weight for weight, positive in zip(weights, up, strict=True) if not positive)
    if problem.intercept:
        # t times the positive sum less s times the negative one is s·t times the difference of the means.
        shares = [weight * t if positive else -weight * s for weight, positive in zip(weights, up, strict=True)]
        mass = Fraction(2 * s * t)
    else:
        shares = [weight if positive else -weight for weight, positive in zip(weights, up, strict=True)]
        mass = Fraction(s + t)
    if problem.normalise:
        lengths = [isqrt(int(square * rows.denominator**2) << 2 * _ROOT_BITS) for square in _squared_lengths(rows)]
        mass = Fraction(sum(a * b for a, b in zip(weights, lengths, strict=True)), rows.denominator << _ROOT_BITS)
    left = combined(rows, shares)
    return Fraction(sum(value**2 for value in left.values()), rows.denominator**2) / mass**2


def _squared_lengths(rows: ExactRows) -> list[Fraction]:
    return [Fraction(sum(a * a for a in values), rows.denominator**2) for values in rows.integers]


def _signed_square(value: Fraction) -> Fraction:
    return value * abs(value)


def root_down(square: Fraction) -> float:
    """The double next to the root on its lower side: its square, with its sign, is at most this.

    Examples
    --------
    >>> root_down(Fraction(9, 4)), root_down(Fraction(2)) ** 2 < 2, root_down(Fraction(-4))
    (1.5, True, -2.0)
    """
    near = _near_root(square)
    while near > -inf and _signed_square(Fraction(near)) > square:
        near = nextafter(near, -inf)
    return near


def root_up(square: Fraction) -> float:
    """The least double whose square, with its sign, is at least this; infinity where none is."""
    return -root_down(-square)


def _near_root(square: Fraction) -> float:
    """A finite double within a few units of the root, whatever the size of the fraction."""
    size = abs(square)
    if size == 0:
        return 0.0
    shift = (size.denominator.bit_length() - size.numerator.bit_length()) // 2 + _ROOT_BITS
    scaled = isqrt(int(size * Fraction(4) ** shift))
    try:
        root = min(float(Fraction(scaled) / Fraction(2) ** shift), _LARGEST)
    except OverflowError:
        root = _LARGEST
    return root if square > 0 else -root
