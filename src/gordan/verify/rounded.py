"""Products with raw rows in double precision, with the bounds of `arithmetic.rounding` on their rounding.

A decimal stands within half a unit of the number that represents it, a unit of that number's own width; for the
smallest numbers that unit is not relative any more but one and the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.rounding import ETA, U, add_up, multiply_up, sum_error
from gordan.errors import InputError
from gordan.problem import Gram, Points

__all__ = ["Image", "Products", "extent_of", "image_of", "misreading", "misreading_of_least", "products", "sides"]

_TOGETHER = 512  # rows looked at together, at the most
_ENTRIES = 1 << 17  # of dense rows that are looked at together: they stay in the cache


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
    """All products of raw rows with w about the centre; one that overflowed is unknown, not infinite.

    One pass takes x_j·w − c·w. No entry is larger than the data's extent, which bounds the rounding of every row at
    once. Only of rows that may be the lowest of their class, or where that bound is too coarse to tell, the products
    are taken again about the centre, entry by entry where that is possible, and the entries' own sizes summed.
    """
    value = _pass(problem, w)
    value -= centre @ w
    total = float(np.abs(w).sum()) * (1 + (problem.m + 2) * U)
    extent = extent_of(problem.X)
    largest = multiply_up(add_up(extent, np.abs(centre).max(initial=0.0)), total)
    coarse = float(_error(problem, w, largest, multiply_up(extent, total), joined=bool(centre.any())))
    error = np.full(problem.n, coarse)
    for part in _chunks(problem, _near(problem, value, coarse)):
        check_deadline("multiplying rows")
        value[part], size = _about_centre(problem.X[part], w, centre)
        away = abs(_wide(problem.X[part])) @ np.abs(w) if problem.numbers == "decimal" else 0.0
        error[part] = _error(problem, w, size, away, joined=problem_is_sparse(problem) and bool(centre.any()))
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    if unknown.any():
        value[unknown], error[unknown] = 0.0, np.inf
    return Products(value, error)


def extent_of(X: Any) -> float:
    """The greatest magnitude of the numbers as they are now: an array posed without a copy may have changed since."""
    stored = X.data if hasattr(X, "nnz") else X
    extent = float(max(stored.max(initial=0.0), -stored.min(initial=0.0)))
    if not np.isfinite(extent):
        raise InputError("the data have changed since they were posed, and are no finite numbers; pose them anew")
    return extent


def _pass(problem: Points, w: Array) -> Array:
    """x_j·w for every raw row: in one product where the data are doubles, else block by block without a wide copy."""
    if problem.X.dtype == np.float64:
        return np.asarray(problem.X @ w)
    value = np.zeros(problem.n)
    for rows, columns, values in problem.blocks():
        value[rows] += _wide(values) @ w[columns]
    return value


def _about_centre(X: Any, w: Array, centre: Array) -> tuple[Array, Array]:
    """Products of some rows and the sums of their terms' sizes.

    A sparse row is not shifted entry by entry: the centre's product joins as terms of the same sum.
    """
    points = _about(X, centre)
    value, size = points @ w, abs(points) @ np.abs(w)
    if hasattr(points, "nnz"):
        value, size = value - centre @ w, size + np.abs(centre) @ np.abs(w)
    return value, size


def _error(problem: Points, w: Array, size: Any, away: Any, *, joined: bool) -> Any:
    """The bound from the sum of the terms' sizes, and from that of the entries as they were read.

    Where the centre's product has joined them there are twice as many terms; elsewhere entries are differences.
    """
    terms = (problem.m + 1) * (2 if joined else 1)
    error = sum_error(size, terms, extra=1)
    return error if problem.numbers == "binary" else _misread(problem, error, away, np.abs(w).sum())


def _misread(problem: Points, error: Any, away: Any, mass: Any) -> Any:
    """An error widened by what the raw numbers may be away from the decimals they stand for.

    `away` has the sums of the sizes of entries times factors, `mass` those of the factors. Both, and this sum, are
    rounded: twice the one, more than the other needs, takes that up.
    """
    least = 2.0 * misreading_of_least(problem) * mass
    return add_up(add_up(error, 2.0 * misreading(problem) * away), add_up(least, ETA))


def _near(problem: Points, value: Array, error: float) -> Any:
    """Rows whose own error is wanted: all where lengths differ or a product overflowed, else the lowest ones."""
    if problem.normalise or not np.isfinite(value).all() or not np.isfinite(error):
        return np.arange(problem.n)
    near = [
        rows[signed <= signed.min() + 2.0 * error]
        for rows, signed in ((rows, sign * value[rows]) for rows, sign in sides(problem))
    ]
    return np.sort(np.concatenate(near))


def sides(problem: Points | Gram) -> list[tuple[Any, float]]:
    """The rows of each class that has any, and their sign."""
    groups = ((np.flatnonzero(problem.signs == sign), sign) for sign in (1.0, -1.0))
    return [(rows, sign) for rows, sign in groups if rows.size]


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def image_of(problem: Points, x: Array, centre: Array) -> Image:
    """Class sums of raw rows about the centre with the weights x. Rows without weight add nothing."""
    sums, sizes, away = np.zeros((2, problem.m)), np.zeros((2, problem.m)), np.zeros((2, problem.m))
    support = np.flatnonzero(x)
    shifted = np.zeros(problem.m) if problem_is_sparse(problem) else centre
    for part in _chunks(problem, support):
        check_deadline("adding up weighted rows")
        raw = _wide(problem.X[part])
        points = _about(raw, shifted)
        shares = np.stack([np.where(problem.signs[part] == sign, x[part], 0.0) for sign in (1.0, -1.0)])
        sums += (points.T @ shares.T).T
        sizes += (abs(points).T @ shares.T).T
        if problem.numbers == "decimal":  # elsewhere numbers are what they are
            away += (abs(raw).T @ shares.T).T
    masses = float(x[problem.signs > 0].sum()), float(x[problem.signs < 0].sum())
    if centre.any() and problem_is_sparse(problem):
        for k in (0, 1):
            sums[k] -= masses[k] * centre
            sizes[k] += 2.0 * masses[k] * np.abs(centre)
    # Sums of sums over chunks, each term rounded once as a difference, and the centre's share as two terms more.
    errors = sum_error(sizes, support.size + 4, extra=2)
    if problem.numbers == "decimal":
        errors = _misread(problem, errors, away, np.array(masses)[:, None])
    return Image(sums[0], sums[1], errors[0], errors[1], *masses)


def _about(values: Any, centre: Array) -> Any:
    """The values in double precision, dense ones about the centre."""
    part = _wide(values)
    return part if hasattr(part, "nnz") or not centre.any() else part - centre


def _chunks(problem: Points, rows: Any) -> Any:
    """Some rows at a time, so that no second copy of the data arises."""
    together = _TOGETHER if problem_is_sparse(problem) else min(_TOGETHER, max(1, _ENTRIES // problem.m))
    return np.array_split(rows, rows.size // together + 1) if rows.size else []


def misreading(problem: Points) -> float:
    """How far, relatively, a raw number may be from what it stands for."""
    return float(np.finfo(problem.X.dtype).eps) if problem.numbers == "decimal" else 0.0


def misreading_of_least(problem: Points) -> float:
    """How far, absolutely, a raw number may be from what it stands for where it is too small for a relative bound."""
    return 2.0 * float(np.finfo(problem.X.dtype).smallest_subnormal) if problem.numbers == "decimal" else 0.0


def problem_is_sparse(problem: Points) -> bool:
    return hasattr(problem.X, "nnz")


def _wide(values: Any) -> Any:
    return values.astype(np.float64) if values.dtype != np.float64 else values
