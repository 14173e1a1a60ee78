"""Raw rows in integers: doubles are dyadic rationals, decimals are decimal ones, and both are integers once scaled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gordan.array import Array
from gordan.problem import Points

__all__ = ["cancel", "fraction_products"]


def fraction_products(problem: Points, S: Sequence[int], w: Array, centre: Array) -> list[Fraction]:
    """(x_j − c)·w for the raw rows S, without any rounding; w and c are taken as the dyadic numbers they are."""
    direction = [Fraction(float(v)) for v in w]
    common = _denominator(direction)
    whole = [int(v * common) for v in direction]
    shift = sum((v * Fraction(float(c)) for v, c in zip(direction, centre, strict=True) if c), Fraction(0))
    rows = problem.exact_rows(S)
    scale = common * rows.denominator
    return [
        Fraction(sum(a * whole[j] for a, j in zip(integers, columns, strict=True)), scale) - shift
        for integers, columns in zip(rows.integers, rows.columns, strict=True)
    ]


def cancel(problem: Points, S: Sequence[int], weights: Sequence[int]) -> tuple[int, int]:
    """What is left of Σ y_j X_j row_j: the greatest entry in magnitude (of the scaled integers), and of Σ y_j X_j."""
    signs = [1 if sign > 0 else -1 for sign in problem.signs[np.asarray(S, dtype=np.int64)]]
    rows = problem.exact_rows(S)
    left: dict[int, int] = {}
    for integers, columns, sign, weight in zip(rows.integers, rows.columns, signs, weights, strict=True):
        factor = sign * weight
        for a, j in zip(integers, columns, strict=True):
            left[j] = left.get(j, 0) + factor * a
    remainder = max((abs(value) for value in left.values()), default=0)
    return remainder, abs(sum(sign * weight for sign, weight in zip(signs, weights, strict=True)))


def _denominator(values: Sequence[Fraction]) -> int:
    # Dyadic denominators: the greatest one is common to all.
    return max((value.denominator for value in values), default=1)
