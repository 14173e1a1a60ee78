"""Whatever is accepted is true: the exact weights, by python-flint, lie in every box that the verifier lets pass."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import gordan
from claimed import enclosed
from gordan.arithmetic.linear_system import distance_to_solution as distance
from gordan.engine.polish.enclosure import enclosure, propose
from gordan.outcome import Enclosure
from gordan.verify.inseparable import box_is_sound, equations
from law.draw import few
from verify.system import claim, exact_equations, exactly, inside, planted

judging = import_module("gordan.arithmetic.linear_system")


def fractions(M: Any) -> list[list[Fraction]]:
    return [[Fraction(float(v)) for v in row] for row in M]


def summed(rows: Any) -> Any:
    """k − 1 equations and the sum."""
    return np.vstack([rows, np.ones(np.shape(rows)[1])])


@pytest.mark.parametrize("k", [2, 3, 5, 9, 20])
def test_the_bound_holds_for_any_centre(k: int) -> None:
    """Centres near the solution and far from it: the exact distance is never above the bound, nor far below it."""
    rng = np.random.default_rng(k)
    for _ in range(20):
        M = summed(rng.normal(size=(k - 1, k)))
        x = exactly(fractions(M))
        assert x is not None
        near = np.array([float(v) for v in x])
        for shift in (0.0, 1e-12, 1e-3):
            centre = near + shift * rng.normal(size=k)
            bound = distance(M, centre)
            away = [abs(v - Fraction(float(c))) for v, c in zip(x, centre, strict=True)]
            assert all(d <= Fraction(float(b)) for d, b in zip(away, bound, strict=True))
            assert float(bound.max()) <= 1.01 * float(max(away)) + 1e-13 * np.abs(near).max()


@pytest.mark.parametrize("gap", [0, 20, 35, 42, 47, 50, 52, 60])
def test_nearly_singular_systems(gap: int) -> None:
    """Two rows that agree but for 2^-gap: the bound grows with the condition, and gives up before it is wrong."""
    rng = np.random.default_rng(gap)
    proved = 0
    for _ in range(30):
        k = int(rng.integers(3, 7))
        M = summed(rng.normal(size=(k - 1, k)))
        M[0] = M[1] + 2.0**-gap * rng.normal(size=k)
        x = exactly(fractions(M))
        if x is None:
            continue
        centre = np.array([float(v) for v in x])
        bound = distance(M, centre)
        proved += bool(np.isfinite(bound).all())
        assert all(
            abs(v - Fraction(float(c))) <= Fraction(float(b)) if np.isfinite(b) else True
            for v, c, b in zip(x, centre, bound, strict=True)
        )
    assert (proved == 30) if gap <= 35 else (proved == 0) if gap >= 52 else True


def test_singular_systems_have_no_bound() -> None:
    for M in ([[1.0, 1.0], [1.0, 1.0]], [[0.0, 0.0], [1.0, 1.0]], [[0.1, 0.1, 0.1], [1, -1, 0], [1, 1, 1]]):
        assert np.isinf(distance(np.array(M), np.full(len(M), 1.0 / len(M)))).all()


@pytest.mark.parametrize("widened", [1e-3, 0.03, 0.1])
def test_every_matrix_within_the_widening_has_its_solution_within_the_bound(widened: float) -> None:
    """All corners of the widened 2 × 2 system: a bound of the first order alone would miss some of them."""
    M, centre = np.array([[1.0, -2.0], [1.0, 1.0]]), np.array([2.0 / 3.0, 1.0 / 3.0])
    bound = distance(M, centre, widened)
    assert np.isfinite(bound).all()
    for corner in product((-1, 1), repeat=4):
        moved = [
            [v * (1 + Fraction(widened) * s) for v, s in zip(row, signs, strict=True)]
            for row, signs in zip(fractions(M), (corner[:2], corner[2:]), strict=True)
        ]
        x = exactly(moved)
        assert x is not None
        assert all(abs(v - Fraction(float(c))) <= Fraction(float(b)) for v, c, b in zip(x, centre, bound, strict=True))


def test_a_widening_that_holds_a_singular_matrix_has_no_bound() -> None:
    M = np.array([[1.0, 1.25], [1.0, 1.0]])
    assert np.isfinite(distance(M, np.array([5.0, -4.0]), 1e-3)).all()
    assert np.isinf(distance(M, np.array([5.0, -4.0]), 0.13)).all()


@pytest.mark.parametrize("worse", [0.0, 1e-6, 0.05, 0.5, 10.0])
def test_the_bound_does_not_trust_the_inverse(worse: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """An inverse of whatever quality: a bad one makes the bound wide or none, never wrong."""
    rng = np.random.default_rng(0)

    def poor(N: Any) -> Any:
        return np.linalg.inv(N) * (1.0 + worse * rng.uniform(-1, 1, N.shape))

    monkeypatch.setattr(judging, "inverse", poor)
    proved = 0
    for _ in range(100):
        M = np.array([[1.0, -2.0, 0.5], [0.25, 1.0, -1.0], [1.0, 1.0, 1.0]]) + rng.uniform(-0.1, 0.1, (3, 3))
        x = exactly(fractions(M))
        assert x is not None
        centre = np.array([float(v) for v in x]) + 1e-3 * rng.uniform(-1, 1, 3)
        bound = distance(M, centre)
        proved += bool(np.isfinite(bound).all())
        assert all(
            np.isinf(b) or abs(v - Fraction(float(c))) <= Fraction(float(b))
            for v, c, b in zip(x, centre, bound, strict=True)
        )
    assert proved == 100 if worse <= 0.05 else proved < 100


def test_numbers_that_are_none_prove_nothing() -> None:
    M, good, small = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([0.5, 0.5]), np.array([1e-9, 1e-9])
    assert enclosed(M, good, small)
    for value in (np.nan, np.inf, -np.inf, -0.5, 0.0):
        assert not enclosed(M, np.array([0.5, value]), small)
        assert not enclosed(M, good, np.array([1e-9, value]))
    for value in (np.nan, np.inf):
        assert not enclosed(np.array([[value, -1.0], [1.0, 1.0]]), good, small)
        assert not enclosed(M, good, small, value)


def test_a_radius_smaller_than_the_truth_is_refused() -> None:
    """1/3 is no double: a box of radius 0 around the nearest one does not hold it, one of a unit's size does."""
    M, third = np.array([[1.0, -2.0], [1.0, 1.0]]), np.array([2.0 / 3.0, 1.0 / 3.0])
    assert not enclosed(M, third, np.zeros(2))
    assert not enclosed(M, third, np.full(2, 1e-18))
    assert enclosed(M, third, np.full(2, 1e-16))


@pytest.mark.parametrize("exponents", [(0, 0), (300, -300), (-1000, 900), (1020, -1060)])
def test_units_of_columns_and_rows_do_not_matter(exponents: tuple[int, int]) -> None:
    """Rows of the data in any unit (their weights in the inverse of it), equations in any unit."""
    M = np.array([[1.0, -3.0, 0.5], [2.0, 1.0, -4.0], [1.0, 1.0, 1.0]])
    for i, shift in enumerate(exponents):
        scaled = M.copy()
        scaled[i] = np.ldexp(M[i], shift)
        x = exactly(fractions(scaled))
        assert x is not None
        box = propose(scaled)
        assert inside(x, *box)
        assert enclosed(scaled, *box)
    scaled = M.copy()
    scaled[:2, 0] = np.ldexp(M[:2, 0], exponents[0] // 2)
    x = exactly(fractions(scaled))
    assert x is not None
    box = propose(scaled)
    assert enclosed(scaled, *box)
    assert inside(x, *box)


def test_weights_far_below_the_rounding_of_others_are_told_from_zero() -> None:
    """The second row lies 2^-60 from the line through the others: its weight is about 2^-61, known to ten digits."""
    M = np.array([[1.0, 0.0, -1.0], [2.0**-60, -1.0, 2.0**-61], [1.0, 1.0, 1.0]])
    x, box = exactly(fractions(M)), propose(M)
    assert x is not None
    assert 0 < min(x) < Fraction(1, 2**60)
    assert enclosed(M, *box)
    assert inside(x, *box)
    assert (box.radius < 1e-10 * box.centre).all()
    # The other way round it is negative, and nothing is accepted.
    M[1] = [2.0**-60, 1.0, 2.0**-61]
    centre = np.abs([float(v) for v in exactly(fractions(M)) or []])
    assert not enclosed(M, centre, 0.99 * centre)


small = st.integers(-3, 3)


@few(400)
@given(st.data())
def test_nothing_that_does_not_cancel_is_accepted(data: st.DataObject) -> None:
    """Small integers, singular systems among them: a box is accepted only around positive weights that do cancel."""
    k, intercept = data.draw(st.integers(1, 5)), data.draw(st.booleans())
    m = max(1, k - 1 - intercept)
    X = np.array(data.draw(st.lists(st.lists(small, min_size=m, max_size=m), min_size=k, max_size=k)), float)
    y = np.array([1, -1] * k)[:k] if intercept else np.ones(k)
    if intercept and k < 2:
        return
    problem = gordan.Points(X, y, intercept=intercept)
    x = exactly(exact_equations(problem, range(k)))
    system = equations(problem, range(k))
    if system is None:
        assert len(exact_equations(problem, range(k))) != k
        return
    M, _ = system
    assert [[Fraction(v) for v in row] for row in M.tolist()] == exact_equations(problem, range(k))
    positive = x is not None and min(x) > 0
    box = propose(M)
    assert bool(enclosed(M, *box)) == positive
    if x is not None and positive:
        assert inside(x, *box)
    # The widest box that could hold positive weights, around some that look likely.
    guess = np.linalg.lstsq(M, np.eye(k)[-1], rcond=None)[0]
    guess = np.maximum(guess, 1e-3)
    assert not enclosed(M, guess, 0.999 * guess) or positive


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_raw_rows_of_either_width_in_either_reading(numbers: Any, dtype: type, intercept: bool) -> None:
    accepted = 0
    for seed in range(10):
        X, y, _ = planted(8, intercept, seed)
        problem = gordan.Points(X.astype(dtype), y, intercept=intercept, numbers=numbers)
        proof = enclosure(problem, range(8))
        x = exactly(exact_equations(problem, range(8)))
        assert x is not None
        if proof is not None:
            accepted += 1
            assert gordan.verify(problem, claim(problem, proof)).holds
            assert inside(x, proof.centre, proof.radius)
    assert accepted >= 8


def test_a_decimal_is_not_its_double() -> None:
    """The box that holds the weights of the doubles is too small for those of the decimals, and refused for them."""
    X, y, _ = planted(12, False, 3)
    X = np.round(X, 3).astype(np.float32)
    binary = gordan.Points(X, y, intercept=False)
    decimal = gordan.Points(X, y, intercept=False, numbers="decimal")
    of_binary, of_decimal = enclosure(binary, range(12)), enclosure(decimal, range(12))
    assert of_binary is not None
    assert of_decimal is not None
    x = exactly(exact_equations(decimal, range(12)))
    assert x is not None
    assert not inside(x, of_binary.centre, of_binary.radius)
    refused = {check.name for check in gordan.verify(decimal, claim(decimal, of_binary)).failed}
    assert refused == {"weights are enclosed"}
    assert gordan.verify(decimal, claim(decimal, of_decimal)).holds


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_decimals_of_numbers_without_digits_prove_nothing(dtype: type) -> None:
    """The smallest double stands for 5e-324 and is 4.94e-324: a relative bound says nothing of such numbers."""
    tiny = np.finfo(dtype).smallest_subnormal
    X, y = np.array([[tiny], [-9 * tiny]], dtype), np.ones(2)
    binary, decimal = (gordan.Points(X, y, intercept=False, numbers=each) for each in ("binary", "decimal"))
    proof = gordan.outcome.Enclosure((0, 1), np.array([0.9, 0.1]), np.full(2, 1e-6))
    assert gordan.verify(binary, claim(binary, proof)).holds
    refused = {check.name for check in gordan.verify(decimal, claim(decimal, proof)).failed}
    assert refused == {"weights are enclosed"}
    x = exactly(exact_equations(decimal, range(2)))
    assert x is not None
    assert not inside(x, proof.centre, proof.radius)


def test_one_row_of_zeros() -> None:
    problem = gordan.Points([[0.0, 0.0], [1.0, 2.0]], [1, 1], intercept=False)
    proof = gordan.outcome.Enclosure((0,), np.array([1.0]), np.array([1e-12]))
    assert gordan.verify(problem, claim(problem, proof)).holds
    other = gordan.outcome.Enclosure((1,), np.array([1.0]), np.array([1e-12]))
    assert not gordan.verify(problem, claim(problem, other)).holds


@pytest.mark.parametrize("layout", [np.asarray, np.asfortranarray, sp.csr_array, sp.csc_array])
def test_columns_of_zeros_are_no_equations(layout: Any) -> None:
    X, y, _ = planted(9, True, 0)
    wide = np.zeros((12, 40))
    wide[:9, 3:10] = X
    wide[9:, 20:] = 1.0
    problem = gordan.Points(layout(wide), np.append(y, [1.0, -1.0, 1.0]))
    proof = enclosure(problem, range(9))
    assert proof is not None
    assert gordan.verify(problem, claim(problem, proof)).holds
    assert enclosure(problem, range(10)) is None


def test_stacks_are_judged_one_by_one() -> None:
    """One singular system, one with a negative weight and one whose box is too small among good ones."""
    X, y, _ = zip(*(planted(7, True, seed) for seed in range(6)), strict=True)
    M = np.stack([equations(gordan.Points(*each), range(7))[0] for each in zip(X, y, strict=True)])  # type: ignore[index]
    M[1, 0] = 0.0
    M[2, :-2] *= np.where(np.arange(7) == 0, -1.0, 1.0)
    centre, radius = propose(M)
    assert np.isnan(centre).all(axis=-1).tolist() == [False, True, True, False, False, False]
    radius[3, 0] *= 1e-3
    assert enclosed(M, centre, radius).tolist() == [True, False, False, False, True, True]
    again = M.reshape(2, 3, 7, 7)
    assert enclosed(again, centre.reshape(2, 3, 7), radius.reshape(2, 3, 7)).shape == (2, 3)


def test_three_hundred_rows() -> None:
    """Against the exact weights, once."""
    X, y, _ = planted(300, True, 1, least=1e-4)
    problem = gordan.Points(X, y)
    proof = enclosure(problem, range(300))
    assert proof is not None
    assert gordan.verify(problem, claim(problem, proof)).holds
    x = exactly(exact_equations(problem, range(300)))
    assert x is not None
    assert inside(x, proof.centre, proof.radius)
    assert proof.spread < 1e-10


@pytest.mark.parametrize("support", [[0, 1], "01", {0: 0, 1: 1}])
def test_a_box_stands_on_a_tuple_of_rows(support: Any) -> None:
    boxes = [Enclosure(S, np.array([0.5, 0.5]), np.array([0.1, 0.1])) for S in ((0, 1), support)]
    assert [[check.holds for check in box_is_sound(2, box)] for box in boxes] == [[True, True], [False, False]]
