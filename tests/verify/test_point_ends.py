"""Both ends of the bracket of points, asked directly: by rounding where that is enough, else in integers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.outcome import Bracket, Cancellation, Claim, InnerBall, IntegerSeparator, Separator
from gordan.outcome.claim import HullPoint
from gordan.verify.bounds import lowest
from gordan.verify.points import at_least, judge_points, lower_bound, offset_between, upper_bound

ROUNDED = "floating point with rounding bounds"
APART = gordan.Points([[0.0, 0.1], [0.0, 0.4]], [0, 1])  # 0.15 on either side, which no double is
SAME_SIDE = gordan.Points([[3.0, 1.0], [5.0, 1.0]], [1, 1], intercept=False)
ACROSS = gordan.Points([[1.0], [-1.0], [2.0]], [1, 1, 1], intercept=False)


def claim(lower: float = -np.inf, upper: float = np.inf, **given: Any) -> Claim:
    return Claim(bracket=Bracket(lower, upper), **given)


def refused(checks: list[gordan.outcome.Check]) -> list[str]:
    return [check.name for check in checks if not check.holds]


def test_a_bracket_of_other_numbers_is_all_that_is_judged() -> None:
    bad = Claim(bracket=Bracket(0, 1), coef=np.array([0.0, 1.0]), centre=np.zeros(2))
    assert refused(judge_points(APART, bad, exact=False)) == ["bracket is made of doubles"]


def test_a_direction_that_is_none_is_all_that_is_judged_of_a_separator() -> None:
    for direction in ([0.0, 0.0], [np.nan, 1.0], [1.0]):
        proof = Separator(direction=np.array(direction), offset=0.0, centre=np.zeros(2))
        checks = judge_points(APART, Claim(proof=proof), exact=False)
        assert [check.name for check in checks] == ["direction is finite and not zero", "offset is a number"]
        assert refused(checks) == ["direction is finite and not zero"]


def test_a_hyperplane_in_integers_is_judged_as_one() -> None:
    problem = gordan.Points([[0.0], [3.0]], [0, 1])
    outcome = gordan.solve(problem)
    shown = {"coef": np.full(1, 0.5), "centre": np.zeros(1), "offset": Fraction(-3, 4), "intercept": -0.75}
    given = replace(outcome, proof=IntegerSeparator((1,), Fraction(-3, 2)), **shown)
    names = [check.name for check in judge_points(problem, given, exact=False)]
    assert "margin at least" in names
    assert "margin at most" in names


def test_rows_that_cancel_leave_no_less_than_zero_without_a_ball() -> None:
    proof, weights = Cancellation((0, 1), (1, 1)), np.array([0.5, 0.5, 0.0])
    for upper, holds in ((0.0, True), (-0.25, False)):
        checks = judge_points(ACROSS, claim(upper=upper, proof=proof, weights=weights), exact=False)
        assert [check.holds for check in checks if check.name == "upper bound of the margin"] == [holds]
    outside = InnerBall(3.0, ((HullPoint((0,), (1,)), HullPoint((1,), (1,))),))
    assert refused(judge_points(ACROSS, claim(upper=0.0, proof=proof, weights=weights, ball=outside), exact=False))


def test_a_centre_is_judged_before_it_is_used() -> None:
    w = np.array([0.0, 1.0])
    short = claim(lower=0.125, coef=w, centre=np.zeros(1))
    assert refused(lower_bound(APART, short, exact=False)) == ["direction is finite and not zero"]
    for centre in ([0.0, 1.0], [1.0, 1.0]):
        away = claim(lower=0.25, coef=w, centre=np.array(centre))
        assert refused(lower_bound(SAME_SIDE, away, exact=False)) == ["no offset"]
    assert not refused(lower_bound(SAME_SIDE, claim(lower=0.25, coef=w, centre=np.zeros(2)), exact=False))
    assert not refused(lower_bound(SAME_SIDE, claim(lower=0.25, coef=w), exact=False))


def test_weights_are_about_a_centre_with_an_intercept_only() -> None:
    """About a centre of its own a sum of rows may vanish, and would bound nothing."""
    x = np.array([0.5, 0.5])
    for exact in (False, True):
        assert not refused(upper_bound(APART, claim(upper=0.25, weights=x), exact=exact))
        lie = claim(upper=0.5, weights=x, centre=np.array([4.0, 1.0]))
        assert refused(upper_bound(SAME_SIDE, lie, exact=exact)) == ["margin at most"]
        short = claim(upper=0.25, weights=x, centre=np.zeros(1))
        assert refused(upper_bound(APART, short, exact=exact)) == ["centre is finite"]


def ends(problem: gordan.Points, *, lower: float, upper: float, exact: bool, w: Any, x: Any) -> list[Any]:
    given = claim(lower, upper, coef=np.array(w), weights=np.array(x))
    low, high = lower_bound(problem, given, exact=exact)[-1], upper_bound(problem, given, exact=exact)[-1]
    return [low.holds, low.arithmetic, high.holds, high.arithmetic]


def test_rounding_is_asked_first_and_integers_where_it_refutes() -> None:
    problem = gordan.Points([[0.0, 0.25], [0.0, 0.75]], [0, 1])
    of = {"w": [0.0, 1.0], "x": [0.5, 0.5]}
    assert ends(problem, lower=0.125, upper=0.5, exact=False, **of) == [True, ROUNDED, True, ROUNDED]
    assert ends(problem, lower=0.125, upper=0.5, exact=True, **of) == [True, "integers", True, "integers"]
    # Only integers tell that the margin is ¼ and neither of the doubles beside it.
    assert ends(problem, lower=0.25, upper=0.25, exact=False, **of) == [True, "integers", True, "integers"]
    above, below = float(np.nextafter(0.25, 1.0)), float(np.nextafter(0.25, 0.0))
    assert ends(problem, lower=above, upper=below, exact=False, **of) == [False, "integers", False, "integers"]


def test_an_upper_end_of_zero_is_left_to_integers() -> None:
    thirds = gordan.Points([[0.1], [-0.1], [0.3]], [1, 1, 1], intercept=False)
    check = upper_bound(thirds, claim(upper=0.0, weights=np.array([0.3, 0.3, 0.0])), exact=False)[-1]
    assert (check.holds, check.arithmetic) == (True, "integers")


def test_minima_that_are_fractions_stay_so() -> None:
    w, centre = np.array([0.0, 1.0]), np.zeros(2)
    for sharp, exact in ((True, False), (True, True), (False, True)):
        low = lowest(APART, w, centre, sharp=sharp)
        check = at_least(APART, w, centre=centre, low=low, claimed=0.125, exact=exact)
        assert (check.holds, check.arithmetic) == (True, "integers")


@pytest.mark.parametrize("offset", [-0.25, Fraction(-1, 4), Fraction(-1, 10**400)])
def test_an_offset_between_rounded_ends_is_placed_by_rounding(offset: float | Fraction) -> None:
    proof = Separator(direction=np.array([0.0, 1.0]), offset=offset, centre=np.zeros(2))
    rounded, sharp = (lowest(APART, proof.direction, proof.centre, sharp=sharp) for sharp in (False, True))
    assert offset_between(proof, rounded).arithmetic == ROUNDED
    assert offset_between(proof, sharp).arithmetic == "integers"
    assert offset_between(proof, sharp).holds == offset_between(proof, rounded).holds == (offset == -0.25)
