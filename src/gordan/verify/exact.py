"""Raw rows in integers: doubles are dyadic rationals, decimals are decimal ones, and both are integers once scaled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

import numpy as np

from gordan.array import Array
from gordan.problem import ExactRows, Points
from gordan.problem.numbers import integers

__all__ = ["as_float", "cancel", "fraction_products", "image_within", "normalised_margin_at_least"]

_FEW = 40  # rows up to which the interpreter's own integers do; the weights of more have thousands of digits
_TOGETHER = 1 << 17  # entries turned into integers at once


def fraction_products(problem: Points, S: Sequence[int], w: Array, centre: Array) -> list[Fraction]:
    """(x_j − c)·w for the raw rows S, without any rounding; w and c are taken as the dyadic numbers they are."""
    direction = [Fraction(float(v)) for v in w]
    common = _denominator(direction)
    whole = [int(v * common) for v in direction]
    shift = sum((v * Fraction(float(c)) for v, c in zip(direction, centre, strict=True) if c), Fraction(0))
    values: list[Fraction] = []
    # Some rows at a time: integers take up far more room than the doubles they stand for.
    together = max(_TOGETHER // max(problem.m, 1), 1)
    for start in range(0, len(S), together):
        rows = problem.exact_rows(S[start : start + together])
        scale = common * rows.denominator
        for entries, columns in zip(rows.integers, rows.columns, strict=True):
            value = Fraction(sum(a * whole[j] for a, j in zip(entries, columns, strict=True)), scale)
            values.append(value - shift if shift else value)
    return values


def cancel(problem: Points, S: Sequence[int], weights: Sequence[int]) -> tuple[int, int]:
    """What is left of Σ y_j X_j row_j: the greatest entry in magnitude (of the scaled integers), and of Σ y_j X_j."""
    signs = [1 if sign > 0 else -1 for sign in problem.signs[np.asarray(S, dtype=np.int64)]]
    signed = [sign * weight for sign, weight in zip(signs, weights, strict=True)]
    left = _combined(problem.exact_rows(S), signed)
    return max((abs(value) for value in left.values()), default=0), abs(sum(signed))


def _combined(rows: ExactRows, weights: Sequence[int]) -> dict[int, int]:
    """Σ weights_i rows_i by column, for columns in use."""
    if len(weights) <= _FEW:
        left: dict[int, int] = {}
        for values, columns, weight in zip(rows.integers, rows.columns, weights, strict=True):
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


def as_float(value: Fraction) -> float:
    """The nearest double; infinite beyond the largest."""
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def image_within(problem: Points, x: Array, bound: float) -> bool:
    """Whether the weights x prove in integers that the margin is at most `bound`."""
    S = np.flatnonzero(x).tolist()
    weights, _ = integers(x[S], "binary")
    rows = problem.exact_rows(S)
    sums: tuple[dict[int, int], dict[int, int]] = ({}, {})
    masses, lengths = [0, 0], 0
    for j, weight, columns, values in zip(S, weights, rows.columns, rows.integers, strict=True):
        k = 0 if problem.signs[j] > 0 else 1
        masses[k] += weight
        # The integer square root is a lower bound of the length, as an upper bound of the margin needs.
        lengths += weight * isqrt(sum(a * a for a in values)) if problem.normalise else 0
        for c, a in zip(columns, values, strict=True):
            sums[k][c] = sums[k].get(c, 0) + weight * a
    s, t = masses if problem.intercept else (1, 1)
    square = sum((t * sums[0].get(c, 0) - s * sums[1].get(c, 0)) ** 2 for c in sums[0].keys() | sums[1].keys())
    mass = 2 * s * t if problem.intercept else lengths if problem.normalise else masses[0] + masses[1]
    unit = 1 if problem.normalise else rows.denominator
    return square <= (Fraction(bound) * mass * unit) ** 2


def normalised_margin_at_least(problem: Points, S: Sequence[int], w: Array, bound: float) -> bool:
    """Whether y_j x_j·w >= bound ‖x_j‖‖w‖ on the raw rows S, in integers."""
    length = sum((Fraction(float(v)) ** 2 for v in w), Fraction(0))
    rows = problem.exact_rows(S)
    products = fraction_products(problem, S, w, np.zeros(problem.m))
    for j, product, values in zip(S, products, rows.integers, strict=True):
        value = product if problem.signs[j] > 0 else -product
        square = Fraction(sum(a * a for a in values), rows.denominator**2)
        needed = Fraction(bound) ** 2 * square * length
        holds = value > 0 and value**2 >= needed if bound > 0 else value >= 0 or value**2 <= needed
        if not holds:
            return False
    return True


def _denominator(values: Sequence[Fraction]) -> int:
    # Dyadic denominators: the greatest one is common to all.
    return max((value.denominator for value in values), default=1)
