"""A few points of a greater set as an oracle of their own: double precision, own keys, coordinates of their span."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.span import span
from gordan.problem.canonical import put

__all__ = ["SubsetColumns", "subset"]

_WIDE = 1.5  # dimensions for every point beyond which the span of the points is worth changing to


def subset(whole: Columns, rows: Any) -> SubsetColumns:
    """The rows of the whole at these positions, which are their keys from 0 on."""
    rows = np.asarray(rows, dtype=np.int64)
    points: Any = whole.unsigned(rows)
    signs = whole.canonical.signs[rows]
    turned: Turned | None = None
    if whole.dimension > _WIDE * rows.size:
        points, turned = (found := span(points)).points, Turned(points, signs, found.direction)
    elif hasattr(points, "nnz"):
        points = points.toarray()
    extent = float(np.abs(points).max(initial=0.0))
    canonical = put(points, signs, extent=extent, intercept=whole.blocks == 2, normalise=False)
    return SubsetColumns(canonical, whole, rows, turned)


class Turned(NamedTuple):
    """Points in coordinates of their span: what they were, and the way back for a direction."""

    points: Any
    signs: Array
    direction: Callable[[Array], Array]


class SubsetColumns(Columns):
    """Columns that know where they come from."""

    def __init__(self, canonical: Any, whole: Columns, rows: Any, turned: Turned | None) -> None:
        super().__init__(canonical)
        self._whole, self._rows, self._turned = whole, rows, turned

    def lift(self, candidate: Candidate) -> Candidate:
        """The candidate in terms of the whole. A common scale of extreme data is no part of a direction."""
        weights = image = None
        if candidate.weights is not None:
            weights = np.zeros(self._whole.size)
            weights[self._rows] = candidate.weights
            image = None if candidate.image is None else self._image(candidate.image, candidate.weights)
        direction = candidate.direction if self._turned is None else self._turned.direction(candidate.direction)
        return replace(candidate, direction=direction, weights=weights, lowest=None, image=image)

    def glimpse(self, candidate: Candidate) -> Candidate:
        return self.lift(candidate)

    def _image(self, image: Array, weights: Array) -> Array:
        if self._turned is None:
            return image / self.canonical.scale
        # Multiplied anew: a factor of the points' products knows a short image to half the digits only.
        return np.asarray(self._turned.points.T @ (self._turned.signs * weights))

    def lower(self, x: Array) -> Array | None:
        return self.cone.normalise(x[self._rows])
