"""Products of matrices known to within a radius, against fractions at the ends of what they may be."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import isqrt
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from gordan.arithmetic.ball import (
    Ball,
    distance_to_null_space,
    divided_by_root_two,
    exact,
    frobenius,
    length_at_least,
    times,
)

balls = import_module("gordan.arithmetic.ball")

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


def test_products_of_stacks_have_as_many_terms_as_columns() -> None:
    A = exact(np.ones((2, 50, 3)))
    wide = times(A, exact(np.ones((2, 3, 4))))
    flat = times(exact(np.ones((50, 3))), exact(np.ones((3, 4))))
    assert wide.rad[0].tolist() == flat.rad.tolist()


@pytest.mark.parametrize("crude", [0.0, 0.1])
def test_the_nearest_solution_is_within_its_bound(monkeypatch: pytest.MonkeyPatch, crude: float) -> None:
    """In the plane of two equations, with a pseudo-inverse of any quality."""
    rng = np.random.default_rng(5)
    wrong = 1 + crude * rng.uniform(-1, 1, (4, 2))
    monkeypatch.setattr(balls, "_by_products", lambda B: np.linalg.pinv(B) * wrong)
    for _ in range(50):
        B, s = rng.standard_normal((2, 4)), rng.standard_normal(4)
        centre = s - np.linalg.pinv(B) @ (B @ s) + 1e-4 * rng.standard_normal(4)
        away = np.linalg.norm(np.linalg.pinv(B) @ (B @ centre))
        bound = distance_to_null_space(exact(B), centre)
        assert away <= bound * (1 + 1e-12)
        wide = distance_to_null_space(Ball(B, np.full((2, 4), 1e-3)), centre)
        assert wide > bound


def test_nothing_is_known_of_equations_that_depend_on_one_another() -> None:
    for B in (np.ones((2, 1)), np.ones((2, 4)), np.zeros((1, 3))):
        assert distance_to_null_space(exact(B), np.ones(B.shape[1])) == np.inf
    assert distance_to_null_space(exact(np.ones((1, 1))), np.zeros(1)) < 1e-200


def test_a_poor_inverse_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one equation s = 0 the distance is |s|, and an inverse of 0.6 would make it less."""
    monkeypatch.setattr(balls, "_by_products", lambda B: np.full((1, 1), 0.6))
    assert 1e-3 <= distance_to_null_space(exact(np.ones((1, 1))), np.array([1e-3])) <= 1.001e-3


def test_large_matrices_by_their_lengths() -> None:
    """The bound holds of a centre whose distance is known, and there is none of rows that depend on one another."""
    rng = np.random.default_rng(0)
    B = rng.standard_normal((400, 700))
    assert B.size > balls._LARGE
    null = rng.standard_normal(700)
    null -= np.linalg.lstsq(B, B @ null, rcond=None)[0]
    off = B.T @ rng.standard_normal(400)
    off *= 1e-3 / np.linalg.norm(off)
    bound = distance_to_null_space(exact(B), null + off)
    assert 0.999e-3 < bound < 0.1
    wide = Ball(B, 1e-2 * np.abs(B))
    assert distance_to_null_space(wide, null + off) == np.inf
    B[7] = B[3]
    assert distance_to_null_space(exact(B), null + off) == np.inf


def test_many_rows_are_measured_one_by_one() -> None:
    values = np.random.default_rng(1).standard_normal((1000, 300))
    assert values.size > balls._LARGE
    assert np.linalg.norm(values) <= frobenius(exact(values)) <= np.linalg.norm(values) * (1 + 1e-10)


def test_the_length_of_a_long_row_is_rounded_up() -> None:
    """Summed row by row, since there are many entries: the bound of the row is the upper one."""
    count = 300_000
    assert Fraction(balls._length(np.ones((1, count)))) ** 2 >= count
    assert balls._length(np.ones((1, count))) == pytest.approx(np.sqrt(count))
