"""The maximum-margin hyperplane of a few points in rational arithmetic, rounded once.

On points that all touch the margin w = Σ u_i a_i solves a_j·w = 1, with an intercept y_j(w·x_j + b) = 1 and
Σ u_i y_i = 0: one square system, nonsingular where the points are (affinely) independent. With u > 0 the margin is the
greatest of these points.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.errors import InputError
from gordan.outcome import Separator
from gordan.polish.separator import separator
from gordan.problem import Points

__all__ = ["Widest", "widest"]


class Widest(NamedTuple):
    """The rule, and the positions of the points that it needs."""

    rule: Separator
    kept: tuple[int, ...]


def widest(points: Points) -> Widest:
    """The rule of these points, without those that rounding had made supports."""
    kept = list(range(points.n))
    while kept:
        found = _multipliers(points, kept)
        if found is None:
            # Dependent points: one of them is superfluous, and which one does not matter.
            kept.pop()
            continue
        multipliers, rows = found
        least = min(range(len(kept)), key=lambda j: multipliers[j])
        if multipliers[least] > 0:
            return Widest(_rule(points, kept, multipliers, rows), tuple(kept))
        del kept[least]
    raise InputError("these examples are no supports of a hyperplane; solve to the maximum margin before compressing")


def _multipliers(points: Points, kept: list[int]) -> tuple[list[Fraction], Any] | None:
    """u of the system above, None where it is singular; and the signed rows as integers."""
    from flint import fmpq, fmpz_mat

    rows = _signed_rows(points, kept)
    k, signs = len(kept), [int(points.signs[j]) for j in kept]
    border = int(points.intercept)
    if border and len(set(signs)) < 2:
        return None
    N = fmpz_mat(k, len(rows[0]), [entry for row in rows for entry in row])
    G: Any = (N * N.transpose()).tolist()
    system: list[list[Any]] = [[*row, *([signs[i]] * border)] for i, row in enumerate(G)] + [[*signs, 0]] * border
    size = k + border
    right = fmpz_mat(size, 1, [1] * k + [0] * border)
    try:
        solved = fmpz_mat(size, size, [entry for row in system for entry in row]).solve(right)
    except ZeroDivisionError:
        return None
    values = [fmpq(solved[j, 0]) for j in range(k)]
    return [Fraction(int(v.p), int(v.q)) for v in values], rows


def _signed_rows(points: Points, kept: list[int]) -> list[list[int]]:
    """Integers y_j x_j up to one common factor; lengths of 1 are those of rounded numbers."""
    if points.normalise:
        factors: Any = points.canonical().factors
        exact = Points(points.X * factors[:, None], np.zeros(points.n), intercept=False).exact_rows(kept)
    else:
        exact = points.exact_rows(kept)
    rows = [[0] * points.m for _ in kept]
    for row, j, columns, integers in zip(rows, kept, exact.columns, exact.integers, strict=True):
        for column, value in zip(columns, integers, strict=True):
            row[column] = int(points.signs[j]) * value
    return rows


def _rule(points: Points, kept: list[int], multipliers: list[Fraction], rows: Any) -> Separator:
    common = np.lcm.reduce([u.denominator for u in multipliers], dtype=object)
    integers = [int(u * int(common)) for u in multipliers]
    w = [sum(u * row[k] for u, row in zip(integers, rows, strict=True)) for k in range(points.m)]
    largest = max(map(abs, w))
    # A quotient of integers is rounded once.
    direction = np.array([value / largest for value in w])
    return separator(points, direction, np.zeros(points.m), tuple(kept))
