"""Products with raw rows in double precision, with bounds on their rounding that hold in any order of summation.

For ŝ = fl(Σ a_i w_i) over m terms, |ŝ − s| ≤ (m + 3)u·fl(Σ|a_i w_i|) + m·2⁻¹⁰⁷³, u = 2⁻⁵³. A difference a_i − c_i is
rounded once more, relatively: one more u. A decimal stands within half a unit of the number that represents it, a
unit of that number's own width.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.problem import Points

__all__ = ["Image", "Products", "image_of", "products"]

U = 2.0**-53
TINY = 2.0**-1073


class Products(NamedTuple):
    """(x_j − c)·w for every raw row lies within `error` of `value`."""

    value: Array
    error: Array


class Image(NamedTuple):
    """Class sums Σ x_j (x_j − c): values, error bounds by coordinate, and the class masses with their error."""

    positive: Array
    negative: Array
    error_positive: Array
    error_negative: Array
    mass_positive: float
    mass_negative: float


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def products(problem: Points, w: Array, centre: Array) -> Products:
    """All products of raw rows with w about the centre; one that overflowed is unknown, not infinite."""
    value, size, away = np.zeros(problem.n), np.zeros(problem.n), np.zeros(problem.n)
    centred, misread = bool(centre.any()), _misread(problem)
    for rows, columns, values in problem.blocks():
        part, w_part = _wide(values), w[columns]
        if misread:
            # What a decimal is away from its double is measured before a shift takes the size away.
            away[rows] += abs(part) @ np.abs(w_part)
        if centred and not hasattr(part, "nnz"):
            part = part - centre[columns]
        value[rows] += part @ w_part
        size[rows] += abs(part) @ np.abs(w_part)
    terms = problem.m + 5
    if centred and problem_is_sparse(problem):
        # A sparse row is not shifted entry by entry: the centre's product joins as terms of the same sum.
        value -= centre @ w
        size += np.abs(centre) @ np.abs(w)
        terms *= 2
    error = _up(terms * U * size + 2.0 * misread * away) + terms * TINY
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    value[unknown], error[unknown] = 0.0, np.inf
    return Products(value, error)


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def image_of(problem: Points, x: Array, centre: Array) -> Image:
    """Class sums of raw rows about the centre with the weights x."""
    positive = problem.signs > 0
    shares = np.where(positive, x, 0.0), np.where(positive, 0.0, x)
    sums, sizes = np.zeros((2, problem.m)), np.zeros((2, problem.m))
    away = np.zeros((2, problem.m))
    centred, misread = bool(centre.any()) and not problem_is_sparse(problem), _misread(problem)
    for rows, columns, values in problem.blocks():
        part = _wide(values)
        raw = abs(part)
        if centred:
            part = part - centre[columns]
        spread = abs(part) if centred else raw
        for k in (0, 1):
            sums[k, columns] += part.T @ shares[k][rows]
            sizes[k, columns] += spread.T @ shares[k][rows]
            if misread:
                away[k, columns] += raw.T @ shares[k][rows]
    masses = float(shares[0].sum()), float(shares[1].sum())
    if centre.any() and not centred:
        for k in (0, 1):
            sums[k] -= masses[k] * centre
            sizes[k] += 2.0 * masses[k] * np.abs(centre)
    errors = _up((problem.n + 8) * U * sizes + 2.0 * misread * away) + (problem.n + 8) * TINY
    return Image(sums[0], sums[1], errors[0], errors[1], *masses)


def _misread(problem: Points) -> float:
    """How far, relatively, a raw number may be from what it stands for."""
    return float(np.finfo(problem.X.dtype).eps) if problem.numbers == "decimal" else 0.0


def problem_is_sparse(problem: Points) -> bool:
    return hasattr(problem.X, "nnz")


def _wide(values: Any) -> Any:
    return values.astype(np.float64) if values.dtype != np.float64 else values


def _up(values: Array) -> Array:
    """Rounding a bound's own few operations up."""
    return values * (1.0 + 16 * U)
