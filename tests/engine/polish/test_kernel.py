"""Polishing in kernels' spaces: integers from weights, offsets from coefficients."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import claimed
import gordan
from gordan.engine.polish import kernel_cancellation, kernel_refine, kernel_separator

LINE = np.arange(1.0, 9.0)[:, None]


def cancels(problem: Any, proof: Any) -> bool:
    told: dict[str, Any] = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": ""}
    claim = claimed.inseparable(
        **told,
        classes=problem.classes,
        bracket=gordan.outcome.Bracket(upper=0.0),
        proof=proof,
        weights=proof.weights(problem.n),
    )
    return gordan.verify(problem, claim).holds


@pytest.mark.parametrize("degree", [1, 2, 4])
@pytest.mark.parametrize("intercept", [True, False])
def test_weights_on_all_rows_become_few_integers(degree: int, intercept: bool) -> None:
    """Classes that alternate on a line change sides more often than a polynomial of this degree has roots."""
    problem = gordan.Points(LINE, np.arange(8) % 2, intercept, kernel="poly", degree=degree, coef0=1.0)
    proof = kernel_cancellation(problem, np.ones(8)).proof
    assert isinstance(proof, gordan.outcome.Cancellation)
    # Independent images but for one relation: a monomial for each degree, one point more, one more for the constant.
    assert len(proof.support) <= degree + 2
    assert cancels(problem, proof)


def test_the_same_from_the_matrix() -> None:
    problem = gordan.Gram((LINE @ LINE.T + 1) ** 2, np.arange(8) % 2)
    proof = kernel_cancellation(problem, np.ones(8)).proof
    assert proof is not None
    assert cancels(problem, proof)


def test_nothing_comes_of_rounded_products() -> None:
    """A rounded matrix has no null space; and of other kernels no values are fractions."""
    X = LINE / 10
    rounded = gordan.Gram((X @ X.T + 1) ** 2, np.arange(8) % 2)
    found = kernel_cancellation(rounded, np.ones(8)).proof
    assert found is None or cancels(rounded, found)
    assert kernel_cancellation(gordan.Points(X, np.arange(8) % 2, kernel="rbf"), np.ones(8)).proof is None
    assert kernel_cancellation(rounded, np.zeros(8)).proof is None


def test_an_offset_where_no_double_lies_between_is_a_fraction() -> None:
    """Two neighbouring doubles, and their products with the first: as near to one another as doubles are."""
    X = np.array([[1.0], [1.0 + 2.0**-52]])
    problem = gordan.Points(X, [0, 1], kernel="poly", degree=1, gamma=1.0, coef0=0.0)
    proof = kernel_separator(problem, np.array([1.0, 0.0]), (0, 1))
    assert isinstance(proof.offset, Fraction)
    assert Fraction(float(X[0, 0])) < -proof.offset < Fraction(float(X[1, 0]))


def test_without_an_intercept_there_is_no_offset() -> None:
    problem = gordan.Points(LINE, np.arange(8) % 2, False, kernel="rbf")
    assert kernel_separator(problem, np.ones(8), (0, 1)).offset == 0.0


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("normalise", [True, False])
def test_a_support_is_solved_anew_in_double_precision(intercept: bool, normalise: bool) -> None:
    """Weights near the best ones, as single precision leaves them, become the best ones of their rows."""
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(12, 2)), np.arange(12) % 2
    problem = gordan.Points(X, y, intercept, normalise, kernel="poly", degree=6, coef0=1.0)
    best = gordan.solve(problem)
    assert best.weights is not None
    rough = best.weights * rng.uniform(0.9, 1.1, 12)
    refined = kernel_refine(problem, rough)
    assert refined is not None
    c, weights = refined
    proof = kernel_separator(problem, c, tuple(range(12)))
    told: dict[str, Any] = {"reason": "", "n_iter": 0, "n_passes": 0, "seconds": 0.0, "solver": "", "classes": (0, 1)}
    shown = {"dual_coef": c, "offset": proof.offset, "intercept": float(proof.offset)}
    bracket = gordan.outcome.Bracket(best.bracket.lower * (1 - 1e-6), best.bracket.upper * (1 + 1e-6))
    claim = claimed.separable(**told, **shown, bracket=bracket, weights=weights, proof=proof)
    assert gordan.verify(problem, claim).holds


def test_single_precision_costs_no_digits_of_the_bracket() -> None:
    angles = np.random.default_rng(0).uniform(0, np.pi, 200)
    y = np.arange(200) % 2
    arcs = np.column_stack([np.cos(angles), np.sin(angles)])
    X = np.where(y[:, None] == 0, arcs, [1.0, 0.5] - arcs).astype(np.float32)
    outcome = gordan.separate(X, y, kernel="rbf", gamma=2.0)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly", lambda A, B: A @ B.T + 1.0])
@pytest.mark.parametrize("X", [np.zeros((2, 1)), np.array([[-0.0], [0.0]]), np.zeros((2, 1), np.float32)])
def test_contradictory_points_at_the_origin_cancel(kernel: Any, X: Any) -> None:
    """The image of the origin is not zero: both rows are needed."""
    problem = gordan.Points(X, [0, 1], kernel=kernel, gamma=1.0, coef0=1.0, intercept=False)
    outcome = gordan.solve(problem)
    assert outcome.proof == gordan.outcome.Cancellation((0, 1), (1, 1))
    assert gordan.verify(problem, outcome).holds


@pytest.mark.parametrize("normalise", [True, False])
def test_a_small_raw_weight_on_a_long_image_is_kept(normalise: bool) -> None:
    """x and −x' have opposite images of odd degree whose lengths differ by ten orders of magnitude."""
    problem = gordan.Points(
        [[0.0033], [0.442], [-1.43]], [0, 1, 0], False, normalise, kernel="poly", degree=5, gamma=4.76e-4
    )
    outcome = gordan.solve(problem)
    assert outcome.kind == "inseparable"
    assert gordan.verify(problem, outcome, proof="exact").holds
