"""Products of matrices known to within a radius, against fractions at the ends of what they may be."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.arithmetic.ball import Ball, divided_by_root_two, exact, frobenius, length_at_least, times

RNG = np.random.default_rng(5)
U = Fraction(1, 2**53)
UNIT = 2**1100  # every double is an integer divided by it
REACHES = [(-2, 2), (-560, -480), (-1074, -900), (300, 500), (-500, 500)]


def drawn(shape: tuple[int, ...], reach: tuple[int, int], relative: float) -> Ball:
    mid = np.ldexp(RNG.uniform(-1, 1, shape), RNG.integers(*reach, shape))
    return Ball(mid, np.abs(mid) * relative)


def whole(A: Any, unit: int = UNIT) -> Any:
    """Every double as an integer times 1 / unit: the same numbers as fractions, in a twentieth of the time."""
    scaled = [[Fraction(v) * unit for v in row] for row in A.tolist()]
    assert all(v.denominator == 1 for row in scaled for v in row)
    return np.array([[v.numerator for v in row] for row in scaled], dtype=object)


@pytest.mark.parametrize("reach", REACHES)
@pytest.mark.parametrize("relative", [(0.0, 0.0), (2.0**-50, 0.0), (0.0, 2.0**-50), (0.25, 2.0**-40), (3.0, 3.0)])
@pytest.mark.parametrize("k", [1, 2, 7])
def test_a_product_holds_all_products(reach: tuple[int, int], relative: tuple[float, float], k: int) -> None:
    for _ in range(5):
        A, B = drawn((3, k), reach, relative[0]), drawn((k, 2), reach, relative[1])
        product = times(A, B)
        a, b, s, t = whole(A.mid), whole(B.mid), whole(A.rad), whole(B.rad)
        c, radius = whole(product.mid, UNIT**2), whole(product.rad, UNIT**2)
        # The farthest entry of any two matrices in the balls: |a||b| grows to (|a| + s)(|b| + t).
        farthest, size = abs(a) @ t + s @ (abs(b) + t), abs(a) @ abs(b)
        assert (radius >= farthest + abs(c - a @ b)).all()
        # Both sides are multiplied by 2⁵³ − k or 2⁵³: γ = ku / (1 − ku) with u = 2⁻⁵³, and the 4k + 16 units allowed.
        assert ((2**53 - k) * (radius - farthest) >= k * size).all()
        assert (2**53 * (radius - 2 * farthest - UNIT**2 // 2**900) <= (4 * k + 16) * size).all()


def test_a_sparse_product_is_that_of_its_entries() -> None:
    A, B = drawn((3, 4), (-2, 2), 0.0), drawn((4, 2), (-2, 2), 2.0**-30)
    dense, sparse = times(A, B), times(exact(sp.csr_array(A.mid)), B)
    assert (np.abs(dense.mid - sparse.mid) <= dense.rad + sparse.rad).all()
    assert sparse.rad == pytest.approx(dense.rad, rel=1e-6)


def test_doubles_have_no_radius() -> None:
    assert exact(np.array([1.0, -2.0])).rad.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("reach", [*REACHES, (-1074, 1000)])
def test_lengths_of_balls(reach: tuple[int, int]) -> None:
    for relative in (0.0, 2.0**-53, 2.0**-40, 0.5):
        v = drawn((5,), reach, relative)
        most = sum((abs(Fraction(m)) + Fraction(r)) ** 2 for m, r in zip(v.mid.tolist(), v.rad.tolist(), strict=True))
        least = sum(Fraction(m) ** 2 for m in v.mid.tolist())
        assert Fraction(frobenius(v)) ** 2 >= most
        assert Fraction(length_at_least(v.mid)) ** 2 <= least
        if reach[1] > -900:
            assert Fraction(frobenius(v)) ** 2 <= most * (1 + 64 * U)
            assert Fraction(length_at_least(v.mid)) ** 2 >= least * (1 - 64 * U)
    assert frobenius(Ball(np.zeros(0), np.zeros(0))) == 0.0
    assert frobenius(Ball(np.zeros((2, 2)), np.ones((2, 2)))) >= 2.0


@pytest.mark.parametrize("reach", [(-2, 2), (-1074, -1000), (900, 1000)])
@pytest.mark.parametrize("relative", [0.0, 2.0**-52, 2.0**-30, 0.5])
def test_entries_divided_by_root_two(reach: tuple[int, int], relative: float) -> None:
    where = np.array([True, False, True])
    for _ in range(20):
        before = drawn((2, 3), reach, relative)
        after = divided_by_root_two(before, where)
        below = Fraction(isqrt(2**801), 2**401)  # of √½, and the next of so many bits is above it
        for factor in (below, below + Fraction(1, 2**401)):
            scale = np.array([factor if each else Fraction(1) for each in where], dtype=object)
            for end in (-1, 1):
                true = (whole(before.mid) + end * whole(before.rad)) * scale
                assert (abs(whole(after.mid) - true) <= whole(after.rad)).all()
        assert (after.mid[:, 1] == before.mid[:, 1]).all()
        wide = whole(before.rad) + 64 * U * (abs(whole(before.mid)) + whole(before.rad)) + UNIT // 2**900
        assert (whole(after.rad) <= wide).all()
