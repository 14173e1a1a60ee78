"""Points in a kernel's space answered at once: a least-norm point found by columns of products, one verification.

`moved_images` and `moved_products` find it by moving weight between pairs of points in a compiled loop, `active_images`
by active sets in NumPy. What one attempt does not prove is left to the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import now
from gordan.arithmetic.threads import one_thread
from gordan.engine.loop.active_images import Columns, least_norm_images
from gordan.engine.loop.attempt import SAFE, answer_claim, nearest_rows
from gordan.engine.loop.moved_images import ROUNDING, Shortest, is_narrow, moved_images
from gordan.engine.loop.moved_products import moved_products
from gordan.engine.loop.settings import Settings
from gordan.engine.loop.shortest import is_compiled
from gordan.engine.watch import Audience
from gordan.outcome import Claim, KernelSeparator, Outcome
from gordan.problem import Points
from gordan.problem.kernel import diagonal
from gordan.problem.matrix import is_sparse

__all__ = ["answer_in_space", "columns_allowed", "middle", "separator_claim"]

_POINTS = 6000  # up to which supports of a fifth of the points are found here; beyond it only small ones
_MOST = 2000  # columns, more than supports of that many points take
_ENTRIES = 1 << 23  # of all columns of one attempt: 64 MiB of doubles
_FEW, _WORK = 128, 1 << 29  # columns, and products of entries for them, that an attempt on more points may cost
_COARSE = 1e-5  # a tolerance for which single precision may do
_WHOLE = 2000  # points whose matrix of products takes 32 MB, and little more time than columns of half of them
_LOADED = 64  # points beyond which a compiled loop is worth loading


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
        if best is None:
            # Only data that may not separate wait for this import. The loop begins with two rows that cancel.
            from gordan.engine.polish import twins

            if twins(problem) is not None:
                return None
            continue
        claim = _claim(problem, best, groups)
        outcome = answer_claim(problem, claim, settings, best.steps, audience, solver=name, note=note, began=began)
        if outcome is not None:
            return outcome
    return None


def _searches(
    problem: Points, settings: Settings, groups: list[Positions], room: int, longest: float
) -> list[Callable[[], Shortest | None]]:
    """Ways to the least-norm point, to be tried in turn.

    The compiled loop is the quickest where coordinates are few, or where the margin of not too many points is asked
    for: in single precision first, if that may tell it.
    """
    tol, decide = settings.tol, settings.goal == "decide"
    dense = problem.kernel.name in ("rbf", "poly") and not is_sparse(problem.X)
    compiled = problem.n > _LOADED and dense and is_compiled(products=True)
    if compiled and is_narrow(problem.kernel, problem.X):
        return [partial(moved_images, problem, room, longest, tol=tol, decide=decide)]
    if compiled and problem.n <= _WHOLE and not decide:
        precisions = (True, False) if tol >= _COARSE else (False,)
        return [partial(moved_products, problem, room, longest, tol=tol, single=single) for single in precisions]
    return [lambda: least_norm_images(Columns(problem, room), groups, longest, tol=tol, decide=decide)]


def columns_allowed(n: int, m: int) -> int:
    """How many columns an attempt may take."""
    if n <= _POINTS:
        return min(n, _MOST, _ENTRIES // n)
    return min(_FEW, _WORK // (n * m))


def _claim(problem: Points, best: Shortest, groups: list[Positions]) -> Claim:
    c, weights = np.zeros(problem.n), np.zeros(problem.n)
    unit = float(best.x.max())
    c[best.rows], weights[best.rows] = problem.signs[best.rows] * best.x / unit, best.x / best.x.sum()
    offset = middle([float(best.products[rows].min()) for rows in groups], unit)
    return separator_claim(problem.classes, problem.space, c, weights, offset, nearest_rows(best.products, groups))


def middle(lows: list[float], unit: float) -> float:
    """The offset of the hyperplane half-way between two classes, from the lowest products of each; of one hull none.

    The coefficients of the hyperplane are weights divided by `unit`.
    """
    if len(lows) == 1:
        return 0.0
    offset = (lows[1] / unit - lows[0] / unit) / 2
    # An offset that is rounding alone is 0, which it is exactly where both classes are placed alike.
    return 0.0 if abs(offset) <= ROUNDING * sum(lows) / unit else offset


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
