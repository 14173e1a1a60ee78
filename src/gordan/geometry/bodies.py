"""`Bodies`: two convex bodies, the question how far apart they are."""

from __future__ import annotations

from dataclasses import dataclass

from gordan.engine.oracle.support import Differences
from gordan.errors import InputError
from gordan.geometry.body.base import Body, dimension_of, enclosing_of
from gordan.geometry.body.consulted import Consulted
from gordan.problem.length import length

__all__ = ["Bodies", "Posed"]


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
