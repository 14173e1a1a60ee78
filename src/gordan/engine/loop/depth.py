"""The upper end below 0: a ball about the origin inside the hull of points that no hyperplane separates.

Its radius is at most |ρ|. Two linear programs for each axis of an orthonormal basis have the points where it leaves the
hull; the ball between these 2m points is inside, and has at least the radius |ρ|/√m. Two bases are tried: one begins
with the axis of the best hyperplane, along which the hull is narrow, and goes on with those of the points' spread; the
other has the axes of the data.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now, seconds_left
from gordan.engine.oracle.matrix_game import farthest_combination
from gordan.errors import InputError, Interrupted, OverBudget
from gordan.outcome import HullPoint, InnerBall, Outcome, answer_of
from gordan.problem import Points
from gordan.verify import verify, verify_inner_ball

__all__ = ["deepen", "refuse_shallow"]

_DIGITS = 2**48  # the weights of a point of the hull, as integers, add up to about this
_SMALLEST = 2.0**-1000  # a radius that is claimed to learn which one is proved
_LIGHT = 1e-12  # weights below this are rounding of the program


def refuse_shallow(problem: object) -> Points:
    """The problem, if its margin is the radius of a ball among its rows; others are refused."""
    if not isinstance(problem, Points) or problem.implicit or problem.positive:
        raise InputError(
            f"problem is {problem!r}; the depth is that of Points(X, y) without a kernel, whose hull has coordinates, "
            "and without positive=True, whose margin is another one; in the space of a kernel ask "
            'geometry.negative_margin(problem, within="span")'
        )
    return problem


def deepen(problem: Points, answer: Outcome) -> Outcome:
    """The same answer with a proved upper end below 0, where a ball inside the hull was found in time.

    Without one, as where the hull has no interior, the answer is returned as it is.

    Examples
    --------
    >>> from gordan.engine.loop.separate import solve
    >>> square = Points([[0.0, 0.0], [4.0, 4.0], [0.0, 4.0], [4.0, 0.0]], [0, 0, 1, 1])
    >>> deepen(square, solve(square)).bracket.upper < -1.41
    True
    """
    began = now()
    try:
        ball = _greatest_ball(problem, answer.coef)
        if ball is None:
            return answer
        claim = replace(answer.claim, ball=ball, bracket=None)
        verdict = verify(problem, claim, proof=answer.verdict.proof)
    except OverBudget:  # what was known before is still known
        return answer
    except KeyboardInterrupt:
        raise Interrupted(answer) from None
    if not verdict.holds:
        return answer
    run = answer.run and replace(answer.run, seconds=answer.run.seconds + now() - began)
    return answer_of(replace(claim, bracket=verdict.bracket), verdict, run, names=answer.names)


def _greatest_ball(problem: Points, w: Array | None) -> InnerBall | None:
    """The greater of the balls along two bases, None where neither has one."""
    if problem.n <= problem.m + problem.intercept:
        return None  # so few points lie in a hyperplane: their hull has no interior
    X = problem.rows(range(problem.n))
    lengths = np.linalg.norm(X, axis=1) if problem.normalise else np.ones(problem.n)
    groups = np.ones((1, problem.n))
    if problem.intercept:
        groups = np.array([problem.signs > 0, problem.signs < 0], dtype=np.float64)
        X = X - X.mean(axis=0)
    A = X * (problem.signs / lengths / len(groups))[:, None]
    balls = []
    for axes in (_axes(A, groups, w), np.eye(problem.m)):
        ends = [_leaving(q, A, groups, lengths) for axis in axes for q in (axis, -axis)]
        pairs = tuple((one, other) for one, other in zip(ends[::2], ends[1::2], strict=True) if one and other)
        # The verifier says what the points prove, and no more is claimed.
        verdict = verify_inner_ball(problem, InnerBall(_SMALLEST, pairs))
        if verdict.holds:
            balls.append(InnerBall(-verdict.bracket.upper, pairs))
    return max(balls, key=lambda ball: ball.radius, default=None)


def _leaving(q: Array, A: Array, groups: Array, lengths: Array) -> HullPoint | None:
    """The point where the ray along q leaves the hull."""
    reach = float(np.abs(A).max()) or 1.0
    y = farthest_combination(q, A / reach, groups) if seconds_left() > 0 else None
    return None if y is None or np.linalg.norm(y @ A) <= _LIGHT * reach else _integers(y / lengths)


def _axes(A: Array, groups: Array, w: Array | None) -> Array:
    """Orthonormal axes: that of the hyperplane, and orthogonal to it those of the points' spread."""
    spread = A - sum(np.outer(group, group @ A / group.sum()) for group in groups)
    first = np.zeros((0, A.shape[1])) if w is None else w[None] / np.linalg.norm(w)
    rest = spread - spread @ first.T @ first
    # Eigenvectors of the widest spread first; the last of them, along the hyperplane's, is left out.
    widest = np.linalg.eigh(rest.T @ rest)[1].T[::-1]
    return np.asarray(np.linalg.qr(np.vstack([first, widest]).T)[0].T)


def _integers(y: Array) -> HullPoint:
    """The weights as integers without a common divisor; weights within rounding of zero are left out."""
    shares = np.rint(np.where(y > _LIGHT * y.max(), y, 0.0) / y.sum() * _DIGITS).astype(np.int64)
    support = np.flatnonzero(shares)
    return HullPoint(tuple(support.tolist()), tuple((shares[support] // np.gcd.reduce(shares)).tolist()))
