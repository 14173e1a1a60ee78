"""The contract of a watcher: it is told of the start, of every step and of the end."""

from __future__ import annotations

import os
from typing import Any, NamedTuple, Protocol, TextIO, runtime_checkable

__all__ = ["Event", "Watcher", "redraws"]


class Event(NamedTuple):
    """One step: what the theorem counts, passes over the data, seconds, and the bracket in the user's units."""

    n_iter: int
    n_passes: int
    seconds: float
    lower: float
    upper: float
    tag: str


@runtime_checkable
class Watcher(Protocol):
    """Anything with these three methods; no inheritance is asked for."""

    def start(self, problem: Any, solver: str, note: str) -> None:
        """The problem is about to be solved by this solver; the note says why it was chosen."""

    def step(self, event: Event) -> None:
        """A candidate has been judged."""

    def stop(self, outcome: Any) -> None:
        """This is the answer."""


def redraws(stream: TextIO) -> bool:
    """Whether a line on this stream can be drawn again in place: on a terminal that knows escape codes."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"
