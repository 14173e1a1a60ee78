"""The report in hindsight: its bound is never below what the learner did, and nearly the best there is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import minimize
from scipy.sparse import csr_array

import gordan
from gordan.errors import InputError
from learn.online.streams import LINEAR, dictionaries, integer_stream, small_streams


@pytest.mark.parametrize("name", LINEAR)
@pytest.mark.parametrize("intercept", [True, False])
@settings(max_examples=15, deadline=None)
@given(stream=small_streams())
def test_mistakes_are_within_the_bound(name: str, intercept: bool, stream: tuple[Any, Any]) -> None:
    X, y = stream
    learner = LINEAR[name](intercept=intercept, classes=[0, 1]).partial_fit(X, y)
    report = gordan.online.HingeBound.of(learner, X, y)
    assert report.holds
    assert report.mistakes <= report.updates <= report.bound


@settings(max_examples=25, deadline=None)
@given(stream=small_streams(whole=True))
def test_the_bound_is_not_below_its_exact_value(stream: tuple[Any, Any]) -> None:
    X, y = stream
    learner = gordan.online.OnlinePerceptron(intercept=False, classes=[0, 1]).partial_fit(X, y)
    report = gordan.online.HingeBound.of(learner, X, y)
    u = [Fraction(value) for value in report.coef.tolist()]
    losses = Fraction(0)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        product = sum((Fraction(a) * b for a, b in zip(row, u, strict=True)), Fraction(0))
        losses += max(Fraction(0), 1 - (1 if label else -1) * product)
    mistaken = gordan.online.OnlinePerceptron(intercept=False, classes=[0, 1])
    radius = Fraction(0)
    for row, label in zip(X, y, strict=True):
        before = mistaken.mistakes
        mistaken.learn_one(row, label)
        if mistaken.mistakes > before:
            radius = max(radius, Fraction(float(row @ row)))
    assert Fraction(report.bound) >= radius * sum(v * v for v in u) + 2 * losses
    assert Fraction(report.hinge) >= losses


@pytest.mark.parametrize("intercept", [True, False])
def test_the_comparator_is_nearly_the_best(intercept: bool) -> None:
    X, y = integer_stream(n=80)
    learner = gordan.online.OnlinePerceptron(intercept=intercept).partial_fit(X, y)
    report = gordan.online.HingeBound.of(learner, X, y, tol=1e-3)
    signs, run = np.where(y == "up", 1.0, -1.0), learner._run

    def value(v: Any) -> float:
        d = float(v[-1]) if intercept else 0.0
        losses = np.maximum(0.0, 1.0 - signs * (X @ v[:5] + d)).sum()
        return run.bound(float(v[:5] @ v[:5]), d, float(losses))

    start = np.append(report.coef, report.intercept)
    elsewhere = minimize(value, start, method="Nelder-Mead", options={"maxfev": 4000}).fun
    assert report.least <= elsewhere * (1 + 1e-12)
    assert report.bound <= 1.002 * elsewhere


def test_the_report_is_the_same_dense_sparse_and_by_name() -> None:
    X, y = integer_stream(n=80)
    dense = gordan.online.HingeBound.of(gordan.online.OnlinePerceptron().partial_fit(X, y), X, y)
    sparse = gordan.online.HingeBound.of(gordan.online.OnlinePerceptron().partial_fit(csr_array(X), y), csr_array(X), y)
    learner = gordan.online.OnlinePerceptron()
    for x, label in zip(dictionaries(X), y, strict=True):
        learner.learn_one(x, label)
    named = gordan.online.HingeBound.of(learner, dictionaries(X), y)
    assert dense.bound == pytest.approx(sparse.bound, rel=1e-9) == pytest.approx(named.bound, rel=0.02)
    assert set(named.coef) == {f"x{j}" for j in range(5)}


def test_every_round_counts_its_losses_again() -> None:
    X, y = integer_stream(n=40)
    learner = gordan.online.OnlinePerceptron()
    for _ in range(6):
        learner.partial_fit(X, y)
    report = gordan.online.HingeBound.of(learner, X, y, passes=6)
    assert report.holds
    with pytest.raises(InputError, match="240 examples and was now given 40 in 1 pass"):
        gordan.online.HingeBound.of(learner, X, y)


def test_long_streams_are_compiled_and_bounded() -> None:
    X, y = integer_stream(n=2500, seed=8)
    for matrix in (X, csr_array(X)):
        report = gordan.online.HingeBound.of(
            gordan.online.OnlinePerceptron().partial_fit(matrix, y), matrix, y, tol=0.05
        )
        assert report.mistakes <= report.bound <= 1.06 * report.least


def test_the_words() -> None:
    X, y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [1, 1, 0, 1]
    report = gordan.online.HingeBound.of(gordan.online.OnlinePerceptron(intercept=False).partial_fit(X, y), X, y)
    first, second, *_ = str(report).splitlines()
    numbers = (report.bound, report.least, report.intercept, report.hinge, report.length, report.radius, report.cost)
    assert all(type(number) is float for number in numbers)
    assert report.holds is True
    assert first == f"2 mistakes in 4 examples; at most {int(report.bound)} were possible."
    assert "2 × " in second
    narrow = gordan.online.OnlineAggressivePerceptron(beta=9.0, intercept=False).partial_fit(X, y)
    assert "updates were possible" in str(gordan.online.HingeBound.of(narrow, X, y))


def test_another_sequence_is_noticed_where_a_theorem_fails() -> None:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((60, 2))
    noisy = gordan.online.OnlinePerceptron(intercept=False, classes=[0, 1]).partial_fit(X, rng.integers(0, 2, 60))
    easy = np.where(X[:, 0] > 0, 1, 0)
    apart = X + np.outer(2 * easy - 1, [5.0, 0.0])
    report = gordan.online.HingeBound.of(noisy, apart, easy)
    assert not report.holds
    assert "not the one that was learned" in str(report)


def test_what_has_no_bound_in_hindsight() -> None:
    with pytest.raises(InputError, match="learners that have seen"):
        gordan.online.HingeBound.of(gordan.online.OnlinePerceptron(), [[1.0]], [1])
    kernel = gordan.online.OnlineKernelPerceptron(budget=1).partial_fit([[1.0], [2.0]], [0, 1])
    with pytest.raises(InputError, match="budget=None"):
        gordan.online.HingeBound.of(kernel, [[1.0], [2.0]], [0, 1])
    learner = gordan.online.OnlinePerceptron().partial_fit([[1.0], [2.0]], [0, 1])
    with pytest.raises(InputError, match="passes is 0"):
        gordan.online.HingeBound.of(learner, [[1.0], [2.0]], [0, 1], passes=0)
    with pytest.raises(InputError, match="tol is -1"):
        gordan.online.HingeBound.of(learner, [[1.0], [2.0]], [0, 1], tol=-1)
    with pytest.raises(InputError, match="learner is a object"):
        gordan.online.HingeBound.of(object(), [[1.0]], [1])  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [1e-150, 1e150])
@pytest.mark.parametrize("intercept", [True, False])
def test_the_bound_holds_at_either_end_of_the_doubles(size: float, intercept: bool) -> None:
    X, y = np.array([[1.0, 0.0], [0.0, 1.0], [1e-9, -2.0]]) * size, [1, 0, 1]
    report = gordan.online.HingeBound.of(gordan.online.OnlinePerceptron(intercept=intercept).partial_fit(X, y), X, y)
    assert report.holds
    assert "nan" not in str(report)
    assert "inf" not in str(report)


def test_float32_sparse_rows_are_squared_as_doubles() -> None:
    X, y = csr_array(np.array([[3e30, 1.0], [1.0, -3e30]], dtype=np.float32)), [1, 0]
    report = gordan.online.HingeBound.of(gordan.online.OnlinePerceptron(intercept=False).partial_fit(X, y), X, y)
    assert report.holds
    assert report.bound < 2.5  # R²‖u‖² of a comparator that has both rows on its side; without one it is 4


def test_the_two_theorems_are_told_apart() -> None:
    """A comparator without a loss has Novikoff's bound, any other one the losses in it as well."""
    X, y = [[2.0, 0.0], [-2.0, 1.0], [3.0, 1.0]], [1, 0, 1]
    learner = gordan.online.OnlinePerceptron(intercept=False, classes=[0, 1]).compare([1.0, 0.0]).partial_fit(X, y)
    assert learner.bound == 4.0
    assert "lost nothing so far, so at most R²‖u‖² = 4 updates" in learner.guarantee
    learner.learn_one([1.0, 0.0], 0)
    assert "sum up to 2, so at most R²‖u‖² + 2 × losses = 8 updates" in learner.guarantee
    clean = gordan.online.HingeBound.of(gordan.online.OnlinePerceptron(intercept=False).partial_fit(X, y), X, y)
    assert clean.hinge == 0.0
    assert "for the comparator has no loss" in str(clean)
    noisy = gordan.online.HingeBound.of(learner, [*X, [1.0, 0.0]], [*y, 0])
    assert noisy.hinge > 0.0
    assert "2 × its hinge loss" in str(noisy)
