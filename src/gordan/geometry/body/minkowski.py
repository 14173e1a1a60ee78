"""The Minkowski sum of bodies: all sums of a point of each."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.geometry.body.base import Body, Enclosing, as_doubles
from gordan.geometry.body.shape import answer_of, dimension_of, enclosing_of, error_of
from gordan.problem.length import length

__all__ = ["MinkowskiSum"]


class MinkowskiSum:
    """All sums of one point of each body.

    Examples
    --------
    A square with rounded corners:

    >>> from gordan import Ball, Box
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
            told = " and ".join(map(str, sorted(dimensions)))
            raise InputError(f"bodies of dimensions {told} cannot be added; give bodies of one space")
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
        """That of any point, but for the rounding of parts without `enclosing`: each point tells its own."""
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

    def support(self, direction: Any, /) -> Array:
        direction = np.asarray(direction, dtype=np.float64)
        return np.asarray(np.sum([body.support(direction) for body in self.bodies], axis=0))

    def support_with_error(self, direction: Any, /) -> tuple[Array, float]:
        """The support point, and how far just this one may be off."""
        direction = np.asarray(direction, dtype=np.float64)
        points, errors = zip(*(answer_of(body, direction) for body in self.bodies), strict=True)
        extents = [
            _reach(point) if known is None else known for known, point in zip(self._extents, points, strict=True)
        ]
        return np.asarray(np.sum(points, axis=0)), self._rounding(extents, direction.size) + sum(errors)


def _reach(answer: Any) -> float:
    """The length of a point; 0 of what is none, and makes a sum that is refused."""
    point = as_doubles(answer)
    return length(point) if point is not None and np.isfinite(point).all() else 0.0
