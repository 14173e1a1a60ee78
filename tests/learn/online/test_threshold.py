"""β has one unit in solvers and online learners: the threshold itself, of a squared length."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.online import OnlineAggressivePerceptron, OnlineInfinityPerceptron
from gordan.solver import AggressivePerceptron, InfinityPerceptron
from gordan.testing import instances


def quietly(learner: Any, X: Any, y: Any) -> Any:
    """The learner after so many passes that the last one made no update."""
    before = -1
    while learner.updates > before:
        before = learner.updates
        learner.partial_fit(X, y)
    return learner


@pytest.mark.parametrize("beta", [0.1, 3.0, 40.0])
def test_solver_and_learner_agree_on_a_threshold(beta: float) -> None:
    one = instances.separable_integers(3, 30)
    outcome = gordan.separate(one.X, one.y, intercept=False, solver=AggressivePerceptron(beta))
    learner = quietly(OnlineAggressivePerceptron(beta=beta, intercept=False), one.X, one.y)
    assert learner.updates == outcome.n_iter
    assert np.array_equal(learner.coef_ / abs(learner.coef_).max(), outcome.coef / abs(outcome.coef).max())


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("power", [-4, 3, 300, -300])
def test_a_threshold_scales_with_the_square_of_the_points(power: int, intercept: bool) -> None:
    """By powers of two, exact, and where squares are still doubles: so also where the data are scaled beforehand."""
    one = instances.separable(4, 40, 0.1, intercept=intercept)
    plain = gordan.separate(one.X, one.y, intercept=intercept, solver=AggressivePerceptron(2.0))
    scaled = gordan.separate(
        one.X * 2.0**power, one.y, intercept=intercept, solver=AggressivePerceptron(2.0 * 4.0**power)
    )
    assert scaled.n_iter == plain.n_iter > 1
    assert scaled.guarantee is not None
    assert plain.guarantee is not None
    assert scaled.guarantee.iterations == pytest.approx(plain.guarantee.iterations, rel=1e-9)


def test_none_is_the_squared_length_of_the_longest_point() -> None:
    """Rounded up by some units, which matters where products of whole numbers meet it: so no whole numbers here."""
    one = instances.separable(3, 30, 0.1)
    X = one.X * np.linspace(1.0, 3.7, 30)[:, None]
    reach = float((X**2).sum(axis=1).max())
    default = gordan.separate(X, one.y, intercept=False, solver="aggressive-perceptron")
    given = gordan.separate(X, one.y, intercept=False, solver=AggressivePerceptron(reach))
    assert given.n_iter == default.n_iter
    assert np.array_equal(given.coef, default.coef)


@pytest.mark.parametrize("rule", [InfinityPerceptron, OnlineInfinityPerceptron])
def test_delta_stands_for_alpha(rule: Any) -> None:
    assert rule(delta=0.25).alpha == rule(alpha=1.5).alpha == 1.5
    assert rule(alpha=1.5, delta=0.25).alpha == 1.5
    with pytest.raises(gordan.InputError, match="give one of them"):
        rule(alpha=1.6, delta=0.25)
    for delta in (0.0, 0.5, -1.0, float("nan"), "0.1", True):
        with pytest.raises(gordan.InputError, match="delta is"):
            rule(delta=delta)


@pytest.mark.parametrize("seed", range(20))
def test_algorithm_3_keeps_its_promise_without_the_factor_4(seed: int) -> None:
    """The statement of docs/solvers.md: β = ‖x‖² of the longest point added gives 3R²/ρ² updates and a third of ρ."""
    rng = np.random.default_rng(seed)
    rho = float(rng.choice([0.4, 0.2, 0.1]))
    one = instances.separable(3, 30, rho)
    lengths = 2.0 ** rng.uniform(-1, 1, len(one.y))
    A = one.X * (one.y * lengths)[:, None]
    best = gordan.separate(A, np.ones(len(A)), intercept=False, goal="margin").bracket
    w, beta, t, quiet = np.zeros(3), 0.0, 0, False
    while not quiet:
        quiet = True
        for a in A[rng.permutation(len(A))]:
            if a @ w <= beta:
                w, t, beta, quiet = w + a, t + 1, max(beta, float(a @ a)), False
                assert w @ w <= (1 + 1e-9) * 3 * beta * t
    assert t <= 3 * float((lengths**2).max()) / best.lower**2
    assert (A @ w).min() / np.linalg.norm(w) >= (1 - 1e-9) * best.upper / 3
