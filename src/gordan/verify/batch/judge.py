"""`verify_many(stack, claims)`: every check of every claim about a stack of problems, in a few passes over its rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask
from gordan.arithmetic.linear_system import distance_to_solution
from gordan.arithmetic.rounding import gradual_underflow
from gordan.errors import InputError
from gordan.verify.batch.claims import INSEPARABLE, Claims, Positions
from gordan.verify.batch.judged import Judged
from gordan.verify.batch.stack import Stack, margin_at_most, sides
from gordan.verify.genuine import same_labels

__all__ = ["verify_many"]

_ENTRIES = 1 << 15  # of systems that are solved together: few calls, and what is computed of them stays in the cache
_WIDER = 2.0  # than the distance proved is a radius that was not claimed: another order of sums may prove a little less


class _Boxes(NamedTuple):
    """Of the problems claimed to be inseparable: whether their systems are square, radii, and the distances proved."""

    square: Mask
    radius: Array
    away: Array


@np.errstate(all="ignore")
def verify_many(stack: Stack, claims: Claims) -> Judged:
    """Judge the claims about a stack of problems against its raw rows.

    Parameters
    ----------
    stack : Stack
        Raw points, signs of the labels, and the question.
    claims : Claims
        What is claimed of each problem. Radii and ends of brackets that are None are those that can be proved.

    Returns
    -------
    Judged
        `holds` says of which problems every check holds; `verdict(i, claim)` lists the checks of problem i.

    Notes
    -----
    Signs are decided by rigorous floating bounds alone: a true claim that rounding leaves open is refused here, and
    may hold before `verify`, which goes on in integers.

    Examples
    --------
    >>> stack = Stack(np.array([[[0.0], [1.0]]]), np.array([[-1.0, 1.0]]), classes=[(0, 1)])
    >>> claims = Claims(
    ...     np.array([0], np.int8),
    ...     np.array([[1.0]]),
    ...     np.zeros((1, 1)),
    ...     np.array([-0.5]),
    ...     np.array([[0, 1]]),
    ...     np.array([[0.5, 0.5]]),
    ...     [(0, 1)],
    ... )
    >>> verify_many(stack, claims).holds.tolist()
    [True]
    """
    if not gradual_underflow():
        raise InputError(
            "this process cuts small numbers to zero, so that no bound on rounding holds; a library loaded before was "
            "built with -ffast-math: verify in a process without it"
        )
    if type(stack) is not Stack or type(claims) is not Claims:
        given = type(stack).__name__, type(claims).__name__
        raise InputError(f"a {given[0]} and a {given[1]} were given; give a Stack and Claims, and no subclass of them")
    stack.require_question()
    b = stack.signs.shape[0]
    claims.require_shapes(b, stack.X.shape[2])
    if len(stack.classes) != b:
        raise InputError(f"the stack has classes of {len(stack.classes)} problems; give those of {b}")
    sizes = stack.sizes
    rows = _rows_exist(claims, sizes)
    S = np.where(rows[:, None] & (claims.x != 0), claims.S, 0)
    boxes = _enclose(stack, claims, S, np.flatnonzero((claims.kind == INSEPARABLE) & rows))
    directed = sides(stack, claims.W, claims.centre)
    finite = np.isfinite(claims.W).all(axis=1) & np.isfinite(claims.centre).all(axis=1)
    direction = np.asarray(finite & (claims.W != 0).any(axis=1))
    through = np.asarray(stack.intercept | ~claims.centre.any(axis=1))
    judged = Judged(
        sizes=sizes,
        intercept=bool(stack.intercept),
        claims=claims,
        classes=stack.classes,
        same_classes=_same_classes(stack, claims),
        direction=direction,
        through=np.broadcast_to(through, (b,)),
        positive=directed.positive,
        negative=directed.negative,
        lower=np.where(direction & through, directed.margin, -np.inf),
        rows=rows,
        base=rows & _on_their_base(stack, claims.x, S),
        square=boxes.square,
        radius=boxes.radius,
        away=boxes.away,
        upper=np.full(b, np.inf),
    )
    cancelling = judged.cancelling
    judged.upper[cancelling] = 0.0
    rest = np.flatnonzero(~cancelling & judged.base)
    if rest.size:
        centre = claims.centre[rest] if claims.centre.shape[0] > 1 else claims.centre
        # Only with an intercept do weights cancel the centre.
        centre = centre if stack.intercept else np.zeros_like(centre)
        part = stack if rest.size == b else stack.take(rest)
        judged.upper[rest] = margin_at_most(part, centre, S[rest], claims.x[rest])
    return judged


def _rows_exist(claims: Claims, sizes: Positions) -> Mask:
    """Whether the slots in use have different row numbers, all of them rows of the problem."""
    used = claims.x != 0
    there = (claims.S >= 0) & np.less(claims.S, sizes[:, None])
    k = claims.S.shape[1]
    # Empty slots get numbers that no row has.
    numbers = np.sort(np.where(used, claims.S, -1 - np.arange(k)), axis=1)
    differ = (numbers[:, 1:] != numbers[:, :-1]).all(axis=1)
    return np.asarray((there | ~used).all(axis=1) & differ & used.any(axis=1))


def _on_their_base(stack: Stack, x: Array, S: Positions) -> Mask:
    """Whether weights are finite and non-negative, with some above zero on every class that needs one."""
    sound = (np.isfinite(x) & (x >= 0)).all(axis=1)
    if not stack.intercept:
        return np.asarray(sound & (x > 0).any(axis=1))
    up = np.take_along_axis(stack.signs, S, axis=1) > 0
    return np.asarray(sound & ((x > 0) & up).any(axis=1) & ((x > 0) & ~up).any(axis=1))


def _same_classes(stack: Stack, claims: Claims) -> Mask:
    if claims.classes is stack.classes:
        return np.ones(len(stack.classes), np.bool_)
    pairs = zip(claims.classes, stack.classes, strict=True)
    return np.array([same_labels(given, expected) for given, expected in pairs], dtype=np.bool_)


def _enclose(stack: Stack, claims: Claims, S: Positions, boxed: Positions) -> _Boxes:
    """How far the weights that cancel are at most from those claimed, for the problems `boxed`.

    A system of k equations is square where the first k slots, and no others, are in use, and no column is zero on all
    of their rows.
    """
    b, m = stack.signs.shape[0], stack.X.shape[2]
    k, slots = m + 1 + int(stack.intercept), claims.S.shape[1]
    away, square = np.full((b, slots), np.inf), np.zeros(b, np.bool_)
    used = claims.x[boxed] != 0
    boxed = boxed[used[:, :k].all(axis=1) & ~used[:, k:].any(axis=1)] if k <= slots else boxed[:0]
    for some in np.array_split(boxed, boxed.size * k * k // _ENTRIES + 1) if boxed.size else ():
        M, widened = _systems(stack, S[some, :k], some)
        away[some, :k] = distance_to_solution(M, claims.x[some, :k], widened)
        # An equation without an entry leaves a system singular, of which nothing is proved.
        proved = np.isfinite(away[some, 0])
        square[some] = proved if proved.all() else (M != 0).any(axis=2).all(axis=1)
    radius = claims.radius
    if radius is None:
        # Where an empty slot has weight 0 nothing is enclosed.
        radius = np.where(claims.x != 0, _WIDER * away, 0.0)
    return _Boxes(square, radius, away)


def _systems(stack: Stack, S: Positions, boxed: Positions) -> tuple[Array, float | Array]:
    """One equation per raw column, one for the labels with an intercept, that of the sum; and how far they may be off.

    The smallest numbers have few digits: no relative bound says how far they are from a decimal.
    """
    which = boxed if stack.X.shape[0] > 1 else np.zeros_like(boxed)
    signs = np.take_along_axis(stack.signs[boxed], S, axis=1)
    raw, m = stack.X[which[:, None], S], stack.X.shape[2]
    M = np.ones((boxed.size, S.shape[1], S.shape[1]))
    np.multiply(np.swapaxes(raw, 1, 2), signs[:, None, :], out=M[:, :m])
    if stack.intercept:
        M[:, m] = signs
    if not stack.misread:
        return M, 0.0
    tiny = ((raw != 0) & (np.abs(raw) < np.finfo(stack.X.dtype).tiny)).any(axis=(1, 2))
    return M, np.where(tiny, np.inf, stack.misread)[:, None]
