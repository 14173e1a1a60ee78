"""Every answer is the true one, its proof passes the verifier, and one by one nothing else comes out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from zoo import ZOO
from zoo.min_norm import margin_squared_exactly
from zoo.truth import separable_exactly

QUESTIONS: list[dict[str, Any]] = [
    {"intercept": True},
    {"intercept": False},
    {"intercept": True, "numbers": "decimal"},
    {"intercept": False, "normalise": True},
]
SHAPES = [(2, 1), (5, 1), (4, 2), (9, 2), (6, 3), (11, 3), (7, 4), (10, 5), (4, 6)]


def integers(seed: int, count: int, n: int, m: int) -> tuple[Any, Any]:
    """Small integers, so that ties, duplicates, collinear points and flat problems abound; a third is separable."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (count, n, m)).astype(float)
    X[1::5, -1] = X[1::5, 0]
    X[2::5, :, -1] = X[2::5, :, 0]
    Y = rng.integers(0, 2, (count, n))
    hidden = rng.integers(-2, 3, (count, m, 1))
    Y[::3] = (X @ hidden)[::3, :, 0] > 0.5
    return X, Y


def held(many: gordan.engine.many.Many, X: Any, Y: Any, **how: Any) -> list[tuple[int, gordan.Points]]:
    """The problems that were answered, after a second opinion on each."""
    answered = []
    for i in range(len(many)):
        if i in many.failed:
            continue
        problem = gordan.Points(X[i], Y[i], **how)
        verdict = gordan.verify(problem, many[i])
        assert verdict.holds, (i, verdict.failed)
        assert many[i].verdict.holds
        assert [check.name for check in many[i].verdict.checks] == [check.name for check in verdict.checks]
        answered.append((i, problem))
    return answered


@pytest.mark.parametrize("how", QUESTIONS, ids=str)
@pytest.mark.parametrize(("n", "m"), SHAPES)
def test_small_integers(n: int, m: int, how: dict[str, Any], compiled: None) -> None:
    X, Y = integers(100 * n + m, 60, n, m)
    many = gordan.separate_many(X, Y, **how)
    for i, problem in held(many, X, Y, **how):
        assert many.separable[i] == separable_exactly(X[i], problem.signs, how["intercept"])
        assert many.separable[i] != many.inseparable[i]


@pytest.mark.parametrize("intercept", [True, False])
def test_margins(intercept: bool, way: str) -> None:
    X, Y = integers(7, 60, 6, 3)
    many = gordan.separate_many(X, Y, intercept=intercept)
    for i, problem in held(many, X, Y, intercept=intercept):
        truth = float(margin_squared_exactly(X[i], problem.signs, intercept)) ** 0.5
        assert many.lower[i] <= truth * (1 + 1e-15)
        assert many.upper[i] >= truth * (1 - 1e-15)
        if many.separable[i]:
            assert many.upper[i] - many.lower[i] <= 1e-6 * truth


@pytest.mark.parametrize("how", QUESTIONS, ids=str)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shift", [0.0, 1e5])
def test_drawn_numbers(shift: float, dtype: Any, how: dict[str, Any], way: str) -> None:
    rng = np.random.default_rng(5)
    X = (rng.standard_normal((25, 14, 5)) + shift).astype(dtype)
    Y = rng.choice([-1, 1], (25, 14))
    many = gordan.separate_many(X, Y, **how)
    assert len(held(many, X, Y, **how)) == 25
    assert not many.undecided.any()


@pytest.mark.parametrize("goal", ["decide", "margin"])
def test_as_one_by_one(goal: Any, compiled: None) -> None:
    rng = np.random.default_rng(8)
    X, Y = rng.standard_normal((12, 16, 6)), rng.choice([-1, 1], (12, 16))
    many = gordan.separate_many(X, Y, goal=goal)
    for i, outcome in enumerate(many):
        alone = gordan.separate(X[i], Y[i], solver="min-norm-point", goal=goal)
        assert alone.kind == outcome.kind
        assert max(alone.bracket.lower, outcome.bracket.lower) <= min(alone.bracket.upper, outcome.bracket.upper)
        if goal == "margin" and outcome.kind == "separable":
            assert np.allclose(alone.coef, outcome.coef, rtol=1e-6, atol=1e-9)
            assert abs(alone.intercept - outcome.intercept) <= 1e-6


@pytest.mark.parametrize("how", [{"intercept": True}, {"intercept": False}], ids=str)
def test_integers_only(how: dict[str, Any], compiled: None) -> None:
    rng = np.random.default_rng(3)
    X, Y = rng.standard_normal((20, 12, 4)), rng.choice([-1, 1], (20, 12))
    many = gordan.separate_many(X, Y, proof="exact", **how)
    assert many.alone == 20
    assert 0 < many.separable.sum() < 20
    for i, outcome in enumerate(many):
        assert not isinstance(outcome.proof, gordan.outcome.Enclosure)
        assert gordan.verify(gordan.Points(X[i], Y[i], **how), outcome, proof="exact").holds


def test_the_zoo() -> None:
    """Awkward instances of all shapes, in one call."""
    problems = [gordan.Points(one.X, one.y, one.intercept, one.normalise) for one in ZOO]
    many = gordan.separate_many(problems, max_seconds=60)
    for problem, instance, outcome in zip(problems, ZOO, many, strict=True):
        assert gordan.verify(problem, outcome).holds, instance
        assert outcome.kind == ("separable" if instance.separable else "inseparable"), instance


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("separable", [True, False])
def test_all_of_one_kind(separable: bool, count: int, way: str) -> None:
    """No problem is left for the other half of the work."""
    points = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0], [1.5, 1.75]]) + np.arange(count)[:, None, None]
    labels = [0, 0, 0, 1] if not separable else [0, 1, 1, 1]
    many = gordan.separate_many(points, labels)
    assert (many.separable == separable).all()
    assert many.alone == 0
    held(many, points, [labels] * count)
