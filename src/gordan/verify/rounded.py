"""Products with raw rows in double precision, with the bounds of `arithmetic.rounding` on their rounding.

A decimal stands within half a unit of the number that represents it, a unit of that number's own width; for the
smallest numbers that unit is not relative any more but one and the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isfinite, nextafter, sqrt
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.rounding import ETA, U, add_down, add_up, lengths, multiply_down, multiply_up, roots, sum_error
from gordan.arithmetic.row_products import row_products
from gordan.errors import InputError
from gordan.problem import Gram, Points
from gordan.problem.batches import is_batches

__all__ = [
    "Image",
    "Products",
    "extent_of",
    "image_of",
    "misreading",
    "misreading_of_least",
    "products",
    "row_lengths",
    "sides",
]

_TOGETHER = 512  # rows looked at together; dense ones at the most, sparse ones at the least
_AT_ONCE = 1 << 15  # numbers, of which a coarse bound takes longer to find than it saves
_ENTRIES = 1 << 17  # of rows that are looked at together: dense ones stay in the cache
_FEW = 16  # one row of so many may have its own error taken, before the bound for all is made finer
_SAFE = 1e-280, 1e280  # sums of squares within these lost nothing that counts to underflow, and did not overflow


class Products(NamedTuple):
    """(x_j − c)·w for every raw row lies within `error` of `value`; where unit lengths were asked for, the lengths."""

    value: Array
    error: Array
    lengths: tuple[Array, Array] | None = None


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

    One pass takes x_j·w − c·w. No entry is larger than the root of the sum of all squares, or than the data's extent
    where that leaves many rows open, which bounds the rounding of every row at once; where unit lengths were asked for,
    the row's own length does. Only of rows that may be the lowest of their
    class, or where that bound is too coarse to tell, the products are taken again about the centre, entry by entry
    where that is possible, and the entries' own sizes summed. Of few numbers that is done at once.
    """
    X, mass = problem.X, float(np.abs(w).sum())
    between = row_lengths(problem) if problem.normalise else None
    if type(X) is np.ndarray and X.size <= _AT_ONCE:
        value, error = _entry_by_entry(problem, X, w, centre, mass)
        near: Positions | None = None
        check_deadline("multiplying rows")
    else:
        value = _pass(problem, w)
        if centre.any():
            value -= centre @ w
        if between is None:
            error, near = _by_extent(problem, value, mass, centre)
        else:
            error = _by_length(problem, mass, between[1], w)
            near = _near(problem, value, error, between)
        for part in _chunks(problem, near, "multiplying rows"):
            value[part], error[part] = _entry_by_entry(problem, _some(X, part), w, centre, mass)
    # Neither an infinity nor what is no number becomes finite in a product or in a sum.
    if not isfinite(value @ error):
        unknown = ~(np.isfinite(value) & np.isfinite(error))
        if (near is None or near.size == problem.n) and type(X) is np.ndarray:
            extent_of(X)  # refuses data that have become no numbers
        value[unknown], error[unknown] = 0.0, np.inf
    return Products(value, error, between)


def _entry_by_entry(problem: Points, raw: Matrix, w: Array, centre: Array, mass: float) -> tuple[Array, Array]:
    """The products of some raw rows about the centre, and for each its own bound on its rounding."""
    value, size = _about_centre(raw, w, centre)
    away = abs(_wide(raw)) @ np.abs(w) if problem.numbers == "decimal" else 0.0
    return value, _error(problem, mass, size, away, joined=hasattr(raw, "nnz") and bool(centre.any()))


def _by_extent(problem: Points, value: Array, mass: float, centre: Array) -> tuple[Array, Positions]:
    """One bound for the products of all rows, no finer than it need be, and the rows whose own error is wanted."""
    error = _coarse(problem, mass, centre, _reach_of(problem.X))
    near = _near(problem, value, error, None)
    if near.size > max(_TOGETHER, problem.n // _FEW):
        error = _coarse(problem, mass, centre, extent_of(problem.X))
        near = _near(problem, value, error, None)
    return error, near


def _coarse(problem: Points, mass: float, centre: Array, extent: float) -> Array:
    """One bound for the products of all rows, whose entries are no larger than the extent."""
    total = mass * (1 + (problem.m + 2) * U)
    largest = nextafter(nextafter(extent + float(np.abs(centre).max(initial=0.0)), inf) * total, inf)
    joined = bool(centre.any())
    return np.full(problem.n, float(_error(problem, mass, largest, nextafter(extent * total, inf), joined=joined)))


def _by_length(problem: Points, mass: float, longest: Array, w: Array) -> Array:
    """A bound for every row: the sizes of its terms sum up to no more than its length times that of w."""
    if not np.isfinite(longest).all():
        extent_of(problem.X)  # refuses data that have become no numbers
    size = multiply_up(longest, lengths(w)[1])
    return np.asarray(_error(problem, mass, size, size, joined=False))


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def _reach_of(X: Matrix) -> float:
    """At least the greatest magnitude of the numbers, in a third of the time: the root of the sum of their squares.

    Rounding keeps the order, so that a sum of numbers that are not negative is no less than any of them: the computed
    sum S is at least fl(a²) for every number a. Where a² is a normal double that is at least a²(1 − u); where it is
    not, a² is far below an S that lies in the safe range. Beyond that range, of other types than doubles, and of
    numbers that do not lie side by side, the greatest magnitude itself is taken.
    """
    stored = X.data if hasattr(X, "nnz") else X
    if type(stored) is np.ndarray and stored.dtype == np.float64 and stored.flags.forc:
        numbers = stored.ravel(order="K")
        square = float(numbers @ numbers)
        if _SAFE[0] < square < _SAFE[1]:
            # The root and the product round once each; (1 − u)^(−1/2) < 1 + u.
            return sqrt(square) * (1.0 + 4.0 * U)
    return extent_of(X)


def extent_of(X: Matrix) -> float:
    """The greatest magnitude of the numbers as they are now: an array posed without a copy may have changed since."""
    stored = X.data if hasattr(X, "nnz") else X
    extent = float(max(stored.max(initial=0.0), -stored.min(initial=0.0)))
    if not np.isfinite(extent):
        raise InputError("the data have changed since they were posed, and are no finite numbers; pose them anew")
    return extent


def _pass(problem: Points, w: Array) -> Array:
    """x_j·w for every raw row: in one product where the data are doubles, else block by block without a wide copy."""
    if problem.X.dtype == np.float64 or is_batches(problem.X):
        return row_products(problem.X, w)
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


def _near(problem: Points, value: Array, error: Array, between: tuple[Array, Array] | None) -> Positions:
    """Places whose own error is wanted: all where a product overflowed, else the lowest ones for their lengths."""
    if not (np.isfinite(value).all() and np.isfinite(error).all()):
        return np.arange(problem.n)
    signed = problem.signs * value
    if between is not None:
        # The rounding of a product relative to its length is much the same for all rows.
        with np.errstate(divide="ignore"):
            signed, error = signed / between[0], error / between[0]
        if not np.isfinite(signed).all():
            return np.arange(problem.n)
    near = [rows[signed[rows] <= signed[rows].min() + 2.0 * float(error[rows].max())] for rows, _ in sides(problem)]
    return np.sort(np.concatenate(near))


def row_lengths(problem: Points, rows: Positions | None = None) -> tuple[Array, Array]:
    """Lower and upper bounds of the raw rows' lengths, of all or of some of them.

    Squares are summed in one pass. A row for which that may have lost something is measured in its own unit, so that no
    square vanishes.
    """
    squares, unit = _squares(problem, rows), np.zeros(problem.n if rows is None else rows.size, dtype=np.int64)
    doubtful = np.flatnonzero(~((squares > _SAFE[0]) & (squares < _SAFE[1])))
    for part in _chunks(problem, doubtful, "measuring rows"):
        squares[part], unit[part] = _scaled_squares(problem.X[part if rows is None else rows[part]])
    shortest, longest = roots(squares, unit, problem.m)
    if problem.numbers == "binary":
        return shortest, longest
    # Every entry may be off by a part of itself and, where it is tiny, by a fixed amount: so may the length.
    share, least = 2.0 * misreading(problem), 2.0 * problem.m * misreading_of_least(problem)
    shortest = add_down(multiply_down(shortest, 1.0 - share), -least)
    return np.maximum(shortest, 0.0), add_up(multiply_up(longest, 1.0 + share), least)


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def _squares(problem: Points, rows: Positions | None) -> Array:
    """Sums of squares, in the order of the rows asked for."""
    if rows is None:
        squares = np.zeros(problem.n)
        for place, _, values in problem.blocks():
            squares[place] += _summed_squares(values)
        return squares
    squares = np.zeros(rows.size)
    for part in _chunks(problem, np.arange(rows.size), "measuring rows"):
        squares[part] = _summed_squares(problem.X[rows[part]])
    return squares


def _scaled_squares(values: Matrix) -> tuple[Array, Positions]:
    """The sums of squares of some rows, in units of 2^unit; and the units, by the greatest entry of each row."""
    part, highest = _wide(values), abs(values).max(axis=1)
    if not hasattr(part, "nnz"):
        unit = np.frexp(highest.astype(np.float64))[1]
        return np.square(np.ldexp(part, -unit[:, None])).sum(axis=1), unit
    unit, part = np.frexp(highest.toarray().ravel().astype(np.float64))[1], part.tocsr(copy=True)
    part.data = np.square(np.ldexp(part.data, -np.repeat(unit, np.diff(part.indptr))))
    return np.asarray(part.sum(axis=1)).ravel(), unit


def _summed_squares(values: Matrix) -> Array:
    part = _wide(values)
    if hasattr(part, "nnz"):
        return np.asarray(part.multiply(part).sum(axis=1)).ravel()
    return np.asarray(np.einsum("ij,ij->i", part, part))


def sides(problem: Points | Gram) -> list[tuple[Positions, float]]:
    """The rows of each class that has any, and their sign."""
    up = problem.signs > 0
    groups = [(up.nonzero()[0], 1.0), ((~up).nonzero()[0], -1.0)]
    return [group for group in groups if group[0].size]


@np.errstate(over="ignore", invalid="ignore", under="ignore")
def image_of(problem: Points, x: Array, centre: Array) -> Image:
    """Class sums of raw rows about the centre with the weights x ≥ 0. Places without weight add nothing."""
    X, decimal, sparse = problem.X, problem.numbers == "decimal", hasattr(problem.X, "nnz")
    sums, sizes, away = np.zeros((3, 2, problem.m))
    support = x.nonzero()[0]
    for part in _chunks(problem, support, "adding up weighted rows"):
        raw, up = _wide(_some(X, part)), problem.signs[part] > 0
        own = x[part] * np.array((up, ~up))
        points = raw if sparse else _about(raw, centre)
        of_part = _class_sums(own, points)
        sums += of_part
        # Sums of terms that are not negative are the sums of their sizes.
        sizes += of_part if sparse and raw.data.min(initial=0.0) >= 0.0 else _class_sums(own, abs(points))
        if decimal:  # elsewhere numbers are what they are
            away += _class_sums(own, abs(raw))
    weights, up = x[support], problem.signs[support] > 0
    masses = float(weights[up].sum()), float(weights[~up].sum())
    if sparse and centre.any():
        for k in (0, 1):
            sums[k] -= masses[k] * centre
            sizes[k] += 2.0 * masses[k] * np.abs(centre)
    # Sums of sums over chunks, each term rounded once as a difference, and the centre's share as two terms more.
    errors = sum_error(sizes, support.size + 4, extra=2)
    if decimal:
        errors = _misread(problem, errors, away, np.array(masses)[:, None])
    return Image(sums[0], sums[1], errors[0], errors[1], *masses)


def _some(X: Matrix, part: Positions) -> Matrix:
    """The rows of a part, which has their numbers in order; all rows of an array without a copy.

    A sparse matrix is copied in any case: SciPy puts the indices of one that it multiplies in order.
    """
    return X if type(X) is np.ndarray and part.size == X.shape[0] else X[part]


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
    count = rows.size // together + 1 if rows.size * problem.m > _AT_ONCE else 1
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
