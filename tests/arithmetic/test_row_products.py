"""Products along rows: those of the BLAS but for rounding, each of its own row alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.arithmetic import row_products as module
from gordan.arithmetic.row_products import row_products

FORMS = {
    "by rows": np.ascontiguousarray,
    "by columns": np.asfortranarray,
    "some rows": lambda X: np.repeat(X, 3, axis=0)[::3],
    "some columns": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "float32": lambda X: X.astype(np.float32),
}


@pytest.fixture(autouse=True)
def _all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGE", 0)


@pytest.mark.parametrize("m", [1, 23, 24, 100, 256, 257])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_rows(form: str, m: int) -> None:
    rng = np.random.default_rng(m)
    X, w = FORMS[form](rng.standard_normal((70, m))), rng.standard_normal(m)
    w = w.astype(X.dtype)
    z = row_products(X, w)
    assert z.dtype == X.dtype
    # Any order of summation stays within m units of the sizes of its terms.
    size = np.abs(X).astype(np.float64) @ np.abs(w).astype(np.float64)
    exact = X.astype(np.float64) @ w.astype(np.float64)
    assert (np.abs(z - exact) <= (m + 1) * np.finfo(X.dtype).eps * size).all()


def test_sparse_rows_have_products_of_their_own() -> None:
    X = np.random.default_rng(0).standard_normal((9, 100)).round()
    assert row_products(sp.csr_array(X), np.ones(100)).tolist() == X.sum(axis=1).tolist()


def test_a_product_is_that_of_its_row_alone() -> None:
    rng = np.random.default_rng(0)
    X, w = rng.standard_normal((301, 100)), rng.standard_normal(100)
    z = row_products(X, w)
    for start in (0, 1, 7, 150):
        assert (row_products(X[start:], w) == z[start:]).all()


def test_rows_go_through_the_blas_where_they_are_short_long_or_few(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    einsum = np.einsum
    monkeypatch.setattr(np, "einsum", lambda *given: calls.append(given) or einsum(*given))
    for m in (23, 24, 256, 257):
        row_products(np.ones((3, m)), np.ones(m))
    assert [X.shape[1] for _, X, _ in calls] == [24, 256]
    monkeypatch.setattr(module, "LARGE", 300)
    row_products(np.ones((3, 100)), np.ones(100))
    assert len(calls) == 2
    row_products(np.ones((4, 100)), np.ones(100))
    assert len(calls) == 3
