"""What is asked of a run: what to reach, how long it may take, who looks on, and an earlier answer to begin with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import Deadline, current_deadline, now
from gordan.arithmetic.setting import setting
from gordan.engine.watch import Log, Progress, Watcher
from gordan.errors import InputError
from gordan.outcome import Code, Inseparable, Outcome, Reason, Separable, Undecided
from gordan.problem import Gram, Points

__all__ = [
    "NEAREST",
    "SHORTEST",
    "TOUCHING",
    "Budget",
    "Settings",
    "Start",
    "one_of",
    "positive_number",
    "read_start",
    "watchers_of",
    "whole",
]

NEAREST = 3  # rows of each class shown as the ones that decide
TOUCHING = 1e-9  # distances that differ by less, relative to the data, are those of rows that all touch the margin
SHORTEST = 2  # rows of a witness that cannot be shorter, but for a zero row


@dataclass(frozen=True)
class Settings:
    """What counts as an answer, and whether candidates are polished while the algorithm runs."""

    goal: str
    tol: float
    eps: float
    proof: str
    polish: bool = True


@dataclass
class Budget:
    """Iterations, and the deadline in force, whose time began before the data were read."""

    max_iter: float = math.inf
    limit: Deadline = field(default_factory=current_deadline)
    began: float = field(default_factory=now)
    watching: float = 0.0  # seconds that were spent for those who look on

    @property
    def seconds(self) -> float:
        """Seconds used so far by the algorithm."""
        return now() - self.began - self.watching

    @property
    def deadline(self) -> float:
        """When to give up: the end of the budget, or of the overtime in which what is known is stated."""
        return current_deadline().until

    @property
    def over(self) -> bool:
        """Whether no second of the budget is left."""
        return now() >= self.limit.until

    def spent(self, n_iter: int) -> Reason | None:
        """Which limit was reached, or None."""
        if n_iter >= self.max_iter:
            words = f"{setting('max_iter', int(self.max_iter))} was reached"
            return Reason(words, Code.MAX_ITER, max_iter=self.max_iter)
        return self.time_is_over if self.over else None

    @property
    def time_is_over(self) -> Reason:
        return Reason(f"{self.limit.words} was reached", Code.MAX_SECONDS, max_seconds=self.limit.seconds)


def watchers_of(watch: Any, progress: type[Any] = Progress) -> list[Watcher]:
    """The watchers meant by `watch`: none, one or more, by name or as they are; `progress` draws the line."""
    known: dict[str, type[Any]] = {"log": Log, "progress": progress}
    given = list(watch) if isinstance(watch, list | tuple) else [] if watch is None else [watch]
    watchers = [known[one]() if isinstance(one, str) and one in known else one for one in given]
    for watcher in watchers:
        if not isinstance(watcher, Watcher):
            raise InputError(f'watch is {watcher!r}; give "log", "progress", a watcher or a list of watchers')
    return watchers


def one_of(name: str, value: Any, allowed: Sequence[str]) -> Any:
    if value is not None and value not in allowed:
        raise InputError(f"{name} is {value!r}; give {' or '.join(repr(choice) for choice in allowed)}")
    return value


def whole(name: str, value: Any) -> float:
    if not isinstance(value, Integral) or isinstance(value, bool) or int(value) <= 0:
        raise InputError(f"{name} is {value!r}; give a whole number greater than 0")
    return float(int(value))


def positive_number(name: str, value: Any) -> float:
    if type(value) is float and value > 0:  # as most are; of other types the interpreter asks at length
        return value
    if not isinstance(value, Real) or isinstance(value, bool) or not float(value) > 0:
        raise InputError(f"{name} is {value!r}; give a number greater than 0")
    return float(value)


@dataclass(frozen=True)
class Start:
    """An outcome, and the number of each of its rows in the present data, -1 for none."""

    outcome: Outcome
    rows: Any = None

    def weights(self, n: int) -> Array | None:
        """What is left of the outcome's weights in n rows; None where nothing is known of them."""
        if self.outcome.weights is None:
            return None
        if self.rows is None:
            # Without a word about the rows, as many of them are taken for the same ones.
            return self.outcome.weights if self.outcome.weights.size == n else None
        counts, here = np.zeros(n), self.rows >= 0
        np.add.at(counts, self.rows[here], self.outcome.weights[here])
        return counts


def read_start(problem: Points | Gram, start: Any, rows: Any) -> Start | None:
    """Check an earlier outcome and the map of its rows against the problem."""
    if start is None:
        if rows is not None:
            raise InputError("rows tells where the rows of an earlier outcome are now; give that outcome as start")
        return None
    if not isinstance(start, Separable | Inseparable | Undecided):
        raise InputError(f"start is {start!r}; give an earlier outcome, or leave it out")
    if (start.dual_coef is not None) != problem.implicit and (start.coef is not None or start.dual_coef is not None):
        raise InputError(
            "start lies in another space than these points, with a kernel or without; give an answer to a question in "
            "the same space"
        )
    if start.coef is not None and start.coef.size != problem.m:
        raise InputError(f"start has {start.coef.size} coefficients and X {problem.m} columns; they must agree")
    return Start(start, None if rows is None else _read_rows(problem, start, rows))


def _read_rows(problem: Points | Gram, start: Outcome, rows: Any) -> Any:
    where = np.asarray(rows)
    if where.ndim != 1 or where.dtype.kind not in "iu":
        raise InputError("rows is no list of row numbers; give for every row of the earlier data its number now, or -1")
    if start.weights is not None and where.size != start.weights.size:
        raise InputError(
            f"rows has {where.size} entries and the earlier data had {start.weights.size} rows; give one number for "
            "each of them, -1 where it is gone"
        )
    if where.size and not (where.min() >= -1 and where.max() < problem.n):
        raise InputError(f"rows goes from {where.min()} to {where.max()}; X has rows 0 to {problem.n - 1}, -1 is none")
    return where.astype(np.int64)
