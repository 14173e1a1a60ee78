"""Conjugate gradients on multipliers: NumPy reference and compiled, narrow numbers, wide indices, both classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.engine.compiled.conjugate import climb
from gordan.engine.compiled.rows import SparseRows

WAYS = pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
CLASSES = pytest.mark.parametrize("balanced", [False, True], ids=["no intercept", "intercept"])


def rows_of(X: Any, signs: Any, *, dtype: Any = np.float64, index: Any = np.uint32, factors: Any = None) -> SparseRows:
    S = sp.csr_array(X)
    given = np.empty(0) if factors is None else factors
    return SparseRows(S.data.astype(dtype), S.indices.astype(index), S.indptr.astype(np.int32), signs, given, 0.0)


def points(seed: int, n: int = 40, m: int = 90) -> tuple[Any, Any, Any]:
    """Rows that single precision holds, with a column that all of them have; signs, and multipliers."""
    generator = np.random.default_rng(seed)
    X = np.round(generator.standard_normal((n, m)) * 8) / 4 * (generator.random((n, m)) < 0.2)
    X[:, 0] = 1.0
    return X, np.where(generator.random(n) < 0.5, 1, -1).astype(np.int8), generator.random(n)


def value(X: Any, signs: Any, u: Any) -> float:
    return float(u.sum() - 0.5 * np.sum(((signs * u) @ X) ** 2))


@CLASSES
@pytest.mark.parametrize("index", [np.uint32, np.uint64])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_compiled_loop_is_the_reference(dtype: Any, index: Any, balanced: bool) -> None:
    X, signs, u = points(1)
    for limit in (1, 3, 20):
        rows = rows_of(X, signs, dtype=dtype, index=index)
        (one, steps), (other, again) = (
            climb(rows, u, X.shape[1], balanced=balanced, limit=limit, compiled=compiled) for compiled in (False, True)
        )
        assert steps == again <= limit
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@WAYS
@CLASSES
@pytest.mark.parametrize("seed", range(8))
def test_the_value_rises_and_no_multiplier_is_negative(seed: int, balanced: bool, compiled: bool) -> None:
    X, signs, u = points(seed, n=120)  # more rows than columns: some of them do not support the margin
    begun = u.copy()
    if balanced:
        sums = u[signs > 0].sum(), u[signs < 0].sum()
        begun = np.where(signs > 0, u / sums[0], u / sums[1]) * (0.5 * sum(sums))
    after, _ = climb(rows_of(X, signs), u, X.shape[1], balanced=balanced, limit=50, compiled=compiled)
    assert after.min() >= 0
    assert value(X, signs, after) > value(X, signs, begun)
    if balanced:
        assert abs(float(signs @ after)) <= 1e-9 * after.sum()


@WAYS
@CLASSES
def test_it_ends_where_all_rows_come_to_one(balanced: bool, compiled: bool) -> None:
    X = np.eye(30) * np.arange(1, 31)[:, None] + 0.01
    signs, u = np.where(np.arange(30) % 2, 1, -1).astype(np.int8), np.ones(30)
    for _ in range(12):
        u, _ = climb(rows_of(X, signs), u, 30, balanced=balanced, limit=40, compiled=compiled)
    products = signs * (X @ ((signs * u) @ X))
    b = float((signs * (1 - products)).mean()) if balanced else 0.0
    np.testing.assert_allclose(products + signs * b, 1.0, atol=1e-9)


@WAYS
def test_unit_lengths_are_factors(compiled: bool) -> None:
    X, signs, u = points(3)
    factors = 1.0 / np.linalg.norm(X, axis=1)
    scaled, _ = climb(rows_of(X * factors[:, None], signs), u, X.shape[1], balanced=False, limit=9, compiled=compiled)
    by_factor, _ = climb(rows_of(X, signs, factors=factors), u, X.shape[1], balanced=False, limit=9, compiled=compiled)
    np.testing.assert_allclose(scaled, by_factor, rtol=1e-9)


@WAYS
@CLASSES
def test_rows_that_cancel_end_it(balanced: bool, compiled: bool) -> None:
    """Of equal rows of both classes the value has no end."""
    X, signs = np.ones((2, 3)), np.array([1, -1], dtype=np.int8)
    after, steps = climb(rows_of(X, signs), np.ones(2), 3, balanced=balanced, limit=1000, compiled=compiled)
    assert np.isfinite(after).all()
    assert after.min() >= 0
    assert steps < 1000


def test_what_was_begun_stays_as_it_was() -> None:
    X, signs, u = points(2)
    before = u.copy()
    climb(rows_of(X, signs), u, X.shape[1], balanced=True, limit=5)
    np.testing.assert_array_equal(u, before)
