"""Laws of kernels: products are all that counts, whether a matrix has them or a kernel makes them of points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gordan
from law.draw import MAX_SECONDS, Question, few, questions

# Where squares of products begin to overflow or vanish, and the ends of what a product may be.
POWERS = st.sampled_from([-500, -200, -52, -1, 0, 1, 52, 200, 500])


def ask(problem: Any) -> Any:
    outcome = gordan.solve(problem, max_seconds=MAX_SECONDS)
    verdict = gordan.verify(problem, outcome)
    assert verdict.holds, str(verdict)
    return outcome


def matrix(question: Question, power: int = 0) -> Any:
    """The question by its products, which are integers times a power of two and so exact."""
    assume((question.X != 0).any(axis=1).all())
    return gordan.Gram(np.ldexp(question.X @ question.X.T, power), question.y, question.intercept)


@few(80)
@given(questions())
def test_points_and_their_products_have_one_answer(question: Question) -> None:
    outcome = ask(matrix(question))
    assert outcome.kind == ("separable" if question.separable else "inseparable")
    assert question.contains(outcome.bracket.lower, outcome.bracket.upper)
    if outcome.kind == "separable":
        assert outcome.bracket.upper == pytest.approx(question.margin, rel=2e-6)


@few(30)
@given(questions(), POWERS)
def test_a_common_factor_of_products_is_one_of_squared_margins(question: Question, power: int) -> None:
    outcome = ask(matrix(question, power))
    assert outcome.kind == ("separable" if question.separable else "inseparable")
    if outcome.kind == "separable":
        assert outcome.bracket.upper == pytest.approx(np.sqrt(np.ldexp(float(question.square), power)), rel=2e-6)


@few(30)
@given(questions(), st.randoms(use_true_random=False))
def test_order_of_points(question: Question, random: Any) -> None:
    order = list(range(len(question.y)))
    random.shuffle(order)
    moved = Question(question.X[order], question.y[order], question.intercept)
    assert ask(matrix(moved)).kind == ask(matrix(question)).kind


@few(40)
@given(questions(columns=2), st.integers(1, 3), st.sampled_from([0.0, 0.5, 2.0]))
def test_a_polynomial_kernel_asks_about_monomials(question: Question, degree: int, coef0: float) -> None:
    """The images by hand: every monomial of a degree up to `degree`, those below only with a constant."""
    problem = gordan.Points(
        question.X, question.y, question.intercept, kernel="poly", degree=degree, coef0=coef0, gamma=1.0
    )
    lowest = 0 if coef0 > 0 else degree
    columns = [
        np.prod(question.X ** np.array(powers), axis=1)
        for powers in np.ndindex(*(degree + 1,) * question.X.shape[1])
        if lowest <= sum(powers) <= degree
    ]
    expected = gordan.separate(np.column_stack(columns), question.y, intercept=question.intercept)
    assert ask(problem).kind == expected.kind


@few(30)
@given(questions(), st.sampled_from(["rbf", "laplacian"]))
def test_strict_kernels_separate_exactly_what_is_distinct(question: Question, kernel: str) -> None:
    problem = gordan.Points(question.X, question.y, question.intercept, kernel=kernel, gamma=0.5)
    rows = [set(map(tuple, question.X[question.y == label].tolist())) for label in np.unique(question.y)]
    twins = len(rows) == 2 and bool(rows[0] & rows[1])
    assert ask(problem).kind == ("inseparable" if twins else "separable")
