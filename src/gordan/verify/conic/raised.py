"""A map of very small numbers times a power of two: bounds on rounding have a part that does not shrink with them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["Raised", "raised"]

_SMALL = -200  # exponents from which products are far above the smallest doubles


class Raised(NamedTuple):
    """2^power A, without rounding, for 2^power ≥ 1."""

    A: Any
    power: int

    def down(self, value: float) -> float:
        """A lower bound in the units of A."""
        return value if self.power == 0 else float(np.nextafter(np.ldexp(value, -self.power), -np.inf))

    def up(self, value: float) -> float:
        """An upper bound in the units of A."""
        return value if self.power == 0 else float(np.nextafter(np.ldexp(value, -self.power), np.inf))


def raised(A: Any) -> Raised:
    """A as it is, or of ordinary size where even its greatest entry is tiny.

    Examples
    --------
    >>> raised(np.array([[2.0**-1000, 0.0]]))
    Raised(A=array([[0.5, 0. ]]), power=999)
    """
    sparse = hasattr(A, "nnz")
    exponent = int(np.frexp(np.abs(A.data if sparse else A).max(initial=0.0))[1])
    if exponent >= _SMALL:
        return Raised(A, 0)
    if not sparse:
        return Raised(np.ldexp(A, -exponent), -exponent)
    larger = A.copy()
    larger.data = np.ldexp(A.data, -exponent)
    return Raised(larger, -exponent)
