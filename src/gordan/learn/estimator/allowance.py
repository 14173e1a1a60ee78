"""`Allowance`: how long a pocket may look for hyperplanes that prove nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gordan.arithmetic.deadline import now

__all__ = ["Allowance"]

_FEW, _MANY = 2, 16  # passes over many rows, and over few: the average of many rows is as good after two
_VISITS = 20_000  # of rows, up to which more than a few passes are made; also where loading compiled loops is repaid


@dataclass(frozen=True)
class Allowance:
    """Passes over the rows, whether they are worth compiling, and when to stop.

    Everything but the moment is told from counts, so that without a budget the same rows give the same hyperplane.
    """

    passes: int = _MANY
    compiled: bool = False
    until: float = math.inf

    @classmethod
    def of(cls, n: int, *, questions: int = 1, until: float = math.inf) -> Allowance:
        """What is allowed for n rows, where there are as many questions about about as many rows.

        Examples
        --------
        >>> Allowance.of(100), Allowance.of(1_000_000).passes
        (Allowance(passes=16, compiled=False, until=inf), 2)
        """
        passes = min(max(_VISITS // max(n, 1), _FEW), _MANY)
        return cls(passes, n * passes * questions >= _VISITS, until)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return now() >= self.until
