"""Every solver finds by products what it finds by points, in as many products as its paper says."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest

from gordan.engine.candidate import Kind
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.engine.oracle.sweep import SweepOracle
from gordan.engine.solver import SOLVERS, MinNormPoint, MirrorProx, SmoothPerceptron, VonNeumann
from gordan.problem import Gram, Points

SERVED = [name for name in SOLVERS if name != "winnow"]
INTERCEPT = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])


def draw(*, separable: bool, intercept: bool) -> tuple[Any, Any]:
    """Integer points, whose products are exact."""
    rng = np.random.default_rng(3)
    X = rng.integers(-6, 7, (40, 3)).astype(np.float64)
    side = X @ [2.0, -1.0, 1.0] + (3.0 if intercept else 0.0)
    X, side = X[side != 0], side[side != 0]
    y = np.where(side > 0, 1, -1)
    return X, y if separable else rng.permutation(y)


def bracket(oracle: Any, candidates: Any) -> tuple[float, float]:
    lower, upper = -math.inf, math.inf
    for candidate in candidates:
        if candidate.lowest is not None and (length := oracle.norm(candidate.direction)) > 0:
            lower = max(lower, candidate.lowest / length)
        if candidate.image is not None:
            upper = min(upper, oracle.norm(candidate.image))
    return lower, upper


def margin(X: Any, y: Any, intercept: bool) -> float:
    oracle = build(Points(X, y, intercept=intercept).canonical())
    lower, upper = bracket(oracle, MinNormPoint().candidates(oracle))
    assert lower == pytest.approx(upper, rel=1e-9)
    return upper


@INTERCEPT
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name", SERVED)
def test_the_margin_is_that_of_the_points(name: str, dtype: Any, intercept: bool) -> None:
    X, y = draw(separable=True, intercept=intercept)
    oracle = build(Gram((X @ X.T).astype(dtype), y, intercept=intercept).canonical())
    solver, rho = SOLVERS[name](), margin(X, y, intercept)
    # Perceptrons say nothing of a lowest product before they are quiet.
    steps = 1500 if solver.needs is SweepOracle and name != "hildreth" else 300
    lower, upper = bracket(oracle, islice(solver.candidates(oracle), steps))
    slack = 1e-5 if dtype == np.float32 else 1e-9
    assert 0 < lower <= rho * (1 + slack)
    assert rho * (1 - slack) <= upper
    if solver.exact:
        # Single precision: what lengths are rounded up by.
        assert upper - lower <= (1e-4 if dtype == np.float32 else 1e-9) * rho


@INTERCEPT
@pytest.mark.parametrize("name", SERVED)
def test_what_cancels_tends_to_zero(name: str, intercept: bool) -> None:
    X, y = draw(separable=False, intercept=intercept)
    oracle = build(Gram(X @ X.T, y, intercept=intercept).canonical())
    lower, upper = bracket(oracle, islice(SOLVERS[name]().candidates(oracle), 250))
    assert lower < 0
    assert upper <= 0.02 * oracle.reach
    if SOLVERS[name].exact:
        assert upper <= 1e-6 * oracle.reach
    # Rounding alone cannot make weights cancel.
    assert upper > 0


@INTERCEPT
def test_an_active_set_hands_over_few_points_that_cancel(intercept: bool) -> None:
    X, y = draw(separable=False, intercept=intercept)
    oracle = build(Gram(X @ X.T, y, intercept=intercept).canonical())
    last = list(MinNormPoint().candidates(oracle))[-1]
    assert last.kind is Kind.CERTIFICATE
    assert last.weights is not None
    assert np.count_nonzero(last.weights) <= 4 + intercept
    assert np.abs(X.T @ (last.weights * oracle.canonical.signs)).max() <= 1e-12


@pytest.mark.parametrize(("solver", "products"), [(MirrorProx(adaptive=False), 2), (SmoothPerceptron(), 1)], ids=repr)
def test_an_iteration_costs_so_many_products(solver: Any, products: int) -> None:
    """Margins come with the direction: two products for Mirror Prox, one where there is one image."""
    X, y = draw(separable=False, intercept=True)
    counted = Counted(build(Gram(X @ X.T, y).canonical()))
    for step, _ in enumerate(islice(solver.candidates(counted), 50), 1):
        assert counted.passes <= products * step + 2
    assert counted.passes >= products * 49


def test_columns_add_up_to_passes() -> None:
    """Worst-point methods fetch a column of either class each time they step, and nothing else."""
    X, y = draw(separable=False, intercept=True)
    counted = Counted(build(Gram(X @ X.T, y).canonical()))
    list(islice(VonNeumann().candidates(counted), 101))
    assert counted.passes == 2 * 101 // len(X)
    fresh = Counted(build(Gram(X @ X.T, y).canonical()))
    run = fresh.begin()
    list(islice(SOLVERS["perceptron"]().candidates(fresh), 20))
    assert run.updates == 0
    assert 0 < fresh.passes <= 20


def test_twins_of_opposite_classes_are_told_from_neighbours() -> None:
    twins = np.array([[0.3, 0.7], [0.3, 0.7], [1.0, 2.0]])
    y = [1, -1, 1]
    oracle = build(Points(twins, y, kernel="rbf", gamma=3.0).canonical())
    last = list(MinNormPoint().candidates(oracle))[-1]
    assert last.kind is Kind.CERTIFICATE
    np.testing.assert_allclose(last.weights, [0.5, 0.5, 0.0])
    near = twins + np.array([[0.0, 0.0], [1e-3, 0.0], [0.0, 0.0]])
    oracle = build(Points(near, y, kernel="rbf", gamma=3.0).canonical())
    lower, upper = bracket(oracle, MinNormPoint().candidates(oracle))
    # Half the distance of their images: √(2 − 2 exp(−3·10⁻⁶))/2.
    assert lower == pytest.approx(math.sqrt(2.0 - 2.0 * math.exp(-3e-6)) / 2.0, rel=1e-4)
    assert upper >= lower


@pytest.mark.parametrize("kernel", [{"kernel": "poly", "degree": 2, "coef0": 1.0, "gamma": 1.0}], ids=["poly"])
def test_a_kernel_is_its_features(kernel: Any) -> None:
    """Of degree 2 in the plane: 1, √2 x, √2 y, x², √2 xy, y²."""
    rng = np.random.default_rng(0)
    X = rng.integers(-4, 5, (30, 2)).astype(np.float64)
    y = np.where(np.square(X).sum(axis=1) > 10.5, 1, -1)
    a, b, root = X[:, 0], X[:, 1], math.sqrt(2.0)
    features = np.column_stack([np.ones(30), root * a, root * b, a**2, root * a * b, b**2])
    oracle = build(Points(X, y, **kernel).canonical())
    assert oracle.dimension == 6
    lower, upper = bracket(oracle, MinNormPoint().candidates(oracle))
    assert lower == pytest.approx(margin(features, y, True), rel=1e-7)
    assert upper == pytest.approx(lower, rel=1e-7)


def test_many_points_are_bounded_without_their_eigenvalues() -> None:
    rng = np.random.default_rng(1)
    X = rng.standard_normal((1600, 3))
    y = np.resize([1, -1], 1600)
    oracle = build(Gram(X @ X.T, y).canonical())
    greatest = float(np.linalg.eigvalsh(X.T @ X)[-1])
    assert greatest <= oracle.spectral <= 2.0 * greatest


def test_products_in_single_precision_keep_their_digits() -> None:
    rng = np.random.default_rng(2)
    X = rng.standard_normal((900, 4))
    K = (X @ X.T).astype(np.float32)
    oracle = build(Gram(K, np.resize([1, -1], 900)).canonical())
    x = oracle.cone.soften(rng.standard_normal(900), 1.0)
    exact = K.astype(np.float64) @ (oracle.signed * x)
    np.testing.assert_allclose(oracle.combine(x)[1], exact, rtol=0, atol=1e-14)
    assert np.shares_memory(oracle.K, K)
