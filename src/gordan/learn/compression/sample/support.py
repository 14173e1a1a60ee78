"""The maximum-margin hyperplane of a few points in rational arithmetic, rounded once.

On points that all touch the margin w = Σ u_i a_i solves a_j·w = 1, with an intercept y_j(w·x_j + b) = 1 and
Σ u_i y_i = 0: one square system, nonsingular where the points are (affinely) independent. With u > 0 the margin is the
greatest of these points.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.polish.separator import separator
from gordan.errors import InputError
from gordan.outcome import Separator
from gordan.problem import Points

__all__ = ["Widest", "signed_rows", "widest"]


class Widest(NamedTuple):
    """The rule, and the positions of the points that it needs."""

    rule: Separator
    kept: tuple[int, ...]


def widest(points: Points, weights: Array | None = None) -> Widest:
    """The rule of these points, without those that are superfluous or that rounding had made supports.

    The weights are an approximation of u: where points depend on one another they decide which of them is left out.
    """
    kept, x = list(range(points.n)), np.ones(points.n) if weights is None else weights
    while kept:
        rows = signed_rows(points, kept)
        system = _system(points, kept, rows)
        multipliers = _multipliers(system, len(kept))
        if multipliers is not None and min(multipliers) > 0:
            return Widest(_rule(points, kept, multipliers, rows), tuple(kept))
        if multipliers is None:
            leaving, x = _spared(system, x)
        else:
            leaving = min(range(len(kept)), key=multipliers.__getitem__)
        del kept[leaving]
        x = np.delete(x, leaving)
    raise InputError("these examples are no supports of a hyperplane; solve to the maximum margin before compressing")


def _system(points: Points, kept: list[int], rows: list[list[int]]) -> Any:
    """The matrix of the equations above, in integers."""
    from flint import fmpz_mat

    k, signs, border = len(kept), [int(points.signs[j]) for j in kept], int(points.intercept)
    N = fmpz_mat(k, points.m, [entry for row in rows for entry in row])
    G: Any = (N * N.transpose()).tolist()
    lines = [[*row, *([signs[i]] * border)] for i, row in enumerate(G)] + [[*signs, 0]] * border
    return fmpz_mat(k + border, k + border, [entry for line in lines for entry in line])


def _multipliers(system: Any, k: int) -> list[Fraction] | None:
    """u, None where the system is singular."""
    from flint import fmpz_mat

    try:
        solved = system.solve(fmpz_mat(system.nrows(), 1, [1] * k + [0] * (system.nrows() - k)))
    except ZeroDivisionError:
        return None
    return [Fraction(int(solved[j, 0].p), int(solved[j, 0].q)) for j in range(k)]


def _spared(system: Any, x: Array) -> tuple[int, Array]:
    """Carathéodory's step: along a combination that is nought the weights change until one of them is."""
    vectors, count = system.nullspace()
    column = [int(vectors[j, 0]) for j in range(x.size)]
    largest = max(map(abs, column))
    z = np.array([value / largest for value in column]) if count and largest else np.ones(x.size)
    z = z if (z > 0).any() else -z
    ratios = np.where(z > 0, x / np.where(z > 0, z, 1.0), np.inf)
    leaving = int(ratios.argmin())
    return leaving, np.maximum(x - ratios[leaving] * z, 0.0)


def signed_rows(points: Points, kept: list[int], *, signed: bool = True) -> list[list[int]]:
    """Integers y_j x_j, or x_j, up to one common factor; lengths of 1 are those of rounded numbers."""
    if points.normalise:
        factors = points.canonical().factors
        exact = Points(points.X * factors[:, None], np.zeros(points.n), intercept=False).exact_rows(kept)
    else:
        exact = points.exact_rows(kept)
    rows = [[0] * points.m for _ in kept]
    for row, j, columns, integers in zip(rows, kept, exact.columns, exact.integers, strict=True):
        for column, value in zip(columns, integers, strict=True):
            row[column] = int(points.signs[j]) * value if signed else value
    return rows


def _rule(points: Points, kept: list[int], multipliers: list[Fraction], rows: list[list[int]]) -> Separator:
    common = math.lcm(*(u.denominator for u in multipliers))
    integers = [int(u * common) for u in multipliers]
    w = [sum(u * row[k] for u, row in zip(integers, rows, strict=True)) for k in range(points.m)]
    largest = max(map(abs, w))
    # A quotient of integers is rounded once.
    direction = np.array([value / largest for value in w])
    return separator(points, direction, np.zeros(points.m), tuple(kept))
