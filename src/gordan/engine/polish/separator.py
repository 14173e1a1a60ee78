"""A direction becomes a separator: the offset comes from the direction alone, from the nearest point of each class.

Taking it from the near points of the weights instead fails about half the time on directions that do separate.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.exact import dot, dyadic, row_products
from gordan.arithmetic.fraction import as_float
from gordan.outcome import Separator
from gordan.problem import Points

__all__ = ["between", "exact_products", "raw_intercept", "separator"]


def exact_products(problem: Points, rows: Sequence[int], w: Array, centre: Array) -> list[Fraction]:
    """(x_j − centre)·w for some raw rows, without any rounding."""
    shift = dot(w, centre)
    return [value - shift for value in row_products(problem.exact_rows(rows), *dyadic(w))]


def between(above: Fraction, below: Fraction) -> float | Fraction:
    """The offset half-way between two products, rounded to a double where the gap holds one."""
    offset = -(above + below) / 2
    rounded = as_float(offset)
    return rounded if np.isfinite(rounded) and below < -Fraction(rounded) < above else offset


def separator(problem: Points, w: Array, centre: Array, nearest: tuple[int, ...]) -> Separator:
    """f(x) = w·(x − centre) + offset, half-way between the nearest rows given (row numbers, both classes)."""
    if not problem.intercept:
        return Separator(w, 0.0, np.zeros(problem.m))
    values = exact_products(problem, nearest, w, centre)
    positive = problem.signs[list(nearest)] > 0
    above = min(value for value, up in zip(values, positive, strict=True) if up)
    below = max(value for value, up in zip(values, positive, strict=True) if not up)
    return Separator(w, between(above, below), centre)


def raw_intercept(proof: Separator) -> float:
    """The nearest double to the intercept about the origin: offset − w·centre, computed without rounding."""
    return as_float(Fraction(proof.offset) - dot(proof.direction, proof.centre))
