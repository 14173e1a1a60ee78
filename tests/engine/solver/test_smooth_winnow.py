"""The smoothed Winnow and its Mirror Prox: the inequalities that their rates rest on, at every step, and the rates."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.oracle.build import build
from gordan.engine.solver import SmoothWinnow, WinnowMirrorProx

STEPS = 200


def game(seed: int, *, intercept: bool, n: int = 60, m: int = 12) -> gordan.Points:
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, (n, m)) + (rng.uniform(-5, 5, m) if intercept else 0.0)
    return gordan.Points(X, rng.integers(0, 2, n), intercept, positive=True)


def entropy_above_centre(p: Any) -> float:
    used = p[p > 0]
    return float((used * np.log(used)).sum())


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_excessive_gap_is_kept(seed: int, intercept: bool) -> None:
    """max_w {⟨w, Ax⟩ − μ_w d(w)} ≤ min_x {⟨A*w, x⟩ + μ_x d(x)}, and both smoothings fall."""
    problem = game(seed, intercept=intercept)
    oracle = build(problem.canonical())
    E, theta_x, theta_w = oracle.radius, oracle.cone.theta, np.log(problem.m)
    before = np.inf
    for candidate in islice(SmoothWinnow().candidates(oracle), STEPS):
        mu_w, mu_x, z, image = candidate.state  # type: ignore[misc]
        w = oracle.directions.soften(-image, mu_w)
        x = oracle.cone.soften(z, mu_x)
        above = image @ w - mu_w * (entropy_above_centre(w) + theta_w)
        centre = entropy_above_centre(oracle.cone.centre.weights)
        below = z @ x + mu_x * (entropy_above_centre(x) - centre)
        assert above <= below + 1e-12
        gap = image.max() - oracle.cone.lowest(z)
        assert gap <= mu_w * theta_w + mu_x * theta_x + 1e-12
        assert gap <= 4.0 * E * np.sqrt(theta_x * theta_w) / (candidate.updates + 1) + 1e-12
        assert mu_w + mu_x <= before
        before = mu_w + mu_x


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("adaptive", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_mirror_prox_keeps_its_rate(seed: int, adaptive: bool, intercept: bool) -> None:
    problem = game(seed, intercept=intercept)
    oracle = build(problem.canonical())
    scale = 2.0 * oracle.radius * np.sqrt(oracle.cone.theta * np.log(problem.m))
    for t, candidate in enumerate(islice(WinnowMirrorProx(adaptive).candidates(oracle), STEPS), start=1):
        assert candidate.image is not None
        assert candidate.lowest is not None
        assert candidate.updates == t
        assert candidate.image.max() - candidate.lowest <= scale / t + 1e-12


@pytest.mark.parametrize("solver", [SmoothWinnow(), WinnowMirrorProx(), WinnowMirrorProx(adaptive=False)], ids=repr)
@pytest.mark.parametrize("intercept", [False, True])
def test_the_products_are_those_of_the_points(solver: Any, intercept: bool) -> None:
    """What a candidate carries was added up along the way, and is what one product gives."""
    oracle = build(game(7, intercept=intercept).canonical())
    for candidate in islice(solver.candidates(oracle), 40):
        assert np.allclose(candidate.image, oracle.combine(candidate.weights), atol=1e-12)
        assert abs(candidate.lowest - oracle.cone.lowest(oracle.margins(candidate.direction))) <= 1e-12
        assert oracle.cone.violation(candidate.weights) <= 1e-12
        assert oracle.directions.violation(candidate.direction) <= 1e-12


@pytest.mark.parametrize("name", ["smooth-winnow", "winnow-mirror-prox", "winnow"])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_promised_is_kept_through_solve(name: str, intercept: bool, seed: int) -> None:
    """At the margin itself, which the linear program knows, and not only at the share of it that was found."""
    rng = np.random.default_rng([seed, intercept])
    X, w = rng.uniform(-1.0, 1.0, (80, 10)), rng.uniform(0.0, 1.0, 10)
    values = X @ w
    X = X[abs(values) > 0.1 * w.sum()]
    problem = gordan.Points(X, X @ w > 0, intercept, positive=True)
    margin = gordan.solve(problem).bracket.lower
    outcome = gordan.solve(problem, solver=name)
    form = problem.canonical()
    terms = gordan.engine.solver.Terms(
        rho=margin, eps=0.0, n=problem.n, m=problem.m, reach=form.reach, radius=form.radius, theta=form.cone.theta,
        spread=form.cone.spread, lifted=intercept,
    )  # fmt: skip
    solver = gordan.solver.Winnow(positive=True) if name == "winnow" else gordan.engine.solver.named(name)
    assert outcome.kind == "separable"
    assert outcome.n_iter <= solver.bound(terms)
    assert outcome.guarantee is not None
    assert outcome.n_iter <= outcome.guarantee.iterations


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (5, 1), (3, 3)])
@pytest.mark.parametrize("solver", ["smooth-winnow", "winnow-mirror-prox", "linear-program", "winnow"])
def test_edges(shape: tuple[int, int], solver: str) -> None:
    """One point, one column, and points that are all the same have no entropy or no radius to divide by."""
    for X in (np.ones(shape), -np.ones(shape)):
        outcome = gordan.solve(gordan.Points(X, np.ones(shape[0]), False, positive=True), solver=solver)
        assert outcome.kind == ("separable" if X[0, 0] > 0 else "inseparable")


@pytest.mark.parametrize("name", ["smooth-winnow", "winnow-mirror-prox", "winnow"])
@pytest.mark.parametrize("intercept", [False, True])
def test_as_published_both_answers_are_proved(name: str, intercept: bool) -> None:
    """Without polishing on the way: weights with every coordinate below zero end the run, and are a proof."""
    for seed in range(4):
        problem = game(seed, intercept=intercept)
        outcome = gordan.solve(problem, solver=name, max_seconds=20.0)
        assert outcome.kind == gordan.solve(problem).kind == "inseparable"
        assert outcome.verdict.holds
        assert outcome.bracket.upper <= 0.0
