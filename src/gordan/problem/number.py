"""Single numbers as they were given, read: each is what was asked for, or refused in a sentence that names it."""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any

from gordan.errors import InputError

__all__ = ["count", "extent", "length", "margin", "require_ordinary", "share"]

_MOST = 2**53  # whole numbers beyond this are not all doubles
_FAR = 1e140  # lengths beyond this, or below its inverse, have squares that are no ordinary numbers


def length(name: str, value: Any) -> float:
    """A finite number, 0 or more."""
    if not 0 <= (number := _real(value)) < math.inf:
        raise InputError(f"{name} is {value!r}; give a number, 0 or more")
    return number


def extent(name: str, value: Any) -> float:
    """A finite number greater than 0."""
    if not 0 < (number := _real(value)) < math.inf:
        raise InputError(f"{name} is {value!r}; give a finite number greater than 0")
    return number


def margin(name: str, value: Any) -> float:
    """A margin of points within the unit ball: above 0 and up to 1."""
    if not 0 < (number := _real(value)) <= 1:
        raise InputError(f"{name} is {value!r}; give a margin between 0 and 1, relative to the longest point")
    return number


def share(name: str, value: Any) -> float:
    """A part of a whole, both ends included."""
    if not 0 <= (number := _real(value)) <= 1:
        raise InputError(f"{name} is {value!r}; give a share between 0 and 1")
    return number


def count(name: str, value: Any, *, least: int = 1) -> int:
    """A whole number."""
    if not isinstance(value, Integral) or isinstance(value, bool) or not least <= int(value) <= _MOST:
        raise InputError(f"{name} is {value!r}; give a whole number from {least} to 2^53")
    return int(value)


def require_ordinary(name: str, size: float, *, remedy: str) -> None:
    """Refuse a size whose square is no ordinary number: it would be lost, or count as infinite."""
    if size != 0.0 and not 1.0 / _FAR < size < _FAR:
        raise InputError(f"{name} reaches {size:.3g}, and the squares of such numbers are no ordinary ones; {remedy}")


def _real(value: Any) -> float:
    """The number; NaN, which passes no comparison, where there is none."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf
