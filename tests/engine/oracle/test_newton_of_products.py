"""Newton steps on products are those on the points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.engine.oracle.build import build
from gordan.problem import Gram, Points
from gordan.problem.canonical import put_gram

INTERCEPT = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])


def draw(n: int, m: int, seed: int) -> tuple[Any, Any, Any, Any]:
    """Integer points, labels, and a pair of weights on the base and slacks inside the cone."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-5, 6, (n, m)).astype(np.float64), np.resize([1.0, -1.0], n)
    x = rng.uniform(0.1, 1.0, n)
    x /= np.where(y > 0, 2.0 * x[y > 0].sum(), 2.0 * x[y < 0].sum())
    return X, y, x, rng.uniform(0.1, 1.0, n)


@INTERCEPT
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("n", "m"), [(30, 5), (8, 25), (2, 9), (40, 1)])
def test_steps_are_those_of_the_points(n: int, m: int, dtype: Any, intercept: bool) -> None:
    for seed in range(3):
        X, y, x, z = draw(n, m, seed)
        ours = build(Points(X, y, intercept=intercept).canonical()).newton(x, z)
        K = (X @ X.T).astype(dtype)
        # A zero point, which has no place in a problem, is as good as any here.
        theirs = build(put_gram(K, None, K.diagonal(), y, intercept=intercept, normalise=False)).newton(x, z)
        assert ours is not None
        assert theirs is not None
        first, ahead = ours.step(0.0), theirs.step(0.0)
        mu = 0.3 * float(x @ z) / n
        for left, right in (
            (first, ahead),
            (ours.step(mu, first), theirs.step(mu, ahead)),
            (ours.step(mu), theirs.step(mu)),
        ):
            np.testing.assert_allclose(right.x, left.x, rtol=1e-7, atol=1e-9)
            np.testing.assert_allclose(right.z, left.z, rtol=1e-7, atol=1e-8)
            np.testing.assert_allclose(X.T @ right.w[0], left.w, rtol=1e-7, atol=1e-8)
            np.testing.assert_allclose(right.w[1], X @ left.w, rtol=1e-7, atol=1e-7)


@INTERCEPT
@pytest.mark.parametrize("slack", [0.0, 1e-320, 1e-200, 1e-30])
def test_slacks_that_vanish(slack: float, intercept: bool) -> None:
    """Where rounding leaves nothing to solve there is no system; there is never an exception."""
    X, y, x, z = draw(20, 4, 10)
    oracle = build(Gram(X @ X.T, y, intercept=intercept).canonical())
    with np.errstate(all="ignore"):
        for slacks in (np.full(20, slack), np.where(np.arange(20) < 10, slack, z)):
            newton = oracle.newton(x, slacks)
            assert slack > 1e-300 or newton is None
            if newton is not None:
                newton.step(0.0)


def test_a_matrix_that_is_none_of_products_is_no_exception() -> None:
    """Eigenvalues far below zero leave no system to solve."""
    K = np.array([[1.0, 3.0], [3.0, 1.0]])
    oracle = build(put_gram(K, None, K.diagonal(), np.ones(2), intercept=False, normalise=False))
    assert oracle.newton(np.array([0.5, 0.5]), np.array([1e-3, 1e-3])) is None
