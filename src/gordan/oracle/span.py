"""Coordinates for a few points in a space of many dimensions: all that matters happens in their span.

Inner products are kept, so margins, lengths and brackets are those of the points themselves. Dense points are turned by
QR; of sparse ones only the products with one another are formed, and a pivoted Cholesky factor of them is the
coordinates, for their orthonormal basis would be dense.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array

__all__ = ["Span", "span"]


class Span(NamedTuple):
    """Points in coordinates of their span, and the way back for a direction."""

    points: Array
    direction: Callable[[Array], Array]


def span(P: Any) -> Span:
    """Coordinates of the rows of P, dense float64 or CSR."""
    return _by_products(P) if hasattr(P, "nnz") else _by_rotation(P)


def _by_rotation(P: Array) -> Span:
    from scipy.linalg import qr

    Q, R = qr(P.T, mode="economic", check_finite=False)
    return Span(np.ascontiguousarray(R.T), lambda w: np.asarray(Q @ w))


def _by_products(P: Any) -> Span:
    from scipy.linalg import solve_triangular
    from scipy.linalg.lapack import dpstrf

    G = np.asarray((P @ P.T).toarray(), dtype=np.float64)
    L, pivots, rank, _ = dpstrf(G, lower=1)
    if rank == 0:
        # Points that are all zero still need a coordinate to be zero in.
        return Span(np.zeros((P.shape[0], 1)), lambda w: np.zeros(P.shape[1]))
    order = pivots - 1
    L = np.tril(L)[:, :rank]
    coordinates = np.empty_like(L)
    coordinates[order] = L
    chosen, head = P[order[:rank]], L[:rank]

    def direction(w: Array) -> Array:
        return np.asarray(chosen.T @ solve_triangular(head, w, lower=True, trans=1, check_finite=False))

    return Span(coordinates, direction)
