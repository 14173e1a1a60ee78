"""A Euclidean ball."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.geometry.body.base import Enclosing, read_vector
from gordan.geometry.length import normed
from gordan.problem.length import length
from gordan.problem.number import length as read_length

__all__ = ["Ball"]


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

    def support(self, direction: Any, /) -> Array:
        return np.asarray(self.centre + self.radius * normed(direction))

    def curvature(self, direction: Array, /) -> Array:
        u = normed(direction)
        if not u.any():  # a kink, which has no second derivative
            return np.zeros((self.dimension, self.dimension))
        return np.asarray((np.eye(self.dimension) - np.outer(u, u)) * (self.radius / length(direction)))
