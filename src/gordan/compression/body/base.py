"""What a convex body is here: something that says where it is extreme; and how its numbers are read."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from gordan.array import Array
from gordan.errors import InputError

__all__ = ["Body", "Enclosing", "read_matrix", "read_vector"]


class Body(Protocol):
    """A compact convex set. Anything with a method `support(direction)` will do.

    It returns a point of the body whose product with the direction is greatest, and any point of it for the zero
    direction. What else is used where it exists: `dimension`; `enclosing`, a ball around the body; `error`, by how much
    its points may be wrong; and for smooth bodies `curvature(direction)`, the second derivatives of the greatest
    product, a d × d matrix.
    """

    def support(self, direction: Array, /) -> Array:
        """A point of the body whose product with the direction is greatest."""


class Enclosing(NamedTuple):
    """A ball that contains a body, not necessarily the smallest."""

    centre: Array
    radius: float


def read_vector(name: str, values: Any) -> Array:
    """A vector of finite numbers, as doubles."""
    return _read(name, values, 1, "a vector")


def read_matrix(name: str, values: Any) -> Array:
    """A matrix of finite numbers, as doubles."""
    return _read(name, values, 2, "a matrix")


def _read(name: str, values: Any, axes: int, what: str) -> Array:
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} cannot be read as numbers; give {what} of numbers") from None
    if array.ndim != axes:
        raise InputError(f"{name} has shape {array.shape}; give {what}")
    if array.size == 0:
        raise InputError(f"{name} is empty, with shape {array.shape}; give {what} with at least one number")
    if not np.isfinite(array).all():
        raise InputError(f"{name} has entries that are not finite; a body is bounded: give finite numbers")
    array.setflags(write=False)
    return array
