"""The best of a run: one bracket, and what gives each of its ends."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.outcome import Bracket

__all__ = ["Best", "bounds"]


@dataclass
class Best:
    """The bracket so far, the direction of its lower end and the weights of its upper one.

    Examples
    --------
    >>> best = Best()
    >>> best.take(Candidate("w", "x"), lower=1.0, upper=2.0)
    >>> best.take(Candidate("better", "worse"), lower=1.5, upper=3.0)
    >>> best.bracket.gap, best.direction, best.weights
    (0.25, 'better', 'x')
    """

    bracket: Bracket = field(default_factory=Bracket)
    direction: Array | None = None
    weights: Array | None = None

    def take(self, candidate: Candidate, *, lower: float = -math.inf, upper: float = math.inf) -> None:
        """Keep of a candidate with these bounds what is better than what there was."""
        if lower > self.bracket.lower:
            self.direction = candidate.direction
        if upper < self.bracket.upper:
            self.weights = candidate.weights
        self.bracket = self.bracket.tighten(lower=lower, upper=upper)


def bounds(oracle: Any, candidate: Candidate, *, rounding: float) -> tuple[float, float]:
    """lowest/‖w‖ and ‖Ax‖, widened by what the products may have been rounded."""
    lower, upper = -math.inf, math.inf
    slack = rounding * oracle.reach
    if candidate.lowest is not None:
        length = oracle.norm(candidate.direction)
        lower = candidate.lowest / length - slack if length > 0 else -math.inf
    if candidate.image is not None and candidate.weights is not None:
        upper = oracle.norm(candidate.image) + slack
    return lower, upper
