"""What must not change the answer: the order of rows, repeated rows, units of ten, origins beside a constant."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasibility.split.draw import few, systems
from gordan.feasibility.split import Split, System, coefficients, split


def answer(A: Any, E: Any, proof: Any = "rounded") -> tuple[list[bool], list[str], Split]:
    system = System(A, E if len(E) else None, numbers="decimal")
    found = split(system, proof=proof)
    assert isinstance(found, Split), found.reason
    return found.strict.tolist(), list(coefficients(system, found)), found


@given(systems(), st.randoms(use_true_random=False))
@few(60)
def test_the_order_of_rows_does_not_matter(drawn: tuple[Any, Any], random: Any) -> None:
    A, E = drawn
    strict, states, _ = answer(A, E)
    order = list(range(len(A)))
    random.shuffle(order)
    again, told, _ = answer(A[order], E[::-1])
    assert again == [strict[i] for i in order]
    assert told == states


@given(systems())
@few(60)
def test_repeated_rows_change_nothing(drawn: tuple[Any, Any]) -> None:
    A, E = drawn
    strict, states, _ = answer(A, E)
    again, told, _ = answer(np.repeat(A, 3, axis=0), np.repeat(E, 2, axis=0))
    assert again == [mark for mark in strict for _ in range(3)]
    assert told == states


@given(systems(), st.lists(st.integers(-6, 6), min_size=4, max_size=4))
@few(60)
def test_units_of_ten_change_nothing(drawn: tuple[Any, Any], powers: list[int]) -> None:
    A, E = drawn
    expected = answer(A, E)[:2]
    assert answer(*(_scaled(rows, powers) for rows in (A, E)), "exact")[:2] == expected


def _scaled(rows: Any, powers: list[int]) -> Any:
    out = rows.copy()
    for j in range(rows.shape[1]):
        out[:, j] = [float(Decimal(repr(v)).scaleb(powers[j])) for v in rows[:, j].tolist()]
    return out


@pytest.mark.parametrize("shift", [1, -1_000, 10**6, -(10**8), 99_999_999])
@pytest.mark.parametrize("seed", range(6))
def test_integer_shifts_change_nothing_but_the_constant(seed: int, shift: int) -> None:
    random = np.random.default_rng(seed)
    n = 30
    X = np.column_stack([np.ones(n), np.round(random.normal(size=(n, 2)), 2), random.integers(0, 2, n)])
    y = np.where(X[:, 1] + random.normal(size=n) > 0, 1.0, -1.0)
    y[X[:, 3] == 1] = 1.0
    moved = X.copy()
    for j in (1, 2, 3):
        moved[:, j] = [float(Decimal(repr(v)) + shift) for v in X[:, j].tolist()]
    empty = np.zeros((0, 4))
    strict, states, _ = answer(X * y[:, None], empty)
    for proof in ("rounded", "exact"):
        again, told, _ = answer(moved * y[:, None], empty, proof)
        assert again == strict
        assert told[1:] == states[1:]


@pytest.mark.parametrize("seed", range(3))
def test_large_tables_agree_with_their_transforms(seed: int) -> None:
    """Beyond the size that is solved at once: working sets, samples of rows, many flat rows outside the set."""
    random = np.random.default_rng(seed)
    n, p = 6_000, 7
    X = np.round(random.normal(size=(n, p)), 3)
    X[:, 0], X[:, 1] = 1.0, random.random(n) < 0.05
    y = np.where(X[:, 2] + random.normal(size=n) > 0, 1.0, -1.0)
    y[X[:, 1] == 1] = -1.0
    strict, states, found = answer(X * y[:, None], np.zeros((0, p)))
    assert strict == (X[:, 1] == 1).tolist()
    assert states == ["finite", "-inf", *["finite"] * (p - 2)]
    order = random.permutation(n)
    again, told, _ = answer((X * y[:, None])[order], np.zeros((0, p)))
    assert again == [strict[i] for i in order]
    assert told == states
    assert (found.weights > 0).tolist() == [not mark for mark in strict]
