"""A few of many points known by their products, as columns of their own: coordinates from a Cholesky factor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.candidate import Candidate
from gordan.canonical import put
from gordan.oracle.columns import Columns
from gordan.oracle.products import Products

__all__ = ["GramSubset", "gram_subset"]

_RANK = 2.0**-44  # a pivot this small against the square of its point is rounding


def gram_subset(whole: Products, keys: Sequence[int]) -> GramSubset:
    """The points of the whole at these keys, which are numbered from 0 on."""
    from scipy.linalg.lapack import dpstrf

    rows = np.asarray(keys, dtype=np.int64)
    G = whole.entries.block(rows.tolist(), rows.tolist())
    lengths = np.sqrt(np.maximum(G.diagonal(), 0.0))
    lengths[lengths == 0] = 1.0
    L, pivots, rank, _ = dpstrf(G / lengths / lengths[:, None], lower=1, tol=_RANK)
    order = pivots - 1
    points = np.zeros((rows.size, max(rank, 1)))
    points[order, :rank] = np.tril(L)[:, :rank] * lengths[order, None]
    scale = np.abs(whole.signed[rows])
    canonical = put(
        points * scale[:, None],
        whole.canonical.signs[rows],
        extent=float(np.abs(points).max(initial=0.0)),
        intercept=whole.blocks == 2,
        normalise=False,
    )
    return GramSubset(canonical, whole, rows, order[:rank], np.tril(L)[:rank, :rank] * lengths[order[:rank], None])


class GramSubset(Columns):
    """Columns that know where they come from."""

    def __init__(self, canonical: Any, whole: Products, rows: Any, pivots: Any, head: Array) -> None:
        super().__init__(canonical)
        self._whole, self._rows, self._pivots, self._head = whole, rows, pivots, head

    def lift(self, candidate: Candidate) -> Candidate:
        """The candidate in terms of the whole."""
        weights = image = None
        if candidate.weights is not None:
            weights = np.zeros(self._whole.size)
            weights[self._rows] = candidate.weights
            image = None if candidate.image is None else self._pair(self._whole.signed * weights)
        c = np.zeros(self._whole.size)
        if self._pivots.size:
            c[self._rows[self._pivots]] = np.linalg.solve(self._head.T, candidate.direction)
        return replace(candidate, direction=self._pair(c), weights=weights, lowest=None, image=image)

    def _pair(self, c: Array) -> Array:
        used = np.flatnonzero(c)
        if used.size == 0:
            return self._whole.zero()
        return np.stack([c, c[used] @ self._whole.entries.columns(used.tolist())])

    def lower(self, x: Array) -> Array | None:
        return self.cone.normalise(x[self._rows])
