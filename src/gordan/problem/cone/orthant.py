"""The simplex: convex weights over all points, the base of the non-negative orthant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone.base import Point, inner, room

__all__ = ["Simplex", "project_simplex"]


@dataclass(frozen=True)
class Simplex:
    """x >= 0 with sum x = 1, with the entropy sum x ln x.

    Examples
    --------
    >>> import numpy as np
    >>> Simplex(3).lowest(np.array([2.0, -1.0, 5.0]))
    -1.0
    """

    size: int
    blocks = 1
    spread = 1.0
    outside = (0.0,)

    @property
    def rank(self) -> int:
        return self.size

    @property
    def theta(self) -> float:
        # A single point has no entropy at all; any positive bound is a bound, and the steps divide by it.
        return float(np.log(self.size)) or 0.5

    @cached_property
    def members(self) -> tuple[Array, ...]:
        return (np.ones(self.size),)

    @cached_property
    def centre(self) -> Point:
        return Point(np.full(self.size, -np.log(self.size)), np.full(self.size, 1.0 / self.size))

    def lowest(self, z: Array) -> float:
        return float(z.min())

    def soften(self, z: Array, mu: float) -> Array:
        x = z / -mu
        x -= x.max()
        np.exp(x, out=x)
        x /= x.sum()
        return x

    def prox(self, s: Array, z: Array) -> Point:
        dual = s - z
        dual -= dual.max()
        weights = np.exp(dual)
        total = weights.sum()
        weights /= total
        dual -= np.log(total)
        return Point(dual, weights)

    def divergence(self, x: Point, v: Point) -> float:
        # Rounding may bring a divergence of nothing slightly below zero.
        return max(inner(x.weights, x.dual - v.dual), 0.0)

    def pair(self, z: Array, x: Array) -> float:
        return inner(z, x)

    def project(self, z: Array) -> Array:
        return project_simplex(z, 1.0)

    def room(self, x: Array, change: Array) -> float:
        return room(x, change)

    def clear(self, z: Array, by: float) -> Array:
        return z + (by - float(z.min()))

    def normalise(self, counts: Array) -> Array | None:
        total = float(counts.sum())
        return counts / total if total > 0 else None

    def violation(self, x: Array) -> float:
        return max(float(-x.min()), abs(float(x.sum()) - 1.0), 0.0)


def project_simplex(z: Array, mass: float) -> Array:
    """The nearest point to z with non-negative entries that sum to `mass`."""
    descending = np.sort(z)[::-1]
    excess = np.cumsum(descending) - mass
    count = np.arange(1, z.size + 1)
    last = int(np.nonzero(descending * count > excess)[0][-1])
    return np.asarray(np.maximum(z - excess[last] / (last + 1), 0.0))
