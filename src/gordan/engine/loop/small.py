"""Small dense data answered at once: a least-norm point, the claim it makes, one verification.

On a few thousand numbers a solver that asks an oracle spends nearly all of its time in the interpreter; here a step is
one small linear system and one product. What one attempt does not prove is left to the loop.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.engine.loop.settings import NEAREST, SHORTEST, TOUCHING, Settings
from gordan.engine.polish.separator import raw_intercept, short_middle
from gordan.engine.watch import Audience, Event
from gordan.errors import Interrupted
from gordan.outcome import Cancellation, Claim, Code, Enclosure, Outcome, Reason, Run, Separator, answer_of
from gordan.problem import Points
from gordan.verify import verify

__all__ = ["LeastNorm", "answer_small", "least_norm_point"]

Rows = npt.NDArray[np.intp]

_SAFE = 2.0**200  # magnitudes whose squares and sums neither overflow nor vanish
_RIDGE = 1e-13  # on the diagonal, relative to the longest point squared: equal points share their weight
_CANCELLED = 1e-24  # of the longest point squared: an image as short as rounding leaves it
_SHARE = 6  # a sixth of the largest active set joins at once
_WIDE = 2  # dimensions for every point, beyond which products of the points are a smaller matrix than they are
_STEPS = 300  # several times what random data of the largest size take
_PROGRESS = 1e-13  # relative decrease of ‖w‖² below which nothing has become shorter
_ASCENT = 1.1e7  # entries multiplied: about what an answer takes, and what finds a local maximum in ten dimensions
_ROUNDING = 2.0**-50  # of each term of a product: what watchers hear of the bracket allows for it


class LeastNorm(NamedTuple):
    """Weights x, the best direction seen, its margins, and what a watcher hears of every step that shortened w."""

    x: Array
    w: Array
    margins: Array
    steps: list[Event]


@np.errstate(all="ignore")
def answer_small(problem: Points, settings: Settings, note: str, audience: Audience) -> Outcome | None:
    """The answer to a small problem with coordinates, or None where one attempt does not prove it.

    All of it takes milliseconds: watchers hear of the steps afterwards, and so change nothing.
    """
    began = now()
    X = np.asarray(problem.X, dtype=np.float64)
    centre = short_middle(X.min(axis=0), X.max(axis=0)) if problem.intercept else np.zeros(X.shape[1])
    lengths = np.sqrt(np.square(X).sum(axis=1)) if problem.normalise else np.ones(X.shape[0])
    S = (X - centre) * (problem.signs / lengths)[:, None]
    if not 1 / _SAFE < np.abs(S).max() < _SAFE:
        return None
    groups = (
        [np.flatnonzero(problem.signs == sign) for sign in (1.0, -1.0)] if problem.intercept else [np.arange(len(S))]
    )
    try:
        best = _shortest(S, groups, tol=settings.tol, decide=settings.goal == "decide")
    except np.linalg.LinAlgError:
        return None
    if not (np.isfinite(best.w).all() and best.x.any()):
        return None
    x = best.x / lengths
    claim = replace(_hyperplane(problem, best.w, centre, best.margins * lengths, groups), weights=x / x.sum())
    if sum(best.margins[rows].min() for rows in groups) > 0:
        claim = replace(claim, proof=Separator(best.w, claim.offset, centre))
    else:
        claim = _cancelling(problem, claim, exact=settings.proof == "exact")
        if claim.proof is not None and settings.goal == "margin":
            w = _longer(problem, S, groups, best)
            better = _hyperplane(problem, w, centre, (S @ w) * lengths, groups)
            claim = replace(better, weights=claim.weights, proof=claim.proof)
    if claim.proof is None:
        return None
    verdict = verify(problem, claim, proof=settings.proof)
    margin = claim.kind == "separable" and settings.goal == "margin"
    if not verdict.holds or (margin and verdict.bracket.gap > settings.tol):
        return None
    reason = Reason(f"Stopped because the gap is at most {setting('tol', settings.tol)}.", Code.GAP, tol=settings.tol)
    reason = reason if margin else Reason()
    last = best.steps[-1]
    counts = ("min-norm-point", last.n_iter, last.n_passes, now() - began)
    run = Run(*counts, reason.noted(note), note=note, automatic=True, polished=True)
    outcome = answer_of(replace(claim, bracket=verdict.bracket), verdict, run, names=problem.names)
    audience.start(problem, run.solver, note)
    _replay(audience, best.steps, outcome)
    return outcome


def _replay(audience: Audience, steps: list[Event], outcome: Outcome) -> None:
    try:
        for step in steps if audience else ():
            audience.step(step)
    except KeyboardInterrupt:
        audience.stop(outcome)
        raise Interrupted(outcome) from None
    audience.stop(outcome)


def _hyperplane(problem: Points, w: Array, centre: Array, products: Array, groups: list[Rows]) -> Claim:
    """The hyperplane half-way between the classes, with the rows nearest to it: of equally near ones the first."""
    lows = [float(products[rows].min()) for rows in groups]
    offset = (lows[1] - lows[0]) / 2 if problem.intercept else 0.0
    unit = TOUCHING * float(np.abs(products).max())
    ordered = (rows[np.argsort(np.rint(products[rows] / unit), kind="stable")] for rows in groups)
    return Claim(
        classes=problem.classes,
        coef=w,
        intercept=raw_intercept(Separator(w, offset, centre)),
        centre=centre,
        offset=offset,
        nearest=tuple(int(row) for rows in ordered for row in rows[:NEAREST]),
    )


def _cancelling(problem: Points, claim: Claim, *, exact: bool) -> Claim:
    """The claim with a proof that some rows cancel, two of them if possible; without one where none was found."""
    # Only data that do not separate wait for what this imports.
    from gordan.engine.polish import cancellation, twins

    assert claim.weights is not None
    proof = cancellation(problem, claim.weights, exact=exact).proof
    if not isinstance(proof, Cancellation | Enclosure) or len(proof.support) > SHORTEST:
        proof = twins(problem) or proof
    if not isinstance(proof, Cancellation | Enclosure):
        return claim
    return replace(claim, proof=proof, weights=proof.weights(problem.n))


def _longer(problem: Points, S: Array, groups: list[Rows], best: LeastNorm) -> Array:
    """The direction that an ascent of the negative margin finds from the class means or the best one, if better."""
    from gordan.engine.polish.ascent import Signed, ascend

    labels = problem.signs if problem.intercept else None
    signed = Signed(lambda W: S @ W.T, lambda rows: S[rows], S.size, labels)
    means = sum((S[rows].mean(axis=0) for rows in groups), np.zeros(S.shape[1]))
    longer, margin = ascend(signed, [means, best.w], max_work=_ASCENT)
    known = sum(float(best.margins[rows].min()) for rows in groups) / len(groups) / float(np.linalg.norm(best.w))
    return best.w if longer is None or margin <= known else np.asarray(longer / np.abs(longer).max())


def _shortest(S: Array, groups: list[Rows], *, tol: float, decide: bool) -> LeastNorm:
    """The point of least norm; where there are far fewer points than dimensions, in coordinates of their span."""
    n, m = S.shape
    if m < _WIDE * n:
        return least_norm_point(S, groups, tol=tol, decide=decide)
    G, longest = S @ S.T, float(np.einsum("ij,ij->i", S, S).max())
    # What products of nearly dependent points lose is found by the verifier, and the loop then has its turn.
    G.flat[:: n + 1] *= 1.0 + _RIDGE
    L: Array = np.asarray(np.linalg.cholesky(G), dtype=np.float64)
    best = least_norm_point(L, groups, tol=tol, decide=decide)
    w = np.linalg.solve(L.T, best.w) @ S
    w /= np.abs(w).max()
    margins, image = S @ w, best.x @ S
    # Squares of lengths are off by the ridge and by the products' rounding: watchers hear of no more than is true.
    slack = float(np.sqrt((_RIDGE + n * m * _ROUNDING) * longest))
    steps = [step._replace(lower=step.lower - slack, upper=step.upper + slack) for step in best.steps]
    lowest, rounding = sum(float(margins[rows].min()) for rows in groups), _ROUNDING * (m + 2) * np.sqrt(longest)
    lower = (lowest / float(np.linalg.norm(w))) / len(groups) - rounding
    upper = float(np.linalg.norm(image)) / len(groups) + rounding
    last = steps[-1]
    steps.append(last._replace(lower=float(max(lower, last.lower)), upper=float(min(upper, last.upper))))
    return LeastNorm(best.x, w, margins, steps)


def least_norm_point(S: Array, groups: list[Rows], *, tol: float, decide: bool) -> LeastNorm:
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
    scale, side = float(np.einsum("ij,ij->i", S, S).max()), np.zeros(len(S), np.intp)
    for number, rows in enumerate(groups):
        side[rows] = number
    rounding = _ROUNDING * (S.shape[1] + 2) * np.sqrt(scale)
    largest = min(len(S), S.shape[1] + len(groups))
    block, safely, passes = max(1, largest // _SHARE), False, 1
    best = sum((S[rows].mean(axis=0) for rows in groups), np.zeros(S.shape[1]))
    margins = S @ best
    P, x = np.array([rows[margins[rows].argmin()] for rows in groups]), np.ones(len(groups))
    joining, shortest, seen = np.empty(0, np.intp), np.inf, -np.inf
    began, steps = now(), [Event(0, 1, 0.0, -np.inf, np.inf, "")]
    for step in range(1, _STEPS + 1):
        trial = _feasible(S, side, np.append(P, joining), np.append(x, 0.0 * joining), scale, safely=safely)
        w = trial.x @ S[trial.P]
        square = float(w @ w) if trial.complete else np.inf
        if not square < shortest * (1 - _PROGRESS):
            if safely and block == 1:
                break
            block, safely = max(1, block // 2) if safely else block, True
            joining = joining[:block]
            continue
        P, x, shortest, safely = trial.P, trial.x, square, False
        product, passes = S @ w, passes + 1
        lowest = sum(float(product[rows].min()) for rows in groups)
        if lowest > seen * np.sqrt(square):
            seen, best, margins = lowest / np.sqrt(square), w, product
        lower, upper = seen / len(groups) - rounding, np.sqrt(square) / len(groups) + rounding
        steps.append(Event(step, passes, now() - began, float(lower), float(min(upper, steps[-1].upper)), ""))
        if square <= _CANCELLED * scale or lowest >= square * (1 - tol / 4) or (decide and lowest > 0):
            break
        below = product - trial.level[side]
        below[P] = np.inf
        joining = np.argsort(below, kind="stable")[: max(1, min(block, largest - P.size))]
        joining = joining[below[joining] < 0]
        if not joining.size:
            break
    weights, unit = np.zeros(len(S)), np.abs(best).max()
    weights[P] = x
    return LeastNorm(weights, best / unit, margins / unit, steps)


class _Trial(NamedTuple):
    """Rows P, their weights, the margin of all points of a group; complete where every group has a point."""

    P: Rows
    x: Array
    level: Array
    complete: bool = True


def _feasible(S: Array, side: Rows, P: Rows, x: Array, scale: float, *, safely: bool) -> _Trial:
    """The least-norm weights on P; where some would be negative, on what is left when their rows have left."""
    groups = int(side.max()) + 1
    while True:
        z, level = _equal_margins(S[P], side[P], scale, groups)
        negative = ~(z > 0)
        if not negative.any():
            return _Trial(P, z, level)
        way = np.divide(x, x - z, out=np.zeros(P.size), where=negative & (x > z) & safely)  # as far as x stays >= 0
        ratio = np.where(negative, way, np.inf)
        nearest = ratio.min()
        x = x + nearest * (z - x)
        P, x = P[ratio > nearest], x[ratio > nearest]
        if np.unique(side[P]).size < groups:
            return _Trial(P, x, level, complete=False)


def _equal_margins(S: Array, side: Rows, scale: float, groups: int) -> tuple[Array, Array]:
    """Weights z of sum 1 in each group with the shortest Sᵀz, and the margin that the points of each group then have.

    The system is that of Lagrange: S Sᵀ z = level of the group.
    """
    k = len(S)
    M, right = np.zeros((k + groups, k + groups)), np.zeros(k + groups)
    M[:k, :k] = S @ S.T / scale
    M.flat[: k * (k + groups) : k + groups + 1] += _RIDGE
    M[np.arange(k), k + side] = M[k + side, np.arange(k)] = right[k:] = 1.0
    solution = np.asarray(np.linalg.solve(M, right), dtype=np.float64)
    return solution[:k], -scale * solution[k:]
