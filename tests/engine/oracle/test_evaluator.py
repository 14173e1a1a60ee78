"""Columns of a kernel's matrix are the kernel's values, whatever the points are kept in."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.problem.kernel import Evaluator, Kernel, values
from gordan.problem.kernel.evaluate import squares
from gordan.verify.kernel.source import source_of

KERNELS = {
    "rbf": Kernel("rbf", gamma=0.3),
    "poly": Kernel("poly", gamma=0.5, degree=3, coef0=1.0),
    "poly 6": Kernel("poly", gamma=0.25, degree=6, coef0=0.5),
    "laplacian": Kernel("laplacian", gamma=0.2),
    "callable": Kernel("callable", function=lambda X, Y: (X @ Y.T) ** 2),
}
rng = np.random.default_rng(0)
X = np.round(rng.standard_normal((60, 7)) * 8) / 8
X[rng.random(X.shape) < 0.4] = 0.0
X[41] = X[5]


def distances(points: Any) -> Any:
    return np.square(points[:, None] - points[None]).sum(axis=2)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_columns_and_blocks_are_the_values(name: str, form: Any) -> None:
    if name == "callable" and form is not np.asarray:
        pytest.skip("a function takes the points as they are")
    evaluator, K = Evaluator(KERNELS[name], form(X)), values(KERNELS[name], X, X)
    rows, columns = np.array([3, 41, 0]), np.array([5, 59])
    assert evaluator.columns(rows) == pytest.approx(K[rows], rel=1e-12)
    assert evaluator.block(rows, columns) == pytest.approx(K[np.ix_(rows, columns)], rel=1e-12)


@pytest.mark.parametrize("name", ["rbf", "poly", "laplacian"])
def test_single_precision_stays_single_and_blocks_are_double(name: str) -> None:
    evaluator, K = Evaluator(KERNELS[name], X.astype(np.float32)), values(KERNELS[name], X, X)
    assert evaluator.columns([1, 2]).dtype == np.float32
    assert evaluator.columns([1, 2]) == pytest.approx(K[[1, 2]], rel=1e-4)
    block = evaluator.block(range(60), range(60))
    assert block.dtype == np.float64
    assert block == pytest.approx(K, rel=1e-12)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shift", [0.0, 2.0**12])
def test_distances_do_not_depend_on_the_origin(shift: float, dtype: Any) -> None:
    moved = (X + shift).astype(dtype)
    K = Evaluator(KERNELS["rbf"], moved).columns(range(60))
    tolerance = 1e-13 if dtype == np.float64 else 1e-5
    assert np.abs(K - np.exp(-0.3 * distances(moved.astype(np.float64)))).max() <= tolerance


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, lambda X: X.astype(np.float32)])
def test_twins_are_at_no_distance(form: Any) -> None:
    """Not nearly: a product of length one is what makes their columns cancel."""
    points = X * 1.1 + 0.3
    evaluator = Evaluator(KERNELS["rbf"], form(points))
    assert evaluator.columns([5])[0, [5, 41]].tolist() == [1.0, 1.0]
    assert evaluator.block([5, 41], [5, 41]).tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_near_points_keep_their_distance() -> None:
    """The squares of points of length 100 round at 10⁻¹², where the distance has its square."""
    near = np.full((2, 10), 30.0)
    near[1, 0] += 1e-6
    kernel = Kernel("rbf", gamma=1e10)
    assert Evaluator(kernel, near).block([0], [1])[0, 0] == pytest.approx(np.exp(-1e10 * (near[1, 0] - 30.0) ** 2))


def test_narrow_sparse_numbers_are_squared_as_doubles() -> None:
    points = sp.csr_array(np.array([[3e30, 0.0], [0.0, 2.0]], dtype=np.float32))
    assert squares(points) == pytest.approx([9e60, 4.0])


@pytest.mark.parametrize("gamma", [1e39, 1e300, 1e-46])
@pytest.mark.parametrize("name", ["rbf", "laplacian"])
def test_a_gamma_that_no_single_holds(name: str, gamma: float) -> None:
    """Twins are 1 to one another, and all others what double precision says of them."""
    points = np.array([[0.0], [1.0], [3.0], [1.0]], np.float32)
    kernel = Kernel(name, gamma)
    assert np.array_equal(Evaluator(kernel, points).columns(range(4)), values(kernel, points, points))
    assert np.array_equal(values(kernel, points, points) == 1.0, (points == points.T) | (gamma < 1.0))


def test_sparse_points_are_made_dense_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = KERNELS["laplacian"]
    for name in ("gordan.problem.kernel.evaluate", "gordan.verify.kernel.distance"):
        monkeypatch.setattr(import_module(name), "_DENSE", 8 * X.shape[1] * 7)
    dense, sparse = (gordan.Points(form(X), np.arange(60) % 2, kernel=kernel) for form in (np.asarray, sp.csr_array))
    assert np.array_equal(values(kernel, sparse.X, sparse.X), values(kernel, X, X))
    rows = np.arange(60)
    assert np.array_equal(source_of(sparse).block(rows, rows).value, source_of(dense).block(rows, rows).value)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_values_of_two_clusters_far_apart(form: Any) -> None:
    points = form(np.array([[-1e9, 3.0], [1e9, 3.0], [1e9 + 1.0, 3.0], [1e9, 3.0]]))
    expected = np.exp(
        -np.array([[0.0, 9e9, 9e9, 9e9], [9e9, 0.0, 1.0, 0.0], [9e9, 1.0, 0.0, 1.0], [9e9, 0.0, 1.0, 0.0]])
    )
    assert values(Kernel("rbf"), points, points) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", ["rbf", "poly"])
def test_columns_of_zeros_change_no_value(name: str) -> None:
    """Also where an entry stands only in a row far below."""
    generator, kernel = np.random.default_rng(0), Kernel(name, gamma=0.1, coef0=1.0)
    X = np.zeros((300, 90))
    X[:, 5:25], X[299, 40] = generator.standard_normal((300, 20)), 2.0
    evaluator, J = Evaluator(kernel, X), [0, 7, 299]
    assert evaluator.columns(J) == pytest.approx(values(kernel, X[J], X), rel=1e-12)
    assert evaluator.block([1, 299], J) == pytest.approx(values(kernel, X[[1, 299]], X[J]), rel=1e-12)
