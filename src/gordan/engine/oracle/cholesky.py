"""Coordinates for points that are known by their products: a Cholesky factor that grows as points join.

Row i of the factor L holds the coordinates of point i, so that products are kept: L L' = K on the points that have
joined. The points that span the rest are its pivots; a point that depends on them gets coordinates in their span.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["Coordinates", "widened"]

_ROOM = 64  # points and dimensions that there is room for at first; it doubles when they are taken
_MORE = 128  # and grows by so many when doubling would be waste


class Coordinates:
    """Coordinates of the points joined so far, in the order in which they joined.

    Points of unit length are factorised: beside long ones the squares of short ones would pass for rounding. What is
    left of a unit square after k pivots is known to about k units of rounding, so a pivot below a few of them is
    noise: its point depends on the others, as far as numbers of this precision can tell. Its distance from their span,
    at most the root of that level, is lost.
    """

    def __init__(self) -> None:
        self.size = self.rank = 0
        self._L: Array = np.zeros((_ROOM, _ROOM))
        self._pivots: Any = np.empty(0, np.int64)  # positions of the points that span the rest
        self._squares: Array = np.empty(0)

    @property
    def points(self) -> Array:
        """Coordinates of all points, one row for each; a view."""
        return self._L[: self.size, : max(self.rank, 1)]

    def extend(self, across: Array, own: Array) -> None:
        """Points join: their products with those present (new × old), and with one another."""
        from scipy.linalg import solve_triangular

        new, old, rank = own.shape[0], self.size, self.rank
        lengths = np.sqrt(np.maximum(np.diagonal(own), 0.0))
        lengths[lengths == 0] = 1.0
        self._reserve(old + new)
        inside: Array = np.zeros((new, rank))
        if rank:
            right = across[:, self._pivots] / lengths[:, None]
            inside = solve_triangular(self._head.T, right.T, trans=1, check_finite=False).T
        rest = own / (lengths[:, None] * lengths) - inside @ inside.T
        factor, order, found = _factorise(rest, _level(rank + new))
        self._L[old : old + new, :rank] = inside * lengths[:, None]
        self._L[old + order, rank : rank + found] = factor * lengths[order, None]
        self.size, self.rank = old + new, rank + found
        self._pivots = np.concatenate([self._pivots, old + order[:found]])
        self._squares = np.concatenate([self._squares, np.diagonal(own)])
        for p in order[found:].tolist():
            self._match(old + p, np.concatenate([across[p], own[p]]))

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

        c = np.zeros(self.size)
        if self.rank:
            c[self._pivots] = solve_triangular(self._head.T, w, check_finite=False)
        return c

    @property
    def _head(self) -> Array:
        """The triangle of the points that span the rest; its transpose is in the order that LAPACK reads."""
        return np.asarray(self._L[self._pivots, : self.rank])

    def _reserve(self, points: int) -> None:
        if points > self._L.shape[0]:
            self._L = widened(self._L, points)


def widened(square: Array, points: int) -> Array:
    """The same matrix with room for so many points and some more, zeros for now."""
    room = square.shape[0]
    wider = np.zeros((max(points, min(2 * room, room + _MORE)),) * 2)
    wider[:room, :room] = square
    return wider


def _factorise(rest: Array, level: float) -> tuple[Array, Any, int]:
    """Factor, order of its rows, and rank of what is left of the squares, by the greatest pivots first."""
    from scipy.linalg.lapack import dpstrf

    if rest.shape[0] == 0 or float(np.diagonal(rest).max()) <= level:
        return np.zeros((rest.shape[0], 0)), np.arange(rest.shape[0]), 0
    factor, pivots, rank, _ = dpstrf(rest, tol=level, lower=1)
    return np.tril(factor)[:, :rank], pivots - 1, int(rank)


def _level(pivots: int) -> float:
    """Of a unit square: what so many subtractions may have left of nothing."""
    return float(4.0 * (pivots + 8) * np.finfo(np.float64).eps)
