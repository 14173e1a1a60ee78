"""How long a run may go on."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

__all__ = ["Budget", "time_is_over"]


def time_is_over(seconds: float) -> str:
    """What is said of a run that has used up its seconds."""
    return f"max_seconds = {seconds:g} was reached"


@dataclass(frozen=True)
class Budget:
    """Iterations and seconds; both may be without limit."""

    max_iter: float = math.inf
    max_seconds: float = math.inf
    began: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    @property
    def deadline(self) -> float:
        return self.began + self.max_seconds

    @property
    def over(self) -> bool:
        """Whether no second is left."""
        return self.seconds >= self.max_seconds

    def spent(self, n_iter: int) -> str | None:
        """The sentence that says which limit was reached, if one was."""
        if n_iter >= self.max_iter:
            return f"max_iter = {self.max_iter:,.0f} was reached"
        if self.over:
            return time_is_over(self.max_seconds)
        return None
