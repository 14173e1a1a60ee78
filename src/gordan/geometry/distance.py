"""The distance of two convex bodies to a relative gap: the min-norm point of their differences, then Newton's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import deadline, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.support import Differences
from gordan.engine.solver import MinNormPoint
from gordan.geometry.bodies import Bodies, Posed
from gordan.geometry.body.base import Body
from gordan.geometry.length import normed
from gordan.geometry.newton import newton_candidates
from gordan.geometry.newton_corral import newton_corral_candidates
from gordan.outcome import Bracket
from gordan.problem.number import count, extent

__all__ = ["Distance", "measure_distance"]

_FEW = 20  # worst points after which Newton's method is tried even where smooth bodies may not be apart
_STEPS = 100  # it needs some ten steps where they are; where they meet it ends nowhere


@dataclass(frozen=True, eq=False)
class Distance:
    """The distance lies in `bracket`: at least as the hyperplane shows, at most as far as p of K is from q of L.

    A positive lower end proves the bodies disjoint: direction·x is above `offset` on K and below it on L.
    """

    bracket: Bracket
    p: Array = field(repr=False)
    q: Array = field(repr=False)
    direction: Array = field(repr=False)
    offset: float = field(repr=False)
    n_iter: int
    reason: str

    @property
    def apart(self) -> bool:
        return self.bracket.lower > 0

    def __str__(self) -> str:
        told = "disjoint" if self.apart else "not shown to be disjoint"
        return f"distance in {self.bracket}, {told}; {self.n_iter:,} iterations. {self.reason}"


def measure_distance(
    K: Body, L: Body, *, tol: float = 1e-9, max_iter: int = 10_000, max_seconds: float | None = None
) -> Distance:
    """How far apart two convex bodies are, with the proof of both bounds.

    Parameters
    ----------
    K, L : bodies, as in `Bodies`
    tol : float
        Relative gap at which to stop. On hulls and boxes the algorithm is finite; on smooth bodies it converges.
    max_iter : int
        A limit for the support points asked of each body. The step in which it is reached is finished, and the answer
        looked at once more, so that a few more may be asked.
    max_seconds : float or None
        A budget, looked at after every step; the distance is then what is known by then.

    Notes
    -----
    Trusted are the support points: that they belong to the bodies, and have the greatest product up to rounding. Both
    ends of the bracket are widened by the rounding of the products and of the means.

    Examples
    --------
    >>> from gordan import Ball, Box
    >>> found = measure_distance(Ball([3.0, 3.0], 1.0), Box([-1.0, -1.0], [1.0, 1.0]))
    >>> abs(found.bracket.lower - (8**0.5 - 1)) < 1e-8, found.apart
    (True, True)
    """
    tol, most = extent("tol", tol), count("max_iter", max_iter)
    bodies = Bodies(K, L)
    posed = bodies.posed()
    best = _Best(posed)
    reason = "The algorithm ended."
    with deadline(max_seconds) as limit, np.errstate(all="ignore"), one_thread(bodies.dimension > 24):
        for candidate in _candidates(bodies, best):
            best.take(candidate)
            if best.bracket.gap <= tol:
                reason = f"The relative gap is at most {tol:g}."
                break
            if best.bracket.lower <= 0.0 and best.bracket.upper <= 4.0 * posed.slack:
                reason = "Two points of the bodies are equal up to rounding: they meet, or nearly."
                break
            if best.bracket.upper - best.bracket.lower <= 4.0 * posed.slack:
                reason = "Rounding allows no smaller gap."
                break
            if max(best.steps, posed.K.asked, posed.L.asked) >= most:
                reason = f"Stopped because max_iter = {max_iter} was reached."
                break
            if seconds_left() <= 0.0:
                reason = f"Stopped because {limit.words} was reached."
                break
    return best.distance(reason)


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


def _is_smooth(body: Any) -> bool:
    return callable(getattr(body, "curvature", None))


def _second_order(bodies: Bodies, best: _Best) -> Iterator[Candidate]:
    posed = best.posed
    # The best multiple of a direction that separates has a negative φ, and so has every y after it: none is 0.
    lower = best.bracket.lower
    y = best.direction * lower if lower > 0 else posed.oracle.difference(best.pair)
    if _is_smooth(bodies.K) and _is_smooth(bodies.L):
        return islice(newton_candidates(bodies.K, bodies.L, posed.oracle, y), _STEPS)
    if _is_smooth(bodies.K):
        return newton_corral_candidates(bodies.K, posed.L, posed.oracle, y, foot=getattr(bodies.L, "nearest", None))
    # The same question from the other side: what is found of L − K has the other sign.
    mirrored = Differences(posed.L, posed.K, bodies.dimension)
    foot = getattr(bodies.K, "nearest", None)
    return map(_mirror, newton_corral_candidates(bodies.L, posed.K, mirrored, -y, foot=foot))


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

    def distance(self, reason: str) -> Distance:
        d = self.posed.oracle.dimension
        p, q = self.pair[:d], self.pair[d:]
        # Asked once more, so that bodies that change their minds are found out.
        self.posed.K.support(-self.direction)
        self.posed.L.support(self.direction)
        # No distance is negative.
        bracket = Bracket(max(self.bracket.lower, 0.0), self.bracket.upper)
        return Distance(bracket, p, q, self.direction, self.offset, self.steps, reason)
