"""Newton steps against the whole system of equations, solved densely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.engine.oracle.build import build
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.subset import subset
from gordan.problem import Points
from gordan.problem.canonical import put

FORMS = {"dense": np.asarray, "csr": sp.csr_array, "csc": sp.csc_array}
QUESTIONS = {
    "intercept": {"intercept": True},
    "no intercept": {"intercept": False},
    "normalised": {"intercept": False, "normalise": True},
}


def draw(n: int, m: int, seed: int) -> tuple[Any, Any, Any, Any]:
    """Points, labels, and a pair of weights and slacks inside the cone."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((n, m)), np.resize([1.0, -1.0], n)
    return X, y, rng.uniform(0.1, 1.0, n) / n, rng.uniform(0.1, 1.0, n)


def whole_system(A: Any, P: Any, x: Any, z: Any, target: Any) -> tuple[Any, Any, Any]:
    """dw = A dx, dz = A*dw − P dtau, P'dx = 0 and z∘dx + x∘dz = target − x∘z, one under the other."""
    m, n, k = *A.shape, P.shape[1]
    rows = [
        [np.eye(m), -A, np.zeros((m, n)), np.zeros((m, k))],
        [-A.T, np.zeros((n, n)), np.eye(n), P],
        [np.zeros((k, m)), P.T, np.zeros((k, n)), np.zeros((k, k))],
        [np.zeros((n, m)), np.diag(z), np.diag(x), np.zeros((n, k))],
    ]
    right = np.concatenate([np.zeros(m + n + k), target - x * z])
    solution = np.linalg.solve(np.block(rows), right)
    return solution[:m], solution[m : m + n], solution[m + n : m + 2 * n]


def classes(y: Any, intercept: bool) -> Any:
    return np.column_stack([y > 0, y < 0]).astype(float) if intercept else np.ones((y.size, 1))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("n", "m"), [(30, 5), (12, 12), (8, 25), (2, 9), (40, 1)])
def test_steps_solve_the_whole_system(n: int, m: int, question: str, form: str) -> None:
    """With more points than dimensions, with fewer, and with as many."""
    for seed in range(3):
        X, y, x, z = draw(n, m, seed)
        oracle = build(Points(FORMS[form](X), y, **QUESTIONS[question]).canonical())
        lengths = np.linalg.norm(X, axis=1)[:, None] if question == "normalised" else 1.0
        A, P = (X / lengths * y[:, None]).T, classes(y, question == "intercept")
        newton = oracle.newton(x, z)
        first = newton.step(0.0)
        for mine, true in zip(first, whole_system(A, P, x, z, 0.0), strict=True):
            np.testing.assert_allclose(mine, true, rtol=1e-8, atol=1e-10)
        # The second step corrects for what the first one's product would add.
        mu = 0.3 * float(x @ z) / n
        for mine, true in zip(newton.step(mu, first), whole_system(A, P, x, z, mu - first.x * first.z), strict=True):
            np.testing.assert_allclose(mine, true, rtol=1e-8, atol=1e-10)
        for mine, true in zip(newton.step(mu), whole_system(A, P, x, z, mu), strict=True):
            np.testing.assert_allclose(mine, true, rtol=1e-8, atol=1e-10)


def test_far_from_the_origin() -> None:
    """With an intercept a common shift is no part of a step."""
    X, y, x, z = draw(30, 4, 7)
    x /= classes(y, True) @ (2.0 * classes(y, True).T @ x)
    near = build(Points(X, y).canonical()).newton(x, z).step(0.01)
    far = build(Points(np.round(X * 2**20) / 2**20 + 2.0**25, y).canonical()).newton(x, z).step(0.01)
    for mine, other in zip(near, far, strict=True):
        np.testing.assert_allclose(mine, other, atol=1e-4)


def test_single_precision() -> None:
    X, y, x, z = draw(30, 5, 8)
    narrow = X.astype(np.float32)
    step = build(Points(narrow, y, intercept=False).canonical()).newton(x, z).step(0.01)
    A = (narrow.astype(np.float64) * y[:, None]).T
    for mine, true in zip(step, whole_system(A, np.ones((30, 1)), x, z, 0.01), strict=True):
        np.testing.assert_allclose(mine, true, atol=1e-4)


@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
@pytest.mark.parametrize("form", FORMS)
def test_points_that_hardly_matter_are_left_out(form: str, intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The linear relations hold to the last digit all the same, and the products almost."""
    X, y, x, z = draw(3000, 4, 9)
    z[300:] *= 1e6
    x[300:] *= 1e-3
    oracle = build(Points(FORMS[form](X), y, intercept=intercept).canonical())
    A, P = (X * y[:, None]).T, classes(y, intercept)
    asked = []
    unsigned = oracle.unsigned
    monkeypatch.setattr(oracle, "unsigned", lambda rows: asked.append(len(x[rows])) or unsigned(rows))
    step = oracle.newton(x, z).step(1e-9)
    assert 250 <= sum(asked) <= 1500
    size = np.abs(step.x).max()
    np.testing.assert_allclose(step.w, A @ step.x, atol=1e-12 * (1 + np.abs(step.w).max()))
    assert (np.abs(P.T @ step.x) <= 1e-10 * size * x.size).all()
    lowered = A.T @ step.w - step.z
    for block in P.T > 0:
        assert np.ptp(lowered[block]) <= 1e-10 * (1 + np.abs(lowered).max())
    missed = z * step.x + x * step.z - (1e-9 - x * z)
    assert np.abs(missed).max() <= 1e-2 * np.abs(x * z).max()
    assert np.abs(missed).max() > 0


@pytest.mark.parametrize(("n", "m"), [(20, 4), (5, 12)])
@pytest.mark.parametrize("slack", [0.0, 1e-320, 1e-200, 1e-30])
def test_slacks_that_vanish(slack: float, n: int, m: int) -> None:
    """Where rounding leaves nothing to solve there is no system; there is never an exception."""
    X, y, x, z = draw(n, m, 10)
    with np.errstate(all="ignore"):
        for intercept in (False, True):
            oracle = build(Points(X, y, intercept=intercept).canonical())
            newton = oracle.newton(x, np.full(n, slack))
            assert slack > 1e-300 or newton is None
            if newton is not None:
                newton.step(0.0)
            mixed = np.where(np.arange(n) < n // 2, slack, z)
            if (newton := oracle.newton(x, mixed)) is not None:
                newton.step(0.0)


def test_identical_points() -> None:
    """The multipliers of both classes are then told apart by rounding alone."""
    with np.errstate(all="ignore"):
        for weight in 10.0 ** np.arange(-12.0, 18.0):
            oracle = build(Points(np.ones((4, 3)) / 3.0, [1, -1, 1, -1]).canonical())
            if (newton := oracle.newton(np.full(4, weight), np.full(4, 1.0 / weight))) is not None:
                newton.step(0.0)


def test_tight_points() -> None:
    """At the solution the points with weight are tight, and those with slack are not."""
    X = np.array([[1.0, 1.0], [1.0, -1.0], [3.0, 0.0], [5.0, 2.0]])
    oracle = build(Points(X, np.ones(4), intercept=False).canonical())
    x = np.array([0.5, 0.5, 1e-9, 1e-9])
    z = np.array([1e-9, 1e-9, 2.0, 4.0])
    np.testing.assert_array_equal(oracle.tight(x, z, 1.0), [0.5, 0.5, 0.0, 0.0])


def test_a_multiplier_that_rounding_leaves_nothing_of() -> None:
    """1 + 2**60 is 2**60, and the multiplier's equation is then nought times it: there is no step, and no exception."""
    oracle = build(Points([[1.0]], [1], intercept=False).canonical())
    assert oracle.newton(np.array([1.0]), np.array([2.0**-60])) is None
    assert oracle.newton(np.array([1.0]), np.array([2.0**-20])) is not None


def test_newton_steps_on_sparse_points_are_those_on_dense_ones() -> None:
    generator = np.random.default_rng(4)
    X = sp.random_array((90, 60), density=0.03, rng=generator, format="csc")
    y = generator.choice([-1.0, 1.0], 90)
    x, z = generator.random(90), 0.1 + generator.random(90)
    steps = []
    for data in (X, X.tocsr(), X.toarray()):
        whole = Columns(put(data, y, extent=float(abs(X).max()), intercept=False, normalise=False))
        points = subset(whole, list(range(90)))
        assert (points.scattered is None) == isinstance(data, np.ndarray)
        steps.append(points.newton(x / x.sum(), z).step(0.1))
    for step in steps[:2]:
        assert np.allclose(step.x, steps[2].x)
        assert np.allclose(step.w, steps[2].w)
