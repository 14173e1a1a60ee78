"""Bounds on rounding against their derivation, and against sums that attain them: a bound must not become smaller."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from gordan.arithmetic.rounding import ETA, U, lengths, roots, sum_error

SIZES = [0.0, 5e-324, 1e-310, 2.0**-1022, 1e-200, 1.0, 1.0 + 2.0**-52, 3.7e5, 1e300]


def derived(size: float, terms: int, extra: int) -> Fraction:
    """γ t + k 2⁻¹⁰⁷⁵ (1 + γ) with t ≤ (t̂ + k 2⁻¹⁰⁷⁴)/(1 − γ), as the module derives it, without rounding."""
    u, least = Fraction(1, 2**53), Fraction(1, 2**1075)
    gamma = (terms + extra) * u / (1 - (terms + extra) * u)
    most = (Fraction(size) + terms * 2 * least) / (1 - gamma)
    return gamma * most + terms * least * (1 + gamma)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("terms", [1, 2, 3, 7, 100, 4096, 1 << 20, (1 << 24) - 40])
@pytest.mark.parametrize("extra", [0, 1, 2, 40])
def test_no_bound_is_below_what_was_derived(size: float, terms: int, extra: int) -> None:
    assert Fraction(float(sum_error(size, terms, extra=extra))) >= derived(size, terms, extra)


@pytest.mark.parametrize("terms", [2, 3, 10, 1000, 20_000])
def test_a_sum_that_rounds_the_same_way_every_time(terms: int) -> None:
    """1 and then terms just below half its last digit, one after the other: each is lost whole."""
    small = U * (1.0 - 2.0**-20)
    total = 1.0
    for _ in range(terms - 1):
        total += small
    assert total == 1.0
    lost = (terms - 1) * Fraction(small)
    assert lost <= Fraction(float(sum_error(total, terms)))
    assert lost > (terms - 2) * Fraction(U)  # close to what any bound must allow


@pytest.mark.parametrize("terms", [1, 2, 5, 300])
def test_products_that_are_lost_one_and_all(terms: int) -> None:
    """Each is just below half the smallest double: neither the sum nor its size shows a trace of them."""
    a, b = 2.0**-600 * (1.0 - 2.0**-52), 2.0**-475
    assert a * b == 0.0
    lost = terms * Fraction(a) * Fraction(b)
    assert lost <= Fraction(float(sum_error(0.0, terms)))
    assert Fraction(float(sum_error(0.0, terms))) == (terms + 2) * Fraction(ETA)


@pytest.mark.parametrize("terms", [2, 9, 3000])
def test_a_length_whose_squares_are_lost(terms: int) -> None:
    """1 and many entries whose squares are just below half its last digit."""
    v = np.full(terms, np.sqrt(U) * (1.0 - 2.0**-20))
    v[0] = 1.0
    low, high = (Fraction(float(end)) for end in lengths(v))
    square = sum((Fraction(x) ** 2 for x in v.tolist()), Fraction(0))
    assert low**2 <= square <= high**2


def test_every_entry_of_a_row_counts_as_a_term() -> None:
    """Columns side by side are added one after the other, and 1 loses each of the small squares whole."""
    V = np.full((2, 3000), np.sqrt(U) * (1.0 - 2.0**-20), order="F")
    V[:, 0] = 1.0
    square = sum((Fraction(x) ** 2 for x in V[0].tolist()), Fraction(0))
    low, high = lengths(V)
    assert all(Fraction(float(end)) ** 2 <= square for end in low)
    assert all(Fraction(float(end)) ** 2 >= square for end in high)


def test_the_ends_of_what_is_claimed() -> None:
    """2²⁴ terms are the most."""
    assert np.isfinite(sum_error(1.0, 1 << 24))
    assert sum_error(1.0, (1 << 24) + 1) == np.inf
    assert np.isinf(sum_error(np.array([0.0, 2.0]), 1 << 24, extra=1)).all()


@pytest.mark.parametrize("terms", [1, 2, 9, 3000, 1 << 20, 1 << 24])
def test_roots_allow_for_every_term_of_the_square(terms: int) -> None:
    """A computed square of 1 may stand for any that rounding of so many terms can leave of it."""
    low, high = (Fraction(float(end)) for end in roots(np.array(1.0), np.array(0), terms))
    gamma = (terms + 1) * Fraction(U) / (1 - (terms + 1) * Fraction(U))
    assert low**2 <= 1 / (1 + gamma)
    assert high**2 >= 1 / (1 - gamma)


def test_of_a_root_of_too_many_terms_nothing_is_claimed() -> None:
    low, high = roots(np.array([1.0, 0.25]), np.array([0, 3]), (1 << 24) + 1)
    assert (low == 0).all()
    assert (high == np.inf).all()
