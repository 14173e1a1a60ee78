"""An ellipsoid, as the image of the unit ball."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.compression.body.base import Enclosing, read_matrix, read_vector
from gordan.errors import InputError

__all__ = ["Ellipsoid"]


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """All centre + matrix·u with ‖u‖ ≤ 1.

    Parameters
    ----------
    centre : array, shape (d,)
    matrix : array, shape (d, k)
        Its columns are conjugate half-axes; a diagonal matrix has the half-axes themselves. For {x : (x−c)ᵀP(x−c) ≤ 1}
        give the inverse of the transposed Cholesky factor of P. It may be singular: a flat ellipsoid.

    Examples
    --------
    >>> Ellipsoid([0.0, 0.0], [[3.0, 0.0], [0.0, 1.0]]).support([1.0, 0.0]).tolist()
    [3.0, 0.0]
    """

    centre: Any
    matrix: Any = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "centre", read_vector("centre", self.centre))
        object.__setattr__(self, "matrix", read_matrix("matrix", self.matrix))
        if self.matrix.shape[0] != self.centre.size:
            raise InputError(
                f"matrix has {self.matrix.shape[0]} rows and centre has {self.centre.size} entries; give as many"
            )

    @property
    def dimension(self) -> int:
        return int(self.centre.size)

    @cached_property
    def enclosing(self) -> Enclosing:
        return Enclosing(self.centre, float(np.linalg.norm(self.matrix, 2)))

    @cached_property
    def error(self) -> float:
        """Rounding of sums as long as the matrix is wide."""
        return float(sum(self.matrix.shape) + 8) * 2.0**-52 * float(np.linalg.norm(self.matrix))

    def support(self, direction: Any, /) -> Array:
        u = self.matrix.T @ np.asarray(direction)
        length = float(np.linalg.norm(u))
        return np.asarray(self.centre + self.matrix @ (u / length)) if length > 0 else np.array(self.centre)

    @cached_property
    def _square(self) -> Array:
        return np.asarray(self.matrix @ self.matrix.T)

    def curvature(self, direction: Array, /) -> Array:
        length = float(np.linalg.norm(self.matrix.T @ direction))
        outward = self._square @ direction / length if length > 0 else direction
        return np.asarray((self._square - np.outer(outward, outward)) / length)
