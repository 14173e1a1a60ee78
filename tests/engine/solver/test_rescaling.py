"""Rescaling makes small margins cheap: the lecture's worst case in a few dozen steps whatever K, and thin cones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan import Conic
from gordan.cone import PSD, Lorentz, Orthant, Product
from gordan.solver import ProjectionRescaling, RescaledPerceptron, VonNeumann
from gordan.testing import instances
from gordan.testing.instances import conic_separable

METHODS = [ProjectionRescaling(), ProjectionRescaling(VonNeumann()), RescaledPerceptron()]


@pytest.mark.parametrize("solver", [*METHODS, "auto"], ids=str)
@pytest.mark.parametrize("K", [10.0, 1e3, 1e6])
def test_the_lecture_s_worst_case_takes_few_steps(solver: Any, K: float) -> None:
    instance = instances.worst_case(K)
    outcome = gordan.separate(instance.X, instance.y, intercept=False, solver=solver, goal="decide", max_iter=300)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds


@pytest.mark.parametrize("solver", METHODS, ids=str)
@pytest.mark.parametrize("intercept", [False, True])
def test_steps_grow_with_the_logarithm_of_the_margin(solver: Any, intercept: bool) -> None:
    used = []
    for rho in (1e-2, 1e-4, 1e-6):
        instance = instances.separable(3, 12, rho, intercept=intercept, random_state=1)
        outcome = gordan.separate(instance.X, instance.y, intercept=intercept, solver=solver, max_iter=20_000)
        assert outcome.kind == "separable"
        used.append(outcome.n_iter)
    # A method of the order 1/ρ would need ten thousand times as many.
    assert used[2] <= 50 * max(used[0], 10)


@pytest.mark.parametrize("cone", [Product([Lorentz(8)]), Product([PSD(4)]), Product([Orthant(3), Lorentz(4), PSD(3)])])
@pytest.mark.parametrize("rho", [1e-2, 1e-5])
@pytest.mark.parametrize("basic", [ProjectionRescaling(), ProjectionRescaling(VonNeumann())], ids=str)
def test_thin_cones_are_decided(cone: Any, rho: float, basic: Any) -> None:
    instance = conic_separable(cone, 4, rho)
    outcome = gordan.solve(Conic(instance.A, cone), solver=basic, max_iter=20_000)
    assert outcome.kind == "separable"
    assert outcome.bracket.lower <= rho * (1 + 1e-9)


def test_a_procedure_that_is_none_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="give a solver such as SmoothPerceptron"):
        ProjectionRescaling("von-neumann")  # type: ignore[arg-type]


def test_dependent_rows_are_no_hindrance() -> None:
    X = np.array([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [-1.0, -2.0, 0.0]])
    for solver in METHODS:
        assert gordan.separate(X, [1, 1, 0], intercept=False, solver=solver).kind == "separable"


def rings(gap: float) -> tuple[Any, Any]:
    angle, y = np.random.default_rng(1).uniform(0, 2 * np.pi, 80), np.arange(80) % 2
    radius = 1.0 + gap * y
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), y


@pytest.mark.parametrize("solver", METHODS, ids=str)
@pytest.mark.parametrize("intercept", [False, True])
def test_steps_grow_with_the_logarithm_in_the_space_of_a_kernel(solver: Any, intercept: bool) -> None:
    used = []
    for gap in (0.5, 2e-2, 1e-3):
        X, y = rings(gap)
        kernel: Any = {"kernel": "poly", "degree": 2, "coef0": 1.0}
        outcome = gordan.separate(X, y, intercept=intercept, solver=solver, max_iter=20_000, **kernel)
        assert outcome.kind == "separable"
        assert outcome.verdict.holds
        used.append(outcome.n_iter)
    # A method of the order 1/ρ would need five hundred times as many.
    assert used[2] <= 60 * max(used[0], 10)


@pytest.mark.parametrize("solver", METHODS, ids=str)
@pytest.mark.parametrize("intercept", [False, True])
def test_images_that_cancel_are_told(solver: Any, intercept: bool) -> None:
    rng = np.random.default_rng(2)
    X, y = rng.integers(-5, 6, (40, 2)).astype(float), rng.integers(0, 2, 40)
    kernel: Any = {"kernel": "poly", "degree": 2, "coef0": 1.0}
    outcome = gordan.separate(X, y, intercept=intercept, solver=solver, max_iter=20_000, **kernel)
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds
