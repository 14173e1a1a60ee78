"""The simplex, convex weights over all points, and the balanced simplex, half the mass on each class.

With weights on ½Δ₊ × ½Δ₋ the value of max over unit w of lowest(A*w) is half the distance between the class hulls,
whatever the origin. A vertex is ½(x₊ − x₋), so the intercept needs no coordinate of its own. Class sums and class
minima are taken with masks, never by gathering a class: a gather copies half of every vector.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone.base import Entropic, Point, inner, room

__all__ = ["BalancedSimplex", "Simplex", "project_simplex"]


@dataclass(frozen=True)
class Simplex(Entropic):
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


_TAME = 1e-150  # class sums between this and its inverse have lost nothing to underflow or overflow


@dataclass(frozen=True, eq=False)
class BalancedSimplex(Entropic):
    """Weights x >= 0 with sum 1/2 on the positive points and 1/2 on the negative ones, with the entropy sum x ln x.

    Examples
    --------
    >>> import numpy as np
    >>> BalancedSimplex(np.array([True, True, False])).lowest(np.array([3.0, 1.0, -2.0]))
    -0.5
    """

    positive: np.ndarray[tuple[int], np.dtype[np.bool_]]
    blocks = 2
    spread = 0.5

    @property
    def size(self) -> int:
        return int(self.positive.size)

    @property
    def rank(self) -> int:
        return self.size

    @cached_property
    def _counts(self) -> tuple[int, int]:
        members = int(np.count_nonzero(self.positive))
        return members, self.size - members

    @cached_property
    def _mask(self) -> Array:
        return self.positive.astype(np.float64)

    @cached_property
    def _rest(self) -> Array:
        return 1.0 - self._mask

    @cached_property
    def outside(self) -> tuple[Array, Array]:
        return np.where(self.positive, 0.0, np.inf), np.where(self.positive, np.inf, 0.0)

    @cached_property
    def theta(self) -> float:
        # One point in each class has no entropy at all; any positive bound is a bound, and the steps divide by it.
        members, others = self._counts
        return 0.5 * float(np.log(members) + np.log(others)) or 0.5

    @cached_property
    def centre(self) -> Point:
        members, others = self._counts
        weights = self._per_class(0.5 / members, 0.5 / others)
        return Point(np.log(weights), weights)

    def _per_class(self, on_positive: float, on_negative: float) -> Array:
        # Two products and a sum are several times faster than choosing by a mask that the processor cannot predict.
        values = self._mask * on_positive
        values += self._rest * on_negative
        return values

    def _least(self, z: Array) -> tuple[float, float]:
        in_positive, in_negative = self.outside
        return float((z + in_positive).min()), float((z + in_negative).min())

    def lowest(self, z: Array) -> float:
        least = self._least(z)
        return 0.5 * (least[0] + least[1])

    def _exponentiate(self, dual: Array) -> tuple[Array, float, float]:
        """Shift each class of `dual` to maximum 0 in place; return its exponential and the two class sums."""
        in_positive, in_negative = self.outside
        dual -= self._per_class(float((dual - in_positive).max()), float((dual - in_negative).max()))
        weights = np.exp(dual)
        # Each class has an entry exp(0), so neither sum is small beside the other's rounding.
        on_positive = inner(weights, self._mask)
        return weights, on_positive, float(weights.sum()) - on_positive

    def soften(self, z: Array, mu: float) -> Array:
        weights, on_positive, on_negative = self._exponentiate(z / -mu)
        weights *= self._per_class(0.5 / on_positive, 0.5 / on_negative)
        return weights

    def prox(self, s: Array, z: Array) -> Point:
        dual = s - z
        # From normalised coordinates a step rarely leaves the range of exp; only then is a shift worth its passes.
        with np.errstate(over="ignore", invalid="ignore"):
            weights = np.exp(dual)
            on_positive, on_negative = inner(weights, self._mask), inner(weights, self._rest)
        if not (_TAME < on_positive < 1 / _TAME and _TAME < on_negative < 1 / _TAME):
            weights, on_positive, on_negative = self._exponentiate(dual)
        weights *= self._per_class(0.5 / on_positive, 0.5 / on_negative)
        dual += self._per_class(np.log(0.5 / on_positive), np.log(0.5 / on_negative))
        return Point(dual, weights)

    def project(self, z: Array) -> Array:
        x = np.empty_like(z)
        x[self.positive] = project_simplex(z[self.positive], 0.5)
        x[~self.positive] = project_simplex(z[~self.positive], 0.5)
        return x

    def room(self, x: Array, change: Array) -> float:
        return room(x, change)

    def clear(self, z: Array, by: float) -> Array:
        on_positive, on_negative = (float((z + outside).min()) for outside in self.outside)
        return z + self._per_class(by - on_positive, by - on_negative)

    @property
    def members(self) -> tuple[Array, ...]:
        return self._mask, self._rest

    def normalise(self, counts: Array) -> Array | None:
        on_positive = inner(counts, self._mask)
        # Not as a difference: what rounding left of a class without weight would pass for some.
        on_negative = inner(counts, self._rest)
        if on_positive <= 0 or on_negative <= 0:
            return None
        return counts * self._per_class(0.5 / on_positive, 0.5 / on_negative)

    def violation(self, x: Array) -> float:
        on_positive = inner(x, self._mask)
        return max(float(-x.min()), abs(on_positive - 0.5), abs(float(x.sum()) - on_positive - 0.5), 0.0)
