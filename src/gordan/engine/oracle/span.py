"""Coordinates for a few points in a space of many dimensions: all that matters happens in their span.

Inner products are kept, so margins, lengths and brackets are those of the points themselves. Dense points are turned by
QR, and sparse ones too while their orthonormal basis, which is dense, is small. Of many sparse ones only the products
with one another are formed, and a pivoted Cholesky factor of them is the coordinates: half of the digits are lost, so
that relative margins below about 10⁻⁷ are beyond them. Points that are known by their products alone have the same
factor, which grows as points join.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import afford
from gordan.arithmetic.limit import afford_memory

if TYPE_CHECKING:
    from gordan.engine.oracle.gram import Gram


__all__ = ["Coordinates", "Span", "Spanned", "span", "widened"]

_SMALL = 1 << 20  # entries of an orthonormal basis that is formed for sparse points: 8 MiB, and a fraction of a second
_SPEED = 1e10  # multiplications and additions of a factorisation in a second, on one core
_ROOM = 64  # joined points and dimensions that there is room for at first; it doubles when they are taken
_MORE = 128  # and grows by so many when doubling would be waste
_PIVOTS = 512  # that are solved for at once
_BYTES = 4 * 8  # for each product of two points: the products, their factor, its lower part, and coordinates


class Span(NamedTuple):
    """Points in coordinates of their span, and the way back for a direction."""

    points: Array
    direction: Callable[[Array], Array]


def span(P: Matrix) -> Span:
    """Coordinates of the rows of P, dense float64 or sparse."""
    if not hasattr(P, "nnz"):
        return _by_rotation(P)
    used = np.unique(P.tocsr().indices)
    return _by_products(P) if used.size == 0 or used.size * P.shape[0] > _SMALL else _by_rotation_of(P, used)


def _by_rotation(P: Array) -> Span:
    afford(4.0 * P.shape[1] * P.shape[0] ** 2 / _SPEED, f"turning {P.shape[0]:,} points into their span")
    Q, R = np.linalg.qr(P.T)
    return Span(np.ascontiguousarray(R.T), lambda w: np.asarray(Q @ w))


def _by_rotation_of(P: Matrix, used: Positions) -> Span:
    """The span of a sparse matrix that has entries in these columns only."""
    points, inside = _by_rotation(P[:, used].toarray())

    def direction(w: Array) -> Array:
        v = np.zeros(P.shape[1])
        v[used] = inside(w)
        return v

    return Span(points, direction)


def _by_products(P: Matrix) -> Span:
    from scipy.linalg import solve_triangular
    from scipy.linalg.lapack import dpstrf

    n, what = P.shape[0], f"comparing {P.shape[0]:,} points with one another"
    afford_memory(_BYTES * n * n, what)
    afford(n**3 / 3.0 / _SPEED, what)
    G = np.asarray((P @ P.T).toarray(), dtype=np.float64)
    # Points of unit length: beside long ones the squares of short ones would pass for rounding.
    lengths = np.sqrt(G.diagonal())
    lengths[lengths == 0] = 1.0
    G /= lengths * lengths[:, None]
    L, pivots, rank, _ = dpstrf(G, lower=1)
    if rank == 0:
        # Points that are all zero still need a coordinate to be zero in.
        return Span(np.zeros((P.shape[0], 1)), lambda w: np.zeros(P.shape[1]))
    order = pivots - 1
    L = np.tril(L)[:, :rank]
    coordinates = np.empty_like(L)
    coordinates[order] = L * lengths[order, None]
    chosen, head, shrink = P[order[:rank]], L[:rank], lengths[order[:rank]]

    def direction(w: Array) -> Array:
        return np.asarray(chosen.T @ (solve_triangular(head, w, lower=True, trans=1, check_finite=False) / shrink))

    return Span(coordinates, direction)


class Coordinates:
    """Coordinates of points known by their products, in the order in which they joined: a Cholesky factor that grows.

    Row i of the factor L has the coordinates of point i, so that L L' = K on the points that have joined. The points
    that span the rest are its pivots; a point that depends on them gets coordinates in their span.

    Points of unit length are factorised: beside long ones the squares of short ones would pass for rounding. What is
    left of a unit square after k pivots is known to about k units of rounding, so a pivot below a few of them is
    noise: its point depends on the others, as far as numbers of this precision can tell. Its distance from their span,
    at most the root of that level, is lost.
    """

    def __init__(self) -> None:
        self.size = self.rank = 0
        self._L: Array = np.zeros((_ROOM, _ROOM))
        self._pivots: Positions = np.empty(0, np.int64)  # positions of the points that span the rest
        self._squares: Array = np.empty(0)

    @property
    def points(self) -> Array:
        """Coordinates of all points, one row for each; a view."""
        return self._L[: self.size, : max(self.rank, 1)]

    def extend(self, across: Array, own: Array) -> None:
        """Points join: their products with those present (new × old), and with one another."""
        new, old, rank = own.shape[0], self.size, self.rank
        lengths = np.sqrt(np.maximum(np.diagonal(own), 0.0))
        lengths[lengths == 0] = 1.0
        self._reserve(old + new)
        inside = self._along(across[:, self._pivots] / lengths[:, None])
        rest = own / (lengths[:, None] * lengths) - inside @ inside.T
        factor, order, more = _factorise(rest, _level(rank + new))
        self._L[old : old + new, :rank] = inside * lengths[:, None]
        self._L[old + order, rank : rank + more] = factor * lengths[order, None]
        self.size, self.rank = old + new, rank + more
        self._pivots = np.concatenate([self._pivots, old + order[:more]])
        self._squares = np.concatenate([self._squares, np.diagonal(own)])
        for p in order[more:].tolist():
            self._match(old + p, np.concatenate([across[p], own[p]]))

    def _along(self, products: Array) -> Array:
        """Coordinates in the span of points with these products with its pivots, a few pivots at a time.

        The triangle of all pivots would be a copy of all coordinates, for rows stand in the order of the points.
        """
        from scipy.linalg import solve_triangular

        inside = products
        for start in range(0, self.rank, _PIVOTS):
            end = min(start + _PIVOTS, self.rank)
            head = self._L[self._pivots[start:end], :end]
            inside[:, start:end] -= inside[:, :start] @ head[:, :start].T
            solved = solve_triangular(head[:, start:], inside[:, start:end].T, lower=True, check_finite=False)
            inside[:, start:end] = solved.T
        return inside

    def _match(self, p: int, products: Array) -> None:
        """A point whose products say that it is the twin of another gets the same coordinates, rounding included."""
        [twins] = np.nonzero((products == self._squares[p]) & (self._squares == self._squares[p]))
        spanning = twins[np.isin(twins, self._pivots)]
        first = spanning if spanning.size else twins
        if first.size:
            self._L[p] = self._L[first[0]]

    def coefficients(self, w: Array) -> Array:
        """Coefficients of a direction of the span on the points: nought but for those that span the rest."""
        from scipy.linalg import solve_triangular

        c, left = np.zeros(self.size), np.array(w[: self.rank], dtype=np.float64)
        for end in range(self.rank, 0, -_PIVOTS):
            start = max(end - _PIVOTS, 0)
            head = self._L[self._pivots[start:end], :end]
            share = solve_triangular(head[:, start:], left[start:end], trans=1, lower=True, check_finite=False)
            c[self._pivots[start:end]] = share
            left[:start] -= share @ head[:, :start]
        return c

    def _reserve(self, points: int) -> None:
        if points > self._L.shape[0]:
            self._L = widened(self._L, points)


def widened(square: Array, points: int) -> Array:
    """The same matrix with room for so many points and some more, zeros for now."""
    room = square.shape[0]
    wider = np.zeros((max(points, min(2 * room, room + _MORE)),) * 2)
    wider[:room, :room] = square
    return wider


def _factorise(rest: Array, level: float) -> tuple[Array, Positions, int]:
    """Factor, order of its rows, and rank of what is left of the squares, by the greatest pivots first."""
    from scipy.linalg.lapack import dpstrf

    if rest.shape[0] == 0 or float(np.diagonal(rest).max()) <= level:
        return np.zeros((rest.shape[0], 0)), np.arange(rest.shape[0]), 0
    factor, pivots, rank, _ = dpstrf(rest, tol=level, lower=1)
    return np.tril(factor)[:, :rank], pivots - 1, int(rank)


def _level(pivots: int) -> float:
    """Rounding error of a unit pivot after `pivots` subtractions, with room to spare."""
    return float(4.0 * (pivots + 8) * np.finfo(np.float64).eps)


# For each product of two points: the products, their factor with room to grow, signed columns, a basis.
_SIGNED_BYTES = 6 * 8


class Spanned:
    """Signed columns in as many coordinates as the images of the points have dimensions."""

    def __init__(self, whole: Gram) -> None:
        n, what = whole.size, f"finding coordinates for the images of {whole.size:,} points"
        afford_memory(_SIGNED_BYTES * n * n, what)
        afford(n**3 / 3.0 / _SPEED, what)
        self._whole, self._coordinates = whole, Coordinates()
        self._coordinates.extend(np.zeros((n, 0)), np.asarray(whole.K, dtype=np.float64))
        self.canonical, self.cone, self.size, self.blocks = whole.canonical, whole.cone, n, whole.blocks
        self.reach, self.dimension = whole.reach, self._coordinates.points.shape[1]
        self.zero, self.margins, self.combine = whole.zero, whole.margins, whole.combine

    def rows(self, rows: Positions) -> Array:
        """Signed columns of these points, one in each row."""
        return np.asarray(self._coordinates.points[rows] * self._whole.signed[rows][:, None])

    def embed(self, y: Array) -> Array:
        """The direction with these coordinates: its coefficients on the points, and its products with them."""
        return self._whole.direction(self._coordinates.coefficients(y))
