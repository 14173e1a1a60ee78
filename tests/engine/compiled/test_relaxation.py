"""Over-relaxed sweeps: definition, NumPy reference and compiled; dense and sparse; narrow numbers and wide indices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.engine.compiled.relaxation import Relaxed, products_of_rows, relax
from gordan.engine.compiled.rows import CentredRows, DenseRows, SparseRows

NONE = np.empty(0)
WAYS = pytest.mark.parametrize("compiled", [False, True], ids=["reference", "compiled"])
DTYPES = pytest.mark.parametrize("dtype", [np.float32, np.float64])
INDICES = pytest.mark.parametrize("index", [np.uint32, np.uint64])


def points(seed: int, *, n: int = 12, m: int = 5) -> tuple[Any, Any]:
    """Small numbers that single precision holds, with an empty row and an empty column, and signs."""
    generator = np.random.default_rng(seed)
    X = np.round(generator.standard_normal((n, m)) * 8) / 4 * (generator.random((n, m)) < 0.6)
    X[3], X[:, 2] = 0.0, 0.0
    return X, np.where(generator.random(n) < 0.5, 1, -1).astype(np.int8)


def sparse_rows(X: Any, signs: Any, dtype: Any, index: Any) -> SparseRows:
    S = sp.csr_array(X)
    return SparseRows(S.data.astype(dtype), S.indices.astype(index), S.indptr.astype(np.int64), signs, NONE, 0.0)


def swept(rows: Any, X: Any, *, compiled: bool, spread: float, sweeps: int = 3) -> tuple[Relaxed, int]:
    n, m = X.shape
    begun = Relaxed(np.zeros(n), np.zeros(m), 0.0, 0.0, 1)
    squares = np.square(X).sum(axis=1)
    return relax(rows, squares, np.arange(n), begun, spread=spread, factor=1.3, sweeps=sweeps, compiled=compiled)


def defined(X: Any, signs: Any, order: list[int], spread: Fraction) -> tuple[list[Fraction], Fraction]:
    """One sweep in fractions, straight from the definition, in the order given."""
    A = [[Fraction(float(v)) * int(s) for v in row] for row, s in zip(X, signs, strict=True)]
    u, w, surplus = [Fraction(0)] * len(A), [Fraction(0)] * len(A[0]), Fraction(0)
    for j in order:
        y = int(signs[j])
        short = 1 - sum(a * v for a, v in zip(A[j], w, strict=True)) - y * spread * surplus
        square = sum(a * a for a in A[j]) + spread
        if not (u[j] == 0 and short <= 0):
            step = max(Fraction(1.3) * short / square, -u[j]) if square else u[j] + 1
            u[j], surplus = u[j] + step, surplus + y * step
            w = [v + step * a for v, a in zip(w, A[j], strict=True)]
    return u, spread * surplus


def order_of_first_sweep(n: int) -> list[int]:
    order, seed = list(range(n)), 1
    for s in range(n - 1, 0, -1):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        other = (seed * (s + 1)) >> 31
        order[s], order[other] = order[other], order[s]
    return order


@WAYS
@pytest.mark.parametrize("spread", [0.0, 0.25])
@pytest.mark.parametrize("seed", range(4))
def test_it_follows_its_definition(seed: int, spread: float, compiled: bool) -> None:
    X, signs = points(seed)
    state, visits = swept(sparse_rows(X, signs, np.float64, np.int32), X, compiled=compiled, spread=spread, sweeps=1)
    u, centre = defined(X, signs, order_of_first_sweep(len(X)), Fraction(spread))
    np.testing.assert_allclose(state.u, [float(v) for v in u], rtol=1e-9, atol=1e-12)
    assert state.centre == pytest.approx(float(centre), rel=1e-9, abs=1e-12)
    assert visits == len(X)


@WAYS
@DTYPES
@INDICES
@pytest.mark.parametrize("spread", [0.0, 0.25])
def test_every_form_of_the_numbers_is_swept_alike(dtype: Any, index: Any, spread: float, compiled: bool) -> None:
    X, signs = points(7)
    dense, visits = swept(DenseRows(X, signs, NONE, 0.0), X, compiled=False, spread=spread)
    state, visited = swept(sparse_rows(X, signs, dtype, index), X, compiled=compiled, spread=spread)
    np.testing.assert_allclose(state.u, dense.u, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(state.w, X.T @ (signs * state.u), rtol=1e-9, atol=1e-12)
    assert (visited, state.seed) == (visits, dense.seed)
    assert state.surplus == pytest.approx(float(signs @ state.u), abs=1e-9)


@WAYS
def test_centred_rows_are_rows_about_their_centre(compiled: bool) -> None:
    X, signs = points(3)
    centre = np.array([1.0, -2.0, 0.5, 0.0, 3.0])
    about, _ = swept(CentredRows(X, signs, NONE, 0.0, centre), X - centre, compiled=compiled, spread=0.1)
    plain, _ = swept(DenseRows(X - centre, signs, NONE, 0.0), X - centre, compiled=False, spread=0.1)
    np.testing.assert_allclose(about.u, plain.u, rtol=1e-9, atol=1e-12)


def test_what_was_begun_stays_as_it_was() -> None:
    X, signs = points(1)
    first, _ = swept(DenseRows(X, signs, NONE, 0.0), X, compiled=False, spread=0.1)
    kept = first.u.copy(), first.w.copy()
    relax(
        DenseRows(X, signs, NONE, 0.0),
        np.square(X).sum(axis=1),
        np.arange(4),
        first,
        spread=0.1,
        factor=1.3,
        sweeps=2,
        compiled=False,
    )
    assert np.array_equal(first.u, kept[0])
    assert np.array_equal(first.w, kept[1])


def test_an_order_outside_of_the_rows_is_refused() -> None:
    X, signs = points(1)
    begun = Relaxed(np.zeros(12), np.zeros(5), 0.0, 0.0, 1)
    with pytest.raises(IndexError, match="visits rows 0 to 12 of 12"):
        relax(
            DenseRows(X, signs, NONE, 0.0),
            np.ones(12),
            np.array([0, 12]),
            begun,
            spread=0.0,
            factor=1.0,
            sweeps=1,
        )


@DTYPES
@INDICES
def test_products_of_rows(dtype: Any, index: Any) -> None:
    X, signs = points(2)
    keys = np.array([0, 3, 5, 11])
    G = products_of_rows(sparse_rows(X, signs, dtype, index), keys, X.shape[1])
    A = X[keys] * signs[keys, None]
    np.testing.assert_allclose(G, A @ A.T, rtol=1e-12, atol=1e-12)


@DTYPES
@INDICES
def test_products_that_are_known_are_left_as_they_are(dtype: Any, index: Any) -> None:
    X, signs = points(2)
    keys = np.array([5, 0, 11, 3])
    known = np.full((4, 4), np.nan)
    known[:2, :2] = [[1.0, 2.0], [2.0, 3.0]]
    G = products_of_rows(sparse_rows(X, signs, dtype, index), keys, X.shape[1], out=known, known=2)
    A = X[keys] * signs[keys, None]
    expected = A @ A.T
    expected[:2, :2] = [[1.0, 2.0], [2.0, 3.0]]
    np.testing.assert_allclose(G, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("spread", [0.0, 0.1])
def test_rows_in_groups_are_visited_alike_by_both_loops(spread: float) -> None:
    """From 800 rows on two that lie together are visited together; one of 801 is left over."""
    X, signs = points(3, n=801, m=40)
    rows = sparse_rows(X, signs, np.float64, np.uint32)
    one, visits = swept(rows, X, compiled=True, spread=spread)
    other, as_many = swept(rows, X, compiled=False, spread=spread)
    assert visits == as_many
    assert one.seed == other.seed
    np.testing.assert_allclose(one.u, other.u, rtol=1e-6, atol=1e-9)
