"""Quantities whose type says how they were computed, so that no check can claim another arithmetic than it had.

| type | arithmetic |
|---|---|
| `int`, `Fraction`, arrays of integers | "integers" |
| FLINT's `fmpz`, `fmpq` | "fractions" |
| `Rounded` | "floating point with rounding bounds" |
| FLINT's `arb`, `Enclosed` | "ball arithmetic" |
| `Residue` | "modulo a prime" |

A plain float has none: a result of floating point enters a check as `Rounded`, and whoever wraps it says that its
rounding was taken into account.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

__all__ = [
    "BALLS",
    "FRACTIONS",
    "INTEGERS",
    "RESIDUES",
    "ROUNDED",
    "Enclosed",
    "Residue",
    "Rounded",
    "arithmetic_of",
    "least_exact",
]

INTEGERS = "integers"
FRACTIONS = "fractions"
ROUNDED = "floating point with rounding bounds"
BALLS = "ball arithmetic"
RESIDUES = "modulo a prime"
_WEAKEST_FIRST = (ROUNDED, BALLS, RESIDUES, FRACTIONS, INTEGERS)


@dataclass(frozen=True)
class Rounded:
    """A double on the safe side of the true number: a lower bound where "at least" is asked, an upper one elsewhere."""

    value: float


@dataclass(frozen=True)
class Enclosed:
    """A double on the safe side of the true number, from ball arithmetic."""

    value: float


@dataclass(frozen=True)
class Residue:
    """An integer that was computed modulo a prime, such as a rank, which can only be too low."""

    value: int


def arithmetic_of(*quantities: object) -> str:
    """Name the arithmetic of a quantity; of several, the weakest.

    Examples
    --------
    >>> arithmetic_of(Fraction(1, 3), 2), arithmetic_of(Rounded(0.1), 2)
    ('integers', 'floating point with rounding bounds')
    >>> arithmetic_of(0.1)
    Traceback (most recent call last):
    TypeError: a float carries no arithmetic; wrap it in Rounded once its rounding is taken into account
    """
    if len(quantities) == 1:
        return _one(quantities[0])
    return min(map(_one, quantities), key=_WEAKEST_FIRST.index)


def _one(quantity: object) -> str:
    kind = type(quantity)
    if kind is Rounded:
        return ROUNDED
    if kind is Enclosed:
        return BALLS
    if kind is Residue:
        return RESIDUES
    if kind is int or kind is Fraction or _is_whole_array(quantity):
        return INTEGERS
    if kind.__module__.startswith("flint."):
        return {"fmpz": FRACTIONS, "fmpq": FRACTIONS, "arb": BALLS}[kind.__name__]
    raise TypeError(
        f"a {kind.__name__} carries no arithmetic; wrap it in Rounded once its rounding is taken into account"
    )


def _is_whole_array(quantity: object) -> bool:
    """Whether an array holds integers of a machine's width, or Python's own."""
    if type(quantity) is not np.ndarray:
        return False
    return quantity.dtype == np.int64 or (quantity.dtype == object and all(type(v) is int for v in quantity.flat))


def least_exact(values: Iterable[Any]) -> Any:
    """The least of some exact numbers; refuses anything else.

    Examples
    --------
    >>> least_exact([Fraction(1, 2), 3])
    Fraction(1, 2)
    """
    listed = list(values)
    if arithmetic_of(*listed) not in (INTEGERS, FRACTIONS):
        raise TypeError("only exact numbers have an exact minimum")
    return min(listed)
