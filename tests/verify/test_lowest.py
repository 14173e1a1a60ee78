"""The least products of both classes: rounded down by less than a few doubles, and the right rows asked in integers."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import product
from math import inf
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.quantity import Rounded
from gordan.verify.bounds import Lowest, lowest, margin_at_least, margin_at_most
from gordan.verify.rounded import Image, Products

bounds = import_module("gordan.verify.bounds")
U = 2.0**-53
NONE = Products(np.empty(0), np.empty(0))
LEAST = 5e-324


@pytest.mark.parametrize("negated", [False, True])
def test_the_mean_of_two_ends_is_rounded_down(negated: bool) -> None:
    """Halves of the least doubles round, and sums of halves that are far apart do."""
    sizes = [1.0, 1.0 + 2 * U, 1.5 * U, 0.5 * U, 1.5 * U * (1 + 2 * U), 1e-300, LEAST, 3 * LEAST, 1.7e308, 0.0]
    for above, below in product(sizes, [sign * size for size in sizes for sign in (1, -1)]):
        ends = (below, above) if negated else (above, below)
        value = Lowest(Rounded(ends[0]), Rounded(ends[1]), NONE).value(True)
        assert isinstance(value, Rounded)
        truth = (Fraction(above) + Fraction(below)) / 2
        wide = Fraction(max(above, abs(below))) * 4 * Fraction(U) + 4 * Fraction(LEAST)
        assert truth - wide <= Fraction(value.value) <= truth


def test_a_quantity_is_as_rounded_as_its_ends() -> None:
    half = Fraction(1, 2)
    assert not Lowest(half, None, NONE).rounded
    assert Lowest(None, Rounded(0.5), NONE).rounded
    assert Lowest(half, -half, NONE).value(True) == 0
    assert Lowest(half, 3 * half, NONE).value(False) == half


def patched(monkeypatch: pytest.MonkeyPatch, value: Any, error: Any) -> None:
    monkeypatch.setattr(bounds, "products", lambda *given: Products(np.array(value), np.array(error)))


def one_class(*rows: float) -> gordan.Points:
    return gordan.Points(np.array(rows)[:, None], np.ones(len(rows)), intercept=False)


def test_a_product_less_its_error_is_rounded_down(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (0.4 * U, 0.6 * U, U, 0.0):
        patched(monkeypatch, [1.0, 2.0], [error, error])
        low = lowest(one_class(1.0, 2.0), np.ones(1), np.zeros(1)).positive
        assert isinstance(low, Rounded)
        assert 1 - 8 * Fraction(U) <= Fraction(low.value) <= 1 - Fraction(error)


def asked(monkeypatch: pytest.MonkeyPatch, value: list[float], error: list[float], **how: bool) -> list[int]:
    """The rows whose products are taken in integers."""
    rows: list[int] = []

    def exactly(problem: gordan.Points, S: list[int], w: Any, centre: Any) -> list[Fraction]:
        rows.extend(S)
        return [Fraction(1)] * len(S)

    patched(monkeypatch, value, error)
    monkeypatch.setattr(bounds, "fraction_products", exactly)
    lowest(one_class(*value), np.ones(1), np.zeros(1), **how)
    return rows


def test_rows_that_may_be_the_least_are_asked_in_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    values, errors = [1.0, 1.5, 2.0, 1.75], [0.5, 0.25, 0.25, 0.25]
    assert asked(monkeypatch, values, errors, sharp=True) == [0, 1, 3]
    assert asked(monkeypatch, values, errors, exact=True) == [0, 1, 2, 3]
    # The bounds of 0 and 1 meet in one double, which may be the product of both.
    assert asked(monkeypatch, [1.0, 1.0 + 8 * U], [4 * U, 4 * U], sharp=True) == [0, 1]
    assert asked(monkeypatch, values, errors) == []


def test_a_sign_that_rounding_leaves_open_is_asked_in_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, [LEAST, 1.0], [0.0, 0.0]) == [0]  # rounded down it is zero
    assert asked(monkeypatch, [1.0, 3.0], [1.0, 0.0]) == [0]
    assert asked(monkeypatch, [-1.0, 2.0], [0.5, 0.0]) == []
    assert asked(monkeypatch, [-1.0, 2.0], [1.0, 0.0]) == [0]  # up to the next above zero


@pytest.mark.parametrize(("ends", "refuted"), [((-1.0, 0.5), True), ((-1.0, 1.0), False), ((-0.5, 1.0), False)])
def test_a_mean_is_refuted_where_it_is_certainly_not_positive(ends: tuple[float, float], refuted: bool) -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    assert bounds._refuted(problem, list(ends)) == refuted


def test_a_margin_of_no_length_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, low = one_class(1.0, 2.0), Lowest(Rounded(1.0), None, NONE)
    for value, length in product((1.0, 0.0, -1.0), (0.0, inf)):
        monkeypatch.setattr(bounds, "lengths", lambda w, length=length: (0.0, length))
        margin = margin_at_least(problem, np.ones(1), low._replace(positive=Rounded(value))).value
        assert margin == -inf or Fraction(margin) <= 0


def test_a_quotient_is_rounded_down() -> None:
    for numerator in (1.0, 0.1, -1.0, -0.7, LEAST, -LEAST):
        low = Lowest(Rounded(numerator), None, NONE)
        margin = Fraction(margin_at_least(one_class(1.0), np.array([3.0]), low).value)
        assert margin < Fraction(numerator) / 3
        assert margin >= Fraction(numerator) / 3 - 64 * Fraction(U) - Fraction(LEAST)


def test_sums_of_columns_in_use_are_the_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """A column that stores nothing adds nothing; neither its place nor what else is left may change."""
    X = np.zeros((3, 5))
    X[:, [1, 3]] = [[0.0, 2.0], [3.0, 0.0], [0.0, 4.0]]
    parts = [np.arange(5.0), np.arange(5.0) + 10, np.arange(5.0) + 20, np.arange(5.0) + 30]
    whole = Image(*parts, 0.5, 0.25)
    for form in (sp.csr_array(X), sp.csc_array(X)):
        monkeypatch.setattr(bounds, "_NARROW", 4)
        used = bounds._in_use(form, whole)
        assert [part.tolist() for part in used[:4]] == [part[[1, 3]].tolist() for part in parts]
        assert used[4:] == (0.5, 0.25)
        full = sp.csr_array(np.ones((3, 5)))
        assert bounds._in_use(full, whole) is whole
        monkeypatch.setattr(bounds, "_NARROW", 5)
        assert bounds._in_use(form, whole) is whole


@pytest.mark.parametrize("centre", [[0.0] * 5, [0.0, 0.0, 0.0, 0.0, 2.0]], ids=["none", "one"])
def test_columns_without_entries_count_about_a_centre(monkeypatch: pytest.MonkeyPatch, centre: list[float]) -> None:
    monkeypatch.setattr(bounds, "_NARROW", 0)
    X = np.zeros((2, 5))
    X[:, 1] = [-1.0, 3.0]
    for form in (sp.csr_array(X), X):
        most = margin_at_most(gordan.Points(form, [0, 1]), np.array([0.5, 0.5]), np.array(centre)).value
        assert Fraction(2) <= Fraction(most) <= 2 + Fraction(1, 10**12)


def test_a_sum_that_overflows_bounds_nothing() -> None:
    huge = gordan.Points([[1.7e308], [1.6e308]], [1, 1], intercept=False)
    assert margin_at_most(huge, np.array([0.9, 0.9]), np.zeros(1)).value == inf


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_rounded_difference_is_off_by_a_unit_of_its_size(monkeypatch: pytest.MonkeyPatch, sign: float) -> None:
    """Of a difference below zero as well."""
    seen: list[Any] = []

    def lengths(v: Any) -> tuple[float, float]:
        seen.append(np.abs(v).max())
        return 0.0, seen[-1]

    monkeypatch.setattr(bounds, "lengths", lengths)
    image = Image(np.array([sign]), np.array([-sign]), np.zeros(1), np.zeros(1), 1.0, 1.0)
    bounds._between_means(image, 1)
    bounds._length_by_mass(one_class(1.0), np.ones(1), image, 1)
    # A unit of the difference of two, and of the means nine each.
    assert [seen[1] >= 20 * U, seen[3] >= 2 * U] == [True, True]
    assert [seen[1] <= 24 * U, seen[3] <= 3 * U] == [True, True]


@pytest.mark.parametrize("wrong", [(1.0, 0.0), (0.0, 1.0)])
def test_the_errors_of_both_means_count(wrong: tuple[float, float]) -> None:
    image = Image(np.zeros(1), np.zeros(1), np.array([wrong[0]]), np.array([wrong[1]]), 1.0, 1.0)
    assert 0.5 <= bounds._between_means(image, 1) <= 0.5 + 1e-12
