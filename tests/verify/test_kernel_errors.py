"""Errors of distances, powers and rows, beside their derivations: rows that are off by much show which terms count."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.rounding import ETA, U
from gordan.outcome import Claim, KernelSeparator
from gordan.verify import KernelClaims, KernelStack, verify_in_space
from gordan.verify.kernel.distance import Distances
from gordan.verify.kernel.point import Part, Whole, common_unit, rows_about, rows_in_units
from gordan.verify.kernel.power import Powers, powers
from gordan.verify.kernel.source import source_of, sums_about, sums_over

distance = import_module("gordan.verify.kernel.distance")
X = np.array([[3.0, -1.0], [0.5, 2.0], [-4.0, 0.0]])
Y = [1, 0, 0]


def posed(kernel: str, rows: Any = X, *, y: Any = Y, gamma: float = 0.5, **question: Any) -> gordan.Points:
    return gordan.Points(rows, y, kernel=kernel, gamma=gamma, **question)


def part(rows: Any, apart: Any) -> Part:
    values = np.array(rows)
    return Part(values, None, np.square(values).sum(axis=1), np.array(apart))


ONE, OTHER = part(X, [0.25, 0.0, 0.5]), part(X + 1.0, [0.125, 0.0, 0.0])
EXACT = part(X, [0.0, 0.0, 0.0])


def test_squared_distances_are_off_by_both_rows() -> None:
    source = Distances(posed("rbf"))
    truth = np.square(X[:, None] - (X + 1.0)[None]).sum(axis=2)
    away = ONE.apart[:, None] + OTHER.apart[None, :]
    for one, other, off in ((ONE, OTHER, away), (EXACT, EXACT._replace(values=X + 1.0), None)):
        found, error = source._squared(one, other._replace(squares=np.square(other.values).sum(axis=1)))
        assert found == pytest.approx(truth)
        rounding = 20 * U * (one.squares[:, None] + np.square(other.values).sum(axis=1)[None])
        expected = rounding if off is None else rounding + (2 * np.sqrt(truth + rounding) + off) * off
        assert error == pytest.approx(expected, rel=1e-9, abs=0.0)
    only = source._squared(EXACT, OTHER)[1]
    assert (only[:, 0] > 0.125 * 0.125).all()


def test_a_row_is_off_by_the_farthest_of_the_others() -> None:
    source = Distances(posed("rbf"))
    both = ONE.squares + OTHER.squares.max()
    apart = ONE.apart + 0.125
    expected = 1.01 * 0.5 * (28 * U * both + (2 * np.sqrt(2 * both) + apart) * apart)
    assert source._of_rows(ONE, OTHER) == pytest.approx(expected, rel=1e-9, abs=0.0)
    exact = source._of_rows(EXACT, EXACT)
    assert exact == pytest.approx(1.01 * 0.5 * 28 * U * (EXACT.squares + EXACT.squares.max()), rel=1e-9, abs=0.0)
    assert source._lost == 16 * 6 * ETA


@pytest.mark.parametrize("dense", [1, 16, 1 << 24])
def test_absolute_distances_are_off_by_both_rows(monkeypatch: pytest.MonkeyPatch, dense: int) -> None:
    monkeypatch.setattr(distance, "_DENSE", dense)
    source = Distances(posed("laplacian"))
    truth = np.abs(X[:, None] - (X + 1.0)[None]).sum(axis=2)
    for form in (np.asarray, sp.csr_array):
        one, other = ONE._replace(values=form(ONE.values)), OTHER._replace(values=form(OTHER.values))
        found, error = source._absolute(one, other)
        assert found.tolist() == truth.tolist()
        expected = ONE.apart[:, None] + OTHER.apart[None, :] + 10 * U * truth
        assert error == pytest.approx(expected, rel=1e-12, abs=0.0)
        assert (error >= expected).all()


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
@pytest.mark.parametrize("kept", [0, 1 << 20])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_weighed_products_are_the_blocks(monkeypatch: pytest.MonkeyPatch, kernel: str, kept: int, form: Any) -> None:
    """Whether those of all rows are kept or not, in any order of the rows, and for other columns after them."""
    monkeypatch.setattr(distance, "_KEPT", kept)
    source, c = Distances(posed(kernel, form(X))), np.array([1.0, -2.0])
    for rows, S in (([0, 1, 2], [0, 1]), ([0, 1, 2], [1, 2]), ([2, 0, 1], [1, 2]), ([1], [1, 2]), ([0, 0, 0], [0, 1])):
        there, columns = np.array(rows), np.array(S)
        sharp = np.array([[float(v.mid()) for v in row] for row in source.sharp(there, columns)])
        block = source.block(there, columns)
        assert (np.abs(block.value - sharp) <= block.error).all()
        assert (block.error <= 1e-12).all()
        found = source.weigh(there, columns, c)
        assert found.value == pytest.approx(sharp @ c, rel=1e-12)
        assert (found.error >= (sharp * 8 * U) @ np.abs(c)).all()
        assert (found.error <= 1e-12).all()


def test_products_are_off_by_both_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    from gordan.verify.kernel import power

    problem = gordan.Points(X, Y, kernel="poly", degree=1, gamma=0.5, coef0=0.0)
    parts = iter([ONE, OTHER, ONE])
    monkeypatch.setattr(power, "rows_in_units", lambda *given: next(parts))
    source = Powers(problem)
    found = source.block(np.arange(3), np.arange(3))
    long, size = np.sqrt(ONE.squares), np.sqrt(OTHER.squares)
    off = ONE.apart[:, None] * (size + OTHER.apart)[None] + long[:, None] * OTHER.apart[None]
    rounding = 7 * U * long[:, None] * size[None]
    assert found.value == pytest.approx(0.5 * X @ (X + 1.0).T)
    assert (found.error >= 0.5 * (off + rounding) * (1 - 1e-15)).all()
    assert (found.error <= 0.5 * (off + 3 * rounding) + 8 * U * np.abs(found.value)).all()
    square = source.diagonal(np.arange(3))
    expected = 0.5 * (ONE.apart * (2 * long + ONE.apart) + 12 * U * ONE.squares)
    assert square.value == pytest.approx(0.5 * ONE.squares)
    assert (square.error >= expected * (1 - 1e-15)).all()
    assert (square.error <= 2 * expected + 1e-12).all()


def test_a_row_of_powers_is_off_by_the_longest_of_the_others() -> None:
    long, size = np.sqrt(ONE.squares), float(np.sqrt(OTHER.squares.max()))
    off = 7 * U * long * size + ONE.apart * (size + 0.125) + 0.125 * long
    reach = 0.5 * (long * size + off) + 2.0
    source = Powers(posed("poly", degree=1, coef0=2.0))
    assert source._of_rows(ONE, OTHER) == pytest.approx(0.5 * off + 5 * U * reach, rel=1e-12, abs=0.0)
    exact = 0.5 * 7 * U * np.sqrt(EXACT.squares * EXACT.squares.max())
    most = 0.5 * np.sqrt(EXACT.squares * EXACT.squares.max()) + 2.0
    assert source._of_rows(EXACT, EXACT) == pytest.approx(exact + 5 * U * most, rel=1e-9, abs=0.0)
    third = Powers(posed("poly", degree=3, coef0=2.0))._of_rows(EXACT, EXACT)
    assert third == pytest.approx(3 * most**2 * (exact + 3 * U * most) + 4 * U * most**3, rel=1e-9, abs=0.0)


@pytest.mark.parametrize("degree", [1, 2, 3, 7])
@pytest.mark.parametrize("form", [np.asarray, np.float32, sp.csr_array])
@pytest.mark.parametrize("scale", [1.0, 2.0**-30, 2.0**-500])
def test_weighed_powers_are_the_blocks(degree: int, form: Any, scale: float) -> None:
    """In any order of the rows, for other columns after them, and where rows need units of their own."""
    scale = scale if form is not np.float32 else max(scale, 2.0**-30)
    source = Powers(posed("poly", form(scale * X), degree=degree, gamma=0.1 / scale, coef0=0.5))
    c = np.array([[1.0, 0.5], [-2.0, 0.25]])
    for rows, S in (([0, 1, 2], [0, 1]), ([0, 1, 2], [0, 2]), ([2, 0, 1], [1, 2]), ([1], [1, 2]), ([0, 0, 0], [0, 1])):
        there, columns = np.array(rows), np.array(S)
        sharp = [[Fraction(int(v.p), int(v.q)) for v in row] for row in source.sharp(there, columns)]
        found = source.weigh(there, columns, c)
        for i, row in enumerate(sharp):
            for k in range(2):
                truth = sum(value * Fraction(weight) for value, weight in zip(row, c[:, k].tolist(), strict=True))
                rounding = 4 * U * found.size[i, k]
                assert abs(truth - Fraction(found.value[i, k])) <= Fraction(found.error[i, k] + rounding)
        assert found.size == pytest.approx(np.abs(np.array(sharp, dtype=float)) @ np.abs(c))
        assert (found.error <= 1e-10 * found.size).all()


def test_a_bound_for_all_products_of_a_row_is_not_taken_where_it_is_coarse() -> None:
    rows = np.array([[1e3, 0.0], [0.0, 1e3], [1.0, 1.0]])
    source, there, c = Powers(posed("poly", rows, degree=9, gamma=1.0, coef0=1.0)), np.array([0, 2]), np.array([1.0])
    block = source.block(there, np.array([1]))
    found = source.weigh(there, np.array([1]), c)
    assert found.error.tolist() == block.error[:, 0].tolist()
    assert source._of_rows(*(rows_in_units(source.problem, each) for each in (there, there)))[0] > 1e9 * found.error[0]


def test_points_that_are_all_zero_have_powers_too() -> None:
    problem = posed("poly", np.zeros((200, 200)), y=[0, 1] * 100, coef0=1.0)
    assert Powers(problem).block(np.arange(3), np.arange(2)).value.tolist() == [[1.0, 1.0]] * 3
    assert gordan.solve(problem).kind == "inseparable"


@pytest.mark.parametrize("degree", [1, 2, 3, 5, 8])
def test_powers_hold_what_they_stand_for(degree: int) -> None:
    q, error = np.array([3.0, -2.0, 0.5, 1e-160, 1e200]), np.array([0.25, 0.0, 0.125, 1e-170, 0.0])
    value, off = powers(q, error, degree)
    for a, e, v, o in zip(q.tolist(), error.tolist(), value.tolist(), off.tolist(), strict=True):
        for end in (Fraction(a) - Fraction(e), Fraction(a), Fraction(a) + Fraction(e)):
            assert o == np.inf or abs(end**degree - Fraction(v)) <= Fraction(o)
        exactly = max(abs((Fraction(a) + s * Fraction(e)) ** degree - Fraction(a) ** degree) for s in (1, -1))
        assert o == np.inf or Fraction(o) <= 2 * degree * exactly + Fraction(1, 10**12) * abs(Fraction(a)) ** degree + 1


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, sp.csc_array])
@pytest.mark.parametrize("scale", [1.0, 2.0**-700, 2.0**700])
def test_rows_are_divided_by_their_units(form: Any, scale: float) -> None:
    rows = scale * np.array([[3.0, -1.0], [0.5, 0.0], [0.0, -40.0]])
    problem = posed("rbf", form(rows))
    own = rows_in_units(problem, np.arange(3))
    units = np.zeros(3, int) if own.unit is None else own.unit
    values = own.values.toarray() if hasattr(own.values, "nnz") else own.values
    assert np.ldexp(values, units[:, None]).tolist() == rows.tolist()
    assert own.squares == pytest.approx(np.square(values).sum(axis=1), rel=1e-15)
    unit = common_unit(problem)
    assert (unit is None) == (scale == 1.0)
    for order in (1, 2):
        about = rows_about(problem, np.arange(3), unit, None, order=order)
        values = about.values.toarray() if hasattr(about.values, "nnz") else about.values
        assert np.ldexp(values, unit or 0).tolist() == rows.tolist()
        assert (about.apart <= 1e-300).all()
        if form is np.asarray:
            centre = np.array([0.1, 0.3])
            moved = rows_about(problem, np.arange(3), unit, centre, order=order)
            assert moved.values.tolist() == (values - centre).tolist()
            size = np.linalg.norm(values - centre, ord=order, axis=1)
            assert (moved.apart >= 2 * U * size * (1 - 1e-12)).all()
            assert (moved.apart <= 2.01 * U * size).all()


@pytest.mark.parametrize("order", [1, 2])
def test_rows_of_decimals_are_off_by_their_norm(order: int) -> None:
    rows = np.array([[3.0, -1.0], [0.5, 0.0], [0.0, -40.0]], dtype=np.float32)
    about = rows_about(posed("rbf", rows, numbers="decimal"), np.arange(3), None, None, order=order)
    expected = 2.0**-23 * np.linalg.norm(rows.astype(float), ord=order, axis=1)
    assert about.apart == pytest.approx(expected, rel=1e-9, abs=0.0)
    assert (about.apart >= expected).all()


def test_rows_as_integers() -> None:
    whole = Whole(posed("rbf", np.array([[0.5, 0.0], [0.0, 3.0], [0.0, 0.0]])), np.arange(3))
    assert [[int(v) for v in row] for row in whole.products(whole)] == [[1, 0, 0], [0, 36, 0], [0, 0, 0]]
    assert whole.squares == [1, 36, 0]
    assert whole.bits == 3 + 2
    nothing = Whole(posed("rbf", np.zeros((3, 2))), np.arange(3))
    assert nothing.products(nothing) == [[0] * 3] * 3


@pytest.mark.parametrize("scale", [1.0, 2.0**-700, 2.0**700])
def test_decimals_in_units_are_off_by_their_length_and_by_the_least_double(scale: float) -> None:
    rows = scale * np.array([[3.0, -4.0], [0.5, 0.0], [2.0**-300, 0.0]])
    own = rows_in_units(posed("poly", rows, numbers="decimal"), np.arange(3))
    units = np.zeros(3, int) if own.unit is None else own.unit
    lengths = np.ldexp(np.linalg.norm(rows / scale, axis=1) * scale, -units)
    least = 2 * np.ldexp(2.0 * 5e-324, -units) + (0.0 if own.unit is None else 2 * ETA)
    assert own.apart == pytest.approx(2.0**-52 * lengths + least, rel=1e-9, abs=0.0)


def test_the_least_decimals_are_far_off_in_their_units() -> None:
    rows = np.array([[5e-324, 0.0], [1.0, 0.0]])
    own = rows_in_units(posed("poly", rows, y=[0, 1], numbers="decimal"), np.arange(2))
    assert own.apart[0] >= 2.0


@pytest.mark.parametrize("far", [2.0**-500, 2.0**500])
def test_products_with_rows_in_units_of_their_own(far: float) -> None:
    """On one side all rows keep the unit 1, on the other they do not."""
    rows = np.array([[3.0, 1.0], [2.0 * far, far]])
    powers = Powers(posed("poly", rows, y=[0, 1], degree=1, gamma=1.0, coef0=0.0))
    for one, other in (([0], [1]), ([1], [0])):
        found = powers.block(np.array(one), np.array(other))
        assert found.value[0, 0] == pytest.approx(7.0 * far, rel=1e-12, abs=0.0)
        assert found.error[0, 0] <= 1e-12 * far


def test_lengths_are_off_by_units_of_every_coordinate() -> None:
    m = 1000
    problem = posed("poly", np.ones((2, m)), y=[0, 1], degree=1, gamma=1.0, coef0=0.0)
    powers = Powers(problem)
    assert powers.diagonal(np.arange(2)).error[0] >= (2 * m + 8) * U * m
    assert powers._lengths(rows_in_units(problem, np.arange(2)))[0] >= np.sqrt(m) * (1 + (m + 2) * U)


def test_powers_too_long_for_fractions_are_balls_of_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("gordan.verify.kernel.power"), "_LONGEST", 0)
    rows = np.array([[3.0, 1.0], [1.0, -2.0]])
    found = Powers(posed("poly", rows, y=[0, 1], degree=3, gamma=0.5, coef0=2.0)).sharp(np.arange(2), np.arange(2))
    assert [[float(v.mid()) for v in row] for row in found] == ((0.5 * rows @ rows.T + 2.0) ** 3).tolist()


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
def test_squared_distances_are_taken_about_the_mean(kernel: str) -> None:
    """Any centre will do for a proof; about the origin nothing would be known of points so far from it."""
    rows = 1e8 + np.array([[3.0, 1.0], [1.0, -2.0], [0.0, 4.0]])
    far = Distances(posed(kernel, rows, gamma=0.125))
    if kernel == "rbf":
        assert far.centre.tolist() == pytest.approx(rows.mean(axis=0).tolist(), rel=1e-15)
        assert (far.block(np.arange(3), np.arange(3)).error <= 1e-13).all()
    else:
        assert far.centre is None


FAR = np.array([[1.0, 2.0**-10], [1.0, -(2.0**-10)], [2.0**12, 1.0]])  # the last one is long, and counts for little
SMALL = np.array([1.0, -1.0, 2.0**-60])


def thin(**question: Any) -> gordan.Points:
    """A margin of 2⁻¹⁰, to which terms of 1 cancel; one bound for all products of a row counts the longest row."""
    return posed("poly", FAR, y=[1, 0, 1], degree=1, gamma=1.0, coef0=0.0, **question)


@pytest.mark.parametrize("kernel", ["poly", "rbf"])
def test_sums_that_nearly_cancel_have_a_bound_for_every_product(kernel: str) -> None:
    problem = thin() if kernel == "poly" else posed("rbf", 2.0**-4 * FAR, y=[1, 0, 1], gamma=1.0)
    source, S, rows = Powers(problem) if kernel == "poly" else Distances(problem), np.arange(3), np.array([2, 0, 1])
    for c in (SMALL, np.column_stack([SMALL, 3 * SMALL])):
        quick, closely = (sums_over(source, S, c, rows, closely=each) for each in (False, True))
        assert (closely.error[1:] < 0.5 * quick.error[1:]).all()
        first = quick.value if c.ndim == 1 else quick.value[:, 0]
        for k in range(3):
            offset = np.full(3, 1e9)
            offset[k] = -first[k]
            near, other = sums_about(source, S, c, rows, offset), np.arange(3) != k
            assert near.error[k].tolist() == closely.error[k].tolist()
            assert near.value[k].tolist() == closely.value[k].tolist()
            assert near.error[other].tolist() == quick.error[other].tolist()
        assert sums_about(source, S, c, rows, 1e9).error.tolist() == quick.error.tolist()


def test_sums_of_products_that_overflow_are_unknown_with_any_coefficient() -> None:
    """An infinite error times 0 is no number, and beside such a bound every comparison would fail."""
    source = Powers(posed("poly", 1e200 * FAR, y=[1, 0, 1], degree=3, gamma=1.0, coef0=0.0))
    found = sums_over(source, np.array([0]), np.array([[1.0, 0.0]]), np.array([0, 1]))
    assert found.value.tolist() == [[0.0, 0.0]] * 2
    assert found.error.tolist() == [[np.inf, np.inf]] * 2


def test_sums_of_numbers_that_are_products_already_are_taken_once() -> None:
    asked = []

    def product(one: Any, other: Any) -> Any:
        asked.append(len(one))
        return one @ other.T

    source = source_of(gordan.Points(np.zeros((2000, 1)), [0, 1] * 1000, kernel=product))
    asked.clear()
    assert sums_about(source, np.arange(2), np.ones(2), np.arange(2), 0.0).value.tolist() == [0.0, 0.0]
    assert asked == [2]


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("proved", [True, False])
@pytest.mark.parametrize("weights", [np.abs(SMALL), np.array([1.0, 1.0, 2.0**-59]), np.array([1.0, 1.0, 0.0])])
def test_a_margin_to_which_large_terms_cancel_is_known_closely(intercept: bool, proved: bool, weights: Any) -> None:
    """Long rows with little weight do not widen its bracket."""
    problem, c = thin(intercept=intercept), SMALL if weights[2] else SMALL + np.array([0.0, 0.0, 2.0**-59])
    proof = KernelSeparator(c, 0.0) if proved else None
    claim = Claim(proof=proof, classes=problem.classes, dual_coef=c, space=problem.space, weights=weights)
    verdict = gordan.verify(problem, claim)
    assert verdict.holds, verdict
    assert verdict.bracket is not None
    # Beside the margin lies what the long row moves: 2⁻⁴⁸ of the length of the normal.
    assert (1 - 2.0**-24) * 2.0**-10 < verdict.bracket.lower <= verdict.bracket.upper < (1 + 2.0**-24) * 2.0**-10


def test_a_margin_in_a_stack_to_which_large_terms_cancel_is_known_closely() -> None:
    starts, classes = np.array([0, 3]), [(0, 1)]
    stack = KernelStack(FAR, thin().kernel, starts, np.arange(3), np.array([1.0, -1.0, 1.0]), classes)
    claims = KernelClaims(starts, np.arange(3), SMALL, np.abs(SMALL), np.zeros(1), classes)
    judged = verify_in_space(stack, claims)
    assert judged.holds.all()
    assert (1 - 2.0**-22) * 2.0**-10 < judged.lower[0] <= judged.upper[0] < (1 + 2.0**-22) * 2.0**-10
