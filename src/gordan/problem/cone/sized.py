"""The one thing that can be wrong with a cone: its size."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from gordan.errors import InputError

__all__ = ["require_size"]


def require_size(name: str, n: Any) -> None:
    """Refuse a size that is no positive whole number."""
    if not isinstance(n, Integral) or isinstance(n, bool) or n < 1:
        raise InputError(f"{name}({n!r}) has no size; give a whole number, 1 or more")
