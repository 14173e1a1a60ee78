"""What a bound rests on: each condition in words, and whether it was checked, must be taken on trust, or fails."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal

from gordan.errors import InputError

__all__ = ["Condition", "chance"]


@dataclass(frozen=True)
class Condition:
    """One condition; "checked" on the sample, "assumed" of the distribution or of whoever asks, or it "fails"."""

    text: str
    status: Literal["checked", "assumed", "fails"]

    def __str__(self) -> str:
        return f"{self.status}: {self.text}"


def chance(name: str, value: Any) -> float:
    """A probability strictly between 0 and 1."""
    if not isinstance(value, Real) or isinstance(value, bool) or not 0 < float(value) < 1:
        raise InputError(f"{name} is {value!r}; give a probability between 0 and 1, both excluded")
    return float(value)
