"""A few points of a greater set as an oracle of their own: double precision, own keys, coordinates of their span."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.candidate import Candidate
from gordan.canonical import put
from gordan.oracle.columns import Columns
from gordan.oracle.span import span

__all__ = ["SubsetColumns", "subset"]

_WIDE = 1.5  # dimensions for every point beyond which the span of the points is worth changing to


def subset(whole: Columns, rows: Any) -> SubsetColumns:
    """The rows of the whole at these positions, which are their keys from 0 on."""
    rows = np.asarray(rows, dtype=np.int64)
    points: Any = whole.unsigned(rows)
    direction: Callable[[Array], Array] | None = None
    if whole.dimension > _WIDE * rows.size:
        points, direction = span(points)
    elif hasattr(points, "nnz"):
        points = points.toarray()
    signs = whole.canonical.signs[rows]
    extent = float(np.abs(points).max(initial=0.0))
    canonical = put(points, signs, extent=extent, intercept=whole.blocks == 2, normalise=False)
    return SubsetColumns(canonical, whole, rows, direction)


class SubsetColumns(Columns):
    """Columns that know where they come from."""

    def __init__(self, canonical: Any, whole: Columns, rows: Any, direction: Callable[[Array], Array] | None) -> None:
        super().__init__(canonical)
        self._whole, self._rows, self._direction = whole, rows, direction

    def lift(self, candidate: Candidate) -> Candidate:
        """The candidate in terms of the whole. A common scale of extreme data is no part of a direction."""
        weights = image = None
        if candidate.weights is not None:
            weights = np.zeros(self._whole.size)
            weights[self._rows] = candidate.weights
        if candidate.image is not None:
            image = self._outside(candidate.image) / self.canonical.scale
        return replace(
            candidate, direction=self._outside(candidate.direction), weights=weights, lowest=None, image=image
        )

    def lower(self, x: Array) -> Array | None:
        return self.cone.normalise(x[self._rows])

    def _outside(self, w: Array) -> Array:
        return w if self._direction is None else self._direction(w)
