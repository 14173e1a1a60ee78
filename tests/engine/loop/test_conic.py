"""Conic problems with known answers are decided, proved and verified; what has no proof stays undecided."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.outcome import NullSpaceBall, NullSpacePoint

MIXED = Product([Orthant(2), Lorentz(3), PSD(3), Lorentz(3)])
SOLVERS = ["mirror-prox", "smooth-perceptron", "iterated-smooth-perceptron-von-neumann", "von-neumann"]


def onto(cone: Product, x: Any, m: int, seed: int) -> Conic:
    """Random rows made to cancel x, up to their last digits."""
    A = np.random.default_rng(seed).standard_normal((m, cone.size))
    return Conic(A - np.outer(A @ x, x) / (x @ x), cone)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("cone", [MIXED, Product([Lorentz(6)]), Product([PSD(4)])], ids=str)
def test_both_answers_are_found_and_proved(cone: Product, solver: str) -> None:
    A = np.random.default_rng(1).standard_normal((4, cone.size))
    A[0] = 0.3 * cone.unit
    problem = Conic(A, cone)
    outcome = gordan.solve(problem, solver=solver)
    assert outcome.kind == "separable"
    assert gordan.verify(problem, outcome).holds
    assert 0 < outcome.bracket.lower <= outcome.bracket.upper
    problem = onto(cone, cone.centre.weights, 4, 2)
    outcome = gordan.solve(problem, solver=solver)
    assert outcome.kind == "inseparable"
    assert gordan.verify(problem, outcome).holds
    assert np.linalg.norm(problem.canonical().A @ outcome.weights) < 1e-12
    assert cone.violation(outcome.weights) < 1e-12


def test_a_singular_rational_certificate_is_proved_in_integers() -> None:
    """Only e₁e₁ᵀ cancels: the entry (1, 2) of X must vanish, and (2, 2)."""
    problem = Conic([[[[0.0, 1.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 1.0]]]], PSD(2))
    outcome = gordan.solve(problem)
    assert isinstance(outcome.proof, NullSpacePoint)
    assert outcome.verdict.holds
    np.testing.assert_allclose(problem.split(outcome.weights)[0], [[1.0, 0.0], [0.0, 0.0]])


def test_a_rational_ray_of_a_second_order_cone_is_proved() -> None:
    outcome = gordan.solve(Conic([[4.0, -3.0, 0.0], [5.0, 0.0, -3.0]], Lorentz(3)))
    assert isinstance(outcome.proof, NullSpacePoint)
    np.testing.assert_allclose(outcome.weights, [0.6, 0.8, 1.0])


def test_an_irrational_certificate_is_left_undecided_with_its_bracket() -> None:
    """Two equations leave one ray of 2 × 2 matrices, X = [[2, √2], [√2, 1]] but for its size: singular, irrational."""
    # In svec coordinates (x, √2 y, z) the row (0, 1, −2) asks for y = √2 z.
    problem = Conic([[1.0, 0.0, -2.0], [0.0, 1.0, -2.0]], PSD(2))
    outcome = gordan.solve(problem)
    assert outcome.kind == "undecided"
    assert "singular or irrational" in outcome.reason
    assert outcome.bracket.lower <= 0 <= outcome.bracket.upper <= 1e-5
    assert gordan.verify(problem, outcome).holds


def test_integers_are_asked_for_by_name() -> None:
    problem = Conic([[1.0, -1.0, 0.0]], Lorentz(3))
    outcome = gordan.solve(problem, proof="exact")
    assert isinstance(outcome.proof, NullSpacePoint)
    rounded = gordan.solve(problem)
    assert isinstance(rounded.proof, NullSpaceBall)
    assert not gordan.verify(problem, rounded, proof="exact").holds


def test_the_margin_is_found_where_it_is_asked_for() -> None:
    A = np.random.default_rng(3).standard_normal((3, 4))
    A[0] = 0.5 * Lorentz(4).unit
    outcome = gordan.solve(Conic(A, Lorentz(4)), goal="margin", tol=0.01)
    assert outcome.bracket.gap <= 0.0101


def test_budgets_end_a_run() -> None:
    problem = Conic([[1.0, 0.0, -2.0], [0.0, 1.0, -2.0]], PSD(2))
    assert "max_iter = 3" in gordan.solve(problem, max_iter=3).reason


def test_watchers_look_on() -> None:
    trace = gordan.watch.Trace()
    gordan.solve(Conic([[1.0, 0.0, -2.0], [0.0, 1.0, -2.0]], PSD(2)), solver="mirror-prox", watch=trace, max_iter=5)
    assert len(trace.events) == 5
