"""A batch answered together: least-norm points, the claims they make, and the verifier's checks of all of them."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.engine.compiled import CANCELS, LIMIT, SOLVED
from gordan.engine.loop.settings import NEAREST
from gordan.engine.many.answers import INSEPARABLE, SEPARABLE, UNDECIDED, Answers
from gordan.engine.many.batch import Batch, Settings
from gordan.engine.oracle.build import build
from gordan.engine.polish.enclosure import propose
from gordan.engine.polish.separator import short_middle
from gordan.engine.solver import MinNormPoint
from gordan.problem import Points
from gordan.verify import Claims, Judged, Stack, verify_many

__all__ = ["Engine", "Solutions", "answer_together"]

# Importing numba and loading the compiled loop takes half a second, compiling it the first time three to five: the
# solver runs until it has spent about as much. Counted, not timed, so that a run repeats itself exactly.
TWIN_SECONDS = 0.3
_STEP = 150e-6  # seconds of the solver for one step, of which there are about one and a half per feature


class Solutions(NamedTuple):
    """Of every problem: a direction, rows S and their weights x (padded with 0), and (status, rows, steps, passes).

    Directions have a greatest entry of 1, or are zero; `products` are those of the signed points with them.
    """

    W: Array
    S: Positions
    x: Array
    ended: Positions
    products: Array


class Engine:
    """Answers stacks of columns, of `expected` problems in all if that is known; `compiled` forces one way."""

    def __init__(self, expected: int | None = None, *, compiled: bool | None = None) -> None:
        self._expected, self._compiled = expected or 0, compiled
        self._spent = 0.0
        self._lock = Lock()

    def find(self, A: Array, signs: Array, intercept: bool, decide: bool, *, centre: Array | None = None) -> Solutions:
        """A (p, n, m) are the points, p being 1 where all share them, about `centre` (p, m); signs (b, n)."""
        b, (n, m) = signs.shape[0], A.shape[1:]
        solutions = Solutions(
            np.zeros((b, m)),
            np.zeros((b, m + 2), np.int64),
            np.zeros((b, m + 2)),
            np.zeros((b, 4), np.int64),
            np.zeros((b, n)),
        )
        # Far more steps than have been seen: a handful per point and feature.
        limit = 100 + 20 * (n + m)
        if not self._repays(b, (m + 2) * 1.5 * _STEP):
            for i in range(b):
                k = i if A.shape[0] > 1 else 0
                points = A[k] if centre is None else A[k] - centre[k]
                _by_solver(points, signs[i], intercept, decide, limit, solutions, i)
            return solutions
        from gordan.engine.compiled.min_norm import solve_stack

        # Another layout, or memory that must not be written, would be compiled anew.
        A = np.require(A, np.float64, ["C", "A", "W"])
        which = np.arange(b) if A.shape[0] > 1 else np.zeros(b, np.int64)
        centre = np.zeros((0, m)) if centre is None else np.require(centre, np.float64, ["C", "A", "W"])
        shifted = np.empty((n if centre.size else 0, m))
        room = np.zeros((m + 1, m)), np.zeros((m + 1, m + 2)), np.zeros((4, m + 2)), shifted
        W, S, x, ended, products = solutions
        solve_stack(A, centre, which, signs, int(intercept), decide, limit, (W, S, x, ended, products), room)
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
    n = np.count_nonzero(signs)
    oracle = build(Points(points[:n], signs[:n], intercept=intercept).canonical())
    passes, last = 0, None
    with np.errstate(all="ignore"):
        for last in MinNormPoint().candidates(oracle):
            passes += 1
            if last.updates >= limit or (decide and last.lowest is not None and last.lowest > 0):
                break
    assert last is not None
    assert last.weights is not None
    support = np.flatnonzero(last.weights)[: into.S.shape[1]]
    w = _scaled(np.asarray(last.direction))
    into.W[i], into.S[i, : support.size], into.x[i, : support.size] = w, support, last.weights[support]
    into.products[i] = signs * (points @ w)
    status = CANCELS if last.lowest is None else LIMIT if last.updates >= limit else SOLVED
    into.ended[i] = status, support.size, last.updates, passes


_SAFE = 2.0**200  # magnitudes whose squares and sums neither overflow nor vanish


@np.errstate(all="ignore")
def answer_together(batch: Batch, settings: Settings, engine: Engine) -> Answers:
    """Answer what can be proved together; what remains is undecided, with the bracket proved so far.

    A problem keeps the kind that is claimed of it where all checks of the verifier hold.
    """
    stack = Stack(batch.X, batch.signs, batch.intercept, batch.normalise, batch.numbers, batch.classes)
    ends = batch.ends or (_ends(stack.X) if batch.intercept else None)
    centre = short_middle(*ends) if batch.intercept and ends else np.zeros((1, stack.X.shape[2]))
    A, about, lengths = _columns(stack, centre, ends)
    solutions = engine.find(A, batch.signs, batch.intercept, settings.goal == "decide", centre=about)
    W, signed = solutions.W, solutions.products
    above, below = (np.where(group, signed, np.inf).min(axis=1) for group in (batch.signs > 0, batch.signs < 0))
    offset = (below - above) / 2 if batch.intercept else np.zeros(batch.size)
    separates = (above + below > 0) & np.isfinite(offset) if batch.intercept else np.minimum(above, below) > 0
    cancels = (solutions.ended[:, 0] == CANCELS) & (solutions.ended[:, 1] == W.shape[1] + 1 + batch.intercept)
    kind = np.select([separates, cancels], [SEPARABLE, INSEPARABLE], UNDECIDED).astype(np.int8)
    # Slots that no problem uses would be gathered for nothing.
    slots = max(1, int(solutions.ended[:, 1].max()))
    S, x = np.ascontiguousarray(solutions.S[:, :slots]), np.ascontiguousarray(_weights(solutions, lengths)[:, :slots])
    claims = Claims(kind, W, centre, offset, S, x, batch.classes)
    judged = _refine(stack, verify_many(stack, claims), cancels)

    answers = Answers.of(batch)
    answers.judged, answers.ended = judged, solutions.ended
    answers.lower, answers.upper = judged.lower.copy(), judged.upper.copy()
    narrow = settings.goal == "decide" or answers.upper - answers.lower <= settings.tol * answers.upper
    # A margin that rounding leaves nothing of is proved one by one, in integers.
    kept = judged.holds & ((judged.claims.kind != SEPARABLE) | ((answers.lower > 0) & narrow))
    answers.kind = np.where(kept, judged.claims.kind, UNDECIDED).astype(np.int8)
    answers.nearest = _nearest(signed if lengths is None else signed * lengths, batch.signs, batch.intercept)
    return answers


def _refine(stack: Stack, judged: Judged, cancels: npt.NDArray[np.bool_]) -> Judged:
    """Claim once more, with weights refined, what the weights as they came did not prove to cancel."""
    again = np.flatnonzero(cancels & ~judged.cancelling & ~judged.separating)
    if not again.size:
        return judged
    k = stack.X.shape[2] + 1 + stack.intercept
    box = propose(_systems(stack, judged.claims.S[again, :k], again), stack.misread)
    sound = ~np.isnan(box.radius).any(axis=1)
    again = again[sound]
    if not again.size:
        return judged
    claims = judged.claims.take(again)
    claims.x[:, :k] = box.centre[sound]
    claims = replace(claims, kind=np.full(again.size, INSEPARABLE, np.int8))
    refined = verify_many(stack.take(again), claims)
    proved = np.flatnonzero(refined.holds)
    return judged.replaced(again[proved], refined.take(proved)) if proved.size else judged


def _ends(X: Matrix) -> tuple[Array, Array]:
    """The least and the greatest entry of every column."""
    # Over the first axis the least and the greatest are taken of long rows at once: a copy costs less than that saves.
    points = np.ascontiguousarray(np.swapaxes(X, 0, 1))
    return points.min(axis=0).astype(np.float64), points.max(axis=0).astype(np.float64)


class _Columns(NamedTuple):
    """The points as the solver sees them, about a centre if there is one; and the lengths they were divided by."""

    A: Array
    centre: Array | None
    lengths: Array | None


def _columns(stack: Stack, centre: Array, ends: tuple[Array, Array] | None) -> _Columns:
    """The points as the solver sees them; zeros where numbers are extreme."""
    X = stack.X.astype(np.float64, order="C", copy=False)
    A, about, lengths = X, centre if centre.any() else None, None
    if stack.normalise:
        lengths = np.sqrt(np.square(X).sum(axis=2))
        A = X / lengths[:, :, None]
    if ends is not None and lengths is None:
        # Rounding keeps the order: the ends of the differences are the differences of the ends.
        size = np.maximum(ends[1] - centre, centre - ends[0]).max(axis=1)
    else:
        size = np.maximum(A.max(axis=(1, 2)), -A.min(axis=(1, 2)))
    # Written so that a size that is no number is extreme too.
    extreme = ~((size < _SAFE) & (size > 1 / _SAFE))
    if stack.misread:
        # The smallest numbers have few digits: no relative bound says how far they are from a decimal.
        extreme |= ((X != 0) & (np.abs(X) < np.finfo(stack.X.dtype).tiny)).any(axis=(1, 2))
    if about is not None and (extreme.any() or A.shape[0] == 1):
        # Once for all problems that share the points.
        A, about = A - about[:, None, :], None
    return _Columns(np.where(extreme[:, None, None], 0.0, A) if extreme.any() else A, about, lengths)


def _scaled(w: Array) -> Array:
    """w with a greatest entry of 1; zero where that is not possible."""
    greatest = np.abs(w).max()
    return w / greatest if np.isfinite(w).all() and greatest > 0 else np.zeros_like(w)


def _weights(solutions: Solutions, lengths: Array | None) -> Array:
    """The weights for raw points, with the sum 1."""
    x = solutions.x
    if lengths is not None:
        x = x / np.take_along_axis(np.broadcast_to(lengths, (x.shape[0], lengths.shape[1])), solutions.S, axis=1)
    return np.asarray(np.nan_to_num(x / x.sum(axis=1, keepdims=True)))


def _systems(stack: Stack, S: Positions, rows: Positions) -> Array:
    """One equation per raw column, one for the labels with an intercept, and that of the sum."""
    which = rows if stack.X.shape[0] > 1 else np.zeros_like(rows)
    signs = np.take_along_axis(stack.signs[rows], S, axis=1)
    M = np.ones((rows.size, S.shape[1], S.shape[1]))
    m = stack.X.shape[2]
    M[:, :m] = np.swapaxes(stack.X[which[:, None], S] * signs[:, :, None], 1, 2)
    if stack.intercept:
        M[:, m] = signs
    return M


def _nearest(products: Array, signs: Array, intercept: bool) -> Positions:
    """The rows of each class (of all without an intercept) with the lowest products, -1 where there are no more."""
    groups = (signs > 0, signs < 0) if intercept else (signs != 0,)
    count = min(NEAREST, signs.shape[1])
    nearest = []
    for group in groups:
        values = np.where(group & np.isfinite(products), products, np.inf)
        rows = np.argpartition(values, count - 1, axis=1)[:, :count]
        least = np.take_along_axis(values, rows, axis=1)
        order = np.argsort(least, axis=1, kind="stable")
        rows = np.where(np.isfinite(least), rows, -1)
        nearest.append(np.take_along_axis(rows, order, axis=1))
    return np.concatenate(nearest, axis=1)
