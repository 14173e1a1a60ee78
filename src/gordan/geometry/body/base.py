"""What a convex body is here: something that says where it is extreme; and how its numbers are read."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["Body", "Enclosing", "Uncertain", "as_doubles", "read_matrix", "read_vector"]


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


class Uncertain(InputError):
    """A body that cannot say well enough where it is extreme in a direction; in others it may."""


class Enclosing(NamedTuple):
    """A ball that contains a body, not necessarily the smallest."""

    centre: Array
    radius: float


def read_vector(name: str, values: Any) -> Array:
    """A vector of finite numbers, as doubles."""
    return _read(name, values, 1, "a vector")


def read_matrix(name: str, values: Any, *, empty: str = "") -> Array:
    """A matrix of finite numbers, as doubles; `empty` is what to say where there are none."""
    return _read(name, values, 2, "a matrix", empty)


def as_doubles(values: Any) -> Array | None:
    """Real numbers as an array of doubles; None where they are none, such as complex ones, texts or dates."""
    try:
        given = np.asarray(values)
        return np.array(given, dtype=np.float64) if given.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        return None


def _read(name: str, values: Any, axes: int, what: str, empty: str = "") -> Array:
    array = as_doubles(values)
    if array is None:
        raise InputError(f"{name} cannot be read as real numbers; give {what} of numbers")
    if array.size == 0:
        raise InputError(empty or f"{name} is empty, with shape {array.shape}; give {what} with at least one number")
    if array.ndim != axes:
        raise InputError(f"{name} has shape {array.shape}; give {what}")
    if not np.isfinite(array).all():
        raise InputError(f"{name} has entries that are not finite; a body is bounded: give finite numbers")
    array.setflags(write=False)
    return array
