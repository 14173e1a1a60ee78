"""All who look on at one run, told at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gordan.engine.watch import Event, Watcher

__all__ = ["Audience"]


@dataclass(frozen=True)
class Audience:
    """Watchers, with the face of one.

    Examples
    --------
    >>> from gordan.engine.watch import Trace
    >>> trace = Trace()
    >>> Audience([trace]).step(Event(1, 2, 0.5, -1.0, 3.0, ""))
    >>> trace.events[0].n_passes
    2
    """

    watchers: Sequence[Watcher] = ()

    def __bool__(self) -> bool:
        return bool(self.watchers)

    def start(self, problem: Any, solver: str, note: str) -> None:
        for watcher in self.watchers:
            watcher.start(problem, solver, note)

    def step(self, event: Event) -> None:
        for watcher in self.watchers:
            watcher.step(event)

    def stop(self, outcome: Any) -> None:
        for watcher in self.watchers:
            watcher.stop(outcome)
