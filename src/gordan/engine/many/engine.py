"""The least-norm points of a stack: by the compiled loop, or by the solver while there are few."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.engine.compiled import CANCELS, LIMIT, SOLVED
from gordan.engine.oracle.build import build
from gordan.engine.solver import MinNormPoint
from gordan.problem import Points

__all__ = ["Engine", "Solutions"]

# Importing numba and loading the compiled loop takes half a second, compiling it the first time three to five: the
# solver runs until it has spent about as much. Counted, not timed, so that a run repeats itself exactly.
TWIN_SECONDS = 0.7
_STEP = 150e-6  # seconds of the solver for one step, of which there are about one and a half per feature


class Solutions(NamedTuple):
    """Of every problem: a direction, rows S and their weights x (padded with 0), and (status, rows, steps, passes)."""

    W: Array
    S: Positions
    x: Array
    ended: Positions


class Engine:
    """Answers stacks of columns, of `expected` problems in all if that is known; `compiled` forces one way."""

    def __init__(self, expected: int | None = None, *, compiled: bool | None = None) -> None:
        self._expected, self._compiled = expected or 0, compiled
        self._spent = 0.0
        self._lock = Lock()

    def find(self, A: Array, signs: Array, intercept: bool, decide: bool) -> Solutions:
        """A (p, n, m) are the points, p being 1 where all share them; signs (b, n)."""
        b, (n, m) = signs.shape[0], A.shape[1:]
        solutions = Solutions(
            np.zeros((b, m)), np.zeros((b, m + 2), np.int64), np.zeros((b, m + 2)), np.zeros((b, 4), np.int64)
        )
        # Far more steps than have been seen: a handful per point and feature.
        limit = 100 + 20 * (n + m)
        if not self._repays(b, (m + 2) * 1.5 * _STEP):
            for i in range(b):
                _by_solver(A[i if A.shape[0] > 1 else 0], signs[i], intercept, decide, limit, solutions, i)
            return solutions
        from gordan.engine.compiled.min_norm import solve_stack

        # Another layout, or memory that must not be written, would be compiled anew.
        A = np.require(A, np.float64, ["C", "A", "W"])
        which = np.arange(b) if A.shape[0] > 1 else np.zeros(b, np.int64)
        room = np.zeros((m + 1, m)), np.zeros((m + 1, m + 2)), np.zeros((4, m + 2)), np.zeros(n)
        W, S, x, ended = solutions
        solve_stack(A, which, signs, int(intercept), decide, limit, (W, S, x, ended), room)
        # Slots beyond the active set still hold what has left it.
        x[np.arange(m + 2) >= ended[:, 1:2]] = 0.0
        return solutions

    def _repays(self, count: int, each: float) -> bool:
        if self._compiled is not None:
            return self._compiled
        with self._lock:
            self._spent += count * each
            return max(self._spent, self._expected * each) > TWIN_SECONDS


def _by_solver(points: Array, signs: Array, intercept: bool, decide: bool, limit: int, into: Solutions, i: int) -> None:
    """Problem i by the solver itself."""
    oracle = build(Points(points, signs, intercept=intercept).canonical())
    passes, last = 0, None
    with np.errstate(all="ignore"):
        for last in MinNormPoint().candidates(oracle):
            passes += 1
            if last.updates >= limit or (decide and last.lowest is not None and last.lowest > 0):
                break
    assert last is not None
    assert last.weights is not None
    support = np.flatnonzero(last.weights)[: into.S.shape[1]]
    into.W[i], into.S[i, : support.size], into.x[i, : support.size] = last.direction, support, last.weights[support]
    status = CANCELS if last.lowest is None else LIMIT if last.updates >= limit else SOLVED
    into.ended[i] = status, support.size, last.updates, passes
