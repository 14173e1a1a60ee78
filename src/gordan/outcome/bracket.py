"""The interval in which the margin is known to lie."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

import numpy as np

__all__ = ["Bracket"]


@dataclass(frozen=True)
class Bracket:
    """Two-sided bound on the margin as posed: lower <= rho <= upper.

    Examples
    --------
    >>> Bracket(1.0, 2.0).tighten(lower=1.5).gap
    0.25
    """

    lower: float = -np.inf
    upper: float = np.inf

    def tighten(self, *, lower: float = -np.inf, upper: float = np.inf) -> Bracket:
        """The better of the old and the new bound on each side."""
        return Bracket(max(self.lower, lower), min(self.upper, upper))

    @property
    def gap(self) -> float:
        """Relative width, once the lower end is positive and the upper one known; infinite before.

        A claim may have ends that contradict each other, such as 1 and 0: its width is infinite too.
        """
        return (self.upper - self.lower) / self.upper if self.lower > 0 and 0 < self.upper < np.inf else np.inf

    def shown(self) -> tuple[str, str]:
        """Both ends with six digits, rounded outwards: what is printed is still true."""
        low = Context(prec=6, rounding=ROUND_FLOOR).create_decimal(Decimal(self.lower))
        high = Context(prec=6, rounding=ROUND_CEILING).create_decimal(Decimal(self.upper))
        return f"{float(low):.6g}", f"{float(high):.6g}"

    def __str__(self) -> str:
        return "[{}, {}]".format(*self.shown())
