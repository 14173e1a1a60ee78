"""`separate_many`: one line from thousands of small problems to as many proved answers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from numbers import Integral
from typing import Any, Literal

import numpy as np

from gordan.engine.loop.settings import watchers_of
from gordan.engine.many.answers import Answers
from gordan.engine.many.arrays import Arrays
from gordan.engine.many.batch import Problems, Question, Settings, Source
from gordan.engine.many.run import BatchReport, Run
from gordan.engine.many.sequence import Many
from gordan.engine.many.together import Engine
from gordan.engine.watch import Tally, Watcher
from gordan.errors import InputError, Interrupted
from gordan.outcome import Code, Reason
from gordan.problem.numbers import Numbers

__all__ = ["answer_all", "separate_many"]


def separate_many(
    X: Any,
    Y: Any = None,
    *,
    intercept: bool = True,
    normalise: bool = False,
    numbers: Numbers = "binary",
    goal: Literal["decide", "margin"] | None = None,
    tol: float = 1e-6,
    proof: Literal["rounded", "exact"] = "rounded",
    max_seconds: float | None = None,
    watch: Watcher | Literal["log", "progress"] | Sequence[Watcher] | None = None,
    workers: int | None = None,
) -> Many:
    """Answer many small problems, each with its proof.

    Parameters
    ----------
    X : array of shape (n, m) or (B, n, m), or an iterable of problems
        The same points for all labellings, or stacked problems. Without Y: `Points`, or pairs (X, y) to make them of,
        of any shapes, dense or sparse, from a list or as they come.
    Y : array of shape (B, n), or (n,) with stacked problems
        Any two values per row, as in `Points`. A row of one class is no question when the hyperplane may miss the
        origin, for every hyperplane far enough answers it: it is among the `failed`, and whoever counts labellings
        counts it as separable. Without an intercept it is a question like any other.
    intercept, normalise, numbers
        The question, as in `Points`; `Points` among the problems have their own.
    goal : {"decide", "margin"} or None
        Stop at the first proof, or go on to the maximum margin. None maximises it, but on problems too large or sparse
        to be stacked, where it is left to `solve`.
    tol : float
        Relative gap of the margin at which "margin" is content.
    proof : {"rounded", "exact"}
        Whether rigorous floating bounds may settle the signs and enclose the weights, or integers must: these are
        found one by one, at about a millisecond each.
    max_seconds : float or None
        A budget for the whole; what it leaves unanswered is `Undecided`.
    watch : "log", "progress", watcher or list of them
        Told of every batch; `n_iter` counts problems.
    workers : int or None
        Threads; None takes as many as there are cores to run on.

    Returns
    -------
    Many
        A sequence of `Separable`, `Inseparable` or `Undecided`, in the order of the problems.

    Notes
    -----
    What cannot be proved in stacks, such as ties among integers, is answered one by one through `solve`. A problem
    that fails does not keep the others from their answers. Ctrl-C raises `Interrupted`, whose `outcome` is the `Many`
    of all that was read, undecided where it was not answered.

    Examples
    --------
    Cover's count of the labellings of five points in the plane, two of which have one class only:

    >>> import gordan, itertools
    >>> X = [[0.0, 0.0], [3.0, 1.0], [1.0, 4.0], [5.0, 6.0], [2.0, 9.0]]
    >>> many = gordan.separate_many(X, list(itertools.product([0, 1], repeat=5)))
    >>> int(many.separable.sum()) + len(many.failed)
    22
    >>> many[1].kind, len(many[1].verdict.checks) > 0
    ('separable', True)
    """
    how = Question(intercept=intercept, normalise=normalise, numbers=numbers)
    source = Problems(X, how) if Y is None else Arrays(X, Y, how)
    settings = Settings.read(goal, tol, proof, max_seconds)
    return answer_all(source, settings, watch=watch, workers=workers)


def answer_all(source: Source, settings: Settings, *, watch: Any = None, workers: int | None = None) -> Many:
    """Answer the problems of a source, with the watchers and the threads of `separate_many`."""
    watchers = watchers_of(watch, Tally)
    run = Run(settings, _threads(workers), Engine(source.size), BatchReport(watchers, settings))
    for watcher in watchers:
        watcher.start(f"{source.size:,} problems" if source.size else "problems as they come", "separate_many", "")
    try:
        run.go(source)
    except KeyboardInterrupt:
        run.go(source.rest())
        parts = run.parts()
        _stop(watchers, many := Many.of([*parts, *_lost(parts, source.taken)], settings.seconds))
        raise Interrupted(many) from None
    _stop(watchers, many := Many.of(run.parts(), settings.seconds))
    return many


def _stop(watchers: list[Watcher], many: Many) -> None:
    for watcher in watchers:
        watcher.stop(many)


def _lost(parts: list[Answers], taken: int) -> list[Answers]:
    """Problems that were read but not handed out when Ctrl-C came."""
    there = np.zeros(taken, np.bool_)
    for part in parts:
        there[part.index] = True
    lost = np.flatnonzero(~there)
    return (
        [Answers.blank(lost, [()] * lost.size, Reason("The run was interrupted.", Code.INTERRUPTED))]
        if lost.size
        else []
    )


def _threads(workers: int | None) -> int:
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(workers, Integral) or isinstance(workers, bool) or workers < 1:
        raise InputError(f"workers is {workers!r}; give a whole number of threads, 1 or more")
    return int(workers)
