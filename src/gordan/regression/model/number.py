"""The double that stands for a number: a narrow float is the decimal it shows, and what no double tells is refused."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.deadline import watched
from gordan.errors import InputError

__all__ = ["doubles", "widened"]

_TEXT = 4096  # numbers that are text at one time
_EXACT = 2**53


def widened(array: NDArray[Any]) -> NDArray[np.float64]:
    """Floats as float64: 0.1 in half or single precision becomes 0.1, not the binary fraction behind it.

    Examples
    --------
    >>> widened(np.array([0.1, 0.3], dtype=np.float32)).tolist()
    [0.1, 0.3]
    """
    wide = array.astype(np.float64)
    if array.dtype.itemsize >= 8:
        return wide
    for start in range(0, len(array), _TEXT):  # as text a number takes 32 times the room
        wide[start : start + _TEXT] = array[start : start + _TEXT].astype("U32").astype(np.float64)
    return wide


def doubles(values: Iterable[Any], name: str) -> NDArray[np.float64]:
    """Numbers of any kind as doubles that stand for them.

    Raises
    ------
    InputError
        A double would be another number: rounding it could change the answer.

    Examples
    --------
    >>> doubles([1, np.float32(0.1), Decimal("0.3"), Fraction(1, 4)], "x").tolist()
    [1.0, 0.1, 0.3, 0.25]
    """
    return np.array([_double(value, name) for value in watched(values, f"reading {name!r}")], dtype=np.float64)


def _double(value: Any, name: str) -> float:
    if isinstance(value, float):
        return float(value)
    if isinstance(value, np.floating) and value.dtype.itemsize < 8:
        return float(str(value))
    try:
        rounded = float(value)
    except OverflowError:
        rounded = float("inf")
    if not _stands_for(rounded, value):
        raise InputError(
            f"{name!r} holds {_shown(value)}, which a double does not keep to its last digit (safe are integers up "
            "to 2**53 and decimals of 15 digits); rounding it could change the answer: subtract a common value "
            "or scale the column, or convert it with astype(float) if rounded numbers are what you mean"
        )
    return rounded


def _stands_for(rounded: float, value: Any) -> bool:
    """Whether the double, and the decimal it shows, are this number."""
    if isinstance(value, int | np.integer):
        return abs(int(value)) <= _EXACT or (rounded == value and Fraction(repr(rounded)) == int(value))
    if isinstance(value, Decimal):
        return Decimal(repr(rounded)) == value
    if isinstance(value, Fraction):
        return np.isfinite(rounded) and Fraction(repr(rounded)) == value
    return bool(rounded == value)


def _shown(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an integer of {value.bit_length():,} bits"
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
