"""How long a run may go on, and how much of it polishing may take."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

__all__ = ["Budget", "expected_polish"]

_SHARE = 0.1  # of the time so far that polishing may take
_LEAST = 0.25  # seconds an attempt may take whatever the share: a person does not notice them


def expected_polish(n: int, m: int) -> float:
    """Seconds that a least-norm point usually takes: as many steps as its support has rows, with m-vectors of each."""
    steps = min(n, m + 2, 300)
    return steps * (2e-4 + 1.2e-8 * steps * m)


@dataclass
class Budget:
    """Iterations and seconds; both may be without limit."""

    max_iter: float = math.inf
    max_seconds: float = math.inf
    began: float = field(default_factory=time.perf_counter)
    expected: float = 0.0
    polishing: float = 0.0
    last_polish: float = 0.0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    @property
    def deadline(self) -> float:
        return self.began + self.max_seconds

    def spent(self, n_iter: int) -> str | None:
        """The sentence that says which limit was reached, if one was."""
        if n_iter >= self.max_iter:
            return f"max_iter = {self.max_iter:,.0f} was reached"
        if self.seconds >= self.max_seconds:
            return f"max_seconds = {self.max_seconds:g} was reached"
        return None

    @property
    def may_polish(self) -> bool:
        """What polishing has taken, and its last attempt once more, stay within a tenth of the time so far.

        The first attempt waits only until as much time has passed as it is expected to take.
        """
        if self.polishing == 0.0:
            return self.seconds >= self.expected
        return self.polishing + self.last_polish <= _SHARE * self.seconds

    def polished(self, seconds: float) -> None:
        """Take note of one attempt."""
        self.polishing, self.last_polish = self.polishing + seconds, seconds

    @property
    def polish_deadline(self) -> float:
        """When an attempt made on the way must end; the last attempt has the whole budget."""
        return min(self.deadline, time.perf_counter() + max(_LEAST, 2.0 * self.expected, _SHARE * self.seconds))
