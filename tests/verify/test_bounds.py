"""Bounds from a direction and from weights, asked directly: which arithmetic they choose, and how far they reach."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gordan
from gordan.arithmetic.quantity import Rounded
from gordan.verify.bounds import Lowest, lowest, margin_at_least, margin_at_most
from gordan.verify.rounded import Products
from gordan.verify.square import square_at_least, square_at_most

NONE = Products(np.zeros(0), np.zeros(0))
ORIGIN = np.zeros(1)


def rows(*x: float, intercept: bool = True) -> gordan.Points:
    """Numbers on a line, the first negative and the others positive."""
    return gordan.Points([[v] for v in x], [0] + [1] * (len(x) - 1), intercept=intercept)


def test_one_rounded_end_makes_both_rounded() -> None:
    assert Lowest(None, Rounded(1.0), NONE).rounded
    assert Lowest(Rounded(1.0), None, NONE).rounded
    assert not Lowest(Fraction(1), None, NONE).rounded
    assert Lowest(None, Rounded(1.0), NONE).value(False) == Rounded(1.0)
    assert Lowest(Rounded(2.0), Rounded(-1.0), NONE).value(False) == Rounded(-1.0)


@pytest.mark.parametrize("ends", [(3.0, -1.0), (-1.0, 3.0), (1e308, 1.7e308), (5e-324, 1e-323)])
def test_the_mean_of_two_ends_is_rounded_down(ends: tuple[float, float]) -> None:
    value = Lowest(Rounded(ends[0]), Rounded(ends[1]), NONE).value(True)
    mean = (Fraction(ends[0]) + Fraction(ends[1])) / 2
    assert mean - 4 * Fraction(max(2.0**-52 * max(ends), 5e-324)) <= Fraction(value.value) <= mean
    assert Lowest(Fraction(ends[0]), Fraction(ends[1]), NONE).value(True) == mean


@pytest.mark.parametrize("half", [0.25, 1e-3, 2.0])
def test_integers_are_asked_only_where_they_are_needed(half: float) -> None:
    problem, w = rows(-half, half), np.array([1.0])
    assert lowest(problem, w, ORIGIN).rounded
    assert lowest(problem, -w, ORIGIN).rounded  # refuted by far
    assert lowest(problem, -w, ORIGIN, exact=True).rounded  # a bound is enough to say no
    for how in ({"exact": True}, {"sharp": True}, {"exact": True, "sharp": True}):
        low = lowest(problem, w, ORIGIN, **how)
        assert (low.positive, low.negative) == (Fraction(half), Fraction(half))
    assert lowest(problem, -w, ORIGIN, sharp=True).positive == -Fraction(half)


def test_what_is_refuted_by_a_bound() -> None:
    """One row on the wrong side is enough; with an intercept, only if the other class does not make up for it."""
    w = np.array([1.0])
    assert not lowest(rows(1.0, 3.0), w, ORIGIN, exact=True).rounded
    assert not lowest(rows(-3.0, -1.0), w, ORIGIN, exact=True).rounded
    assert lowest(rows(1.0, 3.0, 0.5), w, ORIGIN, exact=True).rounded
    assert lowest(rows(1.0, 3.0, intercept=False), w, ORIGIN, exact=True).rounded
    assert lowest(rows(-1.0, 3.0, -2.0, intercept=False), w, ORIGIN, exact=True).rounded
    assert not lowest(rows(-1.0, 3.0, 2.0, intercept=False), w, ORIGIN, exact=True).rounded


@pytest.mark.parametrize("intercept", [True, False])
def test_a_product_of_zero_is_settled_in_integers(intercept: bool) -> None:
    """0.1·3 − 0.3·1 is not what rounding makes of it, and 1·1 − 1·1 is nothing at all."""
    problem = gordan.Points([[1.0, 1.0], [0.1, 0.3]], [0, 1], intercept=intercept)
    low = lowest(problem, np.array([3.0, -1.0]), np.zeros(2), sharp=True)
    assert low.positive == 3 * Fraction(0.1) - Fraction(0.3)
    flat = gordan.Points([[1.0, 1.0], [1.0, 1.0]], [0, 1], intercept=intercept)
    low = lowest(flat, np.array([1.0, -1.0]), np.zeros(2))
    assert (low.positive, low.negative) == (0, 0)


@pytest.mark.parametrize("exponent", [-1060, -500, 0, 900])
@pytest.mark.parametrize("how", [{}, {"intercept": False}, {"intercept": False, "normalise": True}])
def test_both_bounds_are_on_their_sides_and_close(exponent: int, how: dict[str, bool]) -> None:
    """Against the squares in fractions, which know no rounding."""
    rng = np.random.default_rng(exponent + 2000)
    for _ in range(20):
        y = np.array([0, 1, 0, 1, 1])
        X = np.ldexp(
            rng.uniform(0.5, 1, (5, 3)) * np.where(y > 0, 1, -1)[:, None], exponent + rng.integers(0, 9, (5, 1))
        )
        problem, w = gordan.Points(X, y, **how), rng.uniform(0.5, 1, 3)
        low = lowest(problem, w, np.zeros(3))
        bound = margin_at_least(problem, w, low).value
        square = square_at_least(problem, w, lowest(problem, w, np.zeros(3), sharp=True))
        assert 0 <= Fraction(bound) ** 2 <= square
        x = rng.uniform(0.1, 1, 5)
        top = margin_at_most(problem, x, np.zeros(3)).value
        above = square_at_most(problem, x)
        if np.isfinite(top):
            assert Fraction(top) ** 2 >= above
        if exponent > -1060 and bound > 0:
            assert Fraction(bound) ** 2 >= square * (1 - Fraction(2) ** -40)
            assert Fraction(top) ** 2 <= above * (1 + Fraction(2) ** -40)
