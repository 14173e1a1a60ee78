"""`Bodies`: two convex bodies, the question how far apart they are; `Consulted`: a body whose answers are checked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.support import Differences
from gordan.errors import InputError
from gordan.geometry.body import Body, answer_of, dimension_of, enclosing_of, error_of
from gordan.problem.length import length, normed
from gordan.problem.number import as_doubles, require_ordinary

__all__ = ["Bodies", "Consulted", "Posed"]

_REMEMBERED = 256  # answers that another is compared with: all of them would make long runs quadratic


class Consulted:
    """A body whose every answer is checked: a finite point, and none of its answers lies beyond another's.

    `extent` is the greatest known distance of its points from the origin, at least that of a ball around it where the
    body has one: a point that rounding has passed over is no farther. `asked` counts the answers.
    """

    def __init__(self, body: Body, name: str, dimension: int) -> None:
        self._body, self._name, self._dimension = body, name, dimension
        error_of(body)  # refused now rather than at some later answer
        self._error = 0.0
        self._seen, self._towards = np.empty((_REMEMBERED, dimension)), np.empty((_REMEMBERED, dimension))
        self._reached = np.empty(_REMEMBERED)
        self.extent = 0.0
        with np.errstate(over="ignore"):
            if (ball := enclosing_of(body)) is not None:
                self.extent = float(np.linalg.norm(ball.centre)) + float(ball.radius)
        self.asked = 0
        self._refuse(self.extent)

    @property
    def slack(self) -> float:
        """By how much a product with a direction of length 1 may be wrong: rounding, and what the body admits to."""
        return (self._dimension + 8) * 2.0**-51 * self.extent + self._error

    def support(self, direction: Array, /) -> Array:
        # Of length 1: what a body computes of a direction must not depend on how long it is.
        towards = normed(direction)
        answer, error = answer_of(self._body, towards)
        point, self._error = self._read(answer), max(self._error, error)
        with np.errstate(over="ignore"):
            self.extent = max(self.extent, float(np.linalg.norm(point)))
        # The length of a point may vanish where its coordinates do not.
        self._refuse(max(self.extent, float(np.abs(point).max())))
        self._compare(point, towards)
        place = self.asked % _REMEMBERED
        self._seen[place], self._towards[place], self._reached[place] = point, towards, float(point @ towards)
        self.asked += 1
        return point

    def greatest(self, unit: Array) -> float:
        """The greatest product with a direction of length 1: of the last answer, where it was asked for just this."""
        last = (self.asked - 1) % _REMEMBERED
        if self.asked and np.array_equal(self._towards[last], unit):
            return float(self._reached[last])
        return float(self.support(unit) @ unit)

    def _refuse(self, size: float) -> None:
        require_ordinary(self._name, size, remedy="multiply both bodies by one factor")

    def _read(self, answer: object) -> Array:
        point = as_doubles(answer)
        if point is None:
            raise InputError(
                f"the support oracle of {self._name} gave {answer!r}; it must give a point with real coordinates"
            )
        if point.shape != (self._dimension,):
            raise InputError(
                f"the support oracle of {self._name} gave an array of shape {point.shape}; "
                f"it must give a point with {self._dimension} coordinates"
            )
        if not np.isfinite(point).all():
            raise InputError(
                f"the support oracle of {self._name} gave a point that is not finite, {point.tolist()!r}; "
                "bodies must be bounded in every direction"
            )
        return point

    def _compare(self, point: Array, towards: Array) -> None:
        """Against earlier points in this direction, and the point against earlier answers in theirs."""
        known = min(self.asked, _REMEMBERED)
        if known == 0:
            return
        farther = float((self._seen[:known] @ towards).max() - point @ towards) if towards.any() else 0.0
        beyond = self._towards[:known] @ point - self._reached[:known]
        excess = max(farther, float(beyond.max()))
        if excess > 4.0 * self.slack:
            raise InputError(
                f"the support oracle of {self._name} contradicts itself: one of its points lies {excess:.3g} "
                "farther out in a direction than the point given for it; it must give the point with the greatest "
                "product, or have an attribute `error` that says how far it may be off"
            )


@dataclass(frozen=True, eq=False)
class Bodies:
    """Two convex bodies K and L of one space, each known by its support points.

    Parameters
    ----------
    K, L : Hull, Ball, Ellipsoid, Box, HalfspaceIntersection, MinkowskiSum, AffineImage or any object
        with a method `support(direction)` that gives the point of the body with the greatest product.

    Examples
    --------
    >>> from gordan.geometry import Ball, Box
    >>> Bodies(Ball([3.0, 0.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0])).reach <= 3 + 1 + 2**0.5 + 1e-9
    True
    """

    K: Body
    L: Body

    def __post_init__(self) -> None:
        of_K, of_L = dimension_of(self.K), dimension_of(self.L)
        if of_K is None and of_L is None:
            raise InputError("neither body says what its dimension is; give one of them an attribute `dimension`")
        if of_K is not None and of_L is not None and of_K != of_L:
            raise InputError(f"K has dimension {of_K} and L dimension {of_L}; give bodies of one space")

    @property
    def dimension(self) -> int:
        of_K = dimension_of(self.K)
        return of_K if of_K is not None else dimension_of(self.L) or 0

    @property
    def reach(self) -> float | None:
        """An upper bound of ‖p − q‖ over both bodies, None where one of them has no enclosing ball."""
        around_K, around_L = enclosing_of(self.K), enclosing_of(self.L)
        if around_K is None or around_L is None:
            return None
        return length(around_K.centre - around_L.centre) + around_K.radius + around_L.radius

    def posed(self) -> Posed:
        """The bodies as an oracle of their differences; a fresh one."""
        K, L = Consulted(self.K, "K", self.dimension), Consulted(self.L, "L", self.dimension)
        return Posed(K, L, Differences(K, L, self.dimension))


@dataclass(frozen=True, eq=False)
class Posed:
    """Both bodies, watched, and the oracle of their differences."""

    K: Consulted
    L: Consulted
    oracle: Differences

    @property
    def slack(self) -> float:
        """By how much a difference of support values may be wrong for a direction of length 1."""
        return self.K.slack + self.L.slack
