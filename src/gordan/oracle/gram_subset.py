"""A few points that are known by their products as an oracle of their own: ordinary columns, in coordinates.

Coordinates grow with the set from one round of a solver to the next. On the way back a direction is taken from its
weights, so that only the columns of points that carry weight are ever asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.array import Array
from gordan.candidate import Candidate
from gordan.canonical import put
from gordan.oracle.cholesky import Coordinates
from gordan.oracle.columns import Columns

if TYPE_CHECKING:
    from gordan.oracle.products import Products

__all__ = ["GramSubset", "Grown", "gram_subset"]

_PARALLEL = 1e-9  # between unit vectors: a direction this near to its image is the image, however it was rounded


class Grown:
    """Coordinates of the points of one set after another, as long as each goes on from the one before."""

    def __init__(self) -> None:
        self._keys: list[int] = []
        self._coordinates = Coordinates()

    def reach(self, whole: Products, keys: list[int]) -> Coordinates:
        """Coordinates of exactly these points; those that go on from the last set join, otherwise all begin anew."""
        known = len(self._keys)
        if keys[:known] != self._keys:
            self._keys, self._coordinates, known = [], Coordinates(), 0
        fresh = keys[known:]
        if fresh:
            entries = whole.entries
            self._coordinates.extend(entries.block(fresh, self._keys), entries.block(fresh, fresh))
        self._keys = list(keys)
        return self._coordinates


def gram_subset(whole: Products, keys: Sequence[int], grown: Grown) -> GramSubset:
    """The points of the whole at these positions, which are their keys from 0 on."""
    keys = [int(key) for key in keys]
    coordinates = grown.reach(whole, keys)
    points, rows = coordinates.points, np.asarray(keys, dtype=np.int64)
    if whole.canonical.factors is not None:
        points = points * whole.canonical.factors[rows, None]
    signs = whole.canonical.signs[rows]
    extent = float(np.abs(points).max(initial=0.0))
    canonical = put(points, signs, extent=extent, intercept=whole.blocks == 2, normalise=False)
    return GramSubset(canonical, whole, rows, coordinates)


class GramSubset(Columns):
    """Columns in coordinates that know the points they stand for."""

    def __init__(self, canonical: Any, whole: Products, rows: Any, coordinates: Coordinates) -> None:
        super().__init__(canonical)
        self._whole, self._rows, self._coordinates = whole, rows, coordinates

    def lift(self, candidate: Candidate) -> Candidate:
        weights = image = None
        direction = self._whole.zero()
        if candidate.weights is not None:
            weights = np.zeros(self._whole.size)
            weights[self._rows] = candidate.weights
            if candidate.image is not None:
                image = self._combine(self._whole.signed[self._rows] * candidate.weights)
        if image is not None and _parallel(candidate.direction, candidate.image):
            direction = image
        elif candidate.tag != "c":
            # Beside a certificate a direction has nothing more to say, and this one asks for a column of every point.
            direction = self._combine(self._coordinates.coefficients(candidate.direction))
        return replace(candidate, direction=direction, weights=weights, lowest=None, image=image)

    def glimpse(self, candidate: Candidate) -> Candidate:
        """Its updates and its tag: anything more takes products with all points."""
        return replace(candidate, direction=self._whole.zero(), weights=None, lowest=None, image=None)

    def _combine(self, c: Array) -> Array:
        carrying = np.flatnonzero(c)
        return self._whole.image(self._rows[carrying], c[carrying])

    def lower(self, x: Array) -> Array | None:
        return self.cone.normalise(x[self._rows])


def _parallel(v: Array, w: Array | None) -> bool:
    if w is None:
        return False
    lengths = float(np.linalg.norm(v)), float(np.linalg.norm(w))
    if min(lengths) == 0.0:
        return False
    return float(np.linalg.norm(v / lengths[0] - w / lengths[1])) <= _PARALLEL
