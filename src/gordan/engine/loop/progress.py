"""How far a run has come: one bracket with what gives each of its ends, and the work that it took.

Work is counted, not timed, so that runs repeat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.polish import LARGEST
from gordan.outcome import Bracket

__all__ = ["Best", "ConicEffort", "Effort", "bounds"]


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


# Everything is in matrix entries touched. These constants turn the rest into entries at about 0.3 ns each.
_STEP = 300_000  # one candidate of a solver: the interpreter's share
_ACTIVE_STEP = 2_500_000  # a row of a support: the two or three steps, with small factorisations, that find it
_ACTIVE_ENTRY = 40  # for every entry of its active columns
_SHARE = 0.1  # of the work so far that polishing may take
_ENTRIES_PER_SECOND = 3e9
_CONIC_ATTEMPT = 4  # passes for each row of the map


@dataclass
class Effort:
    """Work done so far. `entries` is the size of one pass, `attempt` what one polishing usually takes."""

    entries: int
    attempt: float
    steps: int = 0
    attempts: int = 0

    @classmethod
    def of(cls, n: int, m: int, entries: int) -> Effort:
        """For n points in m dimensions: a least-norm point takes about as many steps as its support has rows."""
        support = min(n, m + 2, LARGEST)
        return cls(entries, support * (_ACTIVE_STEP + _ACTIVE_ENTRY * support * m))

    def may_polish(self, passes: int) -> bool:
        """Whether one more attempt keeps polishing within its share.

        The first one waits only until as much work has been done as it is expected to take.
        """
        done = self._stepped(passes)
        if self.attempts == 0:
            return done >= self.attempt
        return (self.attempts + 1) * self.attempt <= _SHARE * done

    def done(self, passes: int) -> float:
        """All work so far, polishing included: what looking for a better direction may take once more."""
        return self._stepped(passes) + self.attempts * self.attempt

    def _stepped(self, passes: int) -> float:
        return passes * self.entries + self.steps * _STEP

    def may_overstay(self, seconds: float) -> bool:
        """Whether one more attempt is expected to stay within its share of a budget that is already spent.

        Examples
        --------
        >>> Effort.of(3, 2, 6).may_overstay(0.5), Effort.of(10_000, 200, 2_000_000).may_overstay(0.5)
        (True, False)
        """
        return self.attempt <= _SHARE * _ENTRIES_PER_SECOND * seconds


@dataclass
class ConicEffort:
    """The same for cones, where a search for weights that cancel costs some passes for each of `rows` of the map."""

    rows: int
    steps: int = 0
    attempts: int = 0

    def may_polish(self, passes: int) -> bool:
        return self.attempts * self.rows * _CONIC_ATTEMPT <= passes

    def done(self, passes: int) -> float:
        return 0.0  # a direction of a cone is not improved

    def may_overstay(self, seconds: float) -> bool:
        return True
