"""Directions that are plain arrays of coordinates, with the length and the product of such."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["Flat"]


class Flat:
    """An oracle whose directions have `dimension` coordinates."""

    dimension: int

    def zero(self) -> Array:
        return np.zeros(self.dimension)

    def norm(self, w: Array) -> float:
        # Rounded up by more than the sum of squares and its root may err, so that it is safe for both bounds.
        return float(np.linalg.norm(w)) * (1.0 + (w.size + 4) * 2.0**-53)

    def dot(self, v: Array, w: Array) -> float:
        return float(v @ w)
