"""`diagnose_many`: thousands of models, one row each, on all cores; one that fails is flagged and stops no other."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import TYPE_CHECKING, Any, Literal

from gordan.arithmetic.threads import one_thread
from gordan.problem.numbers import Numbers
from gordan.regression.diagnose.batch import (
    NAMES,
    Item,
    Row,
    can_fork,
    diagnosed,
    flagged,
    in_processes,
    named_items,
    shared,
)
from gordan.regression.diagnose.stacked import diagnosed_together
from gordan.regression.model.design import Missing

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["diagnose_many"]

_CHUNK = 32  # models handed to a process at a time: some tenths of a second of work, if they go one by one
_LARGE, _MANY = 128, 64  # models of a chunk after so many chunks: many small models go together

# What every process needs, inherited when it is forked and not sent with each chunk.
_shared: dict[str, Any] = {}


def diagnose_many(
    models: object,
    y: object = None,
    *,
    data: object = None,
    columns: Iterable[object] | None = None,
    family: object = "binomial",
    weights: object = None,
    offset: object = None,
    strata: object = None,
    intercept: bool = True,
    missing: Missing | None = None,
    proof: Literal["rounded", "exact"] = "rounded",
    numbers: Numbers = "decimal",
    max_seconds: float | None = None,
    n_jobs: int | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Diagnose many models: one per gene, per SNP, per outcome. Never raises for a model; flags it and goes on.

    Parameters
    ----------
    models : formulas, designs, pairs (X, y), statsmodels models, or a dict of them
        Or one formula with {} in it, for `columns` to be put there.
    y : array
        The response of designs that come without one.
    columns : names of columns
        One model for each, from the formula with {}.
    max_seconds : float
        For each model.
    n_jobs : int
        How many processes; by default as many as there are cores.
    progress : bool
        Whether to show a line on standard error while it lasts; only where that is a terminal.
    data, family, weights, offset, strata, intercept, missing, proof, numbers
        As in `diagnose`, the same for every model.

    Returns
    -------
    pandas.DataFrame
        Indexed by the models' names (their keys, formulas or columns, else their places), with the columns `kind`
        ("complete", "quasi", "overlap", "undecided" or "failed"), `separated`, `n_separated`, `infinite`, `aliased`,
        `rank`, `n`, `n_missing`, `coefficients`, `seconds` and `reason`, which has the sentence where one failed.

    Examples
    --------
    >>> data = {"ill": [0, 0, 1, 1], "a": [1, 2, 3, 4], "b": [1, 4, 2, 3], "c": ["x", "y", "x", "y"]}
    >>> table = diagnose_many("ill ~ {}", data=data, columns=["a", "b", "d"])
    >>> table["kind"].tolist()
    ['complete', 'overlap', 'failed']
    """
    import pandas as pd

    options = dict(family=family, weights=weights, offset=offset, strata=strata, intercept=intercept, missing=missing)
    options |= dict(proof=proof, numbers=numbers, max_seconds=max_seconds)
    line = _ProgressLine(progress)
    rows: list[Row] = []
    for part in _answers(_chunks(named_items(models, y, columns)), data, options, n_jobs):
        rows += part
        line.show(part)
    line.end()
    index = pd.Index([row["model"] for row in rows], name="model", tupleize_cols=False)
    return pd.DataFrame({name: [row[name] for row in rows] for name in NAMES}, index=index)


def _chunks(items: Iterator[Item]) -> Iterator[list[Item]]:
    for k in count():
        chunk = list(islice(items, _CHUNK if k < _MANY else _LARGE))
        if not chunk:
            return
        yield chunk


def _answers(
    chunks: Iterator[list[Item]], data: object, options: dict[str, Any], n_jobs: int | None
) -> Iterator[list[Row]]:
    first, second = next(chunks, []), next(chunks, None)
    jobs = n_jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    _shared.update(data=shared(data), options=options)
    every = (chunk for part in ([first], [second] if second is not None else [], chunks) for chunk in part)
    if jobs > 1 and second is not None and can_fork():
        yield from in_processes(_work, every, jobs, flagged)
    else:
        yield from map(_work, every)


def _work(chunk: list[Item]) -> list[Row]:
    with one_thread():
        data, options = _shared["data"], _shared["options"]
        together = diagnosed_together(chunk, data, options)
        return [row or diagnosed(item, data, options) for item, row in zip(chunk, together, strict=True)]


class _ProgressLine:
    """The line on standard error: how many models are done, and how many of them are separated."""

    def __init__(self, wanted: bool) -> None:
        from gordan.engine.watch import Tally

        self._line = Tally() if wanted else None
        self._begun, self._done, self._separated = time.perf_counter(), 0, 0
        if self._line is not None:
            self._line.start(None, "diagnose", "")

    def show(self, part: list[Row]) -> None:
        from gordan.engine.watch import Event

        self._done += len(part)
        self._separated += sum(bool(row["separated"]) for row in part)
        if self._line is not None:
            seconds = time.perf_counter() - self._begun
            self._line.step(Event(self._done, 0, seconds, 0.0, 0.0, f"{self._separated:,} separated"))

    def end(self) -> None:
        if self._line is not None:
            self._line.stop(None)
