"""The point of least norm of many coordinates in a kernel's space, by products that BLAS computes in blocks.

The compiled loop of `engine.compiled.mdm` takes them from the matrix of all products, which takes half of the
multiplications of its columns; where few points of a sample carry weight, columns of the lowest points are asked for
instead, some at a time. Either is done in single precision where that may tell the margin.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import now, seconds_left
from gordan.engine.compiled import SOLVED
from gordan.engine.compiled.mdm import Hulls, shorten
from gordan.engine.loop.moved_images import CANCELLED, ROUNDING, Shortest, labels_in_turn, shortest
from gordan.engine.loop.shortest import RIDGE
from gordan.problem import Points
from gordan.problem.kernel import Evaluator, diagonal

__all__ = ["moved_products"]

_SINGLE = 2.0**-22  # the ridge where products are kept in single precision
_LARGE, _SAMPLED = 600, 8  # points beyond which every eighth is looked at first, for how many matter
_SPARSE = 0.8, 0.35  # the share of the sample that carries weight, at most, in double and in single precision
_ROUGH = 1e-2  # the gap that is left open there
_JOINING = 32  # points that join at once, at least
_TIMES = 4  # moves for every point: several times what has been seen


class _Goal(NamedTuple):
    """How far to go: the gap and limit of `shorten`, what it adds to every square, and what counts as no length."""

    gap: float
    ridge: float
    cancelled: float
    limit: int

    def is_reached(self, hulls: Hulls) -> bool:
        return shorten(hulls, **self._asdict(), decide=False) == SOLVED


def moved_products(problem: Points, room: int, longest: float, *, tol: float, single: bool) -> Shortest | None:
    """The shortest w; None where columns or steps run out, or w vanishes.

    In single precision None also where rounding of the products is not small against the tolerance times ‖w‖².
    `longest` is the greatest squared length of an image.
    """
    began, rounding, n = now(), longest * (_SINGLE if single else RIDGE), problem.n
    order, split = labels_in_turn(problem.signs)
    X = problem.X.astype(np.float32 if single else np.float64, copy=False)[order]
    # Rounding errors have both signs, so that w·w, a sum of many products, is closer than one of them.
    goal = _Goal(tol / 4, rounding, rounding / (4 * tol) if single else CANCELLED * longest, _TIMES * n)
    hulls = None
    if n > _LARGE:
        sample = np.concatenate([np.arange(0, split, _SAMPLED), np.arange(split, n, _SAMPLED)])
        first = int(np.count_nonzero(sample < split))
        few = _by_all(problem, X[sample], first, goal._replace(gap=_ROUGH), sample.size)
        if few is not None and np.count_nonzero(few.x) <= _SPARSE[int(single)] * sample.size:
            hulls = _by_columns(problem, X, split, goal, min(room, n // 2), sample, few.x)
    hulls = _by_all(problem, X, split, goal, room) if hulls is None else hulls
    if hulls is None:
        return None
    # A length is off by no more than its square is, divided by it.
    slack = rounding / np.sqrt(max(hulls.square, rounding)) if single else ROUNDING * np.sqrt(longest)
    return shortest(hulls, order, began, float(slack))


def _by_all(problem: Points, X: Matrix, split: int, goal: _Goal, room: int) -> Hulls | None:
    """The shortest w by the matrix of all products, in the precision of X; None where it is not found."""
    evaluator = Evaluator(problem.kernel, X)
    if evaluator.dtype != X.dtype:
        return None
    K = evaluator.whole()
    for part in (K[:split, split:], K[split:, :split]):
        np.negative(part, out=part)
    if not np.isfinite(K.sum()):
        return None
    squares, kept = K.diagonal().astype(np.float64), np.empty((room, len(K)))
    given: dict[str, Any] = {"single": K} if K.dtype == np.float32 else {"X": K, "whole": True}
    hulls = Hulls(split, squares, kept, not problem.intercept, **given)
    return hulls if goal.is_reached(hulls) else None


def _by_columns(
    problem: Points, X: Matrix, split: int, goal: _Goal, room: int, sample: Positions, weights: Array
) -> Hulls | None:
    """The shortest w by columns of products, from the weights of a sample; None where there is no room for them."""
    evaluator = Evaluator(problem.kernel, X)
    squares = np.asarray(diagonal(problem.kernel, X), dtype=np.float64)
    hulls, missing = Hulls(split, squares, np.empty((room, len(X))), not problem.intercept), sample[weights > 0]
    hulls.x[:] = 0.0
    hulls.x[sample] = weights
    while hulls.used + missing.size <= room and seconds_left() > 0:
        columns = evaluator.columns(missing)
        columns *= hulls.signs.astype(columns.dtype)
        columns *= hulls.signs[missing, None].astype(columns.dtype)
        hulls.add(missing, columns)
        if goal.is_reached(hulls):
            return hulls
        if hulls.missing < 0:
            break
        below = np.where(hulls.place < 0, hulls.z, np.inf)
        for hull in hulls.hulls:
            below[hull] -= hulls.x[hull] @ hulls.z[hull]
        joining = min(max(_JOINING, hulls.used // _SAMPLED), int(np.count_nonzero(hulls.place < 0)))
        missing = np.union1d(np.argpartition(below, joining - 1)[:joining], [hulls.missing])
    return None
