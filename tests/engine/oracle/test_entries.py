"""Columns are kept within a bound, and are the same whether kept or computed again."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from gordan.engine.oracle import entries as module
from gordan.engine.oracle.entries import CachedEntries, share_entries
from gordan.problem.kernel import Kernel, values

KERNEL = Kernel("rbf", gamma=0.5)
X = np.random.default_rng(1).standard_normal((50, 3))
K = values(KERNEL, X, X)
WIDTH = 50 * 8


@pytest.fixture(params=[1, 3, 1000], ids=["one at a time", "three", "all"], autouse=True)
def _batches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BATCH", request.param * WIDTH)


def test_the_bound_holds_and_values_stay_right() -> None:
    entries, rng = CachedEntries(X, KERNEL, max_bytes=7 * WIDTH + 5), np.random.default_rng(0)
    for _ in range(40):
        J = rng.choice(50, rng.integers(1, 15), replace=False)
        c = rng.standard_normal(J.size)
        assert entries.columns(J) == pytest.approx(K[J], abs=1e-14)
        assert entries.combine(J, c) == pytest.approx(c @ K[J], abs=1e-12)
        assert entries.nbytes <= 7 * WIDTH


def test_a_column_may_be_asked_for_twice_at_once() -> None:
    assert CachedEntries(X, KERNEL).columns([3, 1, 3]) == pytest.approx(K[[3, 1, 3]], abs=1e-14)


def test_what_is_kept_is_not_computed_again() -> None:
    entries = CachedEntries(X, KERNEL, max_bytes=10 * WIDTH)
    entries.columns(range(10))
    entries.combine(range(10), np.ones(10))
    entries.columns([4])
    assert entries.computed == 10


def test_the_longest_unused_column_makes_place() -> None:
    entries = CachedEntries(X, KERNEL, max_bytes=3 * WIDTH)
    for j in (0, 1, 2, 0, 3):
        entries.columns([j])
    assert entries.computed == 4
    entries.columns([0, 2, 3])
    assert entries.computed == 4
    entries.columns([1])
    assert entries.computed == 5


def test_a_question_larger_than_the_bound_still_finds_its_share() -> None:
    """Columns that make place for others of the same question would all be gone when it is asked again."""
    entries = CachedEntries(X, KERNEL, max_bytes=20 * WIDTH)
    for _ in range(2):
        assert entries.combine(range(30), np.ones(30)) == pytest.approx(K[:30].sum(axis=0), abs=1e-12)
    assert entries.computed == 30 + 10


def test_threads_do_not_take_columns_from_one_another() -> None:
    entries = CachedEntries(X, KERNEL, max_bytes=5 * WIDTH)

    def ask(seed: int) -> bool:
        rng = np.random.default_rng(seed)
        questions = [rng.choice(50, 8, replace=False) for _ in range(60)]
        return all(np.allclose(entries.combine(J, np.ones(8)), K[J].sum(axis=0)) for J in questions)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(4)))


def test_problems_over_the_same_points_share_them() -> None:
    entries = share_entries(X, KERNEL)
    assert share_entries(X, Kernel("rbf", gamma=0.5)) is entries
    assert share_entries(X, Kernel("rbf", gamma=0.25)) is not entries
    assert share_entries(X.copy(), KERNEL) is not entries
    entries.columns([1, 2])
    del entries
    gc.collect()
    assert share_entries(X, KERNEL).computed == 0
