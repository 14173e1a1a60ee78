"""Checks whose arithmetic is said by the caller: to be replaced by quantities that carry it."""

from __future__ import annotations

from fractions import Fraction

from gordan.arithmetic.root import as_float
from gordan.outcome import Check

__all__ = ["compare"]


def compare(
    name: str, quantity: float | Fraction, relation: str, bound: float, arithmetic: str, *, allowed: bool = True
) -> Check:
    """Whether the quantity stands in this relation to the bound, found by an arithmetic that was `allowed` to tell."""
    holds = {">": quantity > bound, ">=": quantity >= bound, "<=": quantity <= bound}[relation]
    number = as_float(quantity) if isinstance(quantity, Fraction) else quantity
    return Check(name, f"{number:.17g}", f"{relation} {bound:.17g}", arithmetic, bool(holds and allowed))
