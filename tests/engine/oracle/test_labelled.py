"""The k smallest of many numbers against sorting all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gordan.engine.oracle.labelled import least
from law.draw import few


def by_sorting(z: Any, k: int) -> list[int]:
    """Smallest first, ties by position; infinite ones do not count."""
    order = np.lexsort((np.arange(z.size), z))
    return [int(j) for j in order if z[j] < np.inf][:k]


@few(300)
@given(st.lists(st.sampled_from([-1.5, 0.0, -0.0, 1.0, 2.0, np.inf]), min_size=1, max_size=30), st.integers(1, 35))
def test_few_numbers_with_ties_and_infinities(values: list[float], k: int) -> None:
    z = np.array(values)
    if not np.isfinite(z).any():
        # Every block of a base has a point.
        z[0] = 3.0
    assert least(z, k).tolist() == by_sorting(z, k)


def spread(rng: np.random.Generator, n: int) -> Any:
    return rng.standard_normal(n)


def tied(rng: np.random.Generator, n: int) -> Any:
    return rng.integers(0, 5, n).astype(float)


def same(rng: np.random.Generator, n: int) -> Any:
    return np.full(n, 2.5)


def half_infinite(rng: np.random.Generator, n: int) -> Any:
    return np.where(rng.random(n) < 0.5, np.inf, rng.standard_normal(n))


def nearly_all_infinite(rng: np.random.Generator, n: int) -> Any:
    return np.where(rng.random(n) < 0.9999, np.inf, rng.standard_normal(n))


def in_a_corner(rng: np.random.Generator, n: int) -> Any:
    """The least sit side by side, where an even sample sees next to none of them."""
    z = rng.uniform(1.0, 2.0, n)
    z[7:207] = rng.uniform(-1.0, 0.0, 200)
    return z


def between_the_samples(rng: np.random.Generator, n: int) -> Any:
    """An even sample sees only small numbers that are not the smallest."""
    z = np.full(n, 5.0)
    z[:: n // 4096] = 1.0
    z[1 :: n // 4096] = 0.0
    return z


def falling(rng: np.random.Generator, n: int) -> Any:
    return -np.arange(n, dtype=float)


@pytest.mark.parametrize("k", [1, 2, 10, 300, 20_000, 10**6])
@pytest.mark.parametrize("n", [16_384, 16_385, 40_000, 100_001])
@pytest.mark.parametrize(
    "draw", [spread, tied, same, half_infinite, nearly_all_infinite, in_a_corner, between_the_samples, falling]
)
def test_many_numbers(draw: Any, n: int, k: int) -> None:
    z = draw(np.random.default_rng(n + k), n)
    z[n // 3] = 0.5
    assert least(z, k).tolist() == by_sorting(z, k)


def test_the_numbers_are_left_alone() -> None:
    z = np.random.default_rng(0).standard_normal(50_000)
    before = z.copy()
    least(z, 40)
    assert np.array_equal(z, before)
