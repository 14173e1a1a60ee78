"""The steps from products to margins in the space of a kernel, with products that are off by as much as they say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from scipy.sparse import csr_array

import gordan
from gordan.arithmetic.rounding import ETA, U
from gordan.verify.kernel.matrix import Called, Matrix
from gordan.verify.kernel.source import Bounded, Source, impossible, least_and_most, square_of, sums, weigh

bounds, side, source = (import_module(f"gordan.verify.kernel.{name}") for name in ("bounds", "side", "source"))
POINTS = np.array([[3.0, 1.0], [1.0, -2.0], [-2.0, 1.0], [0.0, -3.0], [-1.0, -1.0]])
K = POINTS @ POINTS.T
Y = [1, 1, 0, 0, 0]
RNG = np.random.default_rng(0)


class Wrong(Source):
    """Products of which each is off by no more than a given part."""

    rational = True

    def __init__(self, values: Any, off: Any) -> None:
        self.K, self.E = np.array(values, dtype=float), np.array(off, dtype=float) * np.ones(np.shape(values))

    def block(self, rows: Any, S: Any) -> Bounded:
        return Bounded(self.K[np.ix_(rows, S)], self.E[np.ix_(rows, S)])

    def diagonal(self, rows: Any) -> Bounded:
        return Bounded(self.K[rows, rows], self.E[rows, rows])

    def sharp(self, rows: Any, S: Any) -> Any:
        return [[fmpq(*float(v).as_integer_ratio()) for v in row] for row in self.K[np.ix_(rows, S)]]

    def sharp_diagonal(self, rows: Any) -> Any:
        return [fmpq(*float(v).as_integer_ratio()) for v in self.K[rows, rows]]


def posed(values: Any = K, y: Any = Y, **question: Any) -> gordan.Gram:
    return gordan.Gram(np.array(values), y, **question)


def test_weights_count_by_size() -> None:
    found = weigh(Bounded(np.array([[1.0, -2.0]]), np.array([[0.5, 0.25]])), np.array([-3.0, 4.0]))
    assert [part.tolist() for part in found] == [[-11.0], [2.5], [11.0]]


@pytest.mark.parametrize("together", [1, 2, 3, 512])
def test_sums_are_off_by_their_products_and_by_rounding(monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    monkeypatch.setattr(source, "_SIDE", together)
    c = np.array([1.0, -2.0, 0.0, 3.0, -0.5])
    for off in (0.0, 0.125):
        found = sums(Wrong(K, off), c, np.arange(5))
        size = np.abs(K) @ np.abs(c)
        assert found.value.tolist() == (K @ c).tolist()
        expected = off * np.abs(c).sum() + 12 * U * size
        assert found.error == pytest.approx(expected, rel=1e-9, abs=0.0)
        assert (found.error >= expected).all()
    lost = sums(Wrong([[1e308, 1e308], [1e308, 1.0]], 0.0), np.array([1.0, 1.0]), np.arange(2))
    assert (lost.value.tolist(), lost.error.tolist()) == ([0.0, lost.value[1]], [inf, lost.error[1]])
    unknown = sums(Wrong(K, inf), c, np.arange(5))
    assert (unknown.value.tolist(), unknown.error.tolist()) == ([0.0] * 5, [inf] * 5)


def test_squares_are_off_by_their_sums_and_by_rounding() -> None:
    c, f = np.array([1.0, -2.0]), Bounded(np.array([4.0, -3.0]), np.array([0.5, 0.25]))
    value, error = square_of(c, f)
    assert (value, error) == (10.0, pytest.approx(1.0 + 100 * U, rel=1e-14, abs=0.0))
    exactly = Bounded(np.array([4.0, -3.0]), np.zeros(2))
    assert square_of(c, exactly)[1] == pytest.approx(100 * U, rel=1e-9, abs=0.0)
    assert square_of(c, Bounded(np.array([1e308, -1e308]), np.zeros(2))) == (0.0, inf)
    assert [impossible(each) for each in ((-1.0, 1.0), (-1.0, 0.5), (1.0, 0.0))] == [False, True, False]


@pytest.mark.parametrize(
    ("value", "error"), [(4.0, 0.0), (4.0, 1.0), (0.25, 0.25), (0.25, 0.5), (-1.0, 2.0), (0.0, 0.0)]
)
def test_lengths_lie_between_the_roots_of_both_ends(value: float, error: float) -> None:
    low, high = least_and_most((value, error))
    ends = sqrt(max(value - error, 0.0)), sqrt(max(value, 0.0) + error)
    assert (low, high) == pytest.approx(ends, rel=1e-14)
    assert low <= ends[0] * (1 - 6 * U)
    assert high >= ends[1] * (1 + 6 * U)


@pytest.mark.parametrize(("first", "second"), [(1.0, 1e-30), (1e-30, 1.0), (1.0, 1.0), (-1.0, 1.0), (5e-324, 5e-324)])
def test_the_mean_of_the_least_values_is_from_below(first: float, second: float) -> None:
    values = Bounded(np.array([first, 9.0, -second]), np.array([0.4 * U * abs(first), 0.0, 0.4 * U * abs(second)]))
    problem = posed(np.eye(3), [1, 1, 0])
    truth = sum(Fraction(v) - Fraction(0.4 * U * abs(v)) for v in (first, second)) / 2
    low = Fraction(bounds.lowest(problem, values))
    assert truth - 16 * Fraction(U) * (abs(Fraction(first)) + Fraction(second)) - Fraction(ETA) * 4 <= low <= truth
    alone = Bounded(np.array([first, 9.0, second]), np.zeros(3))
    assert bounds.lowest(posed(np.eye(3), [1, 1, 1], intercept=False), alone) == min(first, second)


def test_rows_that_may_be_the_least_of_their_class() -> None:
    values = Bounded(np.array([1.0, 5.0, 2.0, -1.0, -7.0, -2.0]), np.array([1.5, 0.0, 0.6, 0.5, 0.0, 0.25]))
    assert bounds.reachable(posed(np.eye(6), [1, 1, 1, 0, 0, 0]), values) == [0, 2, 3]


def test_values_are_divided_by_lengths_that_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 ± ¼ over 2 ± ½ lies between 1.1 and 2.17."""
    g = Bounded(np.array([3.0, 3.0]), np.array([0.25, 0.25]))
    monkeypatch.setattr(bounds, "lengths", lambda *given: Bounded(np.array([2.0, 2.0]), np.array([0.5, 2.0])))
    found = bounds.scaled(posed(normalise=True, intercept=False), None, g)
    assert found.value.tolist() == [1.5, 0.0]
    assert found.error.tolist() == [pytest.approx(2 / 3, rel=1e-12), inf]
    assert bounds.scaled(posed(), None, g) is g


@pytest.mark.parametrize("low", [4.0, 0.5, 0.0, -0.5, -4.0])
def test_a_margin_is_divided_by_the_length_that_makes_it_less(monkeypatch: pytest.MonkeyPatch, low: float) -> None:
    exact, given = Wrong(K, 0.0), Matrix(posed())
    for ends, by in (((1.0, 2.0), 2.0 if low >= 0 else 1.0), ((0.0, 2.0), 2.0 if low >= 0 else 0.0)):
        monkeypatch.setattr(bounds, "least_and_most", lambda square, ends=ends: ends)
        found = bounds.margin_at_least(exact, (1.0, 0.0), low)
        if by:
            assert found == pytest.approx(low / by, rel=1e-14)
            assert Fraction(found) <= Fraction(low) / Fraction(by) - 3 * Fraction(U) * abs(Fraction(low)) / Fraction(by)
        else:
            assert found == -inf
        claimed = bounds.margin_at_least(given, (1.0, 0.0), low)
        assert claimed == (found if ends[0] else -inf)
    assert bounds.margin_at_least(exact, (1.0, 0.0), inf) == -inf


def length(values: Any, x: Any, *, intercept: bool, normalise: bool) -> float:
    """What the weights leave, from products that are these."""
    signs = np.where(np.array(Y) > 0, 1.0, -1.0)
    share = x.copy()
    masses = x * np.sqrt(np.diagonal(values)) if normalise else x
    for group in (signs > 0, signs < 0) if intercept else (signs != 0,):
        share[group] /= masses[group].sum()
    v = signs * share
    return float(np.sqrt(max(v @ values @ v, 0.0))) * (0.5 if intercept else 1.0)


@pytest.mark.parametrize(("intercept", "normalise"), [(True, False), (False, False), (False, True)])
@pytest.mark.parametrize("off", [0.0, 1e-9, 1e-3])
def test_weights_prove_no_more_than_the_products_allow(intercept: bool, normalise: bool, off: float) -> None:
    problem = posed(intercept=intercept, normalise=normalise)
    how = {"intercept": intercept, "normalise": normalise}
    for x in ([0.5, 0.5, 0.25, 0.5, 0.25], [1.0, 0.0, 3.0, 0.0, 0.5], [2.0**40, 2.0**39, 3.0, 1.0, 1.0]):
        weights = np.array(x)
        found = bounds.margin_at_most(problem, Wrong(K, off), weights)
        assert found <= length(K, weights, **how) * (1 + 40 * off + 1e-12) + 40 * sqrt(off)
        for _ in range(5):
            change = off * np.sign(RNG.standard_normal((5, 5)))
            assert found * (1 + 1e-13) >= length(K + (change + change.T) / 2, weights, **how)
        worst = off * np.sign(np.outer(*[np.where(np.array(Y) > 0, 1.0, -1.0)] * 2))
        assert found * (1 + 1e-13) >= length(K + worst, weights, **how) or normalise
        sharp = bounds.sharp_at_most(problem, Wrong(K, 0.0), weights)
        near = float(Fraction(int(sharp.p), int(sharp.q))) if isinstance(sharp, fmpq) else sharp.value
        assert isinstance(near, float)
        assert near == pytest.approx(length(K, weights, **how), rel=1e-12)


def test_weights_of_classes_far_apart_have_their_own_units() -> None:
    problem, exact = posed(), Wrong(K, 0.0)
    x = np.array([0.5, 0.5, 0.25, 0.5, 0.25])
    far = np.ldexp(x, [600, 600, -600, -600, -600])
    assert bounds.margin_at_most(problem, exact, far) == bounds.margin_at_most(problem, exact, x)
    assert bounds.margin_at_most(problem, exact, np.array([1e300, 5e-324, 0.25, 0.5, 0.25])) == inf
    assert bounds.margin_at_most(problem, Wrong(-K, 0.0), x) == inf
    assert bounds.margin_at_most(posed(normalise=True, intercept=False), Wrong(1e-300 * K, 1.0), x) == inf
    assert bounds.margin_at_most(posed(normalise=True, intercept=False), Wrong(0.0 * K, 0.0), x) == inf


class Long(Wrong):
    """Images without products, whose lengths are known only to an error."""

    def diagonal(self, rows: Any) -> Bounded:
        return Bounded(np.full(len(rows), 25.0e20), np.full(len(rows), 16.0e20))


@pytest.mark.parametrize("intercept", [True, False])
def test_shares_are_rounded_by_units_of_the_farthest_images(intercept: bool) -> None:
    """Where nothing is left of the weighted images the bound is what rounding may have lost of them.

    Roots of 25e20 are off by 2e10 where the square is 9e20.
    """
    mass, factor = (2.0, 0.5) if intercept else (1.0, 1.0)
    found = bounds.margin_at_most(posed(intercept=intercept), Long(np.zeros((5, 5)), 0.0), np.ones(5))
    assert found == pytest.approx(factor * 2 * (5 + 16) * U * mass * 7e10, rel=1e-12, abs=0.0)


class Vague(Wrong):
    """Products of which no more is known than that each is small."""

    def sharp(self, rows: Any, S: Any) -> Any:
        return [[arb(0, 0.25)] * len(S) for _ in rows]


def test_of_a_square_that_may_be_negative_the_greatest_value_counts() -> None:
    found = bounds.sharp_at_most(posed(intercept=False), Vague(K, 0.0), np.ones(5))
    assert 0.5 <= found.value <= 0.5 + 1e-6


@pytest.mark.parametrize("normalise", [False, True])
def test_margins_without_rounding(monkeypatch: pytest.MonkeyPatch, normalise: bool) -> None:
    problem, exact, c = posed(intercept=False, normalise=normalise), Wrong(K, 0.0), np.array([1.0, 0.5, -1.0, 0.0, 0.0])
    w, square = POINTS.T @ c, bounds.sharp_square(problem, exact, c)
    assert float(square.p) / float(square.q) == pytest.approx(w @ w, rel=1e-12)
    sizes = np.linalg.norm(POINTS, axis=1) if normalise else np.ones(5)
    signed = np.where(np.array(Y) > 0, 1.0, -1.0) * (POINTS @ w) / sizes
    for rows in ([0, 1, 2, 3, 4], [1, 3]):
        found = bounds.sharp_at_least(problem, exact, c, rows, square)
        near = float(Fraction(int(found.p), int(found.q))) if isinstance(found, fmpq) else found.value
        assert isinstance(near, float)
        assert near == pytest.approx(signed[rows].min() / np.linalg.norm(w), rel=1e-12)
    ones = posed(y=[1] * 5, intercept=False, normalise=normalise)
    found = bounds.sharp_at_least(ones, exact, c, [0, 1, 2, 3, 4], square)
    near = float(Fraction(int(found.p), int(found.q))) if isinstance(found, fmpq) else found.value
    assert near == pytest.approx((POINTS @ w / sizes).min() / np.linalg.norm(w), rel=1e-12)
    both = posed()
    means = (signed * sizes)[:2].min() / 2 + (signed * sizes)[2:].min() / 2
    found = bounds.sharp_at_least(both, exact, c, [0, 1, 2, 3, 4], square)
    near = float(Fraction(int(found.p), int(found.q))) if isinstance(found, fmpq) else found.value
    assert near == pytest.approx(means / np.linalg.norm(w), rel=1e-12)
    assert bounds.sharp_at_least(problem, exact, c, [0, 1, 2, 3, 4], fmpq(0)).value == -inf
    monkeypatch.setattr(bounds, "affordable", lambda problem, rows, columns: rows < 5)
    assert bounds.sharp_at_least(problem, exact, c, [0, 1, 2, 3, 4], square).value == -inf
    assert bounds.sharp_at_least(problem, exact, c, [0], None).value == -inf
    monkeypatch.setattr(bounds, "affordable", lambda problem, rows, columns: rows > 3)
    assert bounds.sharp_square(problem, exact, c) is None
    monkeypatch.setattr(bounds, "affordable", lambda *given: False)
    assert bounds.sharp_at_most(problem, exact, np.ones(5)).value == inf


def test_numbers_are_held_by_doubles_with_bounds() -> None:
    found = side.bounded([fmpq(1, 3), arb(2, 0.5), fmpq(10) ** 400])
    assert found.value.tolist() == pytest.approx([1 / 3, 2.0, 0.0])
    assert abs(Fraction(1, 3) - Fraction(found.value[0])) <= Fraction(found.error[0]) <= Fraction(1, 10**15)
    assert 0.5 <= found.error[1] <= 0.500001
    assert found.error[2] == inf


@pytest.mark.parametrize("b", [0.0, 1.0, 2.0, -0.5])
@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("together", [1, 1 << 14])
def test_sides_without_rounding(monkeypatch: pytest.MonkeyPatch, b: float, normalise: bool, together: int) -> None:
    monkeypatch.setattr(side, "_TOGETHER", together)
    problem, exact, c = posed(intercept=False, normalise=normalise), Wrong(K, 0.0), np.array([1.0, 0.5, -1.0, 0.0, 0.0])
    sizes = np.linalg.norm(POINTS, axis=1) if normalise else np.ones(5)
    truth = K @ c + b * sizes
    found = side._sharp_side(problem, exact, c, b, np.arange(5))
    near = [float(Fraction(int(v.p), int(v.q))) if isinstance(v, fmpq) else float(v.mid()) for v in found]
    assert near == pytest.approx(truth.tolist(), rel=1e-12)
    signs = np.where(np.array(Y) > 0, 1.0, -1.0)
    both = side.sharp_sides(problem, exact, c, b)
    assert np.sign(float(arb(both.least).mid())) == np.sign((signs * truth).min())
    assert np.sign(float(arb(both.gap).mid())) == np.sign((signs * (K @ c)).min())
    rounded = side._with_offset(sums(exact, c, np.arange(5)), Fraction(b), side.lengths(problem, exact, np.arange(5)))
    assert (np.abs(rounded.value - truth) <= rounded.error).all()
    assert (rounded.error <= 1e-13).all()


@pytest.mark.parametrize("balls", [False, True])
def test_signs_of_quotients_by_lengths(balls: bool) -> None:
    """In fractions by squares with their signs, in balls by roots."""
    problem = gordan.Gram(np.eye(3), [1, 1, 0], intercept=False, normalise=True)
    kind = arb if balls else fmpq
    cases = ([3, 2, -2], -1), ([3, 1, -4], -1), ([3, 4, -4], -1), ([3, -1, -9], 1), ([3, -3, -9], 1)
    for f, b in cases:
        found = side._sides(problem, [kind(v) for v in f], [kind(1), kind(4), kind(9)], kind(b))
        values = [f[0] + b, f[1] + 2 * b, -(f[2] + 3 * b)]
        assert np.sign(float(arb(found.least).mid())) == np.sign(min(values)) or min(values) == 0
        quotients = [f[0], f[1] / 2, -f[2] / 3]
        assert np.sign(float(arb(found.gap).mid())) == np.sign(min(quotients))
    unit = gordan.Gram(np.eye(3), [1, 1, 0], normalise=True)
    for f, sign in (([3, 8, 6], 1), ([3, 2, 6], -1)):
        gap = side._sides(unit, [kind(v) for v in f], [kind(1), kind(4), kind(9)], kind(0)).gap
        assert np.sign(float(arb(gap).mid())) == sign
    labelled = gordan.Gram(np.eye(3), [1, 1, 0])
    for f, gap in (([3, 2, 1], 1), ([1, 2, 3], -2), ([3, 4, -5], 8)):
        assert side._sides(labelled, [kind(v) for v in f], [kind(1)] * 3, kind(0)).gap == gap


def test_an_image_without_a_length_has_no_side() -> None:
    flat = posed([[1.0, 0.0], [0.0, 1.0]], [1, 1], intercept=False, normalise=True)
    assert side.sharp_sides(flat, Wrong([[1.0, 0.0], [0.0, 0.0]], 0.0), np.ones(2), 0.0) is None


def test_a_row_that_rounding_leaves_open_is_settled() -> None:
    exact, problem = Wrong(K, 0.0), posed(y=[1, 0, 0, 0, 0])
    c, b = np.array([0.1, 0.0, 0.0, 0.0, 0.0]), -Fraction(0.1) * 10 + Fraction(1, 10**30)
    f = sums(exact, c, np.arange(problem.n))
    found = side.sides_of(problem, exact, c, b, f)
    assert list(found.sharp) == [0]
    assert found.g.value[0] == pytest.approx(1e-30, rel=1e-9)
    assert found.g.error[0] <= 1e-40
    rough = side.sides_of(problem, exact, c, b, f, sharpen=False)
    assert (rough.sharp, abs(rough.g.value[0]) <= rough.g.error[0]) == ({}, True)


@pytest.mark.parametrize(("value", "error"), [(4.0, 1.0), (4.0, 4.0), (4.0, 9.0), (2.0, 0.0), (-1.0, 2.0)])
def test_roots_are_off_by_the_farther_end(value: float, error: float) -> None:
    found = side.rooted(Bounded(np.array([value]), np.array([error])))
    near, low, high = (sqrt(max(v, 0.0)) for v in (value, value - error, value + error))
    assert found.value[0] == near
    expected = max(high - near, near - low) + 8 * U * high
    assert found.error[0] == pytest.approx(expected, rel=1e-6)
    # The bound's own roundings are counted too.
    assert Fraction(found.error[0]) >= Fraction(expected) + 3 * Fraction(U) * Fraction(max(high - near, near - low))


def test_an_offset_is_off_by_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    f, size = Bounded(np.array([3.0, 1.0]), np.array([0.25, 0.25])), Bounded(np.array([2.0, 1.0]), np.array([0.5, 0.5]))
    for b in (2, -2):
        found = side._with_offset(f, Fraction(b), size)
        assert found.value.tolist() == [3.0 + 2 * b, 1.0 + b]
        assert found.error.tolist() == pytest.approx([1.25, 1.25], rel=1e-12)
    exactly = side._with_offset(Bounded(f.value, np.zeros(2)), Fraction(2), Bounded(size.value, np.zeros(2)))
    assert exactly.error.tolist() == pytest.approx([4 * U * 7.0, 4 * U * 3.0], rel=1e-9, abs=0.0)
    lost = side._with_offset(f, Fraction(2), Bounded(np.array([1e308, 1.0]), np.zeros(2)))
    assert (lost.value[0], lost.error[0]) == (0.0, inf)
    unknown = side._with_offset(Bounded(f.value, np.full(2, inf)), Fraction(2), size)
    assert (unknown.value.tolist(), unknown.error.tolist()) == ([0.0, 0.0], [inf, inf])


def test_entries_that_differ_from_their_mirror_image_mean_their_mean() -> None:
    given = Matrix(gordan.Gram(np.array([[1.0, 0.3], [0.3 + 1e-16, 1.0]]), [0, 1]))
    given.K = np.array([[1.0, 0.3], [0.1, 1.0]])
    found = given.block(np.arange(2), np.arange(2))
    truth = (Fraction(0.3) + Fraction(0.1)) / 2
    for i, j in ((0, 1), (1, 0)):
        assert abs(Fraction(found.value[i, j]) - truth) <= Fraction(found.error[i, j]) <= Fraction(1, 10**15)
    assert np.diagonal(found.error).tolist() == [0.0, 0.0]


def test_which_products_are_fractions() -> None:
    X = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
    for kernel, rational in (("poly", True), ("rbf", False), ("laplacian", False), (lambda A, B: A @ B.T, False)):
        assert source.source_of(gordan.Points(X, [0, 1, 1], kernel=kernel)).rational is rational
    assert Matrix(posed()).rational is True
    assert not Source.rational


def test_a_function_may_return_a_sparse_matrix() -> None:
    X = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
    problem = gordan.Points(X, [0, 1, 1], kernel=lambda A, B: csr_array(A @ B.T))
    assert Called(problem).block(np.arange(3), np.arange(2)).value.tolist() == (X @ X[:2].T).tolist()


def test_columns_count_where_any_row_has_an_entry() -> None:
    """Also rows beyond those that are looked at first; few empty columns, and few numbers, are not worth a copy."""
    used_columns = import_module("gordan.verify.kernel.point").used_columns
    X = np.zeros((200, 100))
    X[:, 3], X[100, 7], X[199, 50], X[63, 60], X[64, 61] = 1.0, -2.0, 1e-300, 1.0, 1.0
    assert used_columns(X).tolist() == [3, 7, 50, 60, 61]
    assert used_columns(X.astype(np.float32)).tolist() == [3, 7, 60, 61]
    assert used_columns(X[:100]) is None
    assert used_columns(csr_array(X)) is None
    X[150, :79] = 1.0
    assert used_columns(X).size == 79
    X[150, 79] = 1.0
    assert used_columns(X) is None


@pytest.mark.parametrize("name", ["rbf", "poly", "laplacian"])
def test_products_without_the_empty_columns_are_those_with_them(name: str) -> None:
    generator = np.random.default_rng(1)
    X = np.zeros((300, 90))
    X[:, 5:25], X[250:, 40:60] = generator.standard_normal((300, 20)), 3.0
    question = {"kernel": name, "gamma": 0.03, "coef0": 1.0}
    dense, sparse = (gordan.Points(each, np.arange(300) % 2, **question) for each in (X, csr_array(X)))
    rows, S = np.arange(300), np.arange(0, 300, 7)
    one, other = (source.source_of(each) for each in (dense, sparse))
    for found, known in ((one.block(rows, S), other.block(rows, S)), (one.diagonal(rows), other.diagonal(rows))):
        assert (np.abs(found.value - known.value) <= found.error + known.error).all()
        assert float(found.error.max()) <= 1e-9 * float(found.value.max())
    c = generator.standard_normal(300)
    found, known = sums(one, c, rows), sums(other, c, rows)
    assert (np.abs(found.value - known.value) <= found.error + known.error).all()
    assert float(found.error.max()) <= 1e-9 * float(np.abs(found.value).max())


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kernel", ["rbf", "poly"])
def test_weights_on_the_rows_of_the_hyperplane_are_added_up_with_it(intercept: bool, kernel: str) -> None:
    verdict = import_module("gordan.verify.kernel.verdict")
    generator = np.random.default_rng(2)
    X = generator.standard_normal((60, 3))
    problem = gordan.Points(X, X[:, 0] > 0, intercept=intercept, kernel=kernel, gamma=1.0, coef0=1.0)
    outcome = gordan.solve(problem)
    claim, exact = outcome.claim, source.source_of(problem)
    alone = bounds.margin_at_most(problem, exact, claim.weights)
    assert alone == pytest.approx(outcome.bracket.upper, rel=1e-9)
    judge = verdict._Judge(problem, exact, False)
    together, f = judge._sums(claim.dual_coef, claim.weights, claim.offset), sums(exact, claim.dual_coef, np.arange(60))
    assert together.value == pytest.approx(f.value, rel=1e-12, abs=1e-12)
    assert together.error == pytest.approx(f.error, rel=1e-6, abs=0.0)
    share = bounds.signed_shares(problem, exact, claim.weights)
    S = np.flatnonzero(share)
    of_shares = sums(exact, share, S)
    assert judge._of_weights.value == pytest.approx(of_shares.value, rel=1e-12, abs=1e-12)
    assert judge._of_weights.error == pytest.approx(of_shares.error, rel=1e-6, abs=0.0)
    assert bounds.margin_at_most(problem, exact, claim.weights, judge._of_weights) == pytest.approx(alone, rel=1e-12)
    # On other rows, and where there are none or no sound ones, they are added up by themselves.
    other = claim.weights.copy()
    other[np.flatnonzero(other == 0)[:2]] = 0.1
    for weights in (other, None, -claim.weights):
        judge = verdict._Judge(problem, exact, False)
        assert judge._sums(claim.dual_coef, weights, claim.offset).value.tolist() == f.value.tolist()
        assert judge._of_weights is None
    judge = verdict._Judge(problem, exact, True)
    judge._sums(claim.dual_coef, claim.weights, claim.offset)
    assert judge._of_weights is None


def test_shares_that_no_doubles_hold() -> None:
    problem, exact = posed(), Wrong(K, 0.0)
    share = bounds.signed_shares(problem, exact, np.array([1.0, 3.0, 2.0, 0.0, 6.0]))
    assert share.tolist() == [0.25, 0.75, -0.25, 0.0, -0.75]
    assert bounds.signed_shares(problem, exact, np.array([1e300, 1e-300, 1.0, 0.0, 0.0])) is None
    assert bounds.margin_at_most(problem, exact, np.array([1e300, 1e-300, 1.0, 0.0, 0.0])) == inf


def test_a_row_whose_squares_vanish_is_still_known_to_its_rounding() -> None:
    """Its length would be 0, and with it what its numbers may be off."""
    point, small = import_module("gordan.verify.kernel.point"), 2.0**-540
    problem = gordan.Points([[1.0], [small]], [0, 1], kernel="rbf", gamma=1.0, numbers="decimal")
    read = point.rows_about(problem, np.arange(2), None, None, order=2)
    assert read.apart[1] >= U * small
    moved = point.rows_about(problem, np.arange(2), None, np.zeros(1), order=2)
    assert moved.apart[1] >= read.apart[1] + 2 * U * small


def test_weights_too_small_for_a_share_beside_the_support_of_the_hyperplane() -> None:
    """Divided by the mass of the others the least double is 0, on a row without a coefficient."""
    X = np.arange(10.0)[:, None]
    problem = gordan.Points(X, X[:, 0] > 4, kernel="rbf", gamma=0.1)
    claim = gordan.solve(problem).claim
    weights = np.where(np.arange(10) < 9, 0.75, 0.0)
    coefficients = np.where(np.arange(10) > 4, weights, -weights)
    weights[9] = 5e-324
    assert bounds.signed_shares(problem, source.source_of(problem), weights)[9] == 0.0
    changed = replace(
        claim, proof=replace(claim.proof, coefficients=coefficients), dual_coef=coefficients, weights=weights
    )
    assert gordan.verify(problem, changed).checks
