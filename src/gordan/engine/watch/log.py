"""A log table: a line at the first steps, then ever more rarely, on standard error."""

from __future__ import annotations

import sys
from typing import Any, TextIO

from gordan.engine.watch.base import Event

__all__ = ["Log"]


class Log:
    """Writes one line per step while the step's number is small, later one per doubling of a tenth of it.

    Parameters
    ----------
    stream : text file
        Where to write; standard error unless given.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        self._steps = 0
        self._next = 1

    def _write(self, line: str) -> None:
        (self._stream or sys.stderr).write(line + "\n")

    def start(self, problem: Any, solver: str, note: str) -> None:
        self._steps, self._next = 0, 1
        self._write(f"{problem!r}")
        self._write(f"{solver}: {note}" if note else solver)
        self._write(f"{'iteration':>12} {'passes':>9} {'seconds':>9} {'lower':>13} {'upper':>13}")

    def step(self, event: Event) -> None:
        self._steps += 1
        if self._steps >= self._next:
            self._next = self._steps + max(1, self._steps // 10)
            self._write(
                f"{event.n_iter:>12,} {event.n_passes:>9,} {event.seconds:>9.3f} "
                f"{event.lower:>13.6g} {event.upper:>13.6g} {event.tag}"
            )

    def stop(self, outcome: Any) -> None:
        self._write(str(outcome))
