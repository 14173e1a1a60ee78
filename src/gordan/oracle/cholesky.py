"""Coordinates for points that are known by their products: a Cholesky factor that grows as points join.

Row i of the factor L holds the coordinates of point i, so that products are kept: L L' = K on the points that have
joined. The points that span the rest are its pivots; a point that depends on them gets coordinates in their span.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.array import Array

__all__ = ["Coordinates"]

_ROOM = 64  # points and dimensions that there is room for at first; it doubles when they are taken


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
        self._lengths: Array = np.empty(0)

    @property
    def points(self) -> Array:
        """Coordinates of all points, one row for each."""
        return self._L[: self.size, : max(self.rank, 1)] * self._lengths[:, None]

    def extend(self, across: Array, own: Array) -> None:
        """Points join: their products with those present (new × old), and with one another."""
        from scipy.linalg import solve_triangular

        new, old, rank = own.shape[0], self.size, self.rank
        lengths = np.sqrt(np.maximum(np.diagonal(own), 0.0))
        lengths[lengths == 0] = 1.0
        self._reserve(old + new)
        inside = np.zeros((new, rank))
        if rank:
            right = across[:, self._pivots] / (lengths[:, None] * self._lengths[self._pivots])
            head = self._L[self._pivots, :rank]
            inside = solve_triangular(head, right.T, lower=True, check_finite=False).T
        rest = own / (lengths[:, None] * lengths) - inside @ inside.T
        factor, order, found = _factorise(rest, _level(rank + new))
        self._L[old : old + new, :rank] = inside
        self._L[old + order, rank : rank + found] = factor
        self.size, self.rank = old + new, rank + found
        self._pivots = np.concatenate([self._pivots, old + order[:found]])
        self._lengths = np.concatenate([self._lengths, lengths])

    def coefficients(self, w: Array) -> Array:
        """Coefficients of a direction of the span on the points: nought but for those that span the rest."""
        from scipy.linalg import solve_triangular

        c = np.zeros(self.size)
        if self.rank:
            head = self._L[self._pivots, : self.rank]
            c[self._pivots] = solve_triangular(head, w, lower=True, trans=1, check_finite=False)
        return c / self._lengths

    def _reserve(self, points: int) -> None:
        room = self._L.shape[0]
        if points > room:
            L = np.zeros((max(points, min(2 * room, room + 1024)),) * 2)
            L[:room, :room] = self._L
            self._L = L


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
