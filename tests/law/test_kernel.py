"""Laws of kernels: products are all that counts, whether a matrix has them or a kernel makes them of points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gordan
from engine.polish.test_kernel_settle import monomials
from law.draw import MAX_SECONDS, Question, few, questions
from zoo.truth import separable_exactly

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


ULP = 2.0**-52
NEAR = {  # integers made into doubles that nearly coincide, or whose images nearly cancel
    "tenths": lambda X: X / 10,
    "tenths far away": lambda X: X / 10 + 1e8,
    "neighbours of 1": lambda X: 1 + X * 2 * ULP,
    "a little off": lambda X: X * (1 + ULP * (np.arange(X.size).reshape(X.shape) % 3 - 1)),
}
nearly = st.sampled_from([*NEAR])


def polynomial(question: Question, near: str, degree: int, coef0: float = 1.0, gamma: float = 1.0) -> gordan.Points:
    X = NEAR[near](question.X)
    return gordan.Points(X, question.y, question.intercept, kernel="poly", degree=degree, gamma=gamma, coef0=coef0)


@few(120)
@given(questions(), nearly, st.integers(1, 3), st.sampled_from([0.0, 0.1, 1.0]))
def test_nothing_is_undecided_where_products_are_fractions(
    question: Question, near: str, degree: int, coef0: float
) -> None:
    """However near images are to cancelling, the answer is that of their monomials in fractions."""
    problem = polynomial(question, near, degree, coef0)
    images = monomials(problem.X, degree, lower=coef0 > 0)
    expected = separable_exactly(images, problem.signs, question.intercept)
    assert ask(problem).kind == ("separable" if expected else "inseparable")


@few(30)
@given(questions(), nearly, st.integers(1, 3), st.randoms(use_true_random=False))
def test_order_labels_and_copies_of_nearly_equal_points(
    question: Question, near: str, degree: int, random: Any
) -> None:
    order = list(range(len(question.y)))
    random.shuffle(order)
    problem = polynomial(question, near, degree)
    X, y, asked = problem.X, question.y, {"kernel": problem.kernel, "intercept": question.intercept}
    kind = ask(problem).kind
    assert ask(gordan.Points(X[order], y[order], **asked)).kind == kind
    assert ask(gordan.Points(np.vstack([X, X[order[:1]]]), np.append(y, y[order[0]]), **asked)).kind == kind
    if question.intercept:
        assert ask(gordan.Points(X, -y, **asked)).kind == kind


@few(30)
@given(questions(), nearly, st.integers(1, 3), st.sampled_from([-200, -1, 3, 100]))
def test_points_in_other_units_have_the_same_products(question: Question, near: str, degree: int, power: int) -> None:
    """2^p x beside gamma 4^-p: not a digit of any product changes, nor of what is proved by fractions."""
    problem = polynomial(question, near, degree)
    gamma = float(np.ldexp(1.0, -2 * power))
    scaled = gordan.Points(
        np.ldexp(problem.X, power), question.y, question.intercept, kernel="poly", degree=degree, gamma=gamma, coef0=1.0
    )
    one, other = ask(problem), ask(scaled)
    assert one.kind == other.kind
    if isinstance(one.proof, gordan.outcome.IntegerKernelSeparator):
        assert other.proof == one.proof
        assert other.bracket == one.bracket


@few(20)
@given(questions(), nearly, st.integers(1, 2))
def test_a_hyperplane_in_integers_proves_nothing_of_other_labels(question: Question, near: str, degree: int) -> None:
    problem = polynomial(question, near, degree)
    outcome = ask(problem)
    if outcome.kind == "separable" and question.intercept:
        other = gordan.Points(problem.X, -question.y, kernel=problem.kernel)
        assert not gordan.verify(other, outcome).holds
