"""The steps of the bounds on the margin, each with its neighbours replaced by coarse or by exact ones.

A step that rounds to the wrong side is hidden by the spare units of the next: here there are none.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import inf
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.fraction import root_down, root_up
from gordan.arithmetic.quantity import Rounded
from gordan.verify.bounds import Lowest, lowest, margin_at_least, margin_at_most
from gordan.verify.rounded import Image, Products

bounds = import_module("gordan.verify.bounds")
U = Fraction(1, 2**53)
PLAIN = gordan.Points([[1.0], [2.0]], [1, 1], intercept=False)
UNIT = gordan.Points([[1.0], [2.0]], [1, 1], intercept=False, normalise=True)


def tight(v: Any) -> tuple[float, float]:
    """The next doubles on both sides of a length."""
    square = sum((Fraction(float(each)) ** 2 for each in v), Fraction(0))
    return root_down(square), root_up(square)


def low_of(*values: float) -> Lowest:
    products = Products(np.array(values), np.zeros(len(values)))
    return Lowest(Rounded(float(min(values))), None, products)


@pytest.mark.parametrize(("value", "expected"), [(4.0, 2.0), (0.5, 0.25), (0.0, 0.0), (-4.0, -4.0), (-0.5, -0.5)])
def test_a_margin_is_divided_by_the_length_that_makes_it_less(
    monkeypatch: pytest.MonkeyPatch, value: float, expected: float
) -> None:
    monkeypatch.setattr(bounds, "lengths", lambda v: (1.0, 2.0))
    assert margin_at_least(PLAIN, np.ones(1), low_of(value, value)).value == pytest.approx(expected)
    monkeypatch.setattr(bounds, "row_lengths", lambda problem: (np.array([1.0, 1.0]), np.array([2.0, 2.0])))
    twice = expected / 2 if value > 0 else expected
    assert margin_at_least(UNIT, np.ones(1), low_of(value, value)).value == pytest.approx(twice)


def test_an_open_margin_is_the_least_of_all() -> None:
    for value in (-inf, np.nan):
        assert margin_at_least(PLAIN, np.ones(1), low_of(value, value)).value == -inf
    sharp = lowest(PLAIN, np.ones(1), np.zeros(1), sharp=True)
    assert 1 - 64 * U <= Fraction(margin_at_least(PLAIN, np.ones(1), sharp).value) <= 1


def test_more_rows_than_a_bound_is_simple_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "_ROWS", 2)
    problem = gordan.Points([[1.0], [2.0], [3.0]], [1, 1, 1], intercept=False)
    assert margin_at_most(problem, np.ones(3), np.zeros(1)).value == inf
    assert margin_at_most(problem, np.array([1.0, 1.0, 0.0]), np.zeros(1)).value == pytest.approx(1.5)


def test_weights_of_each_class_have_their_own_unit() -> None:
    problem = gordan.Points([[0.0], [4.0], [5.0]], [0, 1, 1])
    x = np.array([2.0**-700, 2.0**600, 0.0])
    scaled, exact = bounds.near_one(problem, x)
    assert (scaled.tolist(), exact) == ([0.5, 0.5, 0.0], True)
    assert margin_at_most(problem, x, np.zeros(1)).value == pytest.approx(2.0)
    for lossy in ([1.0, 1.0, 5e-324], [0.0, 1.0, 5e-324]):
        assert not bounds.near_one(problem, np.array(lossy))[1]
    other = gordan.Points([[0.0], [4.0], [5.0]], [1, 0, 0])
    assert not bounds.near_one(other, np.array([1.0, 1.0, 5e-324]))[1]


def image(positive: Any, negative: Any, *, wrong: tuple[float, float] = (0.0, 0.0), mass: float = 1.0) -> Image:
    above, below = np.atleast_1d(positive), np.atleast_1d(negative)
    return Image(above, below, np.full(above.size, wrong[0]), np.full(above.size, wrong[1]), mass, mass)


def test_a_mass_that_was_rounded_up_is_not_trusted() -> None:
    """Each of six weights is rounded up when it joins the sum."""
    x = np.array([1.0] + [2.0**-53 * (1 + 2.0**-20)] * 6)
    problem = gordan.Points(np.ones((7, 1)), np.ones(7), intercept=False)
    assert Fraction(float(x.sum())) - sum(map(Fraction, x.tolist())) > 5 * U
    bound = bounds._length_by_mass(problem, x, image(1.0, 0.0), 7)
    assert Fraction(bound) * sum(map(Fraction, x.tolist())) >= 1
    assert bound < 1 + 2.0**-45


@pytest.mark.parametrize("wrong", [(0.0, 0.0), (2.0**-53, 0.0), (0.0, 2.0**-53), (2.0**-30, 2.0**-30)])
@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("scale", [2.0**-30, 1.0, 2.0**30])
def test_the_length_of_a_difference_with_its_errors(
    monkeypatch: pytest.MonkeyPatch, sign: float, scale: float, wrong: tuple[float, float]
) -> None:
    monkeypatch.setattr(bounds, "lengths", tight)
    monkeypatch.setattr(bounds, "sum_error", lambda *size, **extra: 0.0)
    for part in (0.1, 0.7, 1.0 / 3.0):
        above, below = sign * scale, -sign * scale * part
        bound = bounds._length_by_mass(
            PLAIN, np.array([1.0, 0.0]), image(above, below, wrong=(wrong[0] * scale, wrong[1] * scale)), 1
        )
        most = abs(Fraction(above) - Fraction(below)) + (Fraction(wrong[0]) + Fraction(wrong[1])) * Fraction(scale)
        assert most <= Fraction(bound) <= most * (1 + 16 * U)
        # Half a unit of the difference is allowed for, whether or not this one needed it.
        assert Fraction(bound) >= Fraction(abs(above - below)) * (1 + U)


def test_both_lengths_are_taken_from_above() -> None:
    """In 60 dimensions the two ends of a length are far enough apart to tell them."""
    ones, zeros = np.ones(60), np.zeros(60)
    x = np.array([1.0, 0.0])
    for part in (image(ones, zeros), image(zeros, zeros, wrong=(1.0, 0.0))):
        assert Fraction(bounds._length_by_mass(PLAIN, x, part, 1)) ** 2 >= 60
        assert 4 * Fraction(bounds._between_means(part, 1)) ** 2 >= 60


@pytest.mark.parametrize(("shortest", "longest", "expected"), [(1.0, 2.0, 1.0), (0.0, 5e-324, inf), (0.25, 8.0, 4.0)])
def test_weights_of_unit_rows_count_by_the_least_length(
    monkeypatch: pytest.MonkeyPatch, shortest: float, longest: float, expected: float
) -> None:
    monkeypatch.setattr(bounds, "row_lengths", lambda problem, rows: (np.full(1, shortest), np.full(1, longest)))
    assert bounds._length_by_mass(UNIT, np.array([1.0, 0.0]), image(1.0, 0.0), 1) == pytest.approx(expected)


@pytest.mark.parametrize("n", [1, 3, 20, 1000, 1 << 20])
def test_means_allow_for_all_that_their_masses_may_be(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    monkeypatch.setattr(bounds, "lengths", tight)
    rng = np.random.default_rng(n)
    gamma = n * U / (1 - n * U)
    for total in (0.0, *rng.uniform(0.5, 1, 40)):
        for sign in (1.0, -1.0):
            for wrong in (0.0, 1.0, 2.0**-40):
                mass = float(rng.uniform(0.5, 1))
                part = image(sign * total, -sign * total, wrong=(wrong, wrong), mass=mass)
                bound = Fraction(bounds._between_means(part, n))
                most = (Fraction(total) + Fraction(wrong)) / Fraction(mass) * (1 + gamma)
                assert most <= bound <= most * (1 + (4 * n + 64) * U) + Fraction(2) ** -1060


@pytest.mark.parametrize("exponent", [-1040, -600, 0, 600, 1010])
def test_rows_are_measured_in_their_own_unit(exponent: int) -> None:
    X = np.ldexp(np.array([[-3.0, 1.0, 0.5], [0.25, -0.25, 4.0], [1.0, 1.0, 1.0], [0.0, 2.0**-9, 0.0]]), exponent)
    for problem in (gordan.Points(X, [0, 1, 1, 0]), gordan.Points(sp.csr_array(X), [0, 1, 1, 0])):
        short, long = bounds.row_lengths(problem)
        for row, low, high in zip(X.tolist(), short.tolist(), long.tolist(), strict=True):
            square = sum((Fraction(v) ** 2 for v in row), Fraction(0))
            assert Fraction(low) ** 2 <= square <= Fraction(high) ** 2
            if exponent > -1000:
                assert Fraction(low) ** 2 >= square * (1 - 64 * U)
                assert Fraction(high) ** 2 <= square * (1 + 64 * U)


def test_some_rows_are_measured_as_all_of_them_are() -> None:
    """Rows of any size side by side; in one product an error of the longest would hide the shortest."""
    X = np.ldexp(np.array([[3.0, 4.0], [-5.0, 12.0], [8.0, 15.0], [7.0, 24.0]]), [[-600], [0], [500], [-1030]])
    y, rows = [1, 1, 1, 1], np.array([3, 1])
    for form in (X, sp.csr_array(X), sp.csc_array(X)):
        problem = gordan.Points(form, y, intercept=False, normalise=True)
        short, long = bounds.row_lengths(problem)
        some = bounds.row_lengths(problem, rows)
        assert [end.tolist() for end in some] == [short[rows].tolist(), long[rows].tolist()]
        assert (short / np.ldexp([5.0, 13.0, 17.0, 25.0], [-600, 0, 500, -1030])) == pytest.approx(1.0)
        found = lowest(problem, np.array([0.0, 1.0]), np.zeros(2))
        assert margin_at_least(problem, np.array([0.0, 1.0]), found).value == pytest.approx(0.8)


def test_a_decimal_row_is_as_long_as_what_is_written() -> None:
    """One tenth in single precision is above one tenth, nine tenths are below."""
    X = np.array([[0.1], [0.9]], dtype=np.float32)
    assert Fraction(float(X[0, 0])) > Fraction(1, 10)
    assert Fraction(float(X[1, 0])) < Fraction(9, 10)
    short, long = bounds.row_lengths(gordan.Points(X, [0, 1], numbers="decimal"))
    for written, low, high in zip((Fraction(1, 10), Fraction(9, 10)), short.tolist(), long.tolist(), strict=True):
        assert written * (1 - Fraction(1, 10**6)) <= Fraction(low) <= written <= Fraction(high)
        assert Fraction(high) <= written * (1 + Fraction(1, 10**6))


def test_the_smallest_decimals_are_off_by_a_fixed_amount() -> None:
    """The least single is written 1e-45 and is 1.4e-45: of 400 entries the length is off by nearly six of them."""
    X = np.full((2, 400), 1e-45, dtype=np.float32)
    short, long = bounds.row_lengths(gordan.Points(X, [0, 1], numbers="decimal"))
    assert (short < 2e-44).all()
    assert (long > 2e-44).all()
    assert (long < 1e-41).all()
