"""Balls inside the hull of points on a grid, and the forgers of what is claimed of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import gordan
from gordan.outcome import Bracket, Cancellation, Claim, HullPoint, InnerBall
from gordan.verify import verify_inner_ball
from liar.forge.forger import Case, Forger

__all__ = ["BALLS"]


def inner(rng: Any) -> Case:
    """The points ±e_j, each cancelled by its opposite: the hull of the signed points holds a ball of radius 1/√m."""
    m, unit = int(rng.integers(1, 4)), 2.0 ** int(rng.integers(-300, 300))
    X = unit * np.vstack([np.eye(m), -np.eye(m)])
    problem = gordan.Points(X, [1] * (2 * m), intercept=False)
    pairs = tuple((HullPoint((j,), (1,)), HullPoint((m + j,), (1,))) for j in range(m))
    return Case(problem, InnerBall(unit / (m + 1), pairs), verify_inner_ball)


def both_classes(rng: Any) -> Case:
    """1, 2, 3 with the middle one of another class: half the way between neighbours, on either side."""
    unit = 2.0 ** int(rng.integers(-300, 300))
    problem = gordan.Points(unit * np.array([[1.0], [2.0], [3.0]]), [0, 1, 0])
    return Case(
        problem, InnerBall(0.25 * unit, ((HullPoint((0, 1), (1, 1)), HullPoint((1, 2), (1, 1))),)), verify_inner_ball
    )


def _with(change: Callable[[Any, Any], Any]) -> Callable[[Case, Any], Case]:
    return lambda case, rng: case._replace(claim=change(case.claim, rng))


def _nonnegative(case: Case, rng: Any) -> Case:
    X = case.problem.X
    return case._replace(problem=gordan.Points(X, [1] * len(X), intercept=False, positive=True))


def _one_class(ball: Any, rng: Any) -> Any:
    one = ball.pairs[0][0]
    return replace(ball, pairs=((one, HullPoint((0, 2), (1, 1))),))


def beside(rng: Any) -> Case:
    """The same ball as part of a claim that rows cancel."""
    case = inner(rng)
    X, m = case.problem.X, case.problem.m
    cancelling = Cancellation((0, m), (1, 1))
    weights = cancelling.weights(len(X))
    claim = Claim(
        bracket=Bracket(-np.inf, -case.claim.radius), proof=cancelling, weights=weights, classes=(1,), ball=case.claim
    )
    return Case(case.problem, claim, gordan.verify)


BALLS = (
    Forger(
        "a ball without rows that cancel",
        "ball is beside rows that cancel",
        beside,
        _with(lambda claim, rng: replace(claim, proof=None)),
    ),
    Forger(
        "an upper end below the ball",
        "margin at most",
        beside,
        _with(lambda claim, rng: replace(claim, bracket=Bracket(-np.inf, -3 * claim.ball.radius))),
    ),
    Forger("a ball where w >= 0", "margin is that of the rows' hull", inner, _nonnegative),
    Forger(
        "a dimension without its pair",
        "a pair of points for each dimension",
        inner,
        _with(lambda ball, rng: replace(ball, pairs=ball.pairs[1:])),
    ),
    Forger(
        "a radius of nothing",
        "radius is a number",
        inner,
        _with(lambda ball, rng: replace(ball, radius=float(rng.choice([0.0, -1.0, np.inf, np.nan])))),
    ),
    Forger("a point of one class", "weights on both classes", both_classes, _with(_one_class)),
    Forger(
        "a ball too large",
        "margin at most",
        both_classes,
        _with(lambda ball, rng: replace(ball, radius=3 * ball.radius)),
    ),
)
