"""The margin of points that no hyperplane separates, from both sides.

The greatest ball about the origin inside the hull of the signed points (with an intercept: of half the differences of
the classes) has the radius |ρ|. The best hyperplane found bounds it from above. From below, two linear programs for
each axis of an orthonormal basis have the points where it leaves the hull; the ball between these 2m points is inside,
and has at least the radius |ρ|/√m. Two bases are tried: one begins with the axis of the best hyperplane, along which
the hull is narrow, and goes on with those of the points' spread; the other has the axes of the data.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import deadline, seconds_left
from gordan.engine.loop.guarantee import guarantee_at
from gordan.engine.loop.separate import solve
from gordan.engine.solver import Solver, named
from gordan.errors import InputError
from gordan.feasibility.split.lp import farthest_combination
from gordan.outcome import Bracket, Guarantee, HullPoint, InnerBall, Outcome, Verdict, answer_of
from gordan.problem import Points
from gordan.verify import verify, verify_inner_ball

__all__ = ["NegativeMargin", "negative_margin"]

_DIGITS = 2**48  # the weights of a point of the hull, as integers, add up to about this
_SMALLEST = 2.0**-1000  # a radius that is claimed to learn which one is proved
_LIGHT = 1e-12  # weights below this are rounding of the program


@dataclass(frozen=True)
class NegativeMargin:
    """A bracket on the margin of inseparable points: the answer with its hyperplane, and a ball inside the hull.

    `outcome` is an answer as any other, whose claim has the ball and whose bracket has both ends; `verdict` is its
    verdict. Without a ball, where the hull has no interior about the origin or the programs found none, the upper end
    is 0.
    """

    problem: Points
    bracket: Bracket
    outcome: Outcome
    ball: InnerBall | None
    verdict: Verdict

    def guarantee(self, solver: str | Solver, *, eps: float = 1e-6) -> Guarantee | None:
        """What an algorithm's theorem promises at the proved |ρ|, to a level eps relative to the longest point.

        Ramdas and Peña's SNKPVN needs √n/ε iterations, times ‖Aq‖/|ρ| where that is less; ISNKPVN √n/|ρ| for every
        factor by which ‖Ax‖ shrinks. Both hold with any proved bound of |ρ| from below.
        """
        named_solver = named(solver) if isinstance(solver, str) else solver
        return guarantee_at(self.problem, named_solver, rho=min(self.bracket.upper, 0.0), eps=eps)

    def __str__(self) -> str:
        lower, upper = (f"{-end:.4g}" for end in (self.bracket.lower, self.bracket.upper))
        if self.ball is None:
            return f"every hyperplane has rows on the wrong side, the best one found by {lower}"
        return f"every hyperplane has rows at least {upper} on the wrong side, the best one found {lower}"


def negative_margin(
    problem: Points, outcome: Outcome | None = None, *, max_seconds: float | None = None
) -> NegativeMargin:
    """Bracket the margin of inseparable points with coordinates; computing it is NP-hard.

    Parameters
    ----------
    problem : Points
        The question; not in the space of a kernel.
    outcome : Inseparable or None
        An answer to it; None asks `solve`.
    max_seconds : float or None
        For the answer and the 2m linear programs; what is not reached leaves the upper end at 0.

    Examples
    --------
    >>> square = Points([[0.0, 0.0], [4.0, 4.0], [0.0, 4.0], [4.0, 0.0]], [0, 0, 1, 1])
    >>> found = negative_margin(square)
    >>> print(found)
    every hyperplane has rows at least 1.414 on the wrong side, the best one found 1.414
    >>> found.verdict.holds
    True
    """
    if not isinstance(problem, Points) or problem.implicit or problem.positive:
        raise InputError(
            f"problem is {problem!r}; give Points(X, y) without a kernel, whose hull has coordinates, and without "
            "positive=True, whose margin is another one"
        )
    with deadline(np.inf if max_seconds is None else max_seconds):
        answer = solve(problem) if outcome is None else outcome
        if answer.kind != "inseparable":
            raise InputError(f"the answer is {answer.kind}; only the margin of inseparable points is negative")
        ball = _ball(problem, answer)
        claim = replace(answer.claim, ball=ball, bracket=None)
        verdict = answer.verdict if ball is None else verify(problem, claim, proof=answer.verdict.proof)
    if ball is None or not verdict.holds:
        return NegativeMargin(problem, answer.bracket, answer, None, answer.verdict)
    deeper = answer_of(replace(claim, bracket=verdict.bracket), verdict, answer.run, names=answer.names)
    return NegativeMargin(problem, verdict.bracket, deeper, ball, verdict)


def _ball(problem: Points, answer: Outcome) -> InnerBall | None:
    """The greater of the balls along two bases, None where neither has one."""
    X = problem.rows(range(problem.n))
    lengths = np.linalg.norm(X, axis=1) if problem.normalise else np.ones(problem.n)
    groups = np.ones((1, problem.n))
    if problem.intercept:
        groups = np.array([problem.signs > 0, problem.signs < 0], dtype=np.float64)
        X = X - X.mean(axis=0)
    A = X * (problem.signs / lengths / len(groups))[:, None]
    balls = []
    for axes in (_axes(A, groups, answer.coef), np.eye(problem.m)):
        ends = [_leaving(q, A, groups, lengths) for axis in axes for q in (axis, -axis)]
        pairs = tuple((one, other) for one, other in zip(ends[::2], ends[1::2], strict=True) if one and other)
        # The verifier says what the points prove, and no more is claimed.
        verdict = verify_inner_ball(problem, InnerBall(_SMALLEST, pairs))
        if verdict.holds:
            balls.append(InnerBall(-verdict.bracket.upper, pairs))
    return max(balls, key=lambda ball: ball.radius, default=None)


def _leaving(q: Array, A: Array, groups: Array, lengths: Array) -> HullPoint | None:
    """The point where the ray along q leaves the hull."""
    left, reach = seconds_left(), float(np.abs(A).max()) or 1.0
    if left <= 0:
        return None
    y = farthest_combination(q, A / reach, groups, max_seconds=left if np.isfinite(left) else None)
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
    """Weights as integers without a common divisor, without those that are rounding."""
    shares = np.rint(np.where(y > _LIGHT * y.max(), y, 0.0) / y.sum() * _DIGITS).astype(np.int64)
    support = np.flatnonzero(shares)
    return HullPoint(tuple(support.tolist()), tuple((shares[support] // np.gcd.reduce(shares)).tolist()))
