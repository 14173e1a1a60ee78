"""What a body says of itself beyond its support points, where it says anything."""

from __future__ import annotations

from typing import Any

from gordan.compression.body.base import Enclosing
from gordan.errors import InputError

__all__ = ["dimension_of", "enclosing_of", "require_body"]


def dimension_of(body: Any) -> int | None:
    """Its dimension, None where it does not say."""
    require_body(body)
    value = getattr(body, "dimension", None)
    return None if value is None else int(value)


def enclosing_of(body: Any) -> Enclosing | None:
    """A ball around it, None where it knows none."""
    return getattr(body, "enclosing", None)


def require_body(body: Any) -> None:
    if isinstance(body, type) or not callable(getattr(body, "support", None)):
        raise InputError(
            f"{body!r} is not a body; give Hull(points), Ball(centre, radius), Ellipsoid(centre, matrix), "
            "Box(lower, upper), HalfspaceIntersection(A, b), or an object with a method support(direction)"
        )
