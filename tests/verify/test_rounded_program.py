"""The steps of proofs in doubles about programs, held against fractions: bounds contain the truth, and hardly more."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.arithmetic.rounding import U
from gordan.outcome.alternative import ContradictionBall, ProgramSide

rounded = import_module("gordan.verify.rounded_program")
LOWER, UPPER = "lower", "upper"


def boxed(A: Any, row_lower: Any = None, row_upper: Any = None, **columns: Any) -> gordan.Program:
    return gordan.Program(np.array(A), row_lower=row_lower, row_upper=row_upper, **columns)


PROGRAM = boxed(
    [[0.1, -0.3, 0.0], [-0.7, 0.2, 1e-9]], [1.0, None], [None, 2.0], lower=[0.5, None, 0], upper=[3, 4, None]
)
TERMS = (
    ProgramSide("row", 0, LOWER),
    ProgramSide("row", 1, UPPER),
    ProgramSide("column", 0, LOWER),
    ProgramSide("column", 1, UPPER),
    ProgramSide("column", 2, LOWER),
)
TRUE_ROWS = [["0.1", "-0.3", "0"], ["-0.7", "0.2", "1e-9"], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize("exponent", [-1020, -540, -3, 0, 7, 600])
@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_weighted_rows_contain_the_weighted_rows(numbers: str, exponent: int) -> None:
    """Up to a power of two for every column of the program, which the greatest of its entries has near 1."""
    entries = [[0.1, -0.3, 0.0], [-0.7, 0.2, 1e-9]]
    program = boxed(entries, [1.0, None], [None, 2.0], lower=[0.5, None, 0], upper=[3, 4, None], numbers=numbers)
    c = np.ldexp(np.array([0.3, 0.7, 1.1, 2.3, 0.9]), exponent)
    ball = rounded._weighted_rows(program, TERMS, c)
    assert ball is not None
    for i in range(3):
        greatest = float(np.abs(np.array([float(Fraction(row[i])) for row in TRUE_ROWS]) * c).max())
        unit = Fraction(2) ** -int(np.frexp(greatest)[1])
        assert 0.5 <= np.abs(ball.mid[i]).max() <= 1.0
        for k, sign in enumerate((1, -1, 1, -1, 1)):
            entry = Fraction(TRUE_ROWS[k][i]) if numbers == "decimal" or k > 1 else Fraction(entries[k][i])
            truth = sign * Fraction(float(c[k])) * entry * unit
            middle, radius = Fraction(float(ball.mid[i, k])), Fraction(float(ball.rad[i, k]))
            assert abs(truth - middle) <= radius
            assert radius <= (2**-50 if exponent > -900 else 1)


@pytest.mark.parametrize("exponent", [-1060, -500, 0, 500])
def test_the_least_of_the_sides_is_below_that_of_every_weight_in_the_ball(exponent: int) -> None:
    rng = np.random.default_rng(exponent + 2000)
    sides = [Fraction(1), Fraction(-2), Fraction(1, 2), Fraction(-4), Fraction(0)]
    for distance in (0.0, 1e-3, 0.5):
        c = np.ldexp(rng.uniform(0.5, 1.0, 5), exponent)
        least = rounded._least_side(PROGRAM, TERMS, c, distance)
        parts = [Fraction(float(v)) * side for v, side in zip(c, sides, strict=True)]
        for _ in range(20):
            t = rng.normal(size=5)
            t = [Fraction(float(v)) for v in t / np.linalg.norm(t) * distance * (1 - 1e-12)]
            assert Fraction(least) <= sum(part * (1 + v) for part, v in zip(parts, t, strict=True))
        against = [-part for part in parts]
        length = float(np.linalg.norm(np.array([float(v) for v in against])))
        truth = float(sum(parts)) - distance * length
        assert least >= truth - 1e-13 * sum(abs(float(part)) for part in parts) - 2.0**-1055


def test_the_least_of_sides_leaves_room_for_their_rounding() -> None:
    """Sides that are no doubles, whose weighted sum is 0 or hardly above it."""
    third = Fraction(1, 3)
    program = gordan.Program([[1], [-1]], row_lower=[third, -third])
    terms = (ProgramSide("row", 0, LOWER), ProgramSide("row", 1, LOWER))
    assert rounded._least_side(program, terms, np.ones(2), 0.0) < 0
    above = gordan.Program([[1], [-1]], row_lower=[third, -third + Fraction(1, 10**6)])
    assert rounded._least_side(above, terms, np.ones(2), 0.0) > 0
    assert rounded._least_side(above, terms, np.ones(2), 0.5) < 0


def claimed(program: gordan.Program, weights: Any, *terms: ProgramSide, radius: Any = 0.25) -> list[tuple[str, bool]]:
    claim = ContradictionBall(tuple(terms), np.array(weights, dtype=np.float64), radius)
    return [(check.name, check.holds) for check in rounded.judge_contradiction_ball(program, claim)]


HELD = [True, True, True]
TWO = gordan.Program([[1.0, 2.0], [-1.0, -2.0]], row_lower=[1, -0.5], lower=[0, None], upper=[None, 7])
ROWS = ProgramSide("row", 0, LOWER), ProgramSide("row", 1, LOWER)


def test_a_contradiction_in_a_ball_is_accepted() -> None:
    assert [holds for _, holds in claimed(boxed([[1.0], [-1.0]], [1, -0.5]), [1.0, 1.0], *ROWS)] == HELD
    # x1 ≥ 2 and −x1 ≥ −1 by its upper bound; and the other way about.
    one = boxed([[1.0]], [2.0], upper=[1.0])
    assert [h for _, h in claimed(one, [1.0, 1.0], ROWS[0], ProgramSide("column", 0, UPPER))] == HELD
    other = boxed([[3.0]], None, [2.0], lower=[1.0])
    assert [
        h for _, h in claimed(other, [1.0, 3.0], ProgramSide("row", 0, UPPER), ProgramSide("column", 0, LOWER))
    ] == HELD


@pytest.mark.parametrize(
    ("weights", "terms", "radius", "failed"),
    [
        ([1.0, 1.0], (), 0.25, 0),
        ([1.0], ROWS, 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ROWS[0]), 0.25, 0),
        ([1.0, -1.0], ROWS, 0.25, 0),
        ([1.0, 0.0], ROWS, 0.25, 0),
        ([1.0, np.inf], ROWS, 0.25, 0),
        ([1.0, np.nan], ROWS, 0.25, 0),
        ([1.0, 1.0], ROWS, 1.0, 0),
        ([1.0, 1.0], ROWS, -0.25, 0),
        ([1.0, 1.0], ROWS, np.nan, 0),
        ([1.0, 1.0], ROWS, 0, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("row", 2, LOWER)), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("row", -1, LOWER)), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("row", True, LOWER)), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("row", 1, UPPER)), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("column", 1, LOWER)), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("column", 2, LOWER)), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("bound", 0, LOWER)), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ProgramSide("row", 1, "least")), 0.25, 0),
        ([1.0, 1.0], (ROWS[0], ("row", 1, LOWER)), 0.25, 0),
        ([1.0, 1.5], ROWS, 0.0, 1),
        ([1.0, 1.5], ROWS, 0.1, 1),
    ],
)
def test_one_thing_that_is_wrong_is_refused(weights: Any, terms: Any, radius: Any, failed: int) -> None:
    program = boxed([[1.0], [-1.0]], [1, -0.5], lower=[0.0], upper=None) if failed else TWO
    results = claimed(program, weights, *terms, radius=radius)
    assert len(results) == failed + 1
    assert [holds for _, holds in results] == [True] * failed + [False]


def test_sides_that_agree_are_no_contradiction() -> None:
    results = claimed(boxed([[1.0], [-1.0]], [1, -1]), [1.0, 1.0], *ROWS)
    assert results[:2] == [(name, True) for name, _ in results[:2]]
    assert [name for name, holds in results if not holds] == ["weighted sides add up to above 0"]


def test_rows_that_are_no_doubles_with_all_digits_prove_nothing() -> None:
    tiny = Fraction(1, 10**320)
    program = gordan.Program([[tiny], [-tiny]], row_lower=[1, -Fraction(1, 2)])
    assert rounded._weighted_rows(program, ROWS, np.ones(2)) is None
    assert [holds for _, holds in claimed(program, [1.0, 1.0], *ROWS)] == [True, False]


def test_no_feasible_program_is_contradicted() -> None:
    """Weights as good as they get, on programs that have a point by construction."""
    rng = np.random.default_rng(7)
    accepted = 0
    for trial in range(400):
        m, n = int(rng.integers(1, 4)), int(rng.integers(2, 6))
        A = np.round(rng.normal(size=(n, m)) * 4) / 4 if trial % 2 else rng.normal(size=(n, m))
        x, slack = rng.normal(size=m), 10.0 ** rng.uniform(-17, 0)
        feasible = trial % 4 < 2
        row_lower = [
            sum(Fraction(float(a)) * Fraction(float(v)) for a, v in zip(row, x, strict=True))
            + (-1 if feasible else 1) * Fraction(slack)
            for row in A
        ]
        program = gordan.Program(A, row_lower=row_lower)
        _, _, V = np.linalg.svd(A.T)
        c = np.abs(V[-1]) if (V[-1] > 0).all() or (V[-1] < 0).all() else np.abs(V[-1]) + 1e-9
        terms = tuple(ProgramSide("row", i, LOWER) for i in range(n))
        holds = [holds for _, holds in claimed(program, c, *terms, radius=0.5)] == HELD
        assert not (holds and feasible)
        accepted += holds
    assert accepted > 5


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("gap", [0, 1, 2, 1000])
def test_rows_are_held_only_strictly_between_their_sides(gap: int, sign: int) -> None:
    """Of x1 + x2 at (1/3, 2/3), which is 1: sides that many units below and above."""
    x = (Fraction(1, 3), Fraction(2, 3))
    lower, upper = 1 - gap * Fraction(U), 1 + gap * Fraction(U)
    program = gordan.Program([[sign, sign]], row_lower=[lower * sign] if sign > 0 else [upper * sign])
    above = gordan.Program([[sign, sign]], row_upper=[upper * sign] if sign > 0 else [lower * sign])
    for each in (program, above):
        assert rounded.rows_held(each, x).tolist() == [gap == 1000]


def test_rows_without_a_side_are_held_and_values_near_zero_are_left_to_fractions() -> None:
    program = gordan.Program([[1, 1], [1, 0]], row_lower=[-1, None], row_upper=[3, None])
    assert rounded.rows_held(program, (Fraction(1), Fraction(0))).tolist() == [True, True]
    assert rounded.rows_held(program, (Fraction(1), Fraction(1, 10**305))).tolist() == [False, False]
    assert rounded.rows_held(program, (Fraction(10**400), Fraction(0))).tolist() == [False, False]


def test_sides_beyond_the_doubles_are_beyond_them() -> None:
    huge = Fraction(10**400)
    program = gordan.Program(
        [[1], [1], [1], [1]], row_lower=[-huge, huge, None, None], row_upper=[None, None, huge, -huge]
    )
    assert rounded.rows_held(program, (Fraction(5),)).tolist() == [True, False, True, False]


def test_sides_are_moved_inward_by_a_unit() -> None:
    third = Fraction(1, 3)
    for sides, sign in ((third, 1.0), (third, -1.0)):
        moved = rounded._outward((sides, None), sign)
        assert (Fraction(float(moved[0])) - third) * int(sign) > 0
        assert moved[1] == -sign * np.inf


def test_the_number_of_columns_bounds_the_rounding_of_a_row() -> None:
    """A sum of 4,000 terms may be off by as many units; a side nearer than that is left to fractions."""
    n = 4000
    x = tuple([Fraction(1, 3)] * n)
    value = Fraction(0.1) * n / 3
    for units, held in ((1000, False), (16 * n, True)):
        program = gordan.Program(np.full((1, n), 0.1), row_lower=[value - units * Fraction(U) * value])
        assert rounded.rows_held(program, x).tolist() == [held]


def test_columns_are_counted_as_columns() -> None:
    tall = boxed([[1.0], [-1.0]], [1, -0.5], lower=[0.0])
    assert claimed(tall, [1.0, 1.0], ROWS[0], ProgramSide("column", 1, LOWER))[0][1] is False
    wide = boxed([[1.0, 1.0]], [2.0], upper=[0.5, 1.0])
    columns = ProgramSide("column", 0, UPPER), ProgramSide("column", 1, UPPER)
    assert [holds for _, holds in claimed(wide, [1.0, 1.0, 1.0], ROWS[0], *columns)] == HELD


def test_entries_that_are_zero_are_zero_and_others_have_a_radius() -> None:
    ball = rounded._weighted_rows(PROGRAM, TERMS, np.ones(5))
    assert ball is not None
    assert ((ball.mid != 0) == (ball.rad > 0)).all()


def test_singles_that_stand_for_decimals_are_off_by_a_part_of_a_single() -> None:
    """Only of many entries; fewer are made fractions when they are read."""
    A = np.full((2, 1 << 17), np.float32(0.1), dtype=np.float32)
    program = gordan.Program(A, row_lower=[1, 1], numbers="decimal")
    ball = rounded._weighted_rows(program, ROWS, np.ones(2))
    assert ball is not None
    off = abs(Fraction(float(np.float32(0.1))) - Fraction("0.1"))
    unit = Fraction(float(ball.mid[0, 0])) / Fraction(float(np.float32(0.1)))
    assert Fraction(float(ball.rad[0, 0])) >= off * unit


@pytest.mark.parametrize("distance", [0.0, 0.5])
def test_many_sides_near_zero_leave_room_for_what_each_may_lose(distance: float) -> None:
    """Each is half a unit of the least double below zero, and rounds to nothing."""
    count, lost = 100, Fraction(49, 100) * Fraction(2) ** -1074
    program = gordan.Program(np.ones((count, 1)), row_lower=[-lost] * count)
    terms = tuple(ProgramSide("row", i, LOWER) for i in range(count))
    least = rounded._least_side(program, terms, np.full(count, 2.0**500), distance)
    assert Fraction(least) <= -(count + Fraction(distance) * 10) * lost * 2**500
