"""Bounds on rounding against fractions, at every exponent that doubles have."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from gordan.arithmetic import rounding
from gordan.arithmetic.rounding import ETA, U, gradual_underflow, length_up, lengths, sum_error

RNG = np.random.default_rng(7)


def scattered(shape: tuple[int, ...], low: int = -1074, high: int = 1000) -> np.ndarray:
    """Doubles whose exponents are spread evenly between two ends, some of them zero."""
    mantissa = RNG.uniform(-1, 1, shape) * RNG.integers(0, 4, shape).clip(0, 1)
    return np.ldexp(mantissa, RNG.integers(low, high, shape))


@pytest.mark.parametrize("reach", [(-1074, -1000), (-600, -480), (-1074, 480), (-20, 20)])
def test_sums_of_products_are_within_their_bound(reach: tuple[int, int]) -> None:
    for _ in range(300):
        k = int(RNG.integers(1, 12))
        a, b = scattered((k,), *reach), scattered((k,), *reach)
        true = sum((Fraction(u) * Fraction(v) for u, v in zip(a.tolist(), b.tolist(), strict=True)), Fraction(0))
        error = Fraction(float(sum_error(np.abs(a) @ np.abs(b), k)))
        for order in (np.arange(k), RNG.permutation(k), np.arange(k)[::-1]):
            assert abs(Fraction(float(a[order] @ b[order])) - true) <= error
            assert abs(Fraction(float(np.sum(a[order] * b[order]))) - true) <= error


def test_rounded_differences_take_one_unit_each() -> None:
    for _ in range(300):
        k = int(RNG.integers(1, 9))
        a, b, c = scattered((k,), -1074, 400), scattered((k,), -1074, 400), scattered((k,), -1074, 400)
        parts = zip(a.tolist(), b.tolist(), c.tolist(), strict=True)
        true = sum(((Fraction(u) - Fraction(w)) * Fraction(v) for u, v, w in parts), Fraction(0))
        away = a - c
        assert abs(Fraction(float(away @ b)) - true) <= Fraction(float(sum_error(np.abs(away) @ np.abs(b), k, extra=1)))


def test_nothing_is_claimed_of_sums_too_long() -> None:
    assert sum_error(1.0, 1 << 25) == np.inf
    assert (sum_error(np.ones(2), 1 << 24, extra=1) == np.inf).all()


@pytest.mark.parametrize("reach", [(-1074, -1060), (-1074, 1023), (1000, 1023), (-3, 3)])
def test_lengths_lie_between_their_bounds(reach: tuple[int, int]) -> None:
    for _ in range(300):
        v = scattered((int(RNG.integers(1, 9)),), *reach)
        low, high = (float(end) for end in lengths(v))
        square = sum((Fraction(u) ** 2 for u in v.tolist()), Fraction(0))
        assert low >= 0
        assert Fraction(low) ** 2 <= square
        assert high == np.inf or square <= Fraction(high) ** 2
        if 2.0**-1020 < high < np.inf:
            assert Fraction(high) ** 2 <= square * (1 + Fraction(64 * U))
            assert Fraction(low) ** 2 >= square * (1 - Fraction(64 * U))


@pytest.mark.parametrize("terms", [1, 2, 3, 50, 2000])
def test_a_computed_length_is_rounded_up(terms: int) -> None:
    """Of differences, each of which was rounded once; by little more than their number of units."""
    rng = np.random.default_rng(terms)
    for _ in range(200):
        a, b = rng.standard_normal(terms), rng.standard_normal(terms)
        square = sum((Fraction(p) - Fraction(q)) ** 2 for p, q in zip(a.tolist(), b.tolist(), strict=True))
        above = Fraction(length_up(float(np.linalg.norm(a - b)), terms))
        assert square <= above**2 <= square * (1 + (2 * terms + 16) * Fraction(U)) ** 2


def test_lengths_of_what_is_no_number_are_open() -> None:
    for bad in (np.nan, np.inf, -np.inf):
        low, high = lengths(np.array([[1.0, bad], [3.0, 4.0], [0.0, 0.0]]))
        assert (low[0], high[0]) == (0.0, np.inf)
        assert low[1] <= 5.0 <= high[1]
        assert (low[2], high[2]) == (0.0, 0.0)


OPERATIONS = {
    "add": lambda a, b: a + b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
}


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_single_operations_are_rounded_outward(name: str) -> None:
    down, up = (getattr(rounding, f"{name}_{side}") for side in ("down", "up"))
    for a, b in zip(scattered((3000,), -1074, 1024).tolist(), scattered((3000,), -1074, 1024).tolist(), strict=True):
        if name == "divide" and b == 0:
            continue
        true = OPERATIONS[name](Fraction(a), Fraction(b))
        low, high = float(down(a, b)), float(up(a, b))
        assert low == -np.inf or Fraction(low) <= true
        assert high == np.inf or true <= Fraction(high)
        assert low < high


def test_subnormal_numbers_are_there() -> None:
    assert gradual_underflow()
    assert ETA == 2.0**-1073 > 0


@pytest.mark.parametrize("exponent", [-1070, 0])
def test_lengths_of_stacks_run_over_the_last_axis(exponent: int) -> None:
    V = np.ldexp(np.arange(1.0, 25.0), exponent).reshape(2, 3, 4)
    low, high = lengths(V)
    assert low.shape == high.shape == (2, 3)
    for place in np.ndindex(2, 3):
        square = sum(Fraction(v) ** 2 for v in V[place].tolist())
        assert Fraction(low[place]) ** 2 <= square <= Fraction(high[place]) ** 2
        assert high[place] <= low[place] * (1 + 1e-14) + 2e-323
    wide = lengths(np.ones((1, 1000, 2)))
    assert (wide[1] / wide[0] < 1 + 32 * U).all()  # by two terms, and not by a thousand


def test_of_one_vector_too_long_for_a_double_the_largest_is_below_the_length() -> None:
    largest = float(np.finfo(np.float64).max)
    assert lengths(np.full(3, largest)) == (largest, np.inf)
    for bad in (np.nan, np.inf, -np.inf):
        assert lengths(np.array([bad, 1.0])) == (0.0, np.inf)
