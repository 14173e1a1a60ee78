"""The bound in hindsight in a kernel's space: a theorem, and as good as with the features written out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gordan
from gordan.online import HingeBound, OnlineKernelPerceptron, OnlinePerceptron


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
def test_mistakes_are_within_the_bound(seed: int, kernel: str) -> None:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((150, 2))
    y = ((X**2).sum(axis=1) > 1.4) ^ (rng.random(150) < 0.05)
    learner = OnlineKernelPerceptron(kernel=kernel, gamma=1.0)
    for _ in range(2):
        learner.partial_fit(X, y)
    report = HingeBound.of(learner, X, y, passes=2)
    assert report.holds
    assert report.mistakes <= report.bound <= 1.03 * report.least + 1e-6
    assert report.bound <= 2 * 2 * 150 + 1e-6  # what the comparator 0 gives


def test_features_written_out_give_the_same_bound() -> None:
    """(x·y)² over two features has three: x₁², √2 x₁x₂ and x₂²."""
    rng = np.random.default_rng(1)
    X = rng.standard_normal((120, 2))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    F = np.column_stack([X[:, 0] ** 2, 2**0.5 * X[:, 0] * X[:, 1], X[:, 1] ** 2])
    curved = OnlineKernelPerceptron(kernel="poly", degree=2, gamma=1.0, coef0=0.0).partial_fit(X, y)
    plain = OnlinePerceptron(intercept=False).partial_fit(F, y)
    assert curved.mistakes == plain.mistakes
    one, other = HingeBound.of(curved, X, y, tol=1e-3), HingeBound.of(plain, F, y, tol=1e-3)
    assert one.bound == pytest.approx(other.bound, rel=5e-3)


def test_the_number_is_no_less_than_that_of_its_comparator() -> None:
    """In fractions, for the kernel (x·y)² of whole numbers."""
    rng = np.random.default_rng(2)
    X = rng.integers(-3, 4, (40, 2)).astype(float)
    X[~X.any(axis=1), 0] = 1.0
    y = (X[:, 0] + X[:, 1] > 0).astype(int)
    learner = OnlineKernelPerceptron(kernel="poly", degree=2, gamma=1.0, coef0=0.0).partial_fit(X, y)
    report = HingeBound.of(learner, X, y)
    a = [Fraction(v) for v in report.coef]  # type: ignore[union-attr]
    K = [[Fraction(int(p @ q)) ** 2 for q in X] for p in X]
    g = [sum((c * k for c, k in zip(a, row, strict=True)), Fraction(0)) for row in K]
    hinge = sum(max(Fraction(0), 1 - (1 if label else -1) * value) for label, value in zip(y, g, strict=True))
    square = sum(c * value for c, value in zip(a, g, strict=True))
    mistaken = max(Fraction(int(x @ x)) ** 2 for x in learner._weights.rows)
    assert report.bound >= mistaken * square + 2 * hinge


def test_a_budget_and_other_sequences_are_refused() -> None:
    X, y = np.eye(3), [0, 1, 1]
    with pytest.raises(gordan.InputError, match="budget=None"):
        HingeBound.of(OnlineKernelPerceptron(budget=2).partial_fit(X, y), X, y)
    learner = OnlineKernelPerceptron().partial_fit(X, y)
    with pytest.raises(gordan.InputError, match="the sequence it has learned"):
        HingeBound.of(learner, X[:2], y[:2])
