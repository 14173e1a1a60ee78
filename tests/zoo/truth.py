"""Ground truth by a simplex method over the rationals; doubles are taken as the binary fractions they are.

Phase one looks for x ≥ 0 with Σ x_j a_j = 0 and Σ x_j = 1. It ends with such weights, or with prices that are a strict
separator. Either is multiplied out against the data before it is believed, so the pivoting need not be trusted.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["decide_exactly", "exact_rows", "separable_exactly"]

Row = list[Fraction]


def separable_exactly(X: ArrayLike, y: ArrayLike, intercept: bool) -> bool:
    """Whether some hyperplane strictly separates the classes; labels are positive or not."""
    return decide_exactly(X, y, intercept)[0] is not None


def decide_exactly(X: ArrayLike, y: ArrayLike, intercept: bool) -> tuple[Row | None, Row | None]:
    """A separating direction (its last entry the intercept, if any) or convex cancelling weights; the other is None."""
    columns = [row + [sign] * intercept for row, sign in zip(*_signed(X, y), strict=True)]
    distinct = sorted(set(map(tuple, columns)))
    direction, found = _phase_one([list(column) for column in distinct])
    if direction is not None:
        assert all(_dot(direction, column) > 0 for column in columns)
        return direction, None
    copies = Counter(map(tuple, columns))
    share = {column: weight / copies[column] for column, weight in zip(distinct, found, strict=True)}
    weights = [share[tuple(column)] for column in columns]
    assert min(weights) >= 0
    assert sum(weights) == 1
    assert all(_dot(weights, feature) == 0 for feature in zip(*columns, strict=True))
    return None, weights


def exact_rows(X: ArrayLike) -> list[Row]:
    """The rows of a matrix as fractions; doubles, or fractions already."""
    return [
        [value if isinstance(value, Fraction) else Fraction(float(value)) for value in row] for row in np.asarray(X)
    ]


def _signed(X: ArrayLike, y: ArrayLike) -> tuple[list[Row], Row]:
    signs = [Fraction(1 if label > 0 else -1) for label in np.asarray(y)]
    return [[sign * value for value in row] for sign, row in zip(signs, exact_rows(X), strict=True)], signs


def _phase_one(columns: list[Row]) -> tuple[Row | None, Row]:
    """A separator, or weights that cancel, by a simplex tableau of integers over one common denominator."""
    rows, n = len(columns[0]) + 1, len(columns)
    scales = [lcm(*(value.denominator for value in column)) for column in columns]
    integers = [[int(value * scale) for value in column] for column, scale in zip(columns, scales, strict=True)]
    # Rows are the equations, then the reduced costs of "minimise the sum of the artificial variables"; columns are the
    # weights, then one artificial variable per equation, then the right-hand side.
    tableau = np.zeros((rows + 1, n + rows + 1), dtype=object)
    tableau[: rows - 1, :n] = np.array(integers, dtype=object).T
    tableau[rows - 1, :n] = 1
    tableau[:rows, n:-1] = np.eye(rows, dtype=int).astype(object)
    tableau[rows - 1, -1] = 1
    tableau[rows] = -tableau[:rows].sum(axis=0)
    tableau[rows, n:-1] = 0
    basis, denominator = list(range(n, n + rows)), 1
    # Bland's rule: the first improving column enters, the lowest index leaves among ties. Nearly every right-hand side
    # is zero here, so any rule without a proof against cycling would be at risk.
    while (enter := next((j for j in range(n) if tableau[rows, j] < 0), None)) is not None:
        rising = [i for i in range(rows) if tableau[i, enter] > 0]
        leave = min(rising, key=lambda i: (Fraction(tableau[i, -1], tableau[i, enter]), basis[i]))
        pivot, pivot_row = tableau[leave, enter], tableau[leave].copy()
        # Edmonds' integer pivoting: the old denominator divides every entry without remainder.
        tableau = (tableau * pivot - np.outer(tableau[:, enter], pivot_row)) // denominator
        tableau[leave] = pivot_row
        basis[leave], denominator = enter, pivot
    if tableau[rows, -1] < 0:
        # The price of an equation is 1 minus the reduced cost of its artificial variable; a separator is the negative
        # of the prices.
        return [Fraction(tableau[rows, n + i], denominator) - 1 for i in range(rows - 1)], []
    weights = [Fraction(0)] * n
    for i, j in enumerate(basis):
        if j < n:
            weights[j] = Fraction(tableau[i, -1] * scales[j], denominator)
    total = sum(weights)
    return None, [weight / total for weight in weights]


def _dot(left: Row, right: Row | tuple[Fraction, ...]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))
