"""Products and sums of raw rows in integers, against fractions entry by entry."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.exact import dyadic
from gordan.verify.exact import cancel, combined, dot, fraction_products

exact = import_module("gordan.verify.exact")
RNG = np.random.default_rng(2)
X = np.ldexp(RNG.integers(-9, 10, (45, 3)).astype(float), RNG.integers(-40, 40, (45, 3)))
Y = np.where(np.arange(45) % 2, 1, -1)


@pytest.fixture(name="problem", params=["dense", "sparse"])
def forty_five_rows(request: pytest.FixtureRequest) -> gordan.Points:
    return gordan.Points(X if request.param == "dense" else sp.csr_array(X), Y)


@pytest.mark.parametrize("together", [1, 7, 1 << 17])
def test_products_whatever_is_looked_at_together(
    problem: gordan.Points, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    monkeypatch.setattr(exact, "_TOGETHER", together)
    w, centre = np.array([0.1, -3.0, 2.0**-60]), np.array([0.3, 0.0, 1e10])
    for c in (centre, np.zeros(3)):
        expected = [sum((Fraction(a) - Fraction(b)) * Fraction(v) for a, b, v in zip(x, c, w, strict=True)) for x in X]
        assert fraction_products(problem, range(45), w, c) == expected
        assert fraction_products(problem, [44, 3], w, c) == [expected[44], expected[3]]
    assert fraction_products(problem, [], w, centre) == []


def test_a_product_of_doubles() -> None:
    a, b = np.array([0.1, 0.0, 1e300, 5e-324]), np.array([0.7, 3.0, 1e300, 5e-324])
    assert dot(a, b) == sum(Fraction(u) * Fraction(v) for u, v in zip(a, b, strict=True))
    assert dot(np.zeros(2), b[:2]) == 0


@pytest.mark.parametrize("few", [1, 40, 44, 45, 99])
@pytest.mark.parametrize("share", [0, 4])
def test_sums_of_rows_by_either_way(
    problem: gordan.Points, monkeypatch: pytest.MonkeyPatch, few: int, share: int
) -> None:
    monkeypatch.setattr(exact, "_FEW", few)
    monkeypatch.setattr(exact, "_SHARE", share)
    weights = [int(v) for v in RNG.integers(1, 10**9, 45)]
    rows = problem.exact_rows(list(range(45)))
    sums = combined(rows, weights)
    for j in range(3):
        expected = sum(k * Fraction(v) for k, v in zip(weights, X[:, j].tolist(), strict=True))
        assert Fraction(sums.get(j, 0), rows.denominator) == expected


@pytest.mark.parametrize("lifted", [(0, 0), (1, 0), (0, 1), (0, -1)])
def test_what_is_left_of_a_cancellation(lifted: tuple[int, int]) -> None:
    """(1, 2) and (−1, −2) of one class, (0, 1) and (0, −1) of the other; then one entry moved by one."""
    rows: Any = [[1.0, 2.0], [-1.0, -2.0 + lifted[0]], [0.0, 1.0], [0.0, -1.0 + lifted[1]]]
    problem = gordan.Points(rows, [1, 1, 0, 0])
    assert cancel(problem, [0, 1, 2, 3], [1, 1, 1, 1]) == (max(abs(lifted[0]), abs(lifted[1])), 0)
    assert cancel(problem, [0, 1], [2, 2])[1] == 4
    assert cancel(problem, [2, 3], [1, 2])[1] == 3
    assert cancel(problem, [2], [5])[0] == 5


def test_rows_that_store_nothing_cancel() -> None:
    problem = gordan.Points(sp.csr_array(np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]])), [1, 0, 1])
    assert cancel(problem, [0, 1], [1, 1]) == (0, 0)
    assert cancel(problem, [2], [3]) == (3, 3)
    assert cancel(problem, [1], [3]) == (0, 3)


def test_products_with_a_direction_of_integers(problem: gordan.Points) -> None:
    w = (3, 0, -(10**30))
    expected = [sum(Fraction(a) * v for a, v in zip(x, w, strict=True)) for x in X]
    assert fraction_products(problem, range(45), w) == expected
    assert fraction_products(problem, [7], np.array([0.5, 0.0, 2.0])) == [Fraction(X[7, 0]) / 2 + 2 * Fraction(X[7, 2])]


@pytest.mark.parametrize("scale", [1.0, 2.0**-1074, 2.0**900])
@pytest.mark.parametrize("size", [3, 16, 17, 40])
def test_doubles_are_integers_over_a_power_of_two(size: int, scale: float) -> None:
    """On both sides of where arrays take over, with zeros among them."""
    values = scale * np.where(np.arange(size) % 3 == 1, 0.0, np.arange(size) - 5.0)
    whole, common = dyadic(values)
    assert [Fraction(v, common) for v in whole] == [Fraction(v) for v in values.tolist()]
    assert dot(values, np.ones(size)) == sum(map(Fraction, values.tolist()))
    assert dyadic(np.zeros(size)) == ([0] * size, 1)


def test_rows_are_written_out_only_where_one_has_a_quarter_of_the_columns() -> None:
    """Forty rows of a hundred thousand columns each, no two in the same, would take gigabytes of zeros."""
    for width, dense in ((1, False), (3, False), (4, True), (16, True)):
        rows = gordan.Points(
            sp.csr_array(np.vstack([np.eye(16)[width:], np.arange(16) < width])), [1] * (17 - width), intercept=False
        )
        assert exact._is_dense(rows.exact_rows(range(17 - width))) is dense
