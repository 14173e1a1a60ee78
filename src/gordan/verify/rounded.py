"""Products with raw rows in double precision, with the bounds of `arithmetic.rounding` on their rounding.

A decimal stands within half a unit of the number that represents it, a unit of that number's own width; for the
smallest numbers that unit is not relative any more but one and the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, nextafter
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.rounding import ETA, U, add_up, sum_error
from gordan.errors import InputError
from gordan.problem import Gram, Points

__all__ = ["Image", "Products", "extent_of", "image_of", "misreading", "misreading_of_least", "products", "sides"]

_TOGETHER = 512  # rows looked at together; dense ones at the most, sparse ones at the least
_ENTRIES = 1 << 17  # of rows that are looked at together: dense ones stay in the cache


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
    X, centred, size_w = problem.X, bool(centre.any()), np.abs(w)
    value = _pass(problem, w)
    value -= centre @ w
    mass = float(size_w.sum())
    total, extent = mass * (1 + (problem.m + 2) * U), extent_of(X)
    largest = nextafter(nextafter(extent + float(np.abs(centre).max(initial=0.0)), inf) * total, inf)
    coarse = float(_error(problem, mass, largest, nextafter(extent * total, inf), joined=centred))
    error = np.full(problem.n, coarse)
    for part in _chunks(problem, _near(problem, value, coarse), "multiplying rows"):
        value[part], size = _about_centre(X[part], w, centre)
        away = abs(_wide(X[part])) @ size_w if problem.numbers == "decimal" else 0.0
        error[part] = _error(problem, mass, size, away, joined=centred and hasattr(X, "nnz"))
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    if unknown.any():
        value[unknown], error[unknown] = 0.0, np.inf
    return Products(value, error)


def extent_of(X: Matrix) -> float:
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


def _about_centre(X: Matrix, w: Array, centre: Array) -> tuple[Array, Array]:
    """Products of some rows and the sums of their terms' sizes.

    A sparse row is not shifted entry by entry: the centre's product joins as terms of the same sum.
    """
    points = _about(X, centre)
    value, size = points @ w, abs(points) @ np.abs(w)
    if hasattr(points, "nnz"):
        value, size = value - centre @ w, size + np.abs(centre) @ np.abs(w)
    return value, size


def _error(problem: Points, mass: float, size: Any, away: Any, *, joined: bool) -> Any:
    """The bound from the sum of the terms' sizes, and from that of the entries as they were read.

    `mass` is the sum of the factors' sizes. Where the centre's product has joined the terms there are twice as many;
    elsewhere entries are differences.
    """
    error = sum_error(size, (problem.m + 1) * (2 if joined else 1), extra=1)
    return error if problem.numbers == "binary" else _misread(problem, error, away, mass)


def _misread(problem: Points, error: Any, away: Any, mass: Any) -> Any:
    """An error widened by what the raw numbers may be away from the decimals they stand for.

    `away` has the sums of the sizes of entries times factors, `mass` those of the factors. Both, and this sum, are
    rounded: twice the one, more than the other needs, takes that up.
    """
    least = 2.0 * misreading_of_least(problem) * mass
    return add_up(add_up(error, 2.0 * misreading(problem) * away), add_up(least, ETA))


def _near(problem: Points, value: Array, error: float) -> Positions:
    """Places whose own error is wanted: all where lengths differ or a product overflowed, else the lowest ones."""
    if problem.normalise or not np.isfinite(value).all() or not np.isfinite(error):
        return np.arange(problem.n)
    signed = problem.signs * value
    near = [rows[signed[rows] <= signed[rows].min() + 2.0 * error] for rows, _ in sides(problem)]
    return np.sort(np.concatenate(near))


def sides(problem: Points | Gram) -> list[tuple[Positions, float]]:
    """The rows of each class that has any, and their sign."""
    up = problem.signs > 0
    groups = [(up.nonzero()[0], 1.0), ((~up).nonzero()[0], -1.0)]
    return [group for group in groups if group[0].size]


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def image_of(problem: Points, x: Array, centre: Array) -> Image:
    """Class sums of raw rows about the centre with the weights x. Places without weight add nothing."""
    X, decimal, sparse = problem.X, problem.numbers == "decimal", hasattr(problem.X, "nnz")
    sums, sizes, away = np.zeros((3, 2, problem.m))
    support, up = np.flatnonzero(x), problem.signs > 0
    for part in _chunks(problem, support, "adding up weighted rows"):
        raw = _wide(X[part])
        own = np.array([np.where(up[part], x[part], 0.0), np.where(up[part], 0.0, x[part])])
        points = raw if sparse else _about(raw, centre)
        sums += _class_sums(own, points)
        sizes += _class_sums(own, abs(points))
        if decimal:  # elsewhere numbers are what they are
            away += _class_sums(own, abs(raw))
    masses = float(x[up].sum()), float(x[~up].sum())
    if sparse and centre.any():
        for k in (0, 1):
            sums[k] -= masses[k] * centre
            sizes[k] += 2.0 * masses[k] * np.abs(centre)
    # Sums of sums over chunks, each term rounded once as a difference, and the centre's share as two terms more.
    errors = sum_error(sizes, support.size + 4, extra=2)
    if decimal:
        errors = _misread(problem, errors, away, np.array(masses)[:, None])
    return Image(sums[0], sums[1], errors[0], errors[1], *masses)


def _class_sums(own: Array, points: Matrix) -> Array:
    """The two sums of the points, each with its own weights; a sparse matrix takes one vector far quicker than two."""
    return np.array([points.T @ weights for weights in own]) if hasattr(points, "nnz") else np.asarray(own @ points)


def _about(values: Matrix, centre: Array) -> Matrix:
    """The values in double precision, dense ones about the centre."""
    part = _wide(values)
    return part if hasattr(part, "nnz") or not centre.any() else part - centre


def _chunks(problem: Points, rows: Positions, what: str) -> Iterator[Positions]:
    """Some rows at a time, so that no second copy of the data arises, with a look at the clock after each time."""
    if hasattr(problem.X, "nnz"):
        together = max(_TOGETHER, 2 * _ENTRIES * problem.n // max(problem.X.nnz, 1))
    else:
        together = min(_TOGETHER, max(1, _ENTRIES // problem.m))
    count = rows.size // together + 1
    for part in np.array_split(rows, count) if count > 1 else (rows,) * bool(rows.size):
        yield part
        check_deadline(what)


def misreading(problem: Points) -> float:
    """How far, relatively, a raw number may be from what it stands for."""
    return float(np.finfo(problem.X.dtype).eps) if problem.numbers == "decimal" else 0.0


def misreading_of_least(problem: Points) -> float:
    """How far, absolutely, a raw number may be from what it stands for where it is too small for a relative bound."""
    return 2.0 * float(np.finfo(problem.X.dtype).smallest_subnormal) if problem.numbers == "decimal" else 0.0


def _wide(values: Matrix) -> Matrix:
    return values.astype(np.float64) if values.dtype != np.float64 else values
