"""How long a run may go on."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from gordan.arithmetic.deadline import current_deadline, now

__all__ = ["Budget", "time_is_over"]


def time_is_over(seconds: float) -> str:
    """What is said of a run that has used up its seconds."""
    return f"max_seconds = {seconds:g} was reached"


@dataclass(frozen=True)
class Budget:
    """Iterations and seconds; both may be without limit."""

    max_iter: float = math.inf
    max_seconds: float = math.inf
    began: float = field(default_factory=now)
    until: float = field(default_factory=lambda: current_deadline().until)

    @property
    def seconds(self) -> float:
        return now() - self.began

    @property
    def deadline(self) -> float:
        """The end, which is that of the face where it had begun before, with reading and posing the data."""
        return min(self.began + self.max_seconds, self.until)

    @property
    def over(self) -> bool:
        """Whether no second is left."""
        return now() >= self.deadline

    def spent(self, n_iter: int) -> str | None:
        """The sentence that says which limit was reached, if one was."""
        if n_iter >= self.max_iter:
            return f"max_iter = {self.max_iter:,.0f} was reached"
        if self.over:
            return self.time_is_over
        return None

    @property
    def time_is_over(self) -> str:
        return time_is_over(min(self.max_seconds, current_deadline().seconds))
