"""The point of least norm in a kernel's space by `engine.compiled.mdm`, with the columns that its loop asks for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now, seconds_left
from gordan.engine.compiled import MISSING, SOLVED
from gordan.engine.compiled.mdm import Hulls, shorten
from gordan.engine.watch import Event
from gordan.problem import Points
from gordan.problem.kernel import Evaluator, diagonal
from gordan.problem.matrix import is_sparse

__all__ = ["CANCELLED", "IDLE", "RIDGE", "ROUNDING", "Rows", "Shortest", "lowest_rows", "moved_images"]

Rows = npt.NDArray[np.intp]

IDLE = 4  # columns for every point that carries weight: where more have come and gone, the images are too dependent
RIDGE = 1e-13  # on the diagonal, relative to the longest image squared: equal points share their weight
CANCELLED = 1e-12  # of the longest image squared: rounding of the products leaves no direction
ROUNDING = 1e-12  # of the longest image: what watchers hear of the bracket allows for it
_SOME = 64  # columns beside those
_NARROW = 100  # coordinates that a compiled loop multiplies sooner than some calls of NumPy
_MOVES = 20_000  # several times what supports of that size take


class Shortest(NamedTuple):
    """Rows, their weights, the products of all points with the direction, and what a watcher hears of each step."""

    rows: Rows
    x: Array
    products: Array
    steps: list[Event]


def moved_images(
    problem: Points, room: int, longest: float, *, tol: float, decide: bool, watched: bool = False
) -> Shortest | None:
    """The same as `least_norm_images`, by pairs of points; None where columns, steps or time run out, or w vanishes."""
    order, began = np.argsort(problem.signs < 0, kind="stable"), now()
    hulls = _hulls(problem, order, room)
    evaluator = None if hulls.X.size else Evaluator(problem.kernel, problem.X.astype(np.float64, copy=False))
    steps, slack = [Event(0, 0, 0.0, -np.inf, np.inf, "")], ROUNDING * float(np.sqrt(longest))
    status, count = MISSING, 0
    while status == MISSING and hulls.used < room:
        if evaluator is not None:
            count = _fetch(hulls, evaluator, order, count)
            idle = hulls.used > IDLE * np.count_nonzero(hulls.x) + _SOME
            if not count or idle or seconds_left() <= 0:
                return None
        status = shorten(
            hulls, gap=tol / 4, ridge=RIDGE * longest, cancelled=CANCELLED * longest, decide=decide, limit=_MOVES
        )
        if watched or status == SOLVED:
            length, hull = float(np.sqrt(max(hulls.square, 0.0))), len(hulls.hulls)
            lower, upper = hulls.lowest / length / hull - slack, length / hull + slack
            ends = max(lower, steps[-1].lower), min(upper, steps[-1].upper)
            steps.append(Event(hulls.steps, 1, now() - began, *ends, ""))
    if status != SOLVED:
        return None
    products = np.empty(problem.n)
    products[order] = hulls.z
    support = np.flatnonzero(hulls.x)
    return Shortest(order[support], hulls.x[support], products, steps)


def _hulls(problem: Points, order: Rows, room: int) -> Hulls:
    """The points in this order: few coordinates are multiplied by the compiled loop itself."""
    kernel, m = problem.kernel, problem.m
    squares = np.asarray(diagonal(kernel, problem.X), dtype=np.float64)[order]
    hulls = Hulls(int((problem.signs > 0).sum()), squares, np.empty((room, problem.n)), not problem.intercept)
    if m <= _NARROW and kernel.name in ("rbf", "poly") and kernel.degree <= _NARROW and not is_sparse(problem.X):
        hulls.X = np.ascontiguousarray(problem.X[order].T, dtype=np.float64)
        hulls.kernel = kernel.degree if kernel.name == "poly" else 0, kernel.gamma, kernel.coef0
    return hulls


def _fetch(hulls: Hulls, columns: Evaluator, order: Rows, count: int) -> int:
    """Compute the column that is missing, with those of the lowest other points; how many, 0 where there is no room.

    Of neighbours one stands for all: points join one at a time, and more where most that have joined carry weight.
    """
    if not hulls.used:
        joining = np.flatnonzero(hulls.x)
    elif np.count_nonzero(hulls.x[hulls.points[hulls.used - count : hulls.used]]) <= count // 2:
        joining = np.array([hulls.missing])
    else:
        below = np.where(hulls.place < 0, hulls.z, np.inf)
        numbers = np.arange(below.size)
        lowest = [numbers[hull][lowest_rows(below[hull], count, np.inf)] for hull in hulls.hulls]
        joining = np.unique(np.concatenate([[hulls.missing], *lowest]))
    if joining.size > len(hulls.kept) - hulls.used:
        return 0
    part, signs = columns.columns(order[joining]).take(order, axis=1), hulls.signs
    part *= signs
    part *= signs[joining][:, None]
    hulls.add(joining, part)
    return int(joining.size)


def lowest_rows(below: Array, count: int, level: float = 0.0) -> Rows:
    """Positions of the lowest numbers below a level, at most so many, in ascending order of the numbers."""
    rows = np.argpartition(below, min(count, below.size - 1))[:count]
    rows = rows[np.argsort(below[rows], kind="stable")]
    return np.asarray(rows[below[rows] < level])
