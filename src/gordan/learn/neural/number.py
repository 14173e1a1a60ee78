"""Numbers as they are given: Python's or NumPy's, and nothing that only looks like one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gordan.errors import InputError

__all__ = ["read_count", "read_number"]


def read_number(value: Any) -> float:
    """As a float, or NaN, which no comparison lets through.

    Examples
    --------
    >>> read_number(np.float32(0.5)), read_number(True), read_number(10**400)
    (0.5, nan, nan)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.nan


def read_count(name: str, value: Any, wanted: str) -> int:
    """As a whole number from 1, or the sentence that says what is wanted.

    Examples
    --------
    >>> read_count("errors", np.int64(3), "how many a batch waits for")
    3
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise InputError(f"{name} is {value!r}; give {wanted}, 1 or more")
    return int(value)
