"""The split of rows that are read in batches is that of the same rows in memory, from however few it begins."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.feasibility.split import Split, Unsettled, coefficients, split
from gordan.feasibility.split.long import LongSplit, split_long
from gordan.problem.batches import Batches, open_source
from gordan.problem.long_system import LongSystem

LONG = sys.modules["gordan.feasibility.split.long"]


def drawn(seed: int) -> LongSystem:
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(3, 300)), int(rng.integers(1, 5))
    X = rng.integers(-2, 3, (n, p)).astype(float)
    if rng.integers(3) == 0:
        X[:, 0] = 1
    if p > 1 and rng.integers(3) == 0:
        X[:, -1] = X[:, 0] * 2
    kinds = rng.integers(-1, 2, n)
    if rng.integers(3):
        z = X @ rng.integers(-2, 3, p)
        kinds = np.where(z == 0, rng.integers(-1, 2, n), np.sign(z))
    return LongSystem(Batches(open_source(X, np.zeros(n))), kinds.astype(np.int8))


@pytest.mark.parametrize("seed", range(40))
def test_as_in_memory(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first core has three rows, so that most rows join it, or do not, by being priced."""
    system = drawn(seed)
    first = np.sort(np.random.default_rng(seed).choice(system.n, 3, replace=False))
    monkeypatch.setattr(LONG, "_first", lambda _: first)
    answer = split_long(system)
    whole = system.part(np.arange(system.n))
    known = split(whole)
    assert isinstance(answer, LongSplit)
    assert isinstance(known, Split)
    assert answer.verdict.holds
    assert gordan.verify(system, answer.claim, proof="rounded").holds
    assert answer.strict[system.kinds != 0].tolist() == known.strict.tolist()
    assert not answer.strict[system.kinds == 0].any()
    assert answer.core.rank == known.rank
    states = coefficients(whole, known)
    assert [s for s in answer.states if s != "unsettled"] == [
        t for s, t in zip(answer.states, states, strict=True) if s != "unsettled"
    ]


def test_a_column_that_is_rarely_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core of random rows misses it; the first pass looks for a row of each kind."""
    X = np.random.default_rng(0).standard_normal((20_000, 3)).round(2)
    X[:, 2] = 0.0
    X[19_000, 2] = 1.0
    kinds = np.where(np.random.default_rng(1).integers(0, 2, 20_000), 1, -1).astype(np.int8)
    answer = split_long(LongSystem(Batches(open_source(X, np.zeros(20_000))), kinds))
    assert isinstance(answer, LongSplit)
    assert np.flatnonzero(answer.strict).tolist() == [19_000]
    assert answer.states == ("finite", "finite", "+inf" if kinds[19_000] > 0 else "-inf")


def test_no_time() -> None:
    from gordan.arithmetic.deadline import deadline

    system = drawn(1)
    with deadline(1e-9):
        answer: Any = split_long(system)
    assert isinstance(answer, Unsettled)
    assert "ran out" in str(answer.reason) or "allowed" in str(answer.reason)
