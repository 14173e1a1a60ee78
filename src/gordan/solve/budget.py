"""How long a run may go on."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

__all__ = ["Budget"]


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

    def spent(self, n_iter: int) -> str | None:
        """The sentence that says which limit was reached, if one was."""
        if n_iter >= self.max_iter:
            return f"max_iter = {self.max_iter:,.0f} was reached"
        if self.seconds >= self.max_seconds:
            return f"max_seconds = {self.max_seconds:g} was reached"
        return None
