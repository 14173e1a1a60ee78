"""Which number a double stands for, its dyadic value or its shortest decimal, and many of them as integers.

A decimal of at most 15 digits is the only one of that length that reads back as its double, and so it is the shortest
one. Hence, with m < 10¹⁵ and k ≤ 22, where both m and 10ᵏ are doubles and their quotient is rounded once: if m / 10ᵏ is
x in floating point, then x stands for m / 10ᵏ. What is longer goes through its printed digits, one by one.
"""

from __future__ import annotations

from decimal import Decimal, DecimalTuple
from itertools import pairwise
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.exact import ExactRows, dyadic
from gordan.errors import InputError

__all__ = ["Numbers", "exact_rows", "fits", "integers", "refuse_numbers", "whole"]

Numbers = Literal["binary", "decimal"]
Whole = npt.NDArray[Any]  # int64, or where that is too short integers of Python


def refuse_numbers(numbers: object) -> None:
    """Refuse what is no reading of doubles."""
    if numbers not in get_args(Numbers):
        raise InputError(f"numbers is {numbers!r}; give 'binary' or 'decimal'")


def integers(values: npt.ArrayLike, numbers: Numbers) -> tuple[list[int], int]:
    """Exact integers over one common denominator.

    Examples
    --------
    >>> integers([0.5, -3.0], "binary")
    ([1, -6], 2)
    >>> integers([0.1, 2.0], "decimal")
    ([1, 20], 10)
    """
    array = np.asarray(values)
    if numbers == "decimal":
        # str of a NumPy scalar is the shortest decimal of its own width; going through float64 would lengthen float32.
        return _over_common_power([Decimal(str(value)).as_tuple() for value in array])
    return dyadic(array.astype(np.float64, copy=False))


def exact_rows(picked: Matrix, numbers: Numbers) -> ExactRows:
    """The rows of a dense or CSR matrix, each entry stored once, as integers over one denominator."""
    rows, columns, values = _stored(picked)
    flat, denominator = integers(values, numbers)
    ends = [0, *np.cumsum(np.bincount(rows, minlength=picked.shape[0])).tolist()]
    places = columns.tolist()
    parts = list(pairwise(ends))
    return ExactRows([places[a:b] for a, b in parts], [flat[a:b] for a, b in parts], denominator)


def _stored(matrix: Matrix) -> tuple[Positions, Positions, Array]:
    """Row numbers, column numbers and values of the nonzero entries, row by row; in a row as they are stored."""
    if hasattr(matrix, "nnz"):
        keep = matrix.data != 0
        rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
        return rows[keep], matrix.indices[keep], matrix.data[keep]
    rows, columns = matrix.nonzero()
    return rows, columns, matrix[rows, columns]


def _over_common_power(parts: list[DecimalTuple]) -> tuple[list[int], int]:
    values = [(int("".join(map(str, p.digits))) * (-1 if p.sign else 1), int(p.exponent)) for p in parts]
    least = min((exponent for value, exponent in values if value), default=0)
    least = min(least, 0)
    return [value * 10 ** (exponent - least) if value else 0 for value, exponent in values], int(10**-least)


_DIGITS = 1e15  # decimals below this many units are different doubles
_PLACES = 22  # 10**22 is the last power of ten that is a double
_SAFE = 2.0**53
_LONG = 2**62  # a margin of one bit below the largest int64


def whole(values: Array, numbers: Numbers) -> tuple[Whole, int]:
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
    else:
        similar = _dyadic(values)
        if similar is not None:
            return similar
    # Many numbers are few distinct ones in most tables: each is read once.
    distinct, back = np.unique(values, return_inverse=True)
    integers_read, denominator = _printed(distinct) if numbers == "decimal" else integers(distinct, numbers)
    return fits(integers_read)[back], denominator


def fits(integers_read: list[int]) -> Whole:
    """An array of int64 where that holds them all, of Python's integers elsewhere."""
    small = max(map(abs, integers_read), default=0) < _LONG
    return np.array(integers_read, dtype=np.int64 if small else object)


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


def _dyadic(values: Array) -> tuple[Whole, int] | None:
    """Doubles of similar size as int64, over a power of two; None where that is too short for them."""
    fraction, exponent = np.frexp(values)
    filled = fraction != 0
    if not filled.any():
        return None
    # The last set bit of each 53-bit mantissa says how many halvings its double needs to be whole.
    mantissa = np.abs(fraction[filled] * 2.0**53).astype(np.int64)
    trailing = np.frexp((mantissa & -mantissa).astype(np.float64))[1] - 1
    places = 53 - int((exponent[filled] + trailing).min())
    if not 0 <= places < 1000 or int(exponent[filled].max()) + places > 61:
        return None
    return np.ldexp(values, places).astype(np.int64), 1 << places


def _printed(values: Array) -> tuple[list[int], int]:
    """Each number from its shortest digits, over the power of ten that all of them need."""
    read = []
    for text in map(repr, values.tolist()):
        mantissa, _, power = text.partition("e")
        before, _, after = mantissa.partition(".")
        after = after.rstrip("0")
        read.append((int(before + after), int(power or 0) - len(after)))
    least = min(0, *(power for value, power in read if value)) if any(value for value, _ in read) else 0
    return [value * 10 ** (power - least) if value else 0 for value, power in read], int(10**-least)
