"""Points in a kernel's space answered at once: a least-norm point found by columns of products, one verification.

The compiled loop of `engine.compiled.mdm` finds it, pairs of points at a time; of few points, or of more coordinates, a
handful of steps in NumPy do so, each of which is some linear systems in the products of points that carry weight.
Either needs a few columns of the matrix of products only. What one attempt does not prove is left to the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now, seconds_left
from gordan.arithmetic.setting import setting
from gordan.arithmetic.threads import one_thread
from gordan.engine.loop.moved_images import (
    CANCELLED,
    RIDGE,
    ROUNDING,
    Rows,
    Shortest,
    is_narrow,
    moved_images,
    moved_products,
)
from gordan.engine.loop.settings import NEAREST, TOUCHING, Settings
from gordan.engine.loop.shortest import is_compiled
from gordan.engine.watch import Audience, Event
from gordan.errors import Interrupted
from gordan.outcome import Claim, Code, KernelSeparator, Outcome, Reason, Run, answer_of
from gordan.problem import Points
from gordan.problem.kernel import Evaluator, diagonal
from gordan.problem.matrix import is_sparse
from gordan.verify import verify

__all__ = [
    "SAFE",
    "Columns",
    "answer_in_space",
    "columns_allowed",
    "least_norm_images",
    "middle",
    "nearest",
    "reached",
    "separator_claim",
]

_POINTS = 6000  # up to which supports of a fifth of the points are found here; beyond it only small ones
_MOST = 1400  # columns, a little more than supports of that many points take
_ENTRIES = 1 << 23  # of all columns of one attempt: 64 MiB of doubles
_IDLE = 4  # columns for every point that carries weight: where more have come and gone, the images are too dependent
_FEW, _WORK = 128, 1 << 29  # columns, and products of entries for them, that an attempt on more points may cost
_BLOCK, _SHARE = 16, 3  # points that join at once: so many at least, else a third of those that carry weight
_COARSE = 1e-5  # a tolerance for which single precision may do
_WHOLE = 2000  # points up to which all products in single precision take no longer than columns in double
_LOADED = 64  # points beyond which a compiled loop is worth loading
_STEPS = 100  # several times what supports of that size take
SAFE = 2.0**200  # magnitudes whose squares and sums neither overflow nor vanish
_PROGRESS = 1e-13  # relative decrease of ‖w‖² below which nothing has become shorter


class Columns:
    """Signed products y_i y_j k(x_i, x_j) of points that were asked for with all n points, at most `most` of them."""

    def __init__(self, problem: Points, most: int) -> None:
        self._evaluator = Evaluator(problem.kernel, problem.X.astype(np.float64, copy=False))
        self._signs, self._place = problem.signs, np.full(problem.n, -1)
        self._kept, self.size = np.empty((most, problem.n)), 0

    def fetch(self, rows: Rows) -> bool:
        """Compute what is missing of the columns `rows`; False where there is no room for it."""
        missing = rows[self._place[rows] < 0]
        if self.size + missing.size > len(self._kept):
            return False
        if missing.size:
            part = self._kept[self.size : self.size + missing.size]
            self._evaluator.columns(missing, out=part)
            part *= self._signs
            part *= self._signs[missing][:, None]
            self._place[missing] = np.arange(self.size, self.size + missing.size)
            self.size += missing.size
        return True

    def block(self, rows: Rows) -> Array:
        """The products of `rows` with one another."""
        G = self._kept[self._place[rows][:, None], rows]
        return np.asarray(0.5 * (G + G.T))

    def combine(self, rows: Rows, x: Array) -> Array:
        """The products of all points with Σ x_j a_j."""
        return np.asarray(x @ self._kept[self._place[rows]])


@np.errstate(all="ignore")
def answer_in_space(problem: Points, settings: Settings, name: str, note: str, audience: Audience) -> Outcome | None:
    """The answer to a problem in the space of a kernel by name, or None where one attempt does not prove it separable.

    All of it takes milliseconds, on some thousand points a part of a second: watchers hear of the steps afterwards, and
    so change nothing.
    """
    n, room = problem.n, columns_allowed(problem.n, problem.m)
    if room < len(problem.classes) or problem.normalise or problem.kernel.name == "callable":
        return None
    began, longest = now(), float(np.max(diagonal(problem.kernel, problem.X)))
    if not (1 / SAFE < longest < SAFE and problem.extent < SAFE):
        return None
    up = problem.signs > 0
    groups = [np.flatnonzero(up), np.flatnonzero(~up)] if problem.intercept else [np.arange(n)]
    for search in _searches(problem, settings, groups, room, longest):
        try:
            with one_thread():
                best = search()
        except np.linalg.LinAlgError:
            return None
        if best is not None and (outcome := _judged(problem, settings, best, groups, name, note, began)) is not None:
            _replay(audience, best.steps, outcome, problem, name, note)
            return outcome
    return None


def _searches(
    problem: Points, settings: Settings, groups: list[Rows], room: int, longest: float
) -> list[Callable[[], Shortest | None]]:
    """Ways to the least-norm point, to be tried in turn.

    Moves of weight in a compiled loop are the quickest where coordinates are few, and where a margin is asked for that
    single precision tells, of not too many points.
    """
    tol, decide = settings.tol, settings.goal == "decide"
    dense = problem.kernel.name in ("rbf", "poly") and not is_sparse(problem.X)
    compiled = problem.n > _LOADED and dense and is_compiled(products=True)
    if compiled and is_narrow(problem.kernel, problem.X):
        return [partial(moved_images, problem, room, longest, tol=tol, decide=decide)]
    searches: list[Callable[[], Shortest | None]] = []
    if compiled and problem.n <= _WHOLE and not decide and tol >= _COARSE:
        searches.append(partial(moved_products, problem, room, longest, tol=tol))
    columns = partial(Columns, problem, room)
    return [*searches, lambda: least_norm_images(columns(), groups, longest, tol=tol, decide=decide)]


def _judged(
    problem: Points, settings: Settings, best: Shortest, groups: list[Rows], name: str, note: str, began: float
) -> Outcome | None:
    """The answer that a least-norm point makes, or None where it does not prove what is asked for."""
    claim = _claim(problem, best, groups)
    verdict = verify(problem, claim, proof=settings.proof)
    margin = settings.goal == "margin"
    if not verdict.holds or (margin and verdict.bracket.gap > settings.tol):
        return None
    reason = reached(settings.tol) if margin else Reason()
    counts = name, best.steps[-1].n_iter, 1, now() - began
    run = Run(*counts, reason.noted(note), note=note, automatic=True, polished=True)
    return answer_of(replace(claim, bracket=verdict.bracket), verdict, run, names=problem.names)


def _replay(audience: Audience, steps: list[Event], outcome: Outcome, problem: Points, name: str, note: str) -> None:
    audience.start(problem, name, note)
    try:
        for step in steps if audience else ():
            audience.step(step)
    except KeyboardInterrupt:
        audience.stop(outcome)
        raise Interrupted(outcome) from None
    audience.stop(outcome)


def reached(tol: float) -> Reason:
    """That the gap is as small as it was to be."""
    return Reason(f"Stopped because the gap is at most {setting('tol', tol)}.", Code.GAP, tol=tol)


def columns_allowed(n: int, m: int) -> int:
    """How many columns an attempt may take."""
    if n <= _POINTS:
        return min(n, _MOST, _ENTRIES // n)
    return min(_FEW, _WORK // (n * m))


def _claim(problem: Points, best: Shortest, groups: list[Rows]) -> Claim:
    c, weights = np.zeros(problem.n), np.zeros(problem.n)
    unit = float(best.x.max())
    c[best.rows], weights[best.rows] = problem.signs[best.rows] * best.x / unit, best.x / best.x.sum()
    offset = middle([float(best.products[rows].min()) for rows in groups], unit)
    return separator_claim(problem.classes, problem.space, c, weights, offset, nearest(best.products, groups))


def middle(lows: list[float], unit: float) -> float:
    """The offset of the hyperplane half-way between two classes, from the lowest products of each; of one hull none.

    The coefficients of the hyperplane are weights divided by `unit`.
    """
    if len(lows) == 1:
        return 0.0
    offset = (lows[1] / unit - lows[0] / unit) / 2
    # Of rounding alone: the middle of images that lie alike is the origin.
    return 0.0 if abs(offset) <= ROUNDING * sum(lows) / unit else offset


def nearest(products: Array, groups: list[Rows]) -> tuple[int, ...]:
    """The rows nearest to the hyperplane, some of each group: of equally near ones the first."""
    step = TOUCHING * float(np.abs(products).max())
    near: list[int] = []
    for rows in groups:
        values = np.rint(products[rows] / step)
        if rows.size > NEAREST:
            first = (values <= np.partition(values, NEAREST - 1)[NEAREST - 1]).nonzero()[0]
            rows, values = rows[first], values[first]
        near += rows[values.argsort(kind="stable")[:NEAREST]].tolist()
    return tuple(near)


def separator_claim(
    classes: tuple[object, ...], space: str, c: Array, weights: Array, offset: float, near: tuple[int, ...]
) -> Claim:
    """The claim that Σ c_j k(x_j, ·) + offset separates."""
    return Claim(
        classes=classes,
        space=space,
        dual_coef=c,
        intercept=offset,
        offset=offset,
        weights=weights,
        nearest=near,
        proof=KernelSeparator(c, offset),
    )


def least_norm_images(
    columns: Columns, groups: list[Rows], longest: float, *, tol: float, decide: bool
) -> Shortest | None:
    """The shortest w = Σ x_j a_j over weights x >= 0 that sum up to 1 in each group, by active sets.

    The method is that of `small.least_norm_point`, on products: the lowest points join in a block, those whose weight
    would be negative leave together, and one after the other where that does not shorten w. `longest` is the greatest
    squared length of an image. None where columns, steps or time run out, or w vanishes.
    """
    n_points = sum(rows.size for rows in groups)
    side = np.zeros(n_points, np.intp)
    for number, rows in enumerate(groups):
        side[rows] = number
    P, x = np.array([rows[0] for rows in groups]), np.ones(len(groups))
    joining, most, safely, shortest = np.empty(0, np.intp), n_points, False, np.inf
    began, steps, slack = now(), [Event(0, 0, 0.0, -np.inf, np.inf, "")], ROUNDING * float(np.sqrt(longest))
    for step in range(1, _STEPS + 1):
        Q = np.append(P, joining)
        idle = columns.size > _IDLE * P.size + _FEW
        if idle or not columns.fetch(Q) or seconds_left() <= 0:
            return None
        trial = _feasible(columns.block(Q), side[Q], np.append(x, 0.0 * joining), longest, len(groups), safely=safely)
        if not trial.square < shortest * (1 - _PROGRESS):
            if safely and most == 1:
                return None
            most, safely = max(1, min(most, joining.size) // 2) if safely else most, True
            joining = joining[:most]
            continue
        P, x, shortest, safely = Q[trial.kept], trial.x, trial.square, False
        if shortest <= CANCELLED * longest:
            return None
        products = columns.combine(P, x)
        lowest, length = sum(float(products[rows].min()) for rows in groups), float(np.sqrt(shortest))
        lower, upper = lowest / length / len(groups) - slack, length / len(groups) + slack
        steps.append(Event(step, 1, now() - began, max(lower, steps[-1].lower), min(upper, steps[-1].upper), ""))
        if lowest >= shortest * (1 - tol / 4) or (decide and lowest > 0):
            return Shortest(P, x, products, steps)
        below = products - trial.level[side]
        below[P] = np.inf
        joining = _lowest(below, min(most, max(_BLOCK, P.size // _SHARE)))
        if not joining.size:
            return None
    return None


def _lowest(below: Array, count: int) -> Rows:
    """Positions of the lowest numbers below zero, at most so many, in ascending order of the numbers."""
    rows = np.argpartition(below, min(count, below.size - 1))[:count]
    rows = rows[np.argsort(below[rows], kind="stable")]
    return np.asarray(rows[below[rows] < 0])


class _Trial(NamedTuple):
    """Positions that stay, their weights, the products of all points of a group, and ‖w‖²: infinite without a group."""

    kept: Rows
    x: Array
    level: Array
    square: float


def _feasible(G: Array, side: Rows, x: Array, scale: float, groups: int, *, safely: bool) -> _Trial:
    """The weights of sum 1 in each group with the least x·Gx; where some would be negative, without their rows.

    The system is that of Lagrange: G x = level of the group, by way of G⁻¹ times the indicators of the groups.
    """
    G.flat[:: side.size + 1] += RIDGE * scale
    kept = np.arange(side.size)
    while True:
        M = G if kept.size == side.size else G.take(kept, axis=0).take(kept, axis=1)
        member = np.zeros((kept.size, groups))
        member[np.arange(kept.size), side[kept]] = 1.0
        solved = np.linalg.solve(M, member)
        level: Array = np.asarray(np.linalg.solve(member.T @ solved, np.ones(groups)), dtype=np.float64)
        z = solved @ level
        negative = ~(z > 0)
        if not negative.any():
            # Every weight times the level of its group, less what the ridge added to the squares.
            return _Trial(kept, z, level, float(level.sum() - RIDGE * scale * (z @ z)))
        way = np.zeros(kept.size)
        if safely:  # as far as x stays >= 0
            np.divide(x, x - z, out=way, where=negative & (x > z))
        ratio = np.where(negative, way, np.inf)
        nearest = ratio.min()
        stays = ratio > nearest
        x = (x + nearest * (z - x))[stays]
        kept = kept[stays]
        if np.bincount(side[kept], minlength=groups).min() == 0:
            return _Trial(kept, x, level, np.inf)
