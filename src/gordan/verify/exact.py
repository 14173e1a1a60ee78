"""Raw rows in integers: doubles are dyadic rationals, decimals are decimal ones, and both are integers once scaled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.exact import dot, dyadic, row_products
from gordan.problem import ExactRows, Points

__all__ = ["cancel", "combined", "fraction_products"]

_FEW = 40  # rows up to which the interpreter's own integers do; the weights of more have thousands of digits
_TOGETHER = 1 << 17  # entries turned into integers at once


def fraction_products(problem: Points, S: Sequence[int], w: Array, centre: Array) -> list[Fraction]:
    """(x_j − c)·w for the raw rows S, without any rounding; w and c are taken as the dyadic numbers they are."""
    whole, common = dyadic(w)
    shift = dot(w, centre)
    values: list[Fraction] = []
    # Some rows at a time: integers take up far more room than the doubles they stand for.
    together = max(_TOGETHER // max(problem.m, 1), 1)
    for start in range(0, len(S), together):
        rows = problem.exact_rows(S[start : start + together])
        values += [value - shift if shift else value for value in row_products(rows, whole, common)]
    return values


def cancel(problem: Points, S: Sequence[int], weights: Sequence[int]) -> tuple[int, int]:
    """What is left of Σ y_j X_j row_j: the greatest entry in magnitude (of the scaled integers), and of Σ y_j X_j."""
    signs = [1 if sign > 0 else -1 for sign in problem.signs[np.asarray(S, dtype=np.int64)]]
    signed = [sign * weight for sign, weight in zip(signs, weights, strict=True)]
    left = combined(problem.exact_rows(S), signed)
    return max((abs(value) for value in left.values()), default=0), abs(sum(signed))


def combined(rows: ExactRows, weights: Sequence[int]) -> dict[int, int]:
    """Σ weights_i rows_i by column, for columns in use."""
    if len(weights) <= _FEW:
        left: dict[int, int] = {}
        for values, columns, weight in zip(rows.integers, rows.columns, weights, strict=True):
            check_deadline("adding up the weighted rows")
            for a, j in zip(values, columns, strict=True):
                left[j] = left.get(j, 0) + weight * a
        return left
    from flint import fmpz_mat

    used = sorted({j for columns in rows.columns for j in columns})
    place = {j: i for i, j in enumerate(used)}
    matrix = []
    for values, columns in zip(rows.integers, rows.columns, strict=True):
        matrix.append([0] * len(used))
        for a, j in zip(values, columns, strict=True):
            matrix[-1][place[j]] = a
    sums = fmpz_mat([list(weights)]) * fmpz_mat(matrix)
    return {j: int(sums[0, i]) for i, j in enumerate(used)}
