"""Conic problems in every form, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product

K = Product([Orthant(2), PSD(2)])


def test_matrices_and_svec_ask_the_same_question() -> None:
    rng = np.random.default_rng(0)
    stack = rng.standard_normal((3, 2, 2))
    stack = stack + stack.transpose(0, 2, 1)
    plain = Conic([rng.standard_normal((3, 2)), stack], K)
    svec = Conic(plain.canonical().A, K)
    np.testing.assert_array_equal(plain.canonical().A, svec.canonical().A)
    assert gordan.solve(plain).kind == gordan.solve(svec).kind


def test_sparse_and_dense_have_one_digest() -> None:
    A = np.array([[1.0, 0.0, 2.0, 0.0, 3.0], [0.0, -1.0, 0.0, 1.0, 0.5]])
    assert Conic(sp.csc_array(A), K).digest() == Conic(A, K).digest() != Conic(A + 1.0, K).digest()
    assert Conic(A, K).digest() != Conic(A, Product([Orthant(2), Lorentz(3)])).digest()
    assert Conic(A, Product([Orthant(np.int64(2)), PSD(np.int64(2))])).digest() == Conic(A, K).digest()


def test_an_orthant_is_a_question_about_points() -> None:
    outcome = gordan.solve(problem := Conic(sp.csr_array([[1.0, 1.0, -2.0]]), Orthant(3)))
    assert outcome.kind == "inseparable"
    assert gordan.verify(problem, outcome).holds


@pytest.mark.parametrize(
    ("A", "cone", "sentence"),
    [
        (np.ones((2, 4)), K, r"A has 4 columns and the cone 5 dimensions \(2 \+ 3\)"),
        (np.ones((2, 5)), "psd", "cone is 'psd'; give Orthant"),
        ([np.ones((2, 2))], K, "list of 1 pieces and the cone has 2 parts"),
        ([np.ones((2, 2)), np.ones((3, 3))], K, "rows; give each as many"),
        ([np.ones((2, 2)), np.ones((2, 3, 3))], K, r"shape \(3, 3\) and the part is PSD\(2\)"),
        ([np.ones((2, 1)), np.ones((2, 3))], K, "piece 0 of A has 1 columns"),
        ([[[[0.0, 1.0], [2.0, 0.0]]]], PSD(2), r"matrix 0 of piece 0 of A has 1.0 at \(0, 1\) and 2.0 at \(1, 0\)"),
        ([[1.0, np.nan]], Lorentz(2), r"A\[0, 1\] is nan"),
        (np.ones((0, 5)), K, r"shape \(0, 5\)"),
        (np.ones(5), K, r"A has 1 dimension\(s\)"),
        ([["a", "b"]], Lorentz(2), "A holds text, not numbers"),
        ([[2**53, 2**53 + 1]], Lorentz(2), "9007199254740993, which no double represents"),
        ([[0.5, 2**53 + 1]], Lorentz(2), "9007199254740993, which no double represents"),
        ([[[[0, 2**53 + 1], [2**53 + 1, 0]]]], PSD(2), "9007199254740993, which no double represents"),
        ([[1j, 1.0]], Lorentz(2), "A holds complex numbers"),
        (sp.csr_array([[1j, 1.0]]), Lorentz(2), "A holds complex numbers"),
        ([[[[1j, 0.0], [0.0, 1.0]]]], PSD(2), "piece 0 of A holds complex numbers"),
        ([[1.0], [1.0, 2.0]], Lorentz(2), "different lengths"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(A: Any, cone: Any, sentence: str) -> None:
    with pytest.raises(gordan.InputError, match=sentence):
        Conic(A, cone)


def test_an_earlier_answer_is_refused() -> None:
    problem = Conic(np.ones((1, 3)), Lorentz(3))
    with pytest.raises(gordan.InputError, match="leave out start"):
        gordan.solve(problem, start=gordan.solve(problem))


def test_solvers_that_need_points_say_so() -> None:
    with pytest.raises(gordan.errors.UnsuitableSolver, match="choose mirror-prox"):
        gordan.solve(Conic(np.ones((1, 3)), Lorentz(3)), solver="perceptron")


@pytest.mark.parametrize("scale", [2.0**-990, 2.0**-300, 2.0**900])
def test_powers_of_two_change_nothing_but_the_margin(scale: float) -> None:
    fixed = np.random.default_rng(3).standard_normal((1, 3))
    for A in (np.array([[1.0, 0.2, 1.0], [0.3, -0.1, 0.2]]), fixed, sp.csr_array([[1.0, 0.0, 2.0]])):
        plain, scaled = (gordan.solve(Conic(factor * A, PSD(2)), max_seconds=20) for factor in (1.0, scale))
        assert plain.kind == scaled.kind != "undecided"
        assert gordan.verify(Conic(scale * A, PSD(2)), scaled).holds
        assert scaled.bracket.upper <= plain.bracket.upper * scale * 1.01


def test_numbers_next_to_the_smallest_are_refused() -> None:
    with pytest.raises(gordan.InputError, match="give a multiple"):
        Conic([[1e-320, 0.0]], Lorentz(2))
    assert gordan.solve(Conic([[0.0, 0.0]], Lorentz(2))).kind == "inseparable"


def test_a_solver_for_points_says_so_in_plain_words() -> None:
    with pytest.raises(gordan.errors.UnsuitableSolver, match="rescaled-perceptron is for points") as refused:
        gordan.solve(Conic(np.ones((1, 3)), Lorentz(3)), solver="rescaled-perceptron")
    assert "Oracle" not in str(refused.value)
