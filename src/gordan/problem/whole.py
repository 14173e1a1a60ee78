"""`whole`: many doubles as integers over one denominator, at NumPy speed wherever a few digits are all there is.

A decimal of at most 15 digits is the only one of that length that reads back as its double, and so it is the shortest
one. Hence, with m < 10¹⁵ and k ≤ 22, where both m and 10ᵏ are doubles and their quotient is rounded once: if m / 10ᵏ is
x in floating point, then x stands for m / 10ᵏ. What is longer goes through its printed digits, one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.array import Array
from gordan.problem.numbers import Numbers, integers

__all__ = ["fits", "whole"]

_DIGITS = 1e15  # decimals below this many units are told apart by doubles
_PLACES = 22  # 10**22 is the last power of ten that is a double
_SAFE = 2.0**53
_LONG = 2**62  # a margin of one bit below the largest int64


def whole(values: Array, numbers: Numbers) -> tuple[Any, int]:
    """Integers, as int64 where all of them fit and as objects elsewhere, and their common denominator.

    Examples
    --------
    >>> whole(np.array([0.5, -3.25]), "decimal")
    (array([  50, -325]), 100)
    >>> whole(np.array([0.5, -3.25]), "binary")
    (array([  2, -13]), 4)
    """
    rounded = np.rint(values)
    if bool((rounded == values).all()) and float(np.abs(rounded).max(initial=0.0)) < (
        _DIGITS if numbers == "decimal" else _SAFE
    ):
        return rounded.astype(np.int64), 1
    if numbers == "decimal":
        places = _places(values)
        if places is not None:
            return np.rint(values * 10.0**places).astype(np.int64), int(10**places)
    # Many numbers are few distinct ones in most tables: each is read once.
    distinct, back = np.unique(values, return_inverse=True)
    found, denominator = integers(distinct, numbers)
    return fits(found)[back], denominator


def fits(found: list[int]) -> Any:
    """An array of int64 where that holds them all, of Python's integers elsewhere."""
    small = max(map(abs, found), default=0) < _LONG
    return np.array(found, dtype=np.int64 if small else object)


def _places(values: Array) -> int | None:
    """The number of decimals with which all values are whole numbers below 10¹⁵; None where there is none."""
    rest, least = values, 0
    for places in range(1, _PLACES + 1):
        unit = 10.0**places
        units = np.rint(rest * unit)
        if float(np.abs(units).max(initial=0.0)) >= _DIGITS:
            return None
        rest, least = rest[units / unit != rest], places
        if not rest.size:
            break
    unit = 10.0**least
    units = np.rint(values * unit)
    fine = not rest.size and float(np.abs(units).max(initial=0.0)) < _DIGITS and bool((units / unit == values).all())
    return least if fine else None
