"""A batch answered together: least-norm points, then rigorous bounds and enclosures, all on stacked arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.linear_system import distance_to_solution
from gordan.engine.compiled.status import CANCELS
from gordan.engine.many.answers import INSEPARABLE, SEPARABLE, Answers
from gordan.engine.many.batch import Batch, Positions
from gordan.engine.many.engine import Engine, Found
from gordan.engine.many.facts import Facts
from gordan.engine.many.settings import Settings
from gordan.engine.polish.enclosure import propose
from gordan.verify.stack import Stack, margin_at_most, sides

__all__ = ["answer_together"]

_NEAREST = 3  # rows of each class shown as the ones that decide
_SAFE = 2.0**200  # magnitudes whose squares and sums neither overflow nor vanish
_WIDER = 2.0  # than the distance found: rounding in another order may find a little more


@np.errstate(all="ignore")
def answer_together(batch: Batch, settings: Settings, engine: Engine) -> Answers:
    """What can be proved together; problems that remain are undecided, with the bracket proved so far."""
    answers = Answers.blank(batch.index, batch.classes)
    stack = _stack(batch)
    A, lengths = _columns(stack, batch)
    found = engine.find(A, batch.signs, batch.intercept, settings.goal == "decide")
    W = _unit(found.W)
    x = _weights(found, lengths)
    judged = sides(stack, W)
    offset = (judged.negative - judged.positive) / 2 if batch.intercept else np.zeros(batch.size)
    # A margin that rounding leaves nothing of is proved one by one, in integers.
    proved = (-offset > -judged.negative) & (-offset < judged.positive) & np.isfinite(offset) & (judged.margin > 0)
    full = found.told[:, 1] == W.shape[1] + 1 + batch.intercept
    boxed, radius, away = _enclose(stack, found.S, np.flatnonzero((found.told[:, 0] == CANCELS) & full & ~proved), x)
    rest = np.setdiff1d(np.arange(batch.size), boxed)
    answers.lower, answers.upper = judged.margin, np.zeros(batch.size)
    answers.upper[rest] = margin_at_most(stack.take(rest), found.S[rest], x[rest])
    narrow = settings.goal == "decide" or answers.upper - answers.lower <= settings.tol * answers.upper
    answers.kind[proved & narrow], answers.kind[boxed] = SEPARABLE, INSEPARABLE
    nearest = _nearest(judged.products, batch.signs, batch.intercept)
    answers.facts = Facts(
        batch.signs.shape[1], batch.intercept, W, stack.centre, offset, judged.positive, judged.negative,
        found.S, x, found.told, nearest, radius, away,
    )  # fmt: skip
    return answers


def _stack(batch: Batch) -> Stack:
    X = batch.X
    misread = float(np.finfo(X.dtype).eps) if batch.numbers == "decimal" else 0.0
    centre = _centre(X) if batch.intercept else np.zeros((X.shape[0], X.shape[2]))
    return Stack(X, centre, batch.signs, batch.intercept, batch.normalise, misread)


def _centre(X: Any) -> Array:
    """The middle of each coordinate's range in units of that range: a short number, which leaves exact differences.

    Where the middle is nearer to zero than the ends are to the middle that is zero, and nothing is subtracted.
    """
    low, high = X.min(axis=1).astype(np.float64), X.max(axis=1).astype(np.float64)
    exponent = np.frexp(high / 2 - low / 2)[1]
    centre = np.ldexp(np.rint(np.ldexp(high / 2 + low / 2, -exponent)), exponent)
    return np.where(np.isfinite(centre), centre, 0.0)


def _columns(stack: Stack, batch: Batch) -> tuple[Array, Array | None]:
    """The points as the solver sees them, and the lengths they were divided by; zeros where numbers are extreme."""
    X = stack.X.astype(np.float64, order="C", copy=False)
    A = X - stack.centre[:, None, :] if stack.centre.any() else X
    lengths = None
    if batch.normalise:
        lengths = np.sqrt(np.square(X).sum(axis=2))
        A = X / lengths[:, :, None]
    size = np.maximum(A.max(axis=(1, 2)), -A.min(axis=(1, 2)))
    # Written so that a size that is no number is extreme too.
    extreme = ~((size < _SAFE) & (size > 1 / _SAFE))
    if stack.misread:
        # The smallest numbers have few digits: no relative bound says how far they are from a decimal.
        extreme |= ((X != 0) & (np.abs(X) < np.finfo(stack.X.dtype).tiny)).any(axis=(1, 2))
    return np.where(extreme[:, None, None], 0.0, A) if extreme.any() else A, lengths


def _unit(W: Array) -> Array:
    greatest = np.abs(W).max(axis=1, keepdims=True)
    return np.where(np.isfinite(W).all(axis=1, keepdims=True) & (greatest > 0), W / greatest, 0.0)


def _weights(found: Found, lengths: Array | None) -> Array:
    """The weights found, for raw points, with the sum 1."""
    x = found.x
    if lengths is not None:
        x = x / np.take_along_axis(np.broadcast_to(lengths, (x.shape[0], lengths.shape[1])), found.S, axis=1)
    return np.asarray(np.nan_to_num(x / x.sum(axis=1, keepdims=True)))


def _enclose(stack: Stack, S: Positions, rows: Positions, x: Array) -> tuple[Positions, Array, Array]:
    """Boxes about the weights x of the problems `rows`: in which of them the cancelling weights were proved to be.

    The weights as found are good enough for nearly all; the others are refined first, and written back.
    """
    k = stack.X.shape[2] + 1 + stack.intercept
    radius, away = np.full(x.shape, np.inf), np.full(x.shape, np.inf)
    M = _systems(stack, S[rows, :k], rows)
    centre = x[rows, :k]
    far = distance_to_solution(M, centre, stack.misread)
    wide = _WIDER * far
    sound = np.asarray((wide < centre).all(axis=1))
    if not sound.all():
        again = np.flatnonzero(~sound)
        centre[again], wide[again] = propose(M[again], stack.misread)
        far[again] = distance_to_solution(M[again], centre[again], stack.misread)
        sound[again] = ((far[again] <= wide[again]) & (wide[again] < centre[again])).all(axis=1)
    boxed = rows[sound]
    x[boxed, :k], radius[boxed, :k], away[boxed, :k] = centre[sound], wide[sound], far[sound]
    return boxed, radius, away


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
    groups = (signs > 0, signs < 0) if intercept else (np.True_,)
    count = min(_NEAREST, signs.shape[1])
    found = []
    for group in groups:
        values = np.where(group & np.isfinite(products), products, np.inf)
        rows = np.argpartition(values, count - 1, axis=1)[:, :count]
        least = np.take_along_axis(values, rows, axis=1)
        order = np.argsort(least, axis=1, kind="stable")
        rows = np.where(np.isfinite(least), rows, -1)
        found.append(np.take_along_axis(rows, order, axis=1))
    return np.concatenate(found, axis=1)
