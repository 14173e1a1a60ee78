"""A ball inside the hull of the signed points: its shape, its points, and the radius that they prove."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter, sqrt
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan import Points
from gordan.outcome import HullPoint, InnerBall
from gordan.verify.inner_ball import (
    _equally_long,
    _greatest_sum_of_cosines,
    _mass,
    _point,
    _radius,
    judge_inner_ball,
    verify_inner_ball,
)

X = [[2.0, 0.0], [-2.0, 0.0], [0.0, 2.0], [0.0, -2.0]]
AXES = Points(X, [1] * 4, intercept=False)
PAIRS = (HullPoint((0,), (1,)), HullPoint((1,), (1,))), (HullPoint((2,), (1,)), HullPoint((3,), (1,)))
BALL = InnerBall(1.4, PAIRS)
LINE = Points([[1.0], [2.0], [3.0]], [0, 1, 0])
OF_LINE = InnerBall(0.5, ((HullPoint((0, 1), (1, 1)), HullPoint((1, 2), (1, 1))),))
SHAPE, RADIUS, MARGIN = "a pair of points for each dimension", "radius is a number", "margin at most"
ROWS, WEIGHTS = "support rows exist and differ", "weights are positive integers"


def failing(problem: Points, ball: Any, **lie: Any) -> list[str]:
    return [check.name for check in judge_inner_ball(problem, replace(ball, **lie) if lie else ball) if not check.holds]


def with_end(rows: Any, weights: Any) -> Any:
    return ((HullPoint(rows, weights), PAIRS[0][1]), PAIRS[1])


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        ({}, []),
        ({"radius": float(nextafter(sqrt(2.0), 0.0))}, []),
        ({"radius": float(nextafter(sqrt(2.0), 2.0))}, [MARGIN]),
        ({"radius": 0.0}, [RADIUS]),
        ({"radius": -1.0}, [RADIUS]),
        ({"radius": inf}, [RADIUS]),
        ({"radius": 1}, [RADIUS]),
        ({"pairs": PAIRS[:1]}, [SHAPE]),
        ({"pairs": (*PAIRS, PAIRS[0])}, [SHAPE]),
        ({"pairs": list(PAIRS)}, [SHAPE]),
        ({"pairs": (7, 8)}, [SHAPE]),
        ({"pairs": (PAIRS[0], list(PAIRS[1]))}, [SHAPE]),
        ({"pairs": (PAIRS[0], PAIRS[1][:1])}, [SHAPE]),
        ({"pairs": (PAIRS[0], (*PAIRS[1], PAIRS[1][0]))}, [SHAPE]),
        ({"pairs": (PAIRS[0], (PAIRS[1][0], ((3,), (1,))))}, [SHAPE]),
        ({"pairs": (PAIRS[0], PAIRS[0])}, [MARGIN]),
        ({"pairs": with_end((4,), (1,))}, [ROWS]),
        ({"pairs": with_end((-4,), (1,))}, [ROWS]),
        ({"pairs": with_end((0, 0), (1, 1))}, [ROWS]),
        ({"pairs": with_end((0,), (0,))}, [WEIGHTS]),
        ({"pairs": with_end((0,), (-1,))}, [WEIGHTS]),
        ({"pairs": with_end((0,), (1.0,))}, [WEIGHTS]),
        ({"pairs": with_end((0,), (1, 1))}, [WEIGHTS]),
        ({"pairs": with_end((0, 1), (1, 1))}, [MARGIN]),
    ],
)
def test_a_ball_about_the_axes(lie: dict[str, Any], wrong: list[str]) -> None:
    assert failing(AXES, BALL, **lie) == wrong


def test_points_of_a_hull_have_rows_of_both_classes() -> None:
    assert failing(LINE, OF_LINE) == []
    one_class = ((HullPoint((0, 2), (1, 1)), OF_LINE.pairs[0][1]),)
    assert failing(LINE, OF_LINE, pairs=one_class) == ["weights on both classes"]
    missing = ((HullPoint((0, 9), (1, 1)), OF_LINE.pairs[0][1]),)
    assert failing(LINE, OF_LINE, pairs=missing) == [ROWS]


def test_an_upper_end_is_judged_with_the_radius() -> None:
    for upper, holds in ((0.0, True), (-1.4, True), (-1.41, True), (-1.42, False)):
        assert all(check.holds for check in judge_inner_ball(AXES, BALL, upper)) == holds
    assert not judge_inner_ball(AXES, replace(BALL, radius=1.42), 0.0)[-1].holds


def test_other_margins_than_that_of_the_hull() -> None:
    kernel = Points(X, [1] * 4, intercept=False, kernel="rbf", gamma=1.0)
    for problem in (kernel, Points(X, [1] * 4, intercept=False, positive=True)):
        failed = [check.name for check in verify_inner_ball(problem, BALL).failed]
        assert failed == ["margin is that of the rows' hull"]
    assert verify_inner_ball(AXES, BALL).holds


def test_points_of_the_hull_in_fractions() -> None:
    uneven = Points([[1.0, 0.0], [0.0, 4.0], [3.0, 0.0]], [1, 0, 1], intercept=False)
    end = HullPoint((0, 1), (1, 3))
    assert _point(uneven, end) == [Fraction(1, 4), Fraction(-3)]
    both = Points(uneven.X, [1, 0, 1])
    assert _point(both, HullPoint((0, 1, 2), (1, 5, 3))) == [Fraction(10, 8), Fraction(-2)]
    # With unit lengths the weights are of rows of length 1: lengths are rounded up.
    unit = Points([[3.0, 4.0], [0.0, 2.0], [1.0, 1.0]], [1, 0, 1], intercept=False, normalise=True)
    assert _mass(unit, end) == 5 + 3 * 2
    assert _mass(unit, HullPoint((2,), (7,))) ** 2 >= 2 * 49
    assert _mass(uneven, end) == 4


def vectors(*pairs: Any) -> Any:
    return [tuple([Fraction(v) for v in end] for end in pair) for pair in pairs]


def test_the_radius_that_points_prove() -> None:
    assert _radius(vectors(((3,), (-3,)))) == 3.0
    # A pair is as long as its shorter point, and is off by what does not cancel.
    assert 1.0 >= _radius(vectors(((1,), (-5,)))) >= 1.0 - 2.0**-50
    aslant = _radius(vectors(((1, Fraction(1, 8)), (-1, Fraction(1, 8))), ((0, 1), (0, -1))))
    assert Fraction(aslant) <= Fraction(sqrt(0.5)) - Fraction(1, 8)
    assert aslant > sqrt(0.5) - 0.126
    for third in (Fraction(1, 3), Fraction(10, 3)):
        # d is rounded to doubles, and what is lost counts.
        assert Fraction(_radius(vectors(((third,), (-third,))))) < third
    assert _radius(vectors(((0, 0), (0, 0)), ((0, 1), (0, -1)))) == -inf
    assert _radius(vectors(((1, 1), (-1, -1)), ((1, 1), (-1, -1)))) == -inf
    assert _radius(vectors(((0,), (5,)))) < 0 > _radius(vectors(((5,), (0,))))


def test_axes_that_are_nearly_the_same_prove_little() -> None:
    """Of three axes two are close: their cosine counts for both, and the least eigenvalue is 1 less it."""
    axes = [[1, 0, 0], [3, 4, 0], [0, 0, 1]]
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0), (2, 0, 1)):
        moved = [axes[i] for i in order]
        found = _greatest_sum_of_cosines(moved, [sum(v * v for v in d) for d in moved])
        assert 0.6 <= found < 0.6 + 1e-12
    three = [[1, 0, 0], [3, 4, 0], [4, 0, 3]]
    for order in ((0, 1, 2), (1, 0, 2), (1, 2, 0)):
        moved = [three[i] for i in order]
        assert 1.4 <= _greatest_sum_of_cosines(moved, [sum(v * v for v in d) for d in moved]) < 1.4 + 1e-12


def test_the_longer_point_is_shortened() -> None:
    [p], [q] = _equally_long([Fraction(8)], [Fraction(-2)])
    assert (p, q) == (2, -2)
    [p], [q] = _equally_long([Fraction(2)], [Fraction(-8)])
    assert (p, q) == (2, -2)
    nothing = [Fraction(0)]
    for p, q in ((nothing, [Fraction(3)]), ([Fraction(3)], nothing), (nothing, nothing)):
        assert _equally_long(p, q) == (p, q)


def test_a_residual_is_taken_off_with_its_rounding() -> None:
    """The true value of √(1/2) − residual is no less than what is said."""
    for k in range(1, 60):
        away = Fraction(1, 10 * k)
        found = _radius(vectors(((1, away), (-1, away)), ((0, 1), (0, -1))))
        assert (Fraction(found) + away) ** 2 <= Fraction(1, 2)


def test_a_residual_is_rounded_up() -> None:
    """An axis that is no double, and a residual whose length is no fraction: what both lose is taken off."""
    draws, axis = np.random.default_rng(0), Fraction(10, 3)
    lost = abs(axis - Fraction(float(axis)))
    for a, b in draws.uniform(2.1, 2.3, size=(100, 2)):
        found = _radius(vectors(((axis, a, b), (-axis, a, b))))
        away = Fraction(float(axis)) - lost - Fraction(found)
        assert found > 0
        assert away**2 >= Fraction(a) ** 2 + Fraction(b) ** 2


def test_rows_beyond_doubles_are_no_axes() -> None:
    assert _radius(vectors(((10**400,), (-(10**400),)))) == -inf
    assert np.isfinite(_radius(vectors(((10**300,), (-(10**300),)))))
