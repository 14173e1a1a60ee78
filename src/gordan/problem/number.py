"""Numbers, vectors and matrices as given: read as what was asked for, or refused in a sentence that names them."""

from __future__ import annotations

import math
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
    "real",
    "require_ordinary",
    "share",
    "shown",
]

_MOST = 2**53  # whole numbers beyond this are not all doubles
_FAR = 1e140  # lengths beyond this, or below its inverse, have squares that are no ordinary numbers


def length(name: str, value: object) -> float:
    """A finite number, 0 or more, that a double holds."""
    if not 0 <= (number := real(value)) < math.inf:
        raise InputError(f"{name} is {value!r}; give a number, 0 or more")
    if number != value:
        raise InputError(f"{name} is {value!r}, which a double cannot carry exactly; round or rescale it")
    return number


def extent(name: str, value: object) -> float:
    """A finite number greater than 0."""
    if not 0 < (number := real(value)) < math.inf:
        raise InputError(f"{name} is {value!r}; give a finite number greater than 0")
    return number


def margin(name: str, value: object) -> float:
    """A margin of points within the unit ball: above 0 and up to 1."""
    if not 0 < (number := real(value)) <= 1:
        raise InputError(f"{name} is {value!r}; give a margin between 0 and 1, relative to the longest point")
    return number


def share(name: str, value: object) -> float:
    """A part of a whole, both ends included."""
    if not 0 <= (number := real(value)) <= 1:
        raise InputError(f"{name} is {value!r}; give a share between 0 and 1")
    return number


def count(name: str, value: object, *, least: int = 1) -> int:
    """Read a whole number of at least `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool) or not least <= int(value) <= _MOST:
        raise InputError(f"{name} is {value!r}; give a whole number from {least} to 2^53")
    return int(value)


def require_ordinary(name: str, size: float, *, remedy: str) -> None:
    """Refuse a size whose square is no ordinary number: it would be lost, or count as infinite."""
    if size != 0.0 and not 1.0 / _FAR < size < _FAR:
        raise InputError(f"{name} reaches {size:.3g}, and the squares of such numbers are no ordinary ones; {remedy}")


def real(value: object) -> float:
    """The number; NaN, which passes no comparison, where there is none."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf


def shown(value: object) -> str:
    """The value as it is spelt, on one short line.

    Examples
    --------
    >>> shown("1"), len(shown(10**400))
    ("'1'", 61)
    """
    try:
        words = repr(value)
    except ValueError:  # Python spells no whole numbers of many thousand digits
        words = f"a {type(value).__name__}"
    return words if len(words) <= 60 else words[:60] + "…"


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
    if _is_rounded(np.asarray(values), array):
        raise InputError(f"{name} has numbers that a double cannot carry exactly; shift or rescale them below 2**53")
    if array.size == 0:
        raise InputError(empty or f"{name} is empty, with shape {array.shape}; give {what} with at least one number")
    if array.ndim != axes:
        raise InputError(f"{name} has shape {array.shape}; give {what}")
    if not np.isfinite(array).all():
        raise InputError(f"{name} has entries that are not finite; a body is bounded: give finite numbers")
    array.setflags(write=False)
    return array


def _is_rounded(given: Array, doubles: Array) -> bool:
    """Whether some number is another one as a double: a proof would be about that one."""
    if given.dtype.kind in "iu":
        return bool((np.abs(doubles) >= _MOST).any())
    if given.dtype.kind == "O":
        return any(a != b for a, b in zip(given.ravel().tolist(), doubles.ravel().tolist(), strict=True))
    return given.dtype.itemsize > 8 and bool((given != doubles).any())
