"""How many problems are to be answered: what counts as an answer, and until when."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from threading import Event
from typing import Literal

from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.outcome import Code, Reason

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """Goal None is the margin where it is found exactly, and the solver's own habit elsewhere.

    `halt` is set when the run is interrupted: work that has begun looks at it between two steps.
    """

    goal: Literal["decide", "margin"] | None = None
    tol: float = 1e-6
    proof: Literal["rounded", "exact"] = "rounded"
    max_seconds: float = math.inf
    began: float = field(default_factory=now)
    halt: Event = field(default_factory=Event)

    @property
    def seconds(self) -> float:
        return now() - self.began

    @property
    def left(self) -> float:
        """Seconds left."""
        return self.max_seconds - self.seconds

    def over(self) -> Reason | None:
        """Stop reason, or None."""
        if self.halt.is_set():
            return Reason("The run was interrupted.", Code.INTERRUPTED)
        if self.left > 0:
            return None
        words = f"Stopped because {setting('max_seconds', self.max_seconds)} was reached."
        return Reason(words, Code.MAX_SECONDS, max_seconds=self.max_seconds)
