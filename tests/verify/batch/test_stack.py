"""Bounds on stacks: never on the wrong side of the truth, in fractions, and nearly as tight as the single ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from gordan import Points
from gordan.errors import InputError
from gordan.verify import Claims, bounds, verify_many
from gordan.verify.batch.stack import Stack, margin_at_most, sides

QUESTIONS = [(True, False), (False, False), (False, True)]


def drawn(
    seed: int, intercept: bool, normalise: bool, dtype: Any = np.float64, shift: float = 0.0
) -> tuple[Stack, Any]:
    """A stack, and a centre for each problem."""
    rng = np.random.default_rng(seed)
    X = (rng.standard_normal((30, 7, 3)) + shift).astype(dtype)
    signs = rng.choice([-1.0, 1.0], (30, 7))
    signs[:, :2] = 1.0, -1.0
    centre = np.rint(X.mean(axis=1).astype(np.float64)) if intercept else np.zeros((30, 3))
    return Stack(X, signs, intercept, normalise), centre


def exactly(stack: Stack, centre: Any, i: int) -> list[list[Fraction]]:
    """Rows about the centre."""
    shift = [Fraction(float(c)) for c in centre[i]]
    return [[Fraction(float(v)) - c for v, c in zip(row, shift, strict=True)] for row in stack.X[i]]


def least(stack: Stack, centre: Any, i: int, w: Any) -> tuple[Fraction, Fraction]:
    products = [sum(a * Fraction(float(v)) for a, v in zip(row, w, strict=True)) for row in exactly(stack, centre, i)]
    signed = [p if sign > 0 else -p for p, sign in zip(products, stack.signs[i], strict=True)]
    up = [p for p, sign in zip(signed, stack.signs[i], strict=True) if sign > 0]
    return min(up), min(p for p, sign in zip(signed, stack.signs[i], strict=True) if sign < 0)


@pytest.mark.parametrize("shift", [0.0, 1e6])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("intercept", [True, False])
def test_products_are_bounded_from_below(intercept: bool, dtype: Any, shift: float) -> None:
    stack, centre = drawn(1, intercept, False, dtype, shift)
    W = np.random.default_rng(2).standard_normal((30, 3))
    judged = sides(stack, W, centre)
    for i in range(30):
        positive, negative = least(stack, centre, i, W[i])
        for found, truth in ((judged.positive[i], positive), (judged.negative[i], negative)):
            assert Fraction(float(found)) <= truth
            assert float(truth) - found <= 1e-13 * (1.0 + shift)


def test_a_product_of_zero_is_never_called_positive() -> None:
    """Directions across a point, rounded and scaled so that the products come out as anything near zero."""
    rng = np.random.default_rng(3)
    X = rng.integers(-9, 10, (400, 2, 2)).astype(float) * 0.1
    W = np.column_stack([-X[:, 0, 1], X[:, 0, 0]]) * rng.uniform(0.1, 9.0, (400, 1))
    stack = Stack(X, np.ones((400, 2)), False)
    judged = sides(stack, W, np.zeros((1, 2)))
    for i in range(400):
        row = [Fraction(float(v)) for v in X[i, 0]]
        truth = sum(a * Fraction(float(v)) for a, v in zip(row, W[i], strict=True))
        assert truth > 0 or not judged.positive[i] > 0


@pytest.mark.parametrize(("intercept", "normalise"), QUESTIONS)
def test_brackets_agree_with_those_of_one_problem(intercept: bool, normalise: bool) -> None:
    stack, centre = drawn(4, intercept, normalise)
    W, x = np.random.default_rng(5).standard_normal((30, 3)), np.random.default_rng(6).random((30, 7))
    S = np.tile(np.arange(7), (30, 1))
    lower, upper = sides(stack, W, centre).margin, margin_at_most(stack, centre, S, x)
    for i in range(30):
        problem = Points(stack.X[i], stack.signs[i], intercept, normalise)
        single = bounds.margin_at_least(problem, W[i], bounds.lowest(problem, W[i], centre[i])).value
        assert single - 1e-14 <= lower[i] <= single
        single = bounds.margin_at_most(problem, x[i], centre[i]).value
        assert single <= upper[i] <= single + 1e-13


def test_weights_prove_no_more_than_they_do() -> None:
    """‖Ax‖ in fractions: of weights that cancel but for rounding, and of others."""
    stack, centre = drawn(7, False, False)
    x = np.linalg.svd(np.swapaxes(stack.X, 1, 2))[2][:, -1]
    stack = stack._replace(signs=np.where(x > 0, 1.0, -1.0))
    x = np.abs(x) + np.where(np.arange(30) % 2, 0.1, 0.0)[:, None]
    upper = margin_at_most(stack, centre, np.tile(np.arange(7), (30, 1)), x)
    assert (upper[::2] < 1e-13).all()
    for i in range(30):
        shares = [Fraction(float(v)) * int(sign) for v, sign in zip(x[i], stack.signs[i], strict=True)]
        mass = sum(abs(share) for share in shares)
        image = [
            sum(s * v for s, v in zip(shares, column, strict=True)) / mass
            for column in zip(*exactly(stack, centre, i), strict=True)
        ]
        square = sum(v * v for v in image)
        assert Fraction(float(upper[i])) ** 2 >= square
        assert upper[i] <= float(square) ** 0.5 + 1e-13


def test_what_is_none_proves_nothing() -> None:
    stack, centre = drawn(8, True, False)
    W = np.ones((30, 3))
    W[0], W[1], W[2] = 0.0, np.nan, 1e308
    judged = sides(stack, W, centre)
    assert (judged.margin[:2] == -np.inf).all()
    assert judged.margin[2] <= sides(stack, np.ones((30, 3)), centre).margin[2]
    x, S = np.full((30, 7), 0.1), np.tile(np.arange(7), (30, 1))
    x[0, 3], x[1], x[2, stack.signs[2] > 0], x[3, 0] = -0.1, 0.0, 0.0, np.nan
    assert (margin_at_most(stack, centre, S, x)[:4] == np.inf).all()


def test_decimals_are_given_room() -> None:
    stack, centre = drawn(9, False, False, np.float32)
    wide = stack._replace(numbers="decimal")
    W = np.ones((30, 3))
    assert (sides(wide, W, centre).positive < sides(stack, W, centre).positive - 1e-8).all()


def test_lengths_beyond_their_squares_are_measured_in_their_own_unit() -> None:
    stack, centre = drawn(10, False, True)
    W, S, x = np.ones((30, 3)), np.tile(np.arange(7), (30, 1)), np.ones((30, 7))
    for power in (-560, 560):
        extreme = stack._replace(X=np.ldexp(stack.X, power))
        np.testing.assert_allclose(sides(extreme, W, centre).margin, sides(stack, W, centre).margin, rtol=1e-12)
        there, here = (margin_at_most(one, centre, S, x) for one in (extreme, stack))
        np.testing.assert_allclose(there, here, rtol=1e-12)


@pytest.mark.parametrize(("intercept", "normalise"), QUESTIONS)
def test_rows_after_the_last_are_of_no_problem(intercept: bool, normalise: bool) -> None:
    """What stands in them changes nothing, and no claim may name them."""
    stack, centre = drawn(11, intercept, normalise)
    X = np.concatenate([stack.X, np.full((30, 2, 3), -1e9)], axis=1)
    longer = stack._replace(X=X, signs=np.pad(stack.signs, ((0, 0), (0, 2))), classes=[(0, 1)] * 30)
    W = np.random.default_rng(12).standard_normal((30, 3))
    for one, other in zip(sides(stack, W, centre), sides(longer, W, centre), strict=True):
        assert np.array_equal(one, other)
    S, x = np.tile(np.arange(9), (30, 1)), np.zeros((30, 9))
    x[:, :7] = 0.125
    x[15:, 7] = 0.125
    undecided = Claims(np.full(30, 2, np.int8), W, centre, np.zeros(30), S, x, longer.classes)
    judged = verify_many(longer, undecided)
    assert judged.rows.tolist() == [True] * 15 + [False] * 15
    assert np.isfinite(judged.upper[:15]).all()
    assert (judged.upper[15:] == np.inf).all()
    assert judged.size(0) == 7


@pytest.mark.parametrize("signs", [[1, 0, -1], [0, 0, 0], [1, -1, 2], [1, 1, 0], [0, 1, -1], [1, -1, np.nan]])
def test_signs_that_are_none_are_refused(signs: list[float]) -> None:
    stack = Stack(np.ones((1, 3, 2)), np.array([signs], dtype=float), classes=[(0, 1)])
    with pytest.raises(InputError, match=r"sign|point|class"):
        stack.require_question()
