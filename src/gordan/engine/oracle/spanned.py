"""Points known by their products, in coordinates of their span: what changes of coordinates need.

The coordinates are a pivoted Cholesky factor L of the products, L L' = K. Half of the digits are lost, so that relative
margins below about 10⁻⁷ are beyond them. Directions and weights are those of the products.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import afford
from gordan.arithmetic.limit import afford_memory
from gordan.engine.oracle.span import Coordinates

if TYPE_CHECKING:
    from gordan.engine.oracle.gram import Gram

__all__ = ["Spanned"]

_BYTES = 6 * 8  # for each product of two points: the products, their factor with room to grow, signed columns, a basis
_SPEED = 1e10  # multiplications and additions of a factorisation in a second, on one core


class Spanned:
    """Signed columns in as many coordinates as the images of the points have dimensions."""

    def __init__(self, whole: Gram) -> None:
        n, what = whole.size, f"finding coordinates for the images of {whole.size:,} points"
        afford_memory(_BYTES * n * n, what)
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
