"""What a convex body is here: something that says where it is extreme; and what it may say of itself besides."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.number import count, length, read_vector

__all__ = ["Body", "Enclosing", "answer_of", "dimension_of", "enclosing_of", "error_of", "require_body"]


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


def dimension_of(body: object) -> int | None:
    """Its dimension, None where it does not say."""
    require_body(body)
    value = getattr(body, "dimension", None)
    return None if value is None else count("the dimension of a body", value)


def enclosing_of(body: object) -> Enclosing | None:
    """A ball around it, None where it knows none."""
    ball = getattr(body, "enclosing", None)
    if ball is None:
        return None
    try:
        centre, radius = ball
    except (TypeError, ValueError):
        raise InputError(f"the `enclosing` of a body is {ball!r}; give a centre and a radius, or None") from None
    centre = read_vector("the centre of `enclosing`", centre)
    if centre.size != (dimension_of(body) or centre.size):
        raise InputError(f"the centre of `enclosing` has {centre.size} entries; give as many as the body's dimension")
    return Enclosing(centre, length("the radius of `enclosing`", radius))


def error_of(body: object) -> float:
    """By how much its points may be wrong, 0 where it does not say."""
    return length("the `error` of a body", getattr(body, "error", 0.0))


def answer_of(body: Body, direction: Array) -> tuple[Any, float]:
    """A support point as it was given, and by how much it may be wrong."""
    if hasattr(body, "support_with_error"):
        point, error = body.support_with_error(direction)
        return point, length("the `error` of a body", error)
    return body.support(direction), error_of(body)


def require_body(body: object) -> None:
    if isinstance(body, type) or not callable(getattr(body, "support", None)):
        raise InputError(
            f"{body!r} is not a body; give Hull(points), Ball(centre, radius), Ellipsoid(centre, matrix), "
            "Box(lower, upper), HalfspaceIntersection(A, b), or an object with a method support(direction)"
        )
