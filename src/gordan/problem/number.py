"""Numbers, vectors and matrices as given: read as what was asked for, or refused in a sentence that names them."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Integral, Real

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = [
    "as_doubles",
    "count",
    "extent",
    "length",
    "margin",
    "read_matrix",
    "read_vector",
    "require_ordinary",
    "share",
]

_MOST = 2**53  # whole numbers beyond this are not all doubles
_FAR = 1e140  # lengths beyond this, or below its inverse, have squares that are no ordinary numbers


def length(name: str, value: object) -> float:
    """A finite number, 0 or more."""
    return _real(name, value, "a number, 0 or more", lambda v: 0 <= v < math.inf)


def extent(name: str, value: object) -> float:
    """A finite number greater than 0."""
    return _real(name, value, "a finite number greater than 0", lambda v: 0 < v < math.inf)


def margin(name: str, value: object) -> float:
    """A margin of points within the unit ball: above 0 and up to 1."""
    return _real(name, value, "a margin between 0 and 1, relative to the longest point", lambda v: 0 < v <= 1)


def share(name: str, value: object) -> float:
    """A part of a whole, both ends included."""
    return _real(name, value, "a share between 0 and 1", lambda v: 0 <= v <= 1)


def count(name: str, value: object, *, least: int = 1) -> int:
    """A whole number."""
    if not isinstance(value, Integral) or isinstance(value, bool) or not least <= int(value) <= _MOST:
        raise InputError(f"{name} is {value!r}; give a whole number from {least} to 2^53")
    return int(value)


def require_ordinary(name: str, size: float, *, remedy: str) -> None:
    """Refuse a size whose square is no ordinary number: it would be lost, or count as infinite."""
    if size != 0.0 and not 1.0 / _FAR < size < _FAR:
        raise InputError(f"{name} reaches {size:.3g}, and the squares of such numbers are no ordinary ones; {remedy}")


def _real(name: str, value: object, wanted: str, allowed: Callable[[float], bool]) -> float:
    """The number, refused in a sentence where it is none or not one of those allowed."""
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if allowed(number):
            return number
    raise InputError(f"{name} is {value!r}; give {wanted}")


def read_vector(name: str, values: object) -> Array:
    """A vector of finite numbers, as doubles."""
    return _read(name, values, 1, "a vector")


def read_matrix(name: str, values: object, *, empty: str = "") -> Array:
    """A matrix of finite numbers, as doubles; `empty` is what to say where there are none."""
    return _read(name, values, 2, "a matrix", empty)


def as_doubles(values: object) -> Array | None:
    """Real numbers as an array of doubles; None where they are none, such as complex ones, texts or dates."""
    try:
        given = np.asarray(values)
        return np.array(given, dtype=np.float64) if given.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        return None


def _read(name: str, values: object, axes: int, what: str, empty: str = "") -> Array:
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
