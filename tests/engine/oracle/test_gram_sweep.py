"""Sweeps through products take the very steps that sweeps through the points take, on integers where all is exact."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from gordan.engine.compiled import SweepState, sweep_dense
from gordan.engine.oracle.build import build
from gordan.engine.oracle.sweep import Rule
from gordan.engine.solver import (
    AggressivePerceptron,
    Hildreth,
    InfinityPerceptron,
    Perceptron,
    RIndependentPerceptron,
)
from gordan.problem import Gram, Points
from gordan.problem.canonical import put_gram

SEQUENTIAL = [
    Perceptron(),
    Perceptron(order="shuffled"),
    Perceptron(order="worst"),
    Perceptron(combine="averaged"),
    Perceptron(combine="voted"),
    AggressivePerceptron(),
    AggressivePerceptron(beta=0.5, shuffled=True),
    RIndependentPerceptron(),
    InfinityPerceptron(),
]
RULES = [Rule.rosenblatt(), Rule.aggressive(50.0), Rule.r_independent(), Rule.infinity(1.5, 7.0), Rule.hildreth()]


def draw(seed: int, *, separable: bool) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, (45, 4)).astype(np.float64)
    X[~X.any(axis=1), 0] = 1.0
    y = np.where(X @ [3.0, -2.0, 1.0, 0.5] > 0, 1, -1)
    return X, y if separable else rng.permutation(y)


def products(X: Any, dtype: Any = np.float64) -> Any:
    return (X @ X.T).astype(dtype)


@pytest.mark.parametrize("separable", [True, False])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("solver", SEQUENTIAL, ids=repr)
def test_every_sequential_solver_takes_the_same_steps(solver: Any, dtype: Any, separable: bool) -> None:
    X, y = draw(1, separable=separable)
    by_points = build(Points(X, y, intercept=False).canonical())
    by_products = build(Gram(products(X, dtype), y, intercept=False).canonical())
    # R is a root, which two ways round differently: a threshold made of it must be the same one.
    by_products.reach = by_points.reach
    runs = (islice(solver.candidates(oracle), 40) for oracle in (by_points, by_products))
    for ours, theirs in zip(*runs, strict=True):
        assert ours.updates == theirs.updates
        assert (ours.weights is None) == (theirs.weights is None)
        if ours.weights is not None:
            np.testing.assert_array_equal(ours.weights, theirs.weights)
        np.testing.assert_allclose(X.T @ theirs.direction[0], ours.direction, rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(X @ ours.direction, theirs.direction[1], rtol=1e-13, atol=1e-11)
        assert (ours.lowest is None) == (theirs.lowest is None)
        if ours.lowest is not None:
            assert ours.lowest == pytest.approx(theirs.lowest, rel=1e-13)


@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_lift_and_factors_change_nothing_about_it(rule: Rule, normalise: bool, lifted: bool) -> None:
    """The points about the origin, for products know no other centre, against the pairs' sweeps."""
    X, y = draw(2, separable=True)
    canonical = Gram(products(X), y, intercept=lifted, normalise=normalise).canonical()
    oracle, run = build(canonical), build(canonical).begin()
    state, rng = SweepState.begin(*X.shape), np.random.default_rng(0)
    for _ in range(8):
        order = rng.permutation(len(X))
        run = oracle.sweep(run, rule, order)
        sweep_dense(X, canonical.signs, canonical.factors, None, canonical.lifted, order, rule, state, compiled=False)
        theirs: Any = run.state
        np.testing.assert_allclose(theirs.counts, state.counts, rtol=1e-9, atol=1e-12)
        assert theirs.visits == state.visits
        if rule.name != "hildreth":
            assert (theirs.updates, theirs.quiet) == (state.updates, state.quiet)
        assert theirs.b == pytest.approx(state.b, rel=1e-9, abs=1e-9)
        names = (
            ("w", "positive", "total") if rule.name == "hildreth" else ("w", "positive", "total", "average", "survivor")
        )
        for name in names:
            c, f = getattr(theirs, name)
            np.testing.assert_allclose(X.T @ c, getattr(state, name), rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(f, X @ getattr(state, name), rtol=1e-9, atol=1e-8)
        if state.quiet and theirs.quiet:
            assert theirs.lowest_positive == pytest.approx(state.lowest_positive, rel=1e-9)
            assert theirs.lowest_negative == pytest.approx(state.lowest_negative, rel=1e-9)


def test_a_part_of_the_points_may_be_visited_twice() -> None:
    X, y = draw(3, separable=True)
    canonical = Gram(products(X), y, intercept=False).canonical()
    order, state = np.array([5, 5, 7, 5, 2, 2]), SweepState.begin(*X.shape)
    run = build(canonical).sweep(build(canonical).begin(), Rule.hildreth(), order)
    sweep_dense(X, canonical.signs, None, None, 0.0, order, Rule.hildreth(), state, compiled=False)
    found: Any = run.state
    np.testing.assert_allclose(found.counts, state.counts, rtol=1e-13)
    assert run.updates >= 3


def test_hildreth_prices_and_visits_the_same_points() -> None:
    X, y = draw(4, separable=True)
    ours = build(Points(X, y, intercept=False).canonical())
    theirs = build(Gram(products(X), y, intercept=False).canonical())
    for left, right in zip(*(islice(Hildreth().candidates(oracle), 30) for oracle in (ours, theirs)), strict=True):
        # Steps at the level of rounding are updates or none: their number is not compared.
        assert left.lowest == pytest.approx(right.lowest, rel=1e-9)
        if left.weights is not None:
            np.testing.assert_allclose(left.weights, right.weights, rtol=1e-8, atol=1e-12)


def test_a_zero_point_gathers_weight() -> None:
    K = products(np.array([[0.0, 0.0], [1.0, 2.0]]))
    oracle = build(put_gram(K, None, K.diagonal(), np.ones(2), intercept=False, normalise=False))
    run = oracle.sweep(oracle.begin(), Rule.hildreth(), np.arange(2))
    state: Any = run.state
    assert state.counts.tolist() == [1.0, 0.2]
    assert run.direction[1].tolist() == [0.0, 1.0]
