"""A direction becomes a separator: the offset comes from the direction alone, from the nearest point of each class.

Taking it from the near points of the weights instead fails about half the time on directions that do separate.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.root import as_float
from gordan.outcome import Separator
from gordan.problem import Points
from gordan.verify.exact import dot, fraction_products

__all__ = ["raw_intercept", "separator"]


def separator(problem: Points, w: Array, centre: Array, nearest: tuple[int, ...]) -> Separator:
    """f(x) = w·(x − centre) + offset, half-way between the nearest rows given (row numbers, both classes)."""
    if not problem.intercept:
        return Separator(w, 0.0, np.zeros(problem.m))
    values = fraction_products(problem, nearest, w, centre)
    positive = problem.signs[list(nearest)] > 0
    above = min(value for value, up in zip(values, positive, strict=True) if up)
    below = max(value for value, up in zip(values, positive, strict=True) if not up)
    offset = -(above + below) / 2
    rounded = as_float(offset)
    # Where the gap holds no double the offset stays the fraction it is.
    inside = np.isfinite(rounded) and below < -Fraction(rounded) < above
    return Separator(w, rounded if inside else offset, centre)


def raw_intercept(proof: Separator) -> float:
    """The nearest double to the intercept about the origin: offset − w·centre, computed without rounding."""
    return as_float(Fraction(proof.offset) - dot(proof.direction, proof.centre))
