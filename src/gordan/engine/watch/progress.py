"""A progress line: the bracket as it closes. Written only where a person can see it."""

from __future__ import annotations

import sys
import time
from typing import Any

from gordan.engine.watch.base import Event, redraws

__all__ = ["Progress"]

_EVERY = 0.1  # seconds between two redraws: faster is flicker


class Progress:
    """One line on standard error, redrawn in place; silent when standard error is not a terminal."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._on = False

    def start(self, problem: Any, solver: str, note: str) -> None:
        self._on = redraws(sys.stderr)
        self._solver = solver
        self._shown = time.monotonic()

    def step(self, event: Event) -> None:
        now = time.monotonic()
        if not self._on or now - self._shown < _EVERY:
            return
        self._shown = now
        sys.stderr.write(
            f"\r\x1b[K{self._solver}  iteration {event.n_iter:,}  {event.seconds:.1f} s  "
            f"margin in [{event.lower:.4g}, {event.upper:.4g}]"
        )
        sys.stderr.flush()

    def stop(self, outcome: Any) -> None:
        if self._on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
