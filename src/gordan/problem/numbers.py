"""Which number a double stands for: its dyadic value, or the shortest decimal that reads back as it."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Literal

import numpy as np

from gordan.arithmetic.exact import dyadic

__all__ = ["Numbers", "integers"]

Numbers = Literal["binary", "decimal"]


def integers(values: Iterable[Any], numbers: Numbers) -> tuple[list[int], int]:
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


def _over_common_power(parts: list[Any]) -> tuple[list[int], int]:
    values = [(int("".join(map(str, p.digits))) * (-1 if p.sign else 1), int(p.exponent)) for p in parts]
    least = min((exponent for value, exponent in values if value), default=0)
    least = min(least, 0)
    whole = [value * 10 ** (exponent - least) if value else 0 for value, exponent in values]
    return whole, int(10**-least)
