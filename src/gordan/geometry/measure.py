"""The distance of two convex bodies to a relative gap: the min-norm point of their differences, then Newton's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TypeGuard

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import current_deadline, deadline, now, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.support import Differences
from gordan.engine.solver import MinNormPoint
from gordan.geometry.corral import Posed, proved
from gordan.geometry.newton import Smooth, newton_candidates, newton_corral_candidates
from gordan.geometry.touching import common_point
from gordan.outcome import Bracket, Code, Reason, Run
from gordan.outcome.bodies import Apart, Touching, Undecided
from gordan.problem.bodies import Bodies, Body
from gordan.problem.length import normed
from gordan.problem.number import count, extent

__all__ = ["distance"]

_FEW = 20  # worst points after which Newton's method is tried even where smooth bodies may not be apart
_STEPS = 100  # it needs some ten steps where they are; where they meet it ends nowhere


def distance(
    K: Body, L: Body, *, tol: float = 1e-9, max_iter: int = 10_000, max_seconds: float | None = None
) -> Apart | Touching | Undecided:
    """How far apart two convex bodies are: a hyperplane between them, or a point that they have in common.

    Parameters
    ----------
    K, L : bodies, as in `Bodies`
    tol : float
        Relative gap at which to stop. On hulls and boxes the algorithm is finite; on smooth bodies it converges.
    max_iter : int
        A limit for the support points asked of each body. The step in which it is reached is finished, and the answer
        looked at once more, so that a few more may be asked.
    max_seconds : float or None
        A budget, looked at after every step; the bracket holds what is known by then.

    Returns
    -------
    Apart, Touching or Undecided
        `Apart` where a positive lower bound of the distance was shown. `Touching` where a common point was found in
        fractions, of hulls, boxes, balls and intersections of halfspaces; other bodies, known by their support points
        alone, do not say which points belong to them. Else `Undecided`, with the bracket and the two nearest points
        found, however near they are.

    Notes
    -----
    Every answer but `Undecided` has a verdict, and `gordan.verify(Bodies(K, L), answer)` judges it again. Of hulls,
    boxes, balls and ellipsoids, and of their images and sums, the hyperplane and the lower end are checked in
    fractions, from the bodies' own numbers. Of halfspaces, and of bodies that only have a method `support`, they are
    checked by new support points: trusted is that these belong to the bodies, and have the greatest product up to
    rounding. The upper end takes p and q for points of the bodies; boxes and balls say themselves whether they are.

    Examples
    --------
    >>> from gordan.geometry import Ball, Box
    >>> answer = distance(Ball([3.0, 3.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0]))
    >>> answer.kind, abs(answer.bracket.lower - (8**0.5 - 1)) < 1e-8
    ('apart', True)
    >>> answer = distance(Ball([2.0, 0.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0]))
    >>> answer.kind, answer.point.tolist()
    ('touching', [1.0, 0.0])
    """
    tol, most = extent("tol", tol), count("max_iter", max_iter)
    bodies, begun = Bodies(K, L), now()
    best = _Best(Posed.of(bodies))
    reason = Reason("The algorithm ended.", Code.ENDED)
    with deadline(max_seconds), np.errstate(all="ignore"), one_thread(bodies.dimension > 24):
        for candidate in _candidates(bodies, best):
            best.take(candidate)
            if (stop := _stop(best, tol, most)) is not None:
                reason = stop
                break
        best.ask_again()
        common = common_point(bodies) if best.bracket.lower <= 0.0 and seconds_left() > 0.0 else None
        answer = best.answer(bodies, reason) if common is None else common
    assert answer.run is not None
    return replace(answer, run=best.run(now() - begun, answer.run.reason))


def _stop(best: _Best, tol: float, most: int) -> Reason | None:
    """Stop reason, or None."""
    bracket, slack = best.bracket, best.posed.slack
    if bracket.gap <= tol:
        return Reason(f"The relative gap is at most {tol:g}.", Code.GAP, tol=tol)
    if bracket.lower <= 0.0 and bracket.upper <= 4.0 * slack:
        return Reason("Two points of the bodies are equal up to rounding: they meet, or nearly.", Code.UNPROVED)
    if bracket.upper - bracket.lower <= 4.0 * slack:
        return Reason("Rounding allows no smaller gap.", Code.ENDED)
    if max(best.steps, best.asked) >= most:
        return Reason(f"Stopped because max_iter = {most} was reached.", Code.MAX_ITER, max_iter=most)
    if seconds_left() <= 0.0:
        limit = current_deadline()
        return Reason(f"Stopped because {limit.words} was reached.", Code.MAX_SECONDS, max_seconds=limit.seconds)
    return None


def _candidates(bodies: Bodies, best: _Best) -> Iterator[Candidate]:
    """The min-norm point's; between them those of Newton's method where one of the bodies is smooth.

    From a direction that separates it is tried once, for it cannot fail but by rounding. Before there is one its y may
    shrink to nothing: two smooth bodies, which make it cheap, try again whenever the steps have doubled.
    """
    oracle = best.posed.oracle
    smooth, both = _is_smooth(bodies.K) or _is_smooth(bodies.L), _is_smooth(bodies.K) and _is_smooth(bodies.L)
    # Where a body finds nearest points itself its support points are dear: it has programs to solve for them.
    due: float = 1 if any(hasattr(body, "nearest") for body in (bodies.K, bodies.L)) else _FEW
    for candidate in MinNormPoint().candidates(oracle):
        yield candidate
        if smooth and (best.bracket.lower > 0 or best.steps >= due):
            smooth = best.bracket.lower <= 0
            yield from _second_order(bodies, best)
            due = 2 * best.steps if both else math.inf


def _is_smooth(body: object) -> TypeGuard[Smooth]:
    return callable(getattr(body, "curvature", None))


def _second_order(bodies: Bodies, best: _Best) -> Iterator[Candidate]:
    posed = best.posed
    # The best multiple of a direction that separates has a negative φ, and so has every y after it: none is 0.
    lower = best.bracket.lower
    y = best.direction * lower if lower > 0 else posed.oracle.difference(best.pair)
    K, L = bodies.K, bodies.L
    if _is_smooth(K) and _is_smooth(L):
        return islice(newton_candidates(K, L, posed.oracle, y), _STEPS)
    if _is_smooth(K):
        return newton_corral_candidates(K, posed.L, posed.oracle, y, foot=getattr(L, "nearest", None))
    assert _is_smooth(L)
    # The same question from the other side: what is found of L − K has the other sign.
    mirrored = Differences(posed.L, posed.K, bodies.dimension)
    foot = getattr(K, "nearest", None)
    return map(_mirror, newton_corral_candidates(L, posed.K, mirrored, -y, foot=foot))


def _mirror(candidate: Candidate) -> Candidate:
    halves = None if candidate.weights is None else np.split(candidate.weights, 2)
    pair = None if halves is None else np.concatenate([halves[1], halves[0]])
    return Candidate(-candidate.direction, pair, candidate.lowest)


class _Best:
    """The best direction and the nearest points so far."""

    def __init__(self, posed: Posed) -> None:
        self.posed, self.bracket, self.steps = posed, Bracket(), 0
        d = posed.oracle.dimension
        self.direction, self.offset, self.pair = np.zeros(d), 0.0, np.zeros(2 * d)

    def take(self, candidate: Candidate) -> None:
        oracle, slack = self.posed.oracle, self.posed.slack
        self.steps += 1
        length = oracle.norm(candidate.direction)
        if candidate.lowest is not None and length > 0:
            lower = candidate.lowest / length - slack
            if lower > self.bracket.lower:
                self._turn(normed(candidate.direction), lower)
        if candidate.weights is not None:
            # Not the algorithm's own image, which thousands of updates have rounded, but the two means themselves.
            upper = oracle.norm(oracle.difference(candidate.weights)) + slack
            if upper < self.bracket.upper:
                self.pair, self.bracket = candidate.weights, self.bracket.tighten(upper=upper)

    def _turn(self, direction: Array, lower: float) -> None:
        K, L = self.posed.K, self.posed.L
        # Each value may be wrong by its own body's slack: halfway between the values need not be between the bodies.
        top, bottom = -K.greatest(-direction) - K.slack, L.greatest(direction) + L.slack
        offset = 0.5 * top + 0.5 * bottom
        if lower <= 0.0 or bottom < offset < top:
            self.direction, self.offset, self.bracket = direction, offset, self.bracket.tighten(lower=lower)

    @property
    def asked(self) -> int:
        """How many support points the body that was asked more often has given."""
        return max(self.posed.K.asked, self.posed.L.asked)

    def ask_again(self) -> None:
        """Ask for the support points of the best direction once more: a body that changes its answers is refused."""
        self.posed.K.support(-self.direction)
        self.posed.L.support(self.direction)

    def answer(self, bodies: Bodies, reason: Reason) -> Apart | Undecided:
        """The hyperplane, if the verifier agrees that it lies between the bodies.

        The verifier computes both ends anew, from the bodies' numbers or from new support points; where its rounding is
        another one, they are claimed with more room.
        """
        run, (p, q) = self.run(0.0, reason), np.split(self.pair, 2)
        lower, upper, slack = self.bracket.lower, self.bracket.upper, self.posed.slack
        # No distance is negative.
        undecided = Undecided(bracket=Bracket(max(lower, 0.0), upper), p=p, q=q, run=run)
        for room in (0.0, slack) if lower > slack else (0.0,) if lower > 0.0 else ():
            bracket = Bracket(lower - room, upper + room)
            apart = Apart(bracket=bracket, direction=self.direction, offset=self.offset, p=p, q=q)
            answer = proved(bodies, apart, run, bracket=Bracket(0.0, bracket.upper), pair=self.pair)
            if isinstance(answer, Apart):
                return answer
            undecided = answer
        return undecided

    def run(self, seconds: float, reason: Reason) -> Run:
        return Run(MinNormPoint.name, n_iter=self.steps, n_passes=self.asked, seconds=seconds, reason=reason)
