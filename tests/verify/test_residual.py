"""b − N z with a bound on its error, against fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from gordan.arithmetic.linear_system import residual


def exact(N: Any, z: Any, b: Any) -> list[Fraction]:
    return [
        Fraction(float(right)) - sum(Fraction(float(a)) * Fraction(float(v)) for a, v in zip(row, z, strict=True))
        for row, right in zip(N, b, strict=True)
    ]


@pytest.mark.parametrize("spread", [0, 30, 300])
@pytest.mark.parametrize("k", [1, 2, 3, 7, 16, 33])
def test_the_truth_lies_within_the_bound(k: int, spread: int) -> None:
    """Entries of very different size, and right sides that all but cancel the products."""
    rng = np.random.default_rng(k + spread)
    for _ in range(10):
        N = np.ldexp(rng.uniform(-1, 1, (k, k)), -rng.integers(0, spread + 1, (k, k)))
        z = np.ldexp(rng.uniform(-1, 1, k), rng.integers(-spread, spread + 1, k))
        b = N @ z
        value, error = residual(N, z, b)
        for found, bound, truth in zip(value, error, exact(N, z, b), strict=True):
            assert abs(Fraction(float(found)) - truth) <= Fraction(float(bound))


def test_the_bound_is_worth_having() -> None:
    """Of the products' sizes it is the square of the rounding, where a plain sum would leave the rounding itself."""
    rng = np.random.default_rng(0)
    N, z = rng.uniform(-1, 1, (50, 50)), rng.uniform(-1, 1, 50)
    b = N @ z
    value, error = residual(N, z, b)
    size = np.abs(N) @ np.abs(z)
    # Half a unit of the residual, itself of the size of the rounding; and the rounding squared.
    assert (error <= 2.0**-52 * np.abs(value) + 100 * 50 * 2.0**-106 * size).all()
    assert (value != 0).any()


def test_numbers_at_the_lower_end_are_bounded_too() -> None:
    N, z = np.array([[2.0**-1070, 1.0], [3 * 2.0**-600, 1.0]]), np.array([1.0 / 3.0, 2.0**-1074])
    b = np.zeros(2)
    z[0] = 2.0**-500 / 3.0
    value, error = residual(N, z, b)
    for found, bound, truth in zip(value, error, exact(N, z, b), strict=True):
        assert abs(Fraction(float(found)) - truth) <= Fraction(float(bound)) < Fraction(1, 10**290)


def test_what_overflows_has_no_bound() -> None:
    with np.errstate(all="ignore"):
        _, error = residual(np.array([[1.0]]), np.array([1e308]), np.array([0.0]))
    assert not np.isfinite(error[0])


def test_stacks_are_taken_one_by_one() -> None:
    rng = np.random.default_rng(1)
    N, z, b = rng.normal(size=(2, 3, 5, 5)), rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 3, 5))
    value, error = residual(N, z, b)
    for i in range(2):
        for j in range(3):
            alone = residual(N[i, j], z[i, j], b[i, j])
            np.testing.assert_array_equal(value[i, j], alone[0])
            # The plain sum of the errors may be taken in another order.
            np.testing.assert_allclose(error[i, j], alone[1], rtol=1e-12)


def test_of_one_product_nothing_is_lost() -> None:
    """What rounding took from a product of doubles is itself a double, with all its bits."""
    rng = np.random.default_rng(4)
    a, z = rng.integers(2**52, 2**53, (4_000, 1, 1)) / 2.0**52, rng.integers(2**52, 2**53, (4_000, 1)) / 2.0**52
    b = a[:, 0] * z
    value, error = residual(a, z, b)
    for k in range(4_000):
        truth = Fraction(b[k, 0]) - Fraction(a[k, 0, 0]) * Fraction(z[k, 0])
        assert Fraction(value[k, 0]) == truth
        assert abs(truth) * Fraction(1, 2**53) <= Fraction(error[k, 0]) < Fraction(1, 2**100)


@pytest.mark.parametrize("k", [1, 3, 40])
def test_the_bound_allows_for_every_error_that_was_added_up(k: int) -> None:
    """Half a unit of the result, and for each of 2k + 1 errors as many units as there are additions of them."""
    rng = np.random.default_rng(k)
    for _ in range(3):
        N, z = rng.uniform(-1, 1, (k, k)), rng.uniform(-1, 1, k)
        for b in (np.zeros(k), rng.uniform(-1, 1, k), N @ z):
            value, error = residual(N, z, b)
            for i, truth in enumerate(exact(N, z, b)):
                pairs = zip(N[i].tolist(), z.tolist(), strict=True)
                lost = sum((abs(Fraction(u * v) - Fraction(u) * Fraction(v)) for u, v in pairs), Fraction(0))
                assert abs(Fraction(value[i]) - truth) <= Fraction(error[i])
                assert Fraction(1, 2**53) * (abs(Fraction(value[i])) + 2 * k * lost) <= Fraction(error[i])


def test_sums_that_lose_more_than_their_products() -> None:
    """Products with powers of two lose nothing, their sums over many exponents do."""
    rng = np.random.default_rng(9)
    for _ in range(60):
        N, z = np.ldexp(1.0, -rng.integers(0, 160, (8, 8))), rng.uniform(-1, 1, 8)
        b = N @ z
        value, error = residual(N, z, b)
        for computed, bound, truth in zip(value, error, exact(N, z, b), strict=True):
            assert abs(Fraction(computed) - truth) <= Fraction(bound)
