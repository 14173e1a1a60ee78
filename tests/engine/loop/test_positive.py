"""Who answers for w ≥ 0 and who refuses, degenerate answers, and data of every form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.solver import POSITIVE_SOLVERS, SOLVERS
from gordan.errors import UnsuitableSolver
from gordan.outcome import Domination
from law.matrix_game import margin_of

AGAINST = np.array([[2.0, -1.0], [3.0, -2.0], [1.0, -3.0]])  # any w with w₁ > 0 > w₂ separates


def test_winnow_does_not_call_a_direction_with_negative_coefficients_positive() -> None:
    """It used to end with a separator of any sign, found by polishing, where it was asked for w ≥ 0."""
    X = np.array([[-1.0, -2.0], [-2.0, -1.0]])
    problem = gordan.Points(X, [1, 1], False, positive=True)
    outcome = gordan.solve(problem, solver=gordan.solver.Winnow(positive=True))
    assert outcome.kind == "inseparable"
    assert isinstance(outcome.proof, Domination)
    with pytest.raises(UnsuitableSolver, match="positive=True"):
        gordan.separate(X, [1, 1], intercept=False, solver=gordan.solver.Winnow(positive=True))


@pytest.mark.parametrize("name", sorted(SOLVERS.keys() - {"winnow"}))
def test_solvers_of_any_sign_refuse(name: str) -> None:
    with pytest.raises(UnsuitableSolver, match="seeks directions of any sign"):
        gordan.separate(AGAINST, [1, 1, 1], intercept=False, positive=True, solver=name)


@pytest.mark.parametrize("name", POSITIVE_SOLVERS)
def test_solvers_of_one_sign_refuse_other_questions(name: str) -> None:
    with pytest.raises(UnsuitableSolver, match="w ≥ 0 alone"):
        gordan.separate(AGAINST, [1, 1, 1], intercept=False, solver=name)
    with pytest.raises(UnsuitableSolver):
        gordan.solve(gordan.Gram(np.eye(2), [0, 1]), solver=name)


def test_a_kernel_has_no_coefficients() -> None:
    with pytest.raises(gordan.InputError, match="kernel"):
        gordan.Points(AGAINST, [0, 1, 1], positive=True, kernel="rbf")
    with pytest.raises(gordan.InputError, match="positive is 'yes'"):
        gordan.Points(AGAINST, [0, 1, 1], positive="yes")  # type: ignore[arg-type]


def test_questions_about_lengths_are_refused() -> None:
    problem = gordan.Points(np.eye(2), [1, 1], False, positive=True)
    outcome = gordan.solve(problem)
    for ask in (gordan.margin_squared, gordan.compress, gordan.bound.error_bounds):
        with pytest.raises(gordan.InputError, match=r"positive|w ≥ 0"):
            ask(problem, outcome)  # type: ignore[operator]
    with pytest.raises(gordan.InputError, match="w ≥ 0"):
        gordan.separate_many([problem])[0]


@pytest.mark.parametrize("solver", ["auto", "smooth-winnow", "winnow-mirror-prox"])
def test_a_margin_of_exactly_zero(solver: str) -> None:
    """No rounding of weights has every coordinate at most zero: only the very weights do."""
    X = np.array([[3.0, -7.0, 2.0], [-5.0, 11.0, 1.0]])
    rows = np.vstack([X, -(3 * X[0] + 7 * X[1])])
    problem = gordan.Points(rows, [1] * 3, False, positive=True)
    assert margin_of(problem) == 0
    outcome = gordan.solve(problem, solver=solver, polish=True)
    assert outcome.kind == "inseparable"
    assert isinstance(outcome.proof, Domination)
    assert outcome.bracket.upper <= 0.0


@pytest.mark.parametrize("solver", ["auto", "smooth-winnow", "winnow-mirror-prox", "winnow"])
@pytest.mark.parametrize("form", [np.asarray, np.float32, sp.csr_array, sp.csc_array])
@pytest.mark.parametrize("intercept", [False, True])
def test_every_form_of_the_data(solver: str, form: Any, intercept: bool) -> None:
    rng = np.random.default_rng(3)
    X = np.where(rng.random((60, 9)) < 0.5, rng.integers(-8, 9, (60, 9)), 0) / 8.0
    y = X @ rng.uniform(0, 1, 9) > 0.05
    for labels, kind in ((y, "separable"), (rng.permutation(y), "inseparable")):
        outcome = gordan.solve(
            gordan.Points(form(X), labels, intercept, positive=True), solver=solver, max_seconds=20.0
        )
        assert outcome.kind == kind
        assert outcome.verdict.holds


def test_more_points_than_are_taken_at_once() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 30))
    problem = gordan.Points(X, X @ rng.uniform(0, 1, 30) > 0.2, positive=True)
    outcome = gordan.solve(problem)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6


def test_far_from_the_origin() -> None:
    """A shift of 1e8 leaves the margin alone, with an intercept."""
    rng = np.random.default_rng(1)
    X = rng.integers(-64, 65, (50, 4)) / 16.0
    y = X @ [1.0, 2.0, 0.0, 1.0] > 0.5
    near, far = (gordan.solve(gordan.Points(X + shift, y, positive=True)) for shift in (0.0, 2.0**27))
    assert (near.kind, far.kind) == ("separable", "separable")
    assert far.bracket.lower == pytest.approx(near.bracket.lower, rel=1e-6)


def test_a_start_and_a_budget() -> None:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(200, 20))
    problem = gordan.Points(X, X @ rng.uniform(0, 1, 20) > 0, False, positive=True)
    first = gordan.solve(problem, solver="smooth-winnow", max_iter=2)
    assert first.verdict.holds
    again = gordan.solve(problem, start=gordan.solve(problem), solver="smooth-winnow")
    assert (again.kind, again.n_iter) == ("separable", 0)


def test_rows_of_zeros_and_one_class() -> None:
    zero = gordan.solve(gordan.Points([[0.0, 0.0], [1.0, 1.0]], [1, 1], False, positive=True))
    assert (zero.kind, zero.support.tolist()) == ("inseparable", [0])
    with pytest.raises(gordan.InputError, match="row 0 is all zeros"):
        gordan.Points([[0.0, 0.0], [1.0, 1.0]], [1, 1], False, True, positive=True)
