"""One run of an algorithm as published, through the public `solve`: its own exits, counts and vectors."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import gordan
from benchmarks.papers.part import Record
from gordan.outcome import Code
from gordan.testing import instances
from gordan.testing.instances import Instance

__all__ = ["iterations_to", "margin_of", "pose", "run", "warm"]

_LIMITS = (Code.MAX_ITER, Code.MAX_SECONDS, Code.UNAFFORDABLE, Code.NOT_BEGUN)


def pose(instance: Instance) -> gordan.Points:
    return gordan.Points(instance.X, instance.y, intercept=instance.intercept, normalise=instance.normalise)


def run(problem: Any, solver: Any, **options: Any) -> Record:
    """Outcome, iterations, passes over the data, seconds and bracket; `ended` is "limit" where a budget ended it.

    `time` is that of a clock, `processor` what the process used of it.
    """
    began, used = time.perf_counter(), time.process_time()
    outcome = gordan.solve(problem, solver=solver, **options)
    seconds, processor = time.perf_counter() - began, time.process_time() - used
    return {
        "kind": outcome.kind,
        "iterations": int(outcome.n_iter),
        "passes": int(outcome.run.n_passes),
        "time": round(seconds, 4),
        "processor": round(processor, 4),
        "lower": _number(outcome.bracket.lower),
        "upper": _number(outcome.bracket.upper),
        "ended": "limit" if outcome.run.reason.code in _LIMITS else outcome.run.reason.code.value,
    }


@cache
def warm(solver: str) -> None:
    """Solve a few points, so that what is compiled or imported at a solver's first run is not timed."""
    gordan.solve(pose(instances.gaussian(3, 40)), solver=solver, goal="decide")
    gordan.solve(pose(instances.noise(3, 40)), solver=solver, goal="decide", eps=1e-3)


def margin_of(problem: Any) -> float:
    """The maximum margin, by the default solver; 0 where the points are inseparable."""
    outcome = gordan.solve(problem, goal="margin", tol=1e-9)
    return max(float(outcome.bracket.lower), 0.0)


def iterations_to(problem: Any, solver: Any, levels: Sequence[float], **options: Any) -> list[int | None]:
    """After how many iterations ‖Ax‖ was first at most each level (in decreasing order); None where it never was."""
    watcher = _Levels(levels)
    gordan.solve(problem, solver=solver, eps=min(levels) * (1 - 1e-9), watch=watcher, **options)
    return watcher.reached


class _Levels:
    """Notes the first step at which the upper end of the bracket is at most a level."""

    def __init__(self, levels: Sequence[float]) -> None:
        self.levels = list(levels)
        self.reached: list[int | None] = [None] * len(self.levels)
        self._next = 0

    def start(self, problem: Any, solver: str, note: str) -> None:
        pass

    def step(self, event: Any) -> None:
        while self._next < len(self.levels) and event.upper <= self.levels[self._next]:
            self.reached[self._next] = int(event.n_iter)
            self._next += 1

    def stop(self, outcome: Any) -> None:
        pass


def _number(value: float) -> float | None:
    """JSON has no infinity."""
    return float(value) if abs(value) < float("inf") else None
