"""Bodies that are given by numbers: hulls of points, boxes, balls, ellipsoids, and the rows of halfspaces."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.problem.bodies import Enclosing
from gordan.problem.length import length, longest_row, normed
from gordan.problem.number import length as read_length
from gordan.problem.number import read_matrix, read_vector

__all__ = ["Ball", "Box", "Ellipsoid", "Halfspaces", "Hull"]


@dataclass(frozen=True, eq=False)
class Hull:
    """All convex combinations of some points.

    Parameters
    ----------
    points : array, shape (n, d)
        One point per row; at least one.

    Examples
    --------
    >>> Hull([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).support([1.0, 0.0]).tolist()
    [2.0, 0.0]
    """

    points: Matrix = field(repr=False)

    def __post_init__(self) -> None:
        none = "the hull of no points is empty, and nothing has a distance from it; give at least one point"
        object.__setattr__(self, "points", read_matrix("points", self.points, empty=none))

    @property
    def dimension(self) -> int:
        return int(self.points.shape[1])

    @cached_property
    def enclosing(self) -> Enclosing:
        centre = self.points.mean(axis=0)
        return Enclosing(centre, longest_row(self.points - centre))

    def support(self, direction: ArrayLike, /) -> Array:
        return np.asarray(self.points[int(np.argmax(self.points @ np.asarray(direction)))])


@dataclass(frozen=True, eq=False)
class Box:
    """All points between two corners, coordinate by coordinate.

    Examples
    --------
    >>> Box([0.0, 0.0], [2.0, 1.0]).support([-1.0, 1.0]).tolist()
    [0.0, 1.0]
    """

    lower: Any
    upper: Any

    def __post_init__(self) -> None:
        for name in ("lower", "upper"):
            object.__setattr__(self, name, read_vector(name, getattr(self, name)))
        if self.lower.size != self.upper.size:
            raise InputError(f"lower has {self.lower.size} entries and upper {self.upper.size}; give as many")
        if (wrong := np.flatnonzero(self.lower > self.upper)).size:
            j = int(wrong[0])
            raise InputError(f"lower exceeds upper at entry {j} ({self.lower[j]} > {self.upper[j]}); exchange them")

    @property
    def dimension(self) -> int:
        return int(self.lower.size)

    @property
    def enclosing(self) -> Enclosing:
        return Enclosing(0.5 * self.lower + 0.5 * self.upper, length(0.5 * self.upper - 0.5 * self.lower))

    def support(self, direction: ArrayLike, /) -> Array:
        return np.asarray(np.where(np.asarray(direction) > 0, self.upper, self.lower))


@dataclass(frozen=True, eq=False)
class Ball:
    """All points within a distance of a centre; radius 0 is a single point.

    Examples
    --------
    >>> Ball([1.0, 1.0], 2.0).support([0.0, -3.0]).tolist()
    [1.0, -1.0]
    """

    centre: Any
    radius: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "centre", read_vector("centre", self.centre))
        object.__setattr__(self, "radius", read_length("radius", self.radius))

    @property
    def dimension(self) -> int:
        return int(self.centre.size)

    @property
    def enclosing(self) -> Enclosing:
        return Enclosing(self.centre, float(self.radius))

    def support(self, direction: ArrayLike, /) -> Array:
        return np.asarray(self.centre + self.radius * normed(direction))

    def curvature(self, direction: Array, /) -> Array:
        u = normed(direction)
        if not u.any():  # a kink, which has no second derivative
            return np.zeros((self.dimension, self.dimension))
        return np.asarray((np.eye(self.dimension) - np.outer(u, u)) * (self.radius / length(direction)))


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
    matrix: Matrix = field(repr=False)

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
        return float(sum(self.matrix.shape) + 8) * 2.0**-52 * length(self.matrix)

    def support(self, direction: ArrayLike, /) -> Array:
        return np.asarray(self.centre + self.matrix @ normed(self.matrix.T @ normed(direction)))

    @cached_property
    def _scaled(self) -> tuple[Array, float]:
        """The matrix in units of its largest entry, for the square of that may be no double; and the entry."""
        size = float(np.abs(self.matrix).max()) or 1.0
        return np.asarray(self.matrix / size), size

    @cached_property
    def _square(self) -> Array:
        return np.asarray(self._scaled[0] @ self._scaled[0].T)

    def curvature(self, direction: Array, /) -> Array:
        u, (scaled, size) = normed(direction), self._scaled
        product = length(scaled.T @ u)
        if product == 0.0:  # a kink, which has no second derivative: no direction, or across a flat ellipsoid
            return np.zeros((self.dimension, self.dimension))
        outward = self._square @ u / product
        return np.asarray((self._square - np.outer(outward, outward)) * (size / length(direction)) / product)


@dataclass(frozen=True, eq=False)
class Halfspaces:
    """All x with A x ≤ b, as numbers; their support points take a linear program (`geometry.HalfspaceIntersection`)."""

    A: Matrix = field(repr=False)
    b: Any = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "A", read_matrix("A", self.A))
        object.__setattr__(self, "b", read_vector("b", self.b))
        if self.A.shape[0] != self.b.size:
            raise InputError(f"A has {self.A.shape[0]} rows and b {self.b.size} entries; give as many")

    @property
    def dimension(self) -> int:
        return int(self.A.shape[1])
