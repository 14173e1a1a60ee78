"""A trace: the bracket over time as arrays, to plot or to compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gordan.engine.watch.base import Event
from gordan.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Trace"]


class Trace:
    """Records every step.

    Examples
    --------
    >>> import gordan
    >>> trace = gordan.watch.Trace()
    >>> outcome = gordan.separate([[0.0], [1.0], [3.0]], [0, 0, 1], watch=trace)
    >>> bool((trace["upper"] >= 1.0).all())
    True
    >>> list(trace.to_frame().columns)
    ['n_iter', 'n_passes', 'seconds', 'lower', 'upper', 'tag']
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
        if name not in Event._fields:
            raise InputError(f"a trace has no column {name!r}; there are {', '.join(Event._fields)}")
        return np.array([getattr(event, name) for event in self.events])

    def to_frame(self) -> pd.DataFrame:
        """All steps as a data frame, a row for each."""
        import pandas as pd

        return pd.DataFrame(self.events, columns=list(Event._fields))

    def __repr__(self) -> str:
        if not self.events:
            return "Trace(no steps)"
        last = self.events[-1]
        return f"Trace({len(self.events)} steps; margin in [{last.lower:.6g}, {last.upper:.6g}] at the last)"
