"""Bodies made of others: affine images and Minkowski sums."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.bodies import Body, Enclosing, answer_of, dimension_of, enclosing_of, error_of
from gordan.problem.length import length, normed
from gordan.problem.number import as_doubles, read_matrix, read_vector, require_ordinary

__all__ = ["AffineImage", "MinkowskiSum"]


class AffineImage:
    """All matrix·x + shift with x in a body.

    Examples
    --------
    >>> from gordan.geometry import Box
    >>> turned = AffineImage(Box([0.0, 0.0], [1.0, 1.0]), [[1.0, 1.0], [1.0, -1.0]])
    >>> turned.support([1.0, 0.0]).tolist()
    [2.0, 0.0]
    """

    def __init__(self, body: Body, matrix: ArrayLike, shift: ArrayLike | None = None) -> None:
        self.body, self.matrix = body, read_matrix("matrix", matrix)
        self.shift = np.zeros(self.matrix.shape[0]) if shift is None else read_vector("shift", shift)
        if self.shift.size != self.matrix.shape[0]:
            raise InputError(
                f"matrix has {self.matrix.shape[0]} rows and shift {self.shift.size} entries; give as many"
            )
        inner = dimension_of(body)
        if inner is not None and inner != self.matrix.shape[1]:
            raise InputError(f"matrix has {self.matrix.shape[1]} columns and the body dimension {inner}; give as many")

    @property
    def dimension(self) -> int:
        return int(self.matrix.shape[0])

    @cached_property
    def enclosing(self) -> Enclosing | None:
        ball = enclosing_of(self.body)
        if ball is None:
            return None
        return Enclosing(self.matrix @ ball.centre + self.shift, float(np.linalg.norm(self.matrix, 2)) * ball.radius)

    @property
    def error(self) -> float:
        """What the body's own error becomes, and rounding."""
        return (error_of(self.body) + self._rounding) * self._norm

    @cached_property
    def _rounding(self) -> float:
        """In the body, of sums as long as the matrix is wide, or of directions' as long as it is high."""
        ball = enclosing_of(self.body)
        if ball is None:
            raise InputError(
                "the body has no `enclosing`, a ball around it, without which the rounding of its image is not known; "
                "give it one, or the image itself as a body"
            )
        extent = length(ball.centre) + ball.radius
        # A tiny matrix may make an ordinary image of a huge body, but nothing can be said of its rounding.
        for name, size in (("the body of an image", extent), ("its matrix", float(np.abs(self.matrix).max()))):
            require_ordinary(name, size, remedy="give the image as a body of its own")
        return float((max(self.matrix.shape) + 8) * 2.0**-52 * extent)

    @cached_property
    def _norm(self) -> float:
        return float(np.linalg.norm(self.matrix))

    def support(self, direction: ArrayLike, /) -> Array:
        return self._image(self.body.support(self._inward(direction)))

    def support_with_error(self, direction: ArrayLike, /) -> tuple[Array, float]:
        """The support point, and how far just this one may be off."""
        inner, error = answer_of(self.body, self._inward(direction))
        return self._image(inner), (error + self._rounding) * self._norm

    def _inward(self, direction: ArrayLike) -> Array:
        return normed(self.matrix.T @ normed(direction))

    def _image(self, point: Array) -> Array:
        return np.asarray(self.matrix @ point + self.shift)


class MinkowskiSum:
    """All sums of one point of each body.

    Examples
    --------
    A square with rounded corners:

    >>> from gordan.geometry import Ball, Box
    >>> rounded = MinkowskiSum(Box([0.0, 0.0], [1.0, 1.0]), Ball([0.0, 0.0], 0.5))
    >>> rounded.support([1.0, 0.0])[0]
    np.float64(1.5)
    """

    def __init__(self, *bodies: Body) -> None:
        if not bodies:
            raise InputError("a Minkowski sum of no bodies was asked for; give at least one body")
        self.bodies: tuple[Any, ...] = bodies
        dimensions = {d for d in map(dimension_of, bodies) if d is not None}
        if len(dimensions) > 1:
            given = " and ".join(map(str, sorted(dimensions)))
            raise InputError(f"bodies of dimensions {given} cannot be added; give bodies of one space")
        self.dimension = dimensions.pop() if dimensions else None

    @cached_property
    def enclosing(self) -> Enclosing | None:
        balls = [enclosing_of(body) for body in self.bodies]
        known = [ball for ball in balls if ball is not None]
        if len(known) < len(balls):
            return None
        return Enclosing(np.sum([ball.centre for ball in known], axis=0), sum(ball.radius for ball in known))

    @cached_property
    def _extents(self) -> list[float | None]:
        """How far from the origin each part reaches, where it knows."""
        balls = [enclosing_of(body) for body in self.bodies]
        return [None if ball is None else length(ball.centre) + ball.radius for ball in balls]

    def _rounding(self, extents: list[float], dimension: int) -> float:
        # Parts far from the origin may add up to a sum near it, and are rounded where they are.
        return (len(self.bodies) + dimension + 8) * 2.0**-52 * sum(extents)

    @property
    def error(self) -> float:
        """That of any point, but for the rounding of parts without `enclosing`, which depends on the point."""
        known = [extent for extent in self._extents if extent is not None]
        return self._rounding(known, self.dimension or 0) + sum(error_of(body) for body in self.bodies)

    def __getattr__(self, name: str) -> Any:
        # Copies are looked at before they have any bodies.
        bodies = self.__dict__.get("bodies", ())
        # A sum of smooth bodies is smooth; as soon as one of them is not, neither is the sum.
        if name != "curvature" or not bodies or not all(hasattr(body, "curvature") for body in bodies):
            raise AttributeError(f"a Minkowski sum of {len(bodies)} bodies has no attribute {name!r}")
        return self._curvature

    def _curvature(self, direction: Array, /) -> Array:
        return np.asarray(np.sum([body.curvature(direction) for body in self.bodies], axis=0))

    def support(self, direction: ArrayLike, /) -> Array:
        towards = np.asarray(direction, dtype=np.float64)
        return np.asarray(np.sum([body.support(towards) for body in self.bodies], axis=0))

    def support_with_error(self, direction: ArrayLike, /) -> tuple[Array, float]:
        """The support point, and how far just this one may be off."""
        towards = np.asarray(direction, dtype=np.float64)
        points, errors = zip(*(answer_of(body, towards) for body in self.bodies), strict=True)
        extents = [
            _reach(point) if known is None else known for known, point in zip(self._extents, points, strict=True)
        ]
        return np.asarray(np.sum(points, axis=0)), self._rounding(extents, towards.size) + sum(errors)


def _reach(answer: object) -> float:
    """The length of a point; 0 of what is none, and makes a sum that is refused."""
    point = as_doubles(answer)
    return length(point) if point is not None and np.isfinite(point).all() else 0.0
