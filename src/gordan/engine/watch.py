"""What may look on while a problem is solved: the contract, a log table, a progress line, and a trace."""

from __future__ import annotations

import math
import os
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TextIO, runtime_checkable

import numpy as np
import numpy.typing as npt

from gordan.errors import InputError
from gordan.outcome.notebook import draw_table, enclose
from gordan.problem.batches import ReadingLine, watched_reading

if TYPE_CHECKING:
    import pandas as pd


__all__ = ["Audience", "Event", "Log", "Progress", "Tally", "Trace", "Watcher", "closed"]

_ROWS = 8  # of the table in a notebook, but one
_EVERY = 0.1  # seconds between two redraws: faster is flicker


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
    """Anything with these three methods; no inheritance is asked for.

    One that has `needs_lower = True`, as a log and a trace do, is shown a lower end at every pass also of algorithms
    that compute none, for one product with the data, which the seconds do not count.
    """

    def start(self, problem: Any, solver: str, note: str) -> None:
        """The problem is about to be solved by this solver; the note says why it was chosen."""

    def step(self, event: Event) -> None:
        """A candidate has been judged."""

    def stop(self, outcome: Any) -> None:
        """This is the answer."""


class Log:
    """Writes one line per step while the step's number is small, later one per doubling of a tenth of it.

    Parameters
    ----------
    stream : text file
        Where to write; standard error unless given.
    """

    needs_lower = True

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        self._steps = 0
        self._next = 1

    def _write(self, line: str) -> None:
        (self._stream or sys.stderr).write(line + "\n")

    def start(self, problem: object, solver: str, note: str) -> None:
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

    def stop(self, outcome: object) -> None:
        self._write(str(outcome))


_DECADES = 6  # powers of ten that the bar spans: those of the default tol and eps
_CELLS = 12  # signs of the bar


def closed(lower: float, upper: float, first: float) -> float:
    """How far the bracket has closed, from 0 to 1, in powers of ten.

    Of a positive margin it is the relative gap that falls to 1e-6; of one that is not, the upper end, which falls from
    its `first` value to a millionth of it.

    Examples
    --------
    >>> closed(0.999, 1.0, 7.0), closed(-1.0, 0.007, 7.0)
    (0.5, 0.5)
    """
    left = (upper - lower) / upper if lower > 0 else upper / first if first > 0 else 1.0
    if not 0 < left < 1:
        return 1.0 if left <= 0 else 0.0
    return round(min(-math.log10(left) / _DECADES, 1.0), 6)


class Progress:
    """The bracket as it closes: one line that is redrawn in place, on a terminal or below the cell of a notebook.

    On a terminal it is on standard error, and where that is a file or a pipe nothing is written.
    """

    def __init__(self) -> None:
        self._on, self._shown, self._of = False, 0.0, ""
        self._line_of_pass, self._first = ReadingLine(_EVERY), math.inf
        self._last: Event | None = None
        self._reading = ExitStack()
        self._show: Any = None  # of a notebook, and what it showed last
        self._output: Any = None

    def start(self, problem: object, solver: str, note: str) -> None:
        self._show, self._output = _notebook_display(), None
        self._on = self._show is not None or (sys.stderr.isatty() and os.environ.get("TERM") != "dumb")
        self._shown, self._of, self._first = time.monotonic(), self._title(problem, solver), math.inf
        if self._on:
            self._reading.enter_context(watched_reading(self._read))

    def step(self, event: Event) -> None:
        self._last = event
        if self._first == math.inf:
            self._first = event.upper
        if self._on and (now := time.monotonic()) - self._shown >= _EVERY:
            self._shown = now
            self._draw(self._line(event))

    def stop(self, outcome: object) -> None:
        self._reading.close()
        if self._on:
            self._draw("")

    def _read(self, number: int, rows: int, n: int, row: int) -> None:
        """Some rows of a pass have been read: how much of it, how fast, and when it ends; not when the run does."""
        words = self._line_of_pass.words(number, rows, n, row)
        if words is not None:
            self._shown = time.monotonic()
            self._draw(f"{self._of}  {words}  {self._bracket()}")

    def _title(self, problem: object, solver: str) -> str:
        return solver

    def _line(self, event: Event) -> str:
        return f"{self._of} {self._bar(event)} {self._bracket()}  iteration {event.n_iter:,}  {event.seconds:.1f} s"

    def _bracket(self) -> str:
        return "" if self._last is None else f"margin in [{self._last.lower:.4g}, {self._last.upper:.4g}]"

    def _bar(self, event: Event) -> str:
        done = round(_CELLS * closed(event.lower, event.upper, self._first))
        return f"[{'#' * done}{'.' * (_CELLS - done)}]"

    def _draw(self, line: str) -> None:
        if self._show is not None:
            if self._output is not None:
                self._output.update({"text/plain": line}, raw=True)
            elif line:
                self._output = self._show({"text/plain": line}, raw=True, display_id=True)
            return
        # Cut off where the terminal would begin another line, which could not be redrawn.
        sys.stderr.write(f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}")
        sys.stderr.flush()


def _notebook_display() -> Any:
    """IPython's `display` where this runs in the kernel of a notebook, else None; IPython is not imported for it."""
    python = sys.modules.get("IPython")
    shell = None if python is None else python.get_ipython()
    return import_module("IPython.display").display if hasattr(shell, "kernel") else None


class Tally(Progress):
    """A progress line for many problems: how many are answered, and how."""

    def _title(self, problem: object, solver: str) -> str:
        return f" of {problem}" if isinstance(problem, str) else ""

    def _line(self, event: Event) -> str:
        return f"{event.n_iter:,}{self._of}  {event.tag}  {event.n_iter / max(event.seconds, 1e-9):,.0f} per second"


class Trace:
    """Records every step: the bracket over time as arrays, to plot or to compare.

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

    needs_lower = True

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.outcome: Any = None

    def start(self, problem: object, solver: str, note: str) -> None:
        self.events.clear()

    def step(self, event: Event) -> None:
        self.events.append(event)

    def stop(self, outcome: object) -> None:
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

    def _repr_html_(self) -> str:
        """A few steps in a table: the first, the last, and some between."""
        last = len(self.events) - 1
        picked = sorted({round(last * k / _ROWS) for k in range(_ROWS + 1)}) if self.events else []
        rows = [[f"{v:,}" if isinstance(v, int) else f"{v:.5g}" for v in self.events[k][:-1]] for k in picked]
        return enclose([f"<p>{escape(repr(self))}</p>", draw_table(Event._fields[:-1], rows)])

    def __repr__(self) -> str:
        if not self.events:
            return "Trace(no steps)"
        last = self.events[-1]
        return f"Trace({len(self.events)} steps; margin in [{last.lower:.6g}, {last.upper:.6g}] at the last)"


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

    @cached_property
    def looking(self) -> list[Any]:
        """The watchers that are given the vectors of every step too: their method `look` is called before `step`."""
        return [watcher for watcher in self.watchers if hasattr(watcher, "look")]

    @cached_property
    def needs_lower(self) -> bool:
        """Whether somebody shows the lower end of every pass, which some algorithms do not compute by themselves."""
        return any(getattr(watcher, "needs_lower", False) for watcher in self.watchers)
