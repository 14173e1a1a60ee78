"""What a convex body is here: something that says where it is extreme."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from gordan.arithmetic.array import Array

__all__ = ["Body", "Enclosing"]


class Body(Protocol):
    """A compact convex set. Anything with a method `support(direction)` will do.

    It returns a point of the body whose product with the direction is greatest, and any point of it for the zero
    direction. What else is used where it exists: `dimension`; `enclosing`, a ball around the body; `error`, by how much
    its points may be wrong; for smooth bodies `curvature(direction)`, the second derivatives of the greatest product, a
    d × d matrix; `nearest(point, inverse)`, its point q with ‖inverse (point − q)‖ least, or None; and
    `support_with_error(direction)`, the point of `support` and how far just this one may be off, asked instead of it.
    """

    def support(self, direction: Array, /) -> Array:
        """A point of the body whose product with the direction is greatest."""


class Enclosing(NamedTuple):
    """A ball that contains a body, not necessarily the smallest."""

    centre: Array
    radius: float
