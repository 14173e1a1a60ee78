"""Whether a parameter is a finite number."""

from __future__ import annotations

from math import isfinite
from numbers import Real
from typing import Any

__all__ = ["is_number"]


def is_number(value: Any) -> bool:
    """True and False are not numbers here: as a parameter they are a slip.

    Examples
    --------
    >>> is_number(2), is_number(True), is_number(float("nan"))
    (True, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
