"""Whether a parameter is a finite number, and what it was if it is not."""

from __future__ import annotations

from math import isfinite
from numbers import Real
from typing import Any

__all__ = ["is_number", "shown"]


def is_number(value: Any) -> bool:
    """True and False are not numbers here: as a parameter they are a slip.

    Examples
    --------
    >>> is_number(2), is_number(True), is_number(float("nan"))
    (True, False, False)
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # whole numbers beyond all doubles
        return False


def shown(value: Any) -> str:
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
