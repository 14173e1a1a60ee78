"""Coordinates for a few points in a space of many dimensions: all that matters happens in their span.

Inner products are kept, so margins, lengths and brackets are those of the points themselves. Dense points are turned by
QR, and sparse ones too while their orthonormal basis, which is dense, is small. Of many sparse ones only the products
with one another are formed, and a pivoted Cholesky factor of them is the coordinates: half of the digits are lost, so
that relative margins below about 10⁻⁷ are beyond them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import afford
from gordan.arithmetic.limit import afford_memory

__all__ = ["Span", "span"]

_SMALL = 1 << 20  # entries of an orthonormal basis that is formed for sparse points: 8 MiB, and a fraction of a second
_SPEED = 1e10  # multiplications and additions of a factorisation in a second, on one core
_BYTES = 4 * 8  # for each product of two points: the products, their factor, its lower part, and coordinates


class Span(NamedTuple):
    """Points in coordinates of their span, and the way back for a direction."""

    points: Array
    direction: Callable[[Array], Array]


def span(P: Any) -> Span:
    """Coordinates of the rows of P, dense float64 or sparse."""
    if not hasattr(P, "nnz"):
        return _by_rotation(P)
    used = np.unique(P.tocsr().indices)
    return _by_products(P) if used.size == 0 or used.size * P.shape[0] > _SMALL else _by_rotation_of(P, used)


def _by_rotation(P: Array) -> Span:
    afford(4.0 * P.shape[1] * P.shape[0] ** 2 / _SPEED, f"turning {P.shape[0]:,} points into their span")
    Q, R = np.linalg.qr(P.T)
    return Span(np.ascontiguousarray(R.T), lambda w: np.asarray(Q @ w))


def _by_rotation_of(P: Any, used: Any) -> Span:
    """The same for a sparse matrix that has entries in these columns only."""
    points, inside = _by_rotation(P[:, used].toarray())

    def direction(w: Array) -> Array:
        v = np.zeros(P.shape[1])
        v[used] = inside(w)
        return v

    return Span(points, direction)


def _by_products(P: Any) -> Span:
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
