"""A batch of models: each with a name, diagnosed by itself, with one row of the answer; in several processes.

Chunks come back in order, and a process that ends unexpectedly costs its chunk and no more.
"""

from __future__ import annotations

import multiprocessing
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from gordan.errors import GordanError, InputError
from gordan.regression.diagnose.single import Undecided, diagnose
from gordan.regression.model.frame import Frame, read_frame

__all__ = ["NAMES", "Item", "Row", "can_fork", "diagnosed", "flagged", "in_processes", "named_items", "shared"]

Row = dict[str, Any]  # the answer about one model: its name under "model", and NAMES
NAMES = (
    *("kind", "separated", "n_separated", "infinite", "aliased", "rank", "n", "n_missing"),
    *("coefficients", "seconds", "reason"),
)
_NOTHING: Row = dict(zip(NAMES, ("failed", None, 0, (), (), 0, 0, 0, {}, 0.0, ""), strict=True))
_AHEAD = 3  # chunks handed out per process before the first of them is back


@dataclass(frozen=True)
class Item:
    """One model of a batch: its name, what `diagnose` is to be given, or the sentence why it could not be read."""

    name: object
    X: object = None
    y: object = None
    refused: str = ""
    pattern: str = ""  # the formula with {} in the place of the column that is the name


Work = Callable[[list[Item]], list[Row]]


def named_items(models: object, y: object, columns: Iterable[object] | None) -> Iterator[Item]:
    """Every model with its name; an iterable that fails on the way ends with an item that says so."""
    if columns is not None:
        if not isinstance(models, str) or "{}" not in models:
            raise InputError('columns need a formula with {} in their place, such as "ill ~ {} + age"')
        for column in columns:
            yield Item(column, models.replace("{}", f"`{column}`"), y, pattern=models)
        return
    if isinstance(models, str):
        models = [models]
    if not isinstance(models, Iterable):
        raise InputError(
            f"models is a {type(models).__name__}; give formulas, designs, pairs (X, y), or a dict of them"
        )
    source = iter(models.items()) if isinstance(models, Mapping) else iter(enumerate(models))
    place = 0
    while True:
        try:
            name, given = next(source)
        except StopIteration:
            return
        except Exception as error:  # a generator that fails has ended
            yield Item(place, refused=f"the models could not be read on ({type(error).__name__}: {error})")
            return
        pair = isinstance(given, tuple) and len(given) == 2
        label = given if isinstance(given, str) and not isinstance(models, Mapping) else name
        yield Item(label, *given) if pair else Item(label, given, y)
        place += 1


def flagged(chunk: list[Item]) -> list[Row]:
    """The rows of models whose process ended, as it does when memory runs out."""
    reason = "the process that worked on this and a few other models ended; ask about it alone, or with n_jobs=1"
    return [diagnosed(replace(item, refused=reason), None, {}) for item in chunk]


def diagnosed(item: Item, data: object, options: dict[str, Any]) -> Row:
    """The row of one model; what cannot be diagnosed is flagged in it."""
    row = {"model": item.name, **_NOTHING, "coefficients": {}, "reason": item.refused}
    if item.refused:
        return row
    try:
        answer = diagnose(item.X, item.y, data=data, **options)
    except GordanError as error:
        return {**row, "reason": str(error)}
    except Exception as error:  # one model must not lose the others
        return {**row, "reason": f"{type(error).__name__}: {error}"}
    same = ("kind", "separated", "aliased", "rank", "n", "n_missing", "coefficients", "seconds", "reason")
    infinite = () if isinstance(answer, Undecided) else answer.infinite
    return (
        row | {name: getattr(answer, name) for name in same} | {"n_separated": len(answer.rows), "infinite": infinite}
    )


def shared(data: object) -> Frame | None:
    """The data read once for all models, and as processes may share them: polars' threads do not outlive a fork."""
    if data is None:
        return None
    frame = read_frame(data)
    if not type(data).__module__.startswith("polars"):
        return frame
    import pandas as pd

    columns: dict[str, object] = {}
    for name in frame.names:
        column = frame.column(name)
        columns[name] = (
            column.values
            if column.levels is None
            else pd.Categorical(column.values, categories=list(column.levels), ordered=column.ordered)
        )
    return read_frame(columns)


def can_fork() -> bool:
    """Whether processes can begin as copies of this one; elsewhere each would have to be sent the data."""
    return "fork" in multiprocessing.get_all_start_methods()


def in_processes(work: Work, chunks: Iterator[list[Item]], jobs: int, flagged: Work) -> Iterator[list[Row]]:
    """What `work` returns for every chunk, in order; for one whose process ended, what `flagged` returns."""
    import gordan.feasibility.split  # noqa: F401 - loaded once, here, for every child

    pool = _Pool(work, jobs)
    try:
        waiting = deque(pool.begin(chunk) for chunk in islice(chunks, _AHEAD * jobs))
        while waiting:
            chunk, promise = waiting.popleft()
            try:
                done = promise.result()
            except BrokenProcessPool:
                # Nobody knows whose fault it was: the oldest chunk is given up, the others begin again.
                done = flagged(chunk)
                pool.renew()
                waiting = deque(pool.begin(each) for each, _ in waiting)
            waiting.extend(pool.begin(each) for each in islice(chunks, 1))
            yield done
    finally:
        pool.end()


class _Pool:
    def __init__(self, work: Work, jobs: int) -> None:
        self._work, self._jobs = work, jobs
        self._executor = self._made()

    def begin(self, chunk: list[Item]) -> tuple[list[Item], Future[list[Row]]]:
        with warnings.catch_warnings():
            # Python warns where a process with threads is forked; those of the linear algebra are made anew there.
            warnings.simplefilter("ignore", DeprecationWarning)
            return chunk, self._executor.submit(self._work, chunk)

    def renew(self) -> None:
        self.end()
        self._executor = self._made()

    def end(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, mp_context=multiprocessing.get_context("fork"))
