"""The steps of rounded products and class sums, each beside its derivation: no narrower than that, and hardly wider."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.rounding import ETA, U, sum_error
from gordan.verify.rounded import extent_of, image_of, misreading_of_least, products, row_lengths

rounded = import_module("gordan.verify.rounded")
FORMS = {"dense": np.asarray, "csr": sp.csr_array, "csc": sp.csc_array}


def posed(rows: Any, *, form: str = "dense", dtype: Any = np.float64, **question: Any) -> gordan.Points:
    X = np.array(rows, dtype=dtype)
    return gordan.Points(FORMS[form](X), np.ones(len(X)), intercept=False, **question)


@pytest.mark.parametrize("joined", [False, True])
def test_terms_are_counted_with_the_centres(joined: bool) -> None:
    """Three columns and one more, once; twice where the centre's product joined the terms."""
    exact = posed([[1.0, 2.0, 3.0]])
    assert rounded._error(exact, 7.0, 5.0, 3.0, joined=joined) == sum_error(5.0, 8 if joined else 4, extra=1)


@pytest.mark.parametrize(("mass", "away"), [(0.0, 0.0), (1e-3, 1e30), (1e30, 1e-20), (1e-320, 0.0)])
def test_numbers_that_stand_for_decimals_are_off_by_a_part_and_by_the_least(mass: float, away: float) -> None:
    problem = posed([[1.0, 2.0, 3.0]], dtype=np.float32, numbers="decimal")
    error = Fraction(float(rounded._error(problem, mass, 5.0, away, joined=False)))
    least = 2 * Fraction(2) ** -148 * Fraction(mass) + 2 * Fraction(2) ** -23 * Fraction(away)
    expected = Fraction(float(sum_error(5.0, 4, extra=1))) + least + Fraction(ETA)
    assert expected <= error <= expected * (1 + 8 * Fraction(U))
    assert misreading_of_least(problem) == 2.0**-148


@pytest.mark.parametrize("centre", [[0.0] * 100, [0.0] * 99 + [-3.0], [1.0] * 100], ids=["none", "one", "all"])
def test_a_bound_for_all_rows_is_of_the_greatest_entry(monkeypatch: pytest.MonkeyPatch, centre: list[float]) -> None:
    """The mass is a sum of a hundred doubles, and may be off by as many units."""
    asked: list[Any] = []
    monkeypatch.setattr(rounded, "_error", lambda *given, joined: asked.append((*given[2:], joined)) or given[2])
    problem = posed([[0.5] * 99 + [-0.75], [0.25] * 100])
    c = np.array(centre)
    bound = rounded._coarse(problem, 0.7, c, extent_of(problem.X))
    [(size, away, joined)] = asked
    assert bound.tolist() == [size, size]
    assert joined == any(centre)
    for given, reach in ((size, 0.75 + np.abs(c).max()), (away, 0.75)):
        needed = Fraction(reach) * Fraction(0.7)
        assert needed * (1 + 100 * Fraction(U)) <= Fraction(given) <= needed * (1 + 120 * Fraction(U))


def test_unit_rows_are_bounded_by_the_longer_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = posed([[1.0, 2.0], [3.0, 4.0]], normalise=True)
    monkeypatch.setattr(rounded, "_AT_ONCE", 0)
    monkeypatch.setattr(rounded, "lengths", lambda w: (1.0, 2.0))
    monkeypatch.setattr(rounded, "row_lengths", lambda problem: (np.array([1.0, 1.0]), np.array([8.0, 16.0])))
    monkeypatch.setattr(rounded, "_near", lambda *given: np.zeros(0, dtype=np.int64))
    found = rounded.products(problem, np.array([0.5, 0.5]), np.zeros(2))
    assert found.error.tolist() == pytest.approx(
        [float(sum_error(size, 3, extra=1)) for size in (16.0, 32.0)], rel=1e-12, abs=0.0
    )


def test_the_extent_is_that_of_the_numbers() -> None:
    assert extent_of(np.array([[0.5, -0.25]])) == 0.5
    assert extent_of(np.array([[0.25, -0.5]])) == 0.5
    assert extent_of(sp.csr_array([[0.0, -0.5]])) == 0.5


@pytest.mark.parametrize("exponent", [*range(-480, -455), -40, 0, 300, 460, 470, 520, 1000, -1060, -600])
def test_the_reach_is_at_least_the_extent_at_every_exponent(exponent: int) -> None:
    """One number apart from many that are far smaller: the root must not round below it."""
    rng = np.random.default_rng(exponent + 2000)
    for _ in range(200):
        X = np.ldexp(rng.uniform(-1, 1, size=(3, 7)) * 2.0 ** rng.integers(-40, 1, size=(3, 7)), exponent)
        for given in (X, np.asfortranarray(X), X[:, ::2], sp.csr_array(X), np.diag(np.diag(X))):
            stored = given.data if hasattr(given, "nnz") else given
            assert np.abs(stored).max() <= rounded._reach_of(given) <= 8.0 * np.abs(stored).max()


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_the_reach_of_what_is_no_number_is_refused(number: float) -> None:
    with pytest.raises(gordan.InputError, match="changed since they were posed"):
        rounded._reach_of(np.array([[1.0, number], [0.0, 2.0]]))


def test_the_reach_of_single_precision_and_of_nothing_is_the_extent() -> None:
    assert rounded._reach_of(np.array([[3.0, -4.0]], dtype=np.float32)) == 4.0
    assert rounded._reach_of(np.zeros((2, 2))) == 0.0
    assert rounded._reach_of(sp.csr_array((2, 2))) == 0.0
    assert rounded._reach_of(np.array([[3.0, -4.0]])) == pytest.approx(5.0)


def test_many_rows_at_the_least_are_told_apart_by_the_extent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the coarser bound leaves many rows open, the finer one is taken, and rows beyond it are not."""
    monkeypatch.setattr(rounded, "_AT_ONCE", 0)
    monkeypatch.setattr(rounded, "_TOGETHER", 8)
    reaches: list[float] = []
    coarse = rounded._coarse
    monkeypatch.setattr(rounded, "_coarse", lambda *given: reaches.append(given[3]) or coarse(*given))
    n = 400
    for step, finer in ((1.0, False), (2.0**-50, True)):
        reaches.clear()
        problem = posed(np.c_[1.0 + step * np.arange(n), np.ones(n)])
        found = rounded.products(problem, np.array([1.0, 0.0]), np.zeros(2))
        assert (len(reaches) == 2) is finer
        truth = [Fraction(v) for v in problem.X[:, 0].tolist()]
        off = [abs(Fraction(v) - t) <= Fraction(e) for v, t, e in zip(found.value, truth, found.error, strict=True)]
        assert all(off)
        if finer:
            assert reaches[1] == 1.0 + step * (n - 1) < reaches[0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("form", FORMS)
def test_all_rows_are_multiplied_in_one_pass(form: str, dtype: Any) -> None:
    problem = posed([[0.1, 0.2], [0.3, 0.0]], form=form, dtype=dtype)
    w = np.array([1.0, 2.0**-30])
    truth = np.array([[0.1, 0.2], [0.3, 0.0]], dtype=dtype).astype(np.float64) @ w
    assert rounded._pass(problem, w).tolist() == pytest.approx(truth, rel=1e-15)


@pytest.mark.parametrize("exponent", [-530, -522, -515, -470, -466, 465, 511])
@pytest.mark.parametrize("form", FORMS)
def test_lengths_whose_squares_nearly_vanish_are_measured_in_their_own_unit(form: str, exponent: int) -> None:
    rows = [[-0.1, 0.3, -0.7], [-1e-9, -0.9, -0.7]]
    X = np.ldexp(np.array(rows), exponent)
    short, long = row_lengths(posed(X, form=form))
    for row, low, high in zip(X.tolist(), short.tolist(), long.tolist(), strict=True):
        square = sum(Fraction(v) ** 2 for v in row)
        assert square * (1 - 64 * Fraction(U)) <= Fraction(low) ** 2 <= square
        assert square <= Fraction(high) ** 2 <= square * (1 + 64 * Fraction(U))


@pytest.mark.parametrize("form", FORMS)
def test_the_unit_of_a_row_is_that_of_its_greatest_entry(form: str) -> None:
    """Of numbers that are all negative the greatest is the least in size."""
    short, long = row_lengths(posed([[-1e-300, -1e300]], form=form))
    assert (Fraction(float(short[0])), Fraction(float(long[0]))) == pytest.approx((1e300, 1e300))
    assert short[0] <= 1e300 <= long[0]


def test_single_precision_is_widened_before_it_is_squared() -> None:
    X = np.array([[1.1, 2.3, 0.7]], dtype=np.float32)
    short, long = row_lengths(posed(X, dtype=np.float32))
    square = sum(Fraction(v) ** 2 for v in X[0].tolist())
    assert Fraction(float(short[0])) ** 2 <= square <= Fraction(float(long[0])) ** 2
    assert long[0] <= short[0] * (1 + 1e-13)


@pytest.mark.parametrize("centre", [[0.0, 0.0], [0.5, -100.0]])
@pytest.mark.parametrize("form", FORMS)
def test_class_sums_are_as_wide_as_their_terms(form: str, centre: list[float]) -> None:
    """The centre's share counts twice, for its mass is rounded too."""
    rows, x, c = np.array([[3.0, -0.5], [0.25, 4.0], [1.0, 8.0]]), np.array([3.0, 5.0, 7.0]), np.array(centre)
    image = image_of(posed(rows, form=form), x, c)
    sparse = form != "dense"
    sizes = x @ np.abs(rows if sparse else rows - c) + (2.0 * x.sum() * np.abs(c) if sparse else 0.0)
    assert image.error_positive == pytest.approx(sum_error(sizes, 7, extra=2), rel=1e-12, abs=0.0)
    assert image.positive == pytest.approx(x @ (rows - c))
    assert not image.negative.any()


@pytest.mark.parametrize(("n", "m"), [(3, 2), (1000, 300), (70_000, 2)])
@pytest.mark.parametrize("form", ["dense", "csr"])
def test_every_row_is_in_one_part(form: str, n: int, m: int) -> None:
    X = np.ones((n, m), dtype=np.float32)
    problem = gordan.Points(FORMS[form](X), np.ones(n), intercept=False)
    for rows in (np.arange(n), np.arange(0, n, 3), np.zeros(0, dtype=np.int64)):
        parts = list(rounded._chunks(problem, rows, "looking"))
        assert np.concatenate([np.zeros(0, dtype=np.int64), *parts]).tolist() == rows.tolist()


def test_a_sparse_row_has_the_terms_of_a_centre_that_is_zero_in_places() -> None:
    rows, w, centre = np.array([[1.0, 2.0], [3.0, -1.0]]), np.array([1.0, 0.5]), np.array([0.0, 0.5])
    found = products(gordan.Points(sp.csr_array(rows), [0, 1]), w, centre)
    size = np.abs(rows) @ w + centre @ w
    assert found.error == pytest.approx(sum_error(size, 2 * (2 + 1), extra=1), rel=1e-12, abs=0.0)
