"""Margins in fractions: the exact formulas against an exact method, and directed roots of fractions of any size."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import gordan
from claimed import replace
from gordan.arithmetic.fraction import root_down, root_up
from gordan.outcome import Cancellation, IntegerSeparator
from gordan.verify.bounds import lowest
from gordan.verify.integer_separator import lowest_in_integers
from gordan.verify.square import square_at_least, square_at_most
from law.draw import Question, few, questions


@few(80)
@given(questions(rows=7, columns=4))
def test_the_fractions_bracket_the_margin(question: Question) -> None:
    problem = gordan.Points(question.X, question.y, intercept=question.intercept)
    outcome = gordan.solve(problem)
    if outcome.kind != "separable":
        with pytest.raises(gordan.InputError, match="only a separable one has a margin"):
            gordan.margin_squared(problem, outcome)
        return
    lower, upper = gordan.margin_squared(problem, outcome)
    assert 0 < lower <= question.square <= upper
    assert upper - lower <= 1e-5 * upper
    # What is printed as doubles is no narrower than that.
    assert Fraction(outcome.bracket.lower) ** 2 <= lower
    assert Fraction(outcome.bracket.upper) ** 2 >= upper


@few(60)
@given(questions(rows=6, columns=3, intercept=False))
def test_unit_lengths(question: Question) -> None:
    """Against floating point in the same formulas, and never on the wrong side of it by more than its rounding."""
    if not question.separable:
        return
    problem = gordan.Points(question.X, question.y, intercept=False, normalise=True)
    outcome = gordan.solve(problem)
    lower, upper = gordan.margin_squared(problem, outcome)
    A = question.X * np.where(question.y > 0, 1, -1)[:, None]
    w, x = outcome.proof.direction, outcome.weights
    lengths = np.linalg.norm(A, axis=1)
    assert float(lower) ** 0.5 == pytest.approx((A @ w / lengths).min() / np.linalg.norm(w), rel=1e-12)
    assert float(upper) ** 0.5 == pytest.approx(np.linalg.norm(x @ A) / (x @ lengths), rel=1e-12)
    assert lower <= upper


def test_numbers_and_forms() -> None:
    """Decimals are what they say, and a sparse matrix has the same margin."""
    X, y = np.array([[0.1, 0.0], [0.4, 0.0]]), [0, 1]
    problem = gordan.Points(X, y, numbers="decimal")
    assert gordan.margin_squared(problem, gordan.solve(problem)) == (Fraction(9, 400), Fraction(9, 400))
    sparse = gordan.Points(sp.csr_array(X), y, numbers="decimal")
    assert gordan.margin_squared(sparse, gordan.solve(sparse)) == (Fraction(9, 400), Fraction(9, 400))
    far = gordan.Points(X + 1e8, y)
    assert (
        gordan.margin_squared(far, gordan.solve(far))[0] == (Fraction(X[1, 0] + 1e8) - Fraction(X[0, 0] + 1e8)) ** 2 / 4
    )


def test_an_outcome_about_something_else() -> None:
    problem = gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 1])
    outcome = gordan.solve(problem)
    with pytest.raises(gordan.InputError, match="does not separate these rows"):
        gordan.margin_squared(gordan.Points([[1.0], [0.0], [2.0]], [0, 1, 1]), outcome)
    with pytest.raises(gordan.InputError, match="no weights for these rows"):
        gordan.margin_squared(gordan.Points([[0.0], [1.0]], [0, 1]), outcome)
    with pytest.raises(gordan.InputError, match="1 coefficients and X 2 columns"):
        gordan.margin_squared(gordan.Points([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]], [0, 1, 1]), outcome)


@few(300)
@given(st.integers(-(10**30), 10**30), st.integers(1, 10**30), st.integers(-1100, 1100))
def test_roots_are_directed_and_next_to_each_other(numerator: int, denominator: int, exponent: int) -> None:
    square = Fraction(numerator, denominator) * Fraction(2) ** (2 * exponent)
    down, up = root_down(square), root_up(square)

    def signed(value: float) -> Fraction:
        return Fraction(value) * abs(Fraction(value))

    assert down <= up
    assert down == -np.inf or signed(down) <= square
    assert up == np.inf or signed(up) >= square
    assert up in (down, nextafter(down, inf))


def test_roots_beyond_the_doubles() -> None:
    assert root_down(Fraction(10) ** 700) == np.finfo(float).max
    assert root_up(Fraction(10) ** 700) == np.inf
    assert root_down(-(Fraction(10) ** 700)) == -np.inf
    assert (root_down(Fraction(1, 10**700)), root_up(Fraction(1, 10**700))) == (0.0, 5e-324)


def test_unit_lengths_of_small_integers_are_not_coarse() -> None:
    """The integer root of 2 is 1; with 64 bits beyond the point the bound is the margin to all digits of a double."""
    problem = gordan.Points([[1.0, 1.0]], [1], intercept=False, normalise=True)
    assert float(square_at_most(problem, np.ones(1))) == 1.0


@pytest.mark.parametrize("how", [{}, {"intercept": False}, {"intercept": False, "normalise": True}])
@pytest.mark.parametrize("shift", [0.0, 4.0])
def test_an_exact_proof_has_nothing_rounded(shift: float, how: dict[str, Any]) -> None:
    """Signs, offset and both ends of the bracket; separable or not."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    problem = gordan.Points(rng.normal(size=(60, 4)) + shift * (2 * y - 1)[:, None], y, **how)
    outcome = gordan.solve(problem, proof="exact")
    assert outcome.kind == ("separable" if shift else "inseparable")
    assert {check.arithmetic for check in outcome.verdict.checks} <= {"integers", "comparison"}
    assert gordan.verify(problem, outcome, proof="exact").holds
    rounded = gordan.solve(problem)
    assert outcome.bracket.lower == pytest.approx(rounded.bracket.lower, rel=1e-9)
    assert outcome.bracket.upper == pytest.approx(rounded.bracket.upper, rel=1e-9)


@pytest.mark.parametrize("weakest", [0, 3, 511, 512, 699])
def test_the_least_product_by_length_is_found_in_every_block_of_rows(weakest: int) -> None:
    """Rows of lengths 5 and 10 with the cosine 4/5, one of length 13 with the cosine 5/13, in more than one block."""
    X = np.tile([[4.0, 3.0], [-8.0, 6.0]], (350, 1))
    y = np.tile([1, -1], 350)
    X[weakest] = np.array([5.0, 12.0]) * y[weakest]
    problem = gordan.Points(X, y, intercept=False, normalise=True)
    w = np.array([2.0, 0.0])
    low = lowest(problem, w, np.zeros(2), exact=True, sharp=True)
    assert square_at_least(problem, w, low) == Fraction(25, 169)
    assert square_at_least(problem, -w, low) == -Fraction(16, 25)


def test_a_direction_of_integers_has_the_length_that_it_has() -> None:
    problem = gordan.Points([[3.0, 4.0], [6.0, 8.0]], [1, 1], intercept=False)
    low = lowest_in_integers(problem, (3, 4))
    assert square_at_least(problem, (3, 4), low) == 25
    outcome = replace(gordan.solve(problem), proof=IntegerSeparator((3, 4), Fraction(0)))
    assert gordan.margin_squared(problem, outcome) == (25, 25)


def test_what_has_no_square_is_refused_with_its_reason() -> None:
    problem = gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 1])
    outcome = gordan.solve(problem)
    for other, sentence in (
        (gordan.Gram(np.eye(3), [0, 1, 1]), "live in a kernel's space"),
        (gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 1], kernel="rbf"), "live in a kernel's space"),
        (gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 1], positive=True), "a fraction itself"),
    ):
        with pytest.raises(gordan.InputError, match=sentence):
            gordan.margin_squared(other, outcome)
    mixed = gordan.solve(gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 0]))
    for answer in (mixed, replace(outcome, proof=Cancellation((0,), (1,))), "nothing"):
        with pytest.raises(gordan.InputError, match="only a separable one has a margin"):
            gordan.margin_squared(problem, answer)
    with pytest.raises(gordan.InputError, match="no weights for these rows"):
        gordan.margin_squared(problem, replace(outcome, weights=None))


def test_a_direction_along_the_boundary_has_no_margin() -> None:
    problem = gordan.Points([[0.0, 1.0], [1.0, 1.0]], [0, 1])
    outcome = gordan.solve(problem)
    along = replace(outcome.proof, direction=np.array([0.0, 1.0]))
    with pytest.raises(gordan.InputError, match="does not separate these rows"):
        gordan.margin_squared(problem, replace(outcome, proof=along))
