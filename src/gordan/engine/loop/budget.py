"""How long a run may go on."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from gordan.arithmetic.deadline import Deadline, current_deadline, now
from gordan.arithmetic.setting import setting
from gordan.outcome import Code, Reason

__all__ = ["Budget"]


@dataclass(frozen=True)
class Budget:
    """Iterations, and the deadline in force: that of the face, which had begun before with reading the data."""

    max_iter: float = math.inf
    limit: Deadline = field(default_factory=current_deadline)
    began: float = field(default_factory=now)

    @property
    def seconds(self) -> float:
        """Seconds used so far."""
        return now() - self.began

    @property
    def deadline(self) -> float:
        """When to give up: the end of the budget, or of the overtime in which what is known is stated."""
        return current_deadline().until

    @property
    def over(self) -> bool:
        """Whether no second of the budget is left."""
        return now() >= self.limit.until

    def spent(self, n_iter: int) -> Reason | None:
        """Which limit was reached, or None."""
        if n_iter >= self.max_iter:
            words = f"{setting('max_iter', int(self.max_iter))} was reached"
            return Reason(words, Code.MAX_ITER, max_iter=self.max_iter)
        return self.time_is_over if self.over else None

    @property
    def time_is_over(self) -> Reason:
        return Reason(f"{self.limit.words} was reached", Code.MAX_SECONDS, max_seconds=self.limit.seconds)
