"""The hash of labels and numbers: the same for every way to store them, another for every other number."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.problem import digest as module


def by_definition(X: Any, signs: Any) -> str:
    """As docs/certificate-format.md has it, entry by entry."""
    n, m = X.shape
    whole = hashlib.sha256(f"gordan points {n} {m}".encode())
    for start in range(0, n, 4096):
        rows = range(start, min(start + 4096, n))
        block = bytes(1 if signs[i] > 0 else 0 for i in rows)
        for i in rows:
            for j in range(m):
                if X[i, j] != 0:
                    block += struct.pack("<qqd", i, j, float(X[i, j]))
        whole.update(hashlib.sha256(block).digest())
    return whole.hexdigest()


@pytest.fixture
def numbers() -> Any:
    """More rows than a block, half of the entries zero, some of them negative zero; one row has nothing."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((4500, 3)).astype(np.float32) * rng.integers(0, 2, (4500, 3))
    X[7], X[8] = 0.0, -0.0
    return X, rng.choice([-1, 1], 4500)


def test_it_is_what_the_format_says(numbers: Any) -> None:
    X, y = numbers
    assert gordan.Points(X, y).digest() == by_definition(X, y)


def test_threads_hash_the_same(numbers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = np.concatenate([numbers[0]] * 9), np.concatenate([numbers[1]] * 9)
    monkeypatch.setattr(module, "_LARGE", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    given = gordan.Points.from_batches(lambda: ((X[k : k + 999], y[k : k + 999]) for k in range(0, len(X), 999)))
    expected = by_definition(X, y)
    assert (gordan.Points(X, y).digest(), gordan.Points(sp.csr_array(X), y).digest(), given.digest()) == (expected,) * 3


def test_storage_does_not_matter(numbers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = numbers
    digest = gordan.Points(X, y).digest()
    wide = X.astype(np.float64)
    forms = [wide, np.asfortranarray(X), wide[::-1][::-1], sp.csr_array(X), sp.csc_matrix(wide), sp.coo_array(wide)]
    for form in forms:
        assert gordan.Points(form, y, intercept=False).digest() == digest
    assert gordan.Points(wide, np.where(y > 0, "b", "a"), numbers="decimal").digest() == digest
    monkeypatch.setattr(module, "_TOGETHER", 10)
    assert gordan.Points(X, y).digest() == digest


@pytest.mark.parametrize("form", [sp.csr_array, sp.csc_array])
def test_entries_stored_twice_and_stored_zeros(form: Any) -> None:
    entries = np.array([1.5, 2.0, -2.0, 0.0, 4.0, 1.0]), (np.array([0, 1, 1, 2, 2, 0]), np.array([1, 0, 0, 0, 1, 1]))
    X = form(sp.coo_array(entries, shape=(3, 2)))
    X = form((X.data, X.indices, X.indptr), shape=(3, 2))
    y = [0, 1, 1]
    dense = X.toarray()
    before = X.data.copy(), X.indices.copy()
    assert gordan.Points(X, y).digest() == gordan.Points(dense, y).digest() == by_definition(dense, [-1, 1, 1])
    # What was given stays as it was.
    assert np.array_equal(X.data, before[0])
    assert np.array_equal(X.indices, before[1])


def test_duplicates_are_added_up_without_touching_them() -> None:
    """Made by hand, for SciPy's own conversions add them up already."""
    data, indices, pointers = np.array([1.0, 0.5, 3.0]), np.array([1, 1, 0]), np.array([0, 3, 3])
    X = sp.csr_array((data, indices, pointers), shape=(2, 2))
    assert X.nnz == 3
    digest = gordan.Points(X, [0, 1], intercept=False).digest()
    assert digest == by_definition(np.array([[3.0, 1.5], [0.0, 0.0]]), [-1, 1])
    assert (data.tolist(), indices.tolist(), X.nnz) == ([1.0, 0.5, 3.0], [1, 1, 0], 3)


def test_everything_matters() -> None:
    X, y = np.array([[1.0, 0.0], [0.0, 2.0]]), [0, 1]
    digests = {
        gordan.Points(X, y).digest(),
        gordan.Points(X, y[::-1]).digest(),
        gordan.Points(X[::-1], y).digest(),
        gordan.Points(X[:, ::-1], y).digest(),
        gordan.Points(-X, y).digest(),
        gordan.Points(np.nextafter(X, 9.0), y).digest(),
        gordan.Points(np.hstack([X, np.zeros((2, 1))]), y).digest(),
        gordan.Points(np.vstack([X, np.zeros((1, 2))]), [0, 1, 1]).digest(),
        gordan.Points(np.vstack([X, np.zeros((1, 2))]), [0, 1, 0]).digest(),
    }
    assert len(digests) == 9
