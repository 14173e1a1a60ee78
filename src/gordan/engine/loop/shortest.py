"""The point of least norm of few points: by a compiled dual active set, or in NumPy by active sets growing in blocks.

Both end with weights x >= 0 that sum up to 1 in each group and make w = Σ x_j a_j of the signed points as short as
possible. The compiled one is `engine.compiled.min_norm`, run on a stack of one.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import now, seconds_left
from gordan.engine.compiled import CANCELS, LIMIT
from gordan.engine.compiled.active_set import ActiveSet
from gordan.engine.watch import Event

__all__ = ["PROGRESS", "RIDGE", "ROUNDING", "LeastNorm", "compiled_least_norm_point", "is_compiled", "least_norm_point"]

RIDGE = 1e-13  # on the diagonal, relative to the longest point squared: equal points share their weight
ROUNDING = 2.0**-50  # of each term of a product: what watchers hear of the bracket allows for it
_CANCELLED = 1e-24  # of the longest point squared: an image as short as rounding leaves it
_SHARE = 6  # a sixth of the largest active set joins at once
_STEPS = 300  # several times what random data of the largest size take
PROGRESS = 1e-13  # relative decrease of ‖w‖² below which nothing has become shorter
_LOADING = 5.0  # seconds of a budget, of which importing numba and loading the loop should take no more than a part
_TRIES = 3  # steps to a decision before the first active set
_EVENTS = 20  # of a compiled call that watchers hear of


class LeastNorm(NamedTuple):
    """Weights x, the best direction seen, its margins, and what watchers are given of every step that shortened w."""

    x: Array
    w: Array
    margins: Array
    steps: list[Event]


def is_compiled(*, products: bool = False) -> bool:
    """Whether a compiled loop is in memory, or on disk with time left to load it: calling it compiles nothing.

    The loop is that on points, or that on their `products`.
    """
    return (seconds_left() > _LOADING or _is_kept.cache_info().currsize > 0) and _is_kept(products)


@cache
def _is_kept(products: bool) -> bool:
    from gordan.engine.compiled import beforehand

    return beforehand.has_moves() if products else beforehand.has_least_norm_points()


@np.errstate(all="ignore")
def compiled_least_norm_point(
    A: Array, signs: Array, groups: list[Positions], *, decide: bool, watched: bool = False
) -> LeastNorm | None:
    """The point of least norm of the rows of A times their signs, by one compiled call; None where it does not end.

    It does not say what it has seen on its way: for watchers it is run again, and stopped early.

    Examples
    --------
    >>> points, signs = np.array([[2.0, 1.0], [-1.0, -2.0]]), np.array([1.0, -1.0])
    >>> compiled_least_norm_point(points, signs, [np.arange(2)], decide=False).x.round(9).tolist()
    [0.5, 0.5]
    """
    # Several times as many steps as have been seen, which on hard data are six for each dimension.
    began, limit = now(), 200 + 20 * min(A.shape)
    last = _stopped(A, signs, groups, decide=decide, limit=limit)
    if last.status == LIMIT:
        return None
    if last.status == CANCELS:
        # The direction that it ended with may be none, or worse than that between the means of the classes.
        w = np.asarray(sum((signs[rows] @ A[rows]) / rows.size for rows in groups))
        w /= np.abs(w).max()
        means = last._replace(w=w, margins=signs * (A @ w))
        last = max(last, means, key=lambda end: _lower(A, groups, end))
    early = np.unique(np.linspace(2, last.steps, _EVENTS, dtype=int)[:-1]).tolist() if watched else []
    steps = [Event(0, 1, 0.0, -np.inf, np.inf, "")]
    for end in [*(_stopped(A, signs, groups, decide=decide, limit=each) for each in early), last]:
        lower, upper = steps[-1].lower, steps[-1].upper
        if watched:
            lower = max(lower, _lower(A, groups, end))
            upper = min(upper, _upper(A, signs, groups, end.x))
        steps.append(Event(end.steps, end.products, now() - began, lower, upper, ""))
    return LeastNorm(last.x, last.w, last.margins, steps)


class _Stopped(NamedTuple):
    """Where the compiled loop ended: status, steps, products; the direction, its margins, and the weights."""

    status: int
    steps: int
    products: int
    w: Array
    margins: Array
    x: Array


def _stopped(A: Array, signs: Array, groups: list[Positions], *, decide: bool, limit: int) -> _Stopped:
    active, x = ActiveSet(A.shape[1]), np.zeros(signs.size)
    active.solve(A, signs, hull=len(groups) - 1, decide=decide, limit=limit)
    x[active.rows] = active.multipliers
    for rows in groups:
        x[rows] /= x[rows].sum()
    return _Stopped(active.status, active.steps, active.products, active.w, active.margins, x)


def _lower(A: Array, groups: list[Positions], end: _Stopped) -> float:
    """What the direction proves of the margin, up to rounding; nothing where it is none."""
    lower, length = sum(float(end.margins[rows].min()) for rows in groups), float(np.linalg.norm(end.w))
    return lower / len(groups) / length - _rounding(A) if 0 < length < np.inf else -np.inf


def _upper(A: Array, signs: Array, groups: list[Positions], x: Array) -> float:
    """What the weights prove of the margin, up to rounding."""
    upper = float(np.linalg.norm((signs * x) @ A)) / len(groups)
    return upper + _rounding(A) if np.isfinite(upper) else np.inf


def _rounding(A: Array) -> float:
    return float(ROUNDING * (A.shape[1] + 2) * np.sqrt(np.einsum("ij,ij->i", A, A).max()))


def least_norm_point(S: Array, groups: list[Positions], *, tol: float, decide: bool) -> LeastNorm:
    """The shortest w = Sᵀx over weights x >= 0 that sum up to 1 in each group, by active sets of Lawson and Hanson.

    Parameters
    ----------
    S : array, shape (n, m)
        Signed points; with two groups about a centre.
    groups : list of one or two arrays of row numbers
        All rows, or those of each class.
    tol : float
        Relative gap between the lowest margin and ‖w‖ at which the point is good enough.
    decide : bool
        Whether a direction with positive margins is good enough.

    Notes
    -----
    The lowest points join in a block. Points whose weight would be negative then leave all together; where that does
    not shorten w they leave one after the other, so far as weights stay feasible (Lawson and Hanson 1974, chapter 23).

    Examples
    --------
    >>> points = np.array([[2.0, 1.0], [1.0, 2.0]])
    >>> least_norm_point(points, [np.arange(2)], tol=1e-9, decide=False).x.round(9).tolist()
    [0.5, 0.5]
    """
    began, steps = now(), [Event(0, 1, 0.0, -np.inf, np.inf, "")]
    scale = float(np.einsum("ij,ij->i", S, S).max())
    rounding = ROUNDING * (S.shape[1] + 2) * sqrt(scale)
    best, margins, P, passes = _first(S, groups, tries=_TRIES if decide else 0)
    x = np.ones(len(groups))
    if decide and (lowest := float(margins[P].sum())) > 0:
        nearest = S[P].sum(axis=0)
        lower = lowest / sqrt(float(best @ best)) / len(groups) - rounding
        upper = sqrt(float(nearest @ nearest)) / len(groups) + rounding
        steps.append(Event(passes, passes, now() - began, lower, upper, ""))
        return _scaled(x, P, best, margins, steps)
    E = np.zeros((len(S), len(groups)))
    for number, rows in enumerate(groups):
        E[rows, number] = 1.0
    largest = min(len(S), S.shape[1] + len(groups))
    block, safely = max(1, largest // _SHARE), False
    joining, shortest, seen = np.empty(0, np.intp), np.inf, -np.inf
    for step in range(1, _STEPS + 1):
        both = np.concatenate((P, joining)), np.concatenate((x, np.zeros(joining.size)))
        trial = _feasible(S, E, *both, scale, safely=safely) if joining.size else _alone(S, P, x)
        w = trial.x @ S[trial.P]
        square = float(w @ w) if trial.complete else np.inf
        if not square < shortest * (1 - PROGRESS):
            if safely and block == 1:
                break
            block, safely = max(1, block // 2) if safely else block, True
            joining = joining[:block]
            continue
        P, x, shortest, safely = trial.P, trial.x, square, False
        product, passes = S @ w, passes + 1
        lowest, length = sum(float(product[rows].min()) for rows in groups), sqrt(square)
        if length > 0 and lowest > seen * length:
            seen, best, margins = lowest / length, w, product
        lower, upper = seen / len(groups) - rounding, length / len(groups) + rounding
        steps.append(Event(step, passes, now() - began, lower, min(upper, steps[-1].upper), ""))
        if square <= _CANCELLED * scale or lowest >= square * (1 - tol / 4) or (decide and lowest > 0):
            break
        below = product - E @ trial.level
        below[P] = np.inf
        most = max(1, min(block, largest - P.size))
        joining = below.argsort(kind="stable")[:most] if most > 1 else np.array([below.argmin()])
        joining = joining[below[joining] < 0]
        if not joining.size:
            break
    return _scaled(x, P, best, margins, steps)


def _scaled(x: Array, P: Positions, w: Array, margins: Array, steps: list[Event]) -> LeastNorm:
    """Weights x of the rows P for every row, and a direction with its margins, its greatest coordinate 1."""
    weights, unit = np.zeros(margins.size), np.abs(w).max()
    weights[P] = x
    return LeastNorm(weights, w / unit, margins / unit, steps)


def _first(S: Array, groups: list[Positions], *, tries: int) -> tuple[Array, Array, Positions, int]:
    """The direction between the means of the groups after at most so many of von Neumann's steps.

    With it come its margins, the lowest row of each group, and the passes. Steps end where all margins are positive;
    they cost far less than the first active set.
    """
    shares = np.empty(len(S))
    for rows in groups:
        shares[rows] = 1.0 / rows.size
    w = shares @ S
    for passes in range(1, tries + 2):
        margins = S @ w
        P = np.array([rows[margins[rows].argmin()] for rows in groups])
        away = w - S[P].sum(axis=0)
        square = float(away @ away)
        if passes > tries or margins[P].sum() > 0 or square == 0:
            break
        w = w - min(1.0, float(away @ w) / square) * away
    return w, margins, P, passes


class _Trial(NamedTuple):
    """Rows P, their weights, the margin of all points of a group; complete where every group has a point."""

    P: Positions
    x: Array
    level: Array
    complete: bool = True


def _alone(S: Array, P: Positions, x: Array) -> _Trial:
    """One point of each group, which has all of its weight."""
    points = S[P]
    return _Trial(P, x, points @ points.sum(axis=0))


def _feasible(S: Array, E: Array, P: Positions, x: Array, scale: float, *, safely: bool) -> _Trial:
    """The least-norm weights on P; where some would be negative, on what is left when their rows have left."""
    while True:
        z, level = _equal_margins(S[P], E[P], scale)
        if z.min() > 0:
            return _Trial(P, z, level)
        negative = ~(z > 0)
        way = np.divide(x, x - z, out=np.zeros(P.size), where=negative & (x > z) & safely)  # as far as x stays >= 0
        ratio = np.where(negative, way, np.inf)
        nearest = ratio.min()
        kept = ratio > nearest
        P, x = P[kept], (x + nearest * (z - x))[kept]
        if not E[P].any(axis=0).all():
            return _Trial(P, x, level, complete=False)


def _equal_margins(S: Array, E: Array, scale: float) -> tuple[Array, Array]:
    """Weights z of sum 1 in each group with the shortest Sᵀz, and the margin that the points of each group then have.

    E has a column for each group, 1 for its points. The system is that of Lagrange: S Sᵀ z = level of the group.
    """
    k, groups = E.shape
    M, right = np.zeros((k + groups, k + groups)), np.zeros(k + groups)
    M[:k, :k] = S @ S.T / scale
    M.flat[: k * (k + groups) : k + groups + 1] += RIDGE
    M[:k, k:], M[k:, :k], right[k:] = E, E.T, 1.0
    solution = np.asarray(np.linalg.solve(M, right), dtype=np.float64)
    return solution[:k], -scale * solution[k:]
