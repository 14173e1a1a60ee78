"""The mistake bounds are theorems: they hold on every stream, for every comparator, at every moment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import gordan
from learn.online.streams import LINEAR, dictionaries, integer_stream, small_streams

ROUNDING = 1.0 + 1e-9  # of the comparator's sums, which the running bound does not round up


@pytest.mark.parametrize("name", LINEAR)
@pytest.mark.parametrize("intercept", [True, False])
@settings(max_examples=40, deadline=None)
@given(stream=small_streams(), data=st.data())
def test_no_comparator_is_beaten(name: str, intercept: bool, stream: tuple[Any, Any], data: Any) -> None:
    X, y = stream
    u = data.draw(hnp.arrays(np.float64, X.shape[1], elements=st.floats(-3, 3, width=32)))
    d = data.draw(st.floats(-30, 30, width=32)) if intercept else 0.0
    learner = LINEAR[name](intercept=intercept, classes=[0, 1]).compare(u, d)
    for x, label in zip(X, y, strict=True):
        learner.learn_one(x, label)
        assert learner.mistakes <= learner.updates <= learner.bound * ROUNDING


def test_the_bound_is_novikoff_s_where_the_comparator_separates() -> None:
    X, y = np.array([[3.0, 4.0], [-3.0, 4.0], [0.0, -2.0]]), [1, 1, 0]
    learner = gordan.online.OnlinePerceptron(intercept=False, classes=[0, 1]).compare([0.0, 0.5])
    learner.partial_fit(X, y)
    assert learner.hinge == 0.0
    assert learner.bound == 25.0 * 0.25


def test_the_hinge_loss_is_the_same_by_name_by_row_and_by_batch() -> None:
    X, y = integer_stream()
    u = np.array([0.5, -0.25, 1.0, 0.0, 2.0])
    batch = gordan.online.OnlinePerceptron(classes=["down", "up"]).compare(u, 0.5).partial_fit(X, y)
    rows = gordan.online.OnlinePerceptron(classes=["down", "up"]).compare(u, 0.5)
    names = gordan.online.OnlinePerceptron(classes=["down", "up"]).compare({f"x{j}": v for j, v in enumerate(u)}, 0.5)
    for x, row, label in zip(dictionaries(X), X, y, strict=True):
        names.learn_one(x, label)
        rows.learn_one(row, label)
    signed = np.where(y == "up", 1.0, -1.0)
    assert batch.hinge == rows.hinge == names.hinge == np.maximum(0.0, 1.0 - signed * (X @ u + 0.5)).sum()
    assert batch.bound == rows.bound == names.bound


def separable(seed: int) -> tuple[Any, Any, float, float]:
    """Points, labels, margin and radius; the margin is the library's own, verified."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((40, 3)) * rng.uniform(0.5, 3.0, (40, 1))
    X = X[abs(X[:, 0]) > 0.3]
    y = np.where(X[:, 0] > 0, 1, 0)
    outcome = gordan.separate(X, y, intercept=False)
    return X, y, outcome.bracket.lower, float(np.linalg.norm(X, axis=1).max())


def until_quiet(learner: Any, X: Any, y: Any) -> Any:
    updates = -1
    while learner.updates > updates:
        updates = learner.updates
        learner.partial_fit(X, y)
    return learner


@pytest.mark.parametrize("seed", range(4))
def test_the_thresholds_buy_the_margins_they_promise(seed: int) -> None:
    X, y, rho, R = separable(seed)
    signs = np.where(y == 1, 1.0, -1.0)
    alpha, beta = 1.25, R * R
    delta = 1.0 - alpha / 2.0
    promises = [
        (gordan.online.OnlinePerceptron(intercept=False), R**2 / rho**2, 0.0),
        (gordan.online.OnlineAggressivePerceptron(beta=beta, intercept=False), (2 * beta + R**2) / rho**2, rho / 3.0),
        (gordan.online.OnlineRIndependentPerceptron(intercept=False), 9 * R**2 / rho**2, rho / 3.0),
        (
            gordan.online.OnlineInfinityPerceptron(alpha=alpha, intercept=False),
            (R / rho) ** (1.0 / delta),
            (1.0 - delta) * rho - 0.5 * R * (rho / R) ** ((1.0 - delta) / delta),
        ),
    ]
    for learner, most, margin in promises:
        until_quiet(learner, X, y)
        w = learner.coef_
        assert learner.updates <= most * ROUNDING
        assert (signs * (X @ w)).min() / np.linalg.norm(w) >= margin / ROUNDING


@pytest.mark.parametrize("scale", [1.0, 2.0**20, 2.0**-40])
def test_the_growing_coordinate_separates_what_an_intercept_can(scale: float) -> None:
    """No radius is given; units that are powers of two change nothing but units."""
    rng = np.random.default_rng(7)
    X = scale * (rng.integers(-9, 10, (30, 2)) + 40.0)
    y = (X.sum(axis=1) > 80.5 * scale).astype(int)
    learner = until_quiet(gordan.online.OnlinePerceptron(), X, y)
    assert list(learner.predict(X)) == y.tolist()
    plain = until_quiet(gordan.online.OnlinePerceptron(), X / scale, y)
    assert learner.coef_.tolist() == (scale * plain.coef_).tolist()
    assert learner.updates == plain.updates
