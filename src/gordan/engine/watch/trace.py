"""A trace: the bracket over time as arrays, to plot or to compare."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.engine.watch.base import Event

__all__ = ["Trace"]


class Trace:
    """Records every step.

    Examples
    --------
    >>> import gordan
    >>> trace = gordan.Trace()
    >>> outcome = gordan.separate([[0.0], [1.0], [3.0]], [0, 0, 1], watch=trace)
    >>> bool((trace["upper"] >= 1.0).all())
    True
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.outcome: Any = None

    def start(self, problem: Any, solver: str, note: str) -> None:
        self.events.clear()

    def step(self, event: Event) -> None:
        self.events.append(event)

    def stop(self, outcome: Any) -> None:
        self.outcome = outcome

    def __len__(self) -> int:
        return len(self.events)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """One column as an array: n_iter, n_passes, seconds, lower, upper or tag."""
        return np.array([getattr(event, name) for event in self.events])
