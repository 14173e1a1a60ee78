"""Ranges of an optimum and claims about an objective: every field wrong by itself, and every end one too far."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import gordan
from claimed import replace
from gordan.outcome.alternative import Point, Term
from gordan.outcome.objective import Bound, ObjectiveBracket, Optimum, Ray
from gordan.outcome.optimum import Range, UndecidedOptimum
from gordan.problem import Program
from gordan.verify.optimum import judge_certified_program, judge_optimum, judge_optimum_answer
from gordan.verify.ranges import judge_ranges

ZERO, ONE, TWO, HALF = Fraction(0), Fraction(1), Fraction(2), Fraction(1, 2)
# Least x1 + 3 x2 with x1 + x2 ≥ 2, x1 ≤ 5, x ≥ 0: at (2, 0), by the first row and twice the bound of x2.
PROGRAM = Program([[1, 1], [1, 0]], row_lower=[2, None], row_upper=[None, 5], lower=[0, 0], objective=[1, 3])
PROOF = Optimum(TWO, Point((TWO, ZERO)), Bound((Term("row", 0, "lower", 1), Term("column", 1, "lower", 2)), 1))
FIRST = Range("x1", "cost", ONE, ZERO, Fraction(3), ((0, ONE),))
SECOND = Range("x2", "cost", Fraction(3), ONE, None)
LOWER = Range("r1", "lower", TWO, ZERO, Fraction(5), ((0, ONE),))
UPPER = Range("r2", "upper", Fraction(5), TWO, None)
FORMED = "ranges are of the program's numbers"
COSTS, SIDES = "point stays optimal within ranges of costs", "weights stay optimal within ranges of sides"


class Text(str):
    """Compares as plain text does, today."""


def failed(*ranges: Any, program: Program = PROGRAM, proof: Optimum = PROOF) -> list[str]:
    return [check.name for check in judge_ranges(program, proof, ranges) if not check.holds]


def test_what_is_true_is_accepted() -> None:
    assert judge_optimum(PROGRAM, PROOF).holds
    assert [check.name for check in judge_ranges(PROGRAM, PROOF, (FIRST, SECOND, LOWER, UPPER))] == [
        FORMED,
        COSTS,
        SIDES,
    ]
    assert failed(FIRST, SECOND, LOWER, UPPER) == []
    assert failed() == []


@pytest.mark.parametrize(
    "ranges",
    [
        [FIRST],
        (FIRST, tuple(FIRST)),
        (FIRST._replace(name=Text("x1")),),
        (FIRST._replace(kind=Text("cost")),),
        (LOWER._replace(kind="middle"),),
        (FIRST._replace(name="x3"),),
        (FIRST._replace(name="r1"),),
        (LOWER._replace(name="x1"),),
        (LOWER._replace(kind="upper"),),
        (UPPER._replace(kind="lower"),),
        (FIRST._replace(value=1),),
        (FIRST._replace(value=TWO),),
        (FIRST._replace(low=0),),
        (FIRST._replace(high=3.0),),
        (FIRST._replace(low=TWO),),
        (FIRST._replace(high=HALF),),
        (FIRST._replace(move=[(0, ONE)]),),
        (FIRST._replace(move=([0, ONE],)),),
        (FIRST._replace(move=((0, ONE, ONE),)),),
        (FIRST._replace(move=((0, ONE), (0, ZERO))),),
        (FIRST._replace(move=((0, 1),)),),
        (FIRST._replace(move=((False, ONE),)),),
        (FIRST._replace(move=((-1, ONE),)),),
        (FIRST._replace(move=((2, ONE),)),),
    ],
)
def test_ranges_are_well_formed(ranges: Any) -> None:
    checks = list(judge_ranges(PROGRAM, PROOF, ranges))
    assert [(check.name, check.holds) for check in checks] == [(FORMED, False)]


def test_a_range_may_be_a_single_number() -> None:
    assert failed(FIRST._replace(low=ONE, high=ONE), LOWER._replace(low=TWO, high=TWO)) == []


def test_moves_of_costs_are_of_rows_and_those_of_sides_of_columns() -> None:
    """Three rows and one column: the third row has a multiplier, and there is no third column."""
    program = Program([[1], [1], [1]], row_lower=[1, 0, 0], objective=[1])
    proof = Optimum(ONE, Point((ONE,)), Bound((Term("row", 0, "lower", 1),), 1))
    cost = Range("x1", "cost", ONE, ZERO, None, ((0, ONE), (2, ZERO)))
    side = Range("r1", "lower", ONE, ZERO, None, ((0, ONE),))
    assert failed(cost, side, program=program, proof=proof) == []
    assert failed(side._replace(move=((0, ONE), (2, ZERO))), program=program, proof=proof) == [FORMED]


@pytest.mark.parametrize(
    ("ranges", "names"),
    [
        ((FIRST._replace(low=-HALF),), [COSTS]),
        ((FIRST._replace(high=Fraction(7, 2)),), [COSTS]),
        ((FIRST._replace(high=None),), [COSTS]),
        ((FIRST._replace(low=None),), [COSTS]),
        ((FIRST._replace(move=()),), [COSTS]),
        ((FIRST._replace(move=((0, TWO),)),), [COSTS]),
        ((SECOND._replace(low=HALF),), [COSTS]),
        ((SECOND._replace(low=None),), [COSTS]),
        ((SECOND._replace(move=((1, ONE),)),), [COSTS]),
        ((LOWER._replace(low=-HALF),), [SIDES]),
        ((LOWER._replace(high=Fraction(11, 2)),), [SIDES]),
        ((LOWER._replace(high=None),), [SIDES]),
        ((LOWER._replace(low=None),), [SIDES]),
        ((LOWER._replace(move=()),), [SIDES]),
        ((LOWER._replace(move=((0, TWO),)),), [SIDES]),
        ((LOWER._replace(move=((1, ONE),)),), [SIDES]),
        ((UPPER._replace(low=ONE),), [SIDES]),
        ((UPPER._replace(low=None),), [SIDES]),
        ((FIRST._replace(high=None), LOWER._replace(high=None)), [COSTS, SIDES]),
    ],
)
def test_ends_one_too_far(ranges: Any, names: list[str]) -> None:
    assert failed(*ranges) == names


def test_a_greatest_value_has_upper_sides_with_weights() -> None:
    """Greatest x1 + x2 with 2 x1 + x2 ≤ 4, x ≥ 0: x2 = 4, and x1 is at its bound while its cost is below 2."""
    program = Program([[2, 1]], row_upper=[4], lower=[0, 0], objective=[1, 1], maximise=True)
    terms = Term("row", 0, "upper", 1), Term("column", 0, "lower", 1)
    proof = Optimum(Fraction(4), Point((ZERO, Fraction(4))), Bound(terms, 1))
    assert judge_optimum(program, proof).holds
    cost = Range("x2", "cost", ONE, HALF, None, ((0, ONE),))
    still, side = Range("x1", "cost", ONE, None, TWO), Range("r1", "upper", Fraction(4), ZERO, None, ((1, ONE),))
    assert failed(cost, still, side, program=program, proof=proof) == []
    for lie in (cost._replace(low=Fraction(1, 3)), cost._replace(low=None), still._replace(high=Fraction(3))):
        assert failed(lie, program=program, proof=proof) == [COSTS]
    for lie in (side._replace(low=-ONE), side._replace(move=((0, HALF),)), side._replace(move=((1, TWO),))):
        assert failed(lie, program=program, proof=proof) == [SIDES]


def test_weights_of_both_sides_of_an_equality_add_up() -> None:
    """x = 1, with weights 3 below and 2 above: together 1, which a cost below 0 would turn around, and it may."""
    program = Program([[2]], row_lower=[2], row_upper=[2], objective=[2])
    proof = Optimum(TWO, Point((ONE,)), Bound((Term("row", 0, "lower", 3), Term("row", 0, "upper", 2)), 1))
    assert judge_optimum(program, proof).holds
    cost = Range("x1", "cost", TWO, None, None, ((0, HALF),))
    side = Range("r1", "lower", TWO, None, None, ((0, HALF),))
    assert failed(cost, side, side._replace(kind="upper"), program=program, proof=proof) == []
    assert failed(side._replace(move=((0, ONE),)), program=program, proof=proof) == [SIDES]
    assert failed(cost._replace(move=((0, ONE),)), program=program, proof=proof) == [COSTS]


def test_weights_that_cancel_on_one_row_hold_nothing() -> None:
    """Below and above with weight 1 each: the row has no weight left, and its value may move between its sides."""
    program = Program([[1], [1]], row_lower=[0, 1], row_upper=[0, None], lower=[None], objective=[0])
    assert not judge_optimum(program, Optimum(ZERO, Point((ONE,)), Bound((), 1))).holds
    program = Program([[1], [1]], row_lower=[1, 0], row_upper=[1, 9], objective=[1])
    terms = Term("row", 0, "lower", 2), Term("row", 0, "upper", 1)
    proof = Optimum(ONE, Point((ONE,)), Bound(terms, 1))
    side = Range("r2", "upper", Fraction(9), ONE, None)
    assert failed(side, program=program, proof=proof) == []
    assert failed(side._replace(low=ZERO), program=program, proof=proof) == [SIDES]


def bracket(**fields: Any) -> list[str]:
    return [check.name for check in judge_optimum(PROGRAM, ObjectiveBracket(**fields)).failed]


def test_half_of_an_end_of_a_bracket_is_refused() -> None:
    assert bracket(value=TWO, point=PROOF.point, limit=ONE, bound=PROOF.bound) == bracket() == []
    assert bracket(value=TWO) == bracket(point=PROOF.point) == ["a point and its value"]
    assert bracket(limit=ONE) == bracket(bound=PROOF.bound) == ["sides exist, weights are positive"]
    assert bracket(limit=Fraction(5, 2), bound=PROOF.bound) == ["weighted sides reach the limit"]
    assert bracket(limit=TWO, bound=PROOF.bound) == []


def test_rays_go_along_bounds() -> None:
    """Nothing ends x1 − x2 from below: x2 grows, x1 stays at both of its bounds."""
    program = Program([[0, 1]], row_lower=[0], lower=[1, None], upper=[1, None], objective=[1, -1])
    ray = Ray(Point((ONE, ZERO)), Point((ZERO, ONE)))
    assert judge_optimum(program, ray).holds
    for direction in ([ZERO, ONE], (ZERO, ONE, ZERO), (0, ONE), (ZERO, 1.0)):
        verdict = judge_optimum(program, replace(ray, direction=Point(direction)))  # type: ignore[arg-type]
        assert [check.name for check in verdict.failed] == ["ray has a fraction for every column"]
    lie = replace(ray, direction=Point((HALF, ONE)))
    assert [check.name for check in judge_optimum(program, lie).failed] == ["bounds of columns hold along the ray"]


def test_answers_show_the_kind_of_their_proof() -> None:
    answer: Any = gordan.optimum(PROGRAM, ranges=True)
    assert [check.name for check in judge_optimum_answer(PROGRAM, answer).checks][-1] == SIDES
    plain = judge_optimum_answer(PROGRAM, replace(answer, ranges=None))
    assert plain.holds
    assert FORMED not in [check.name for check in plain.checks]
    names: dict[str, Any] = {"column_names": PROGRAM.column_names, "row_names": PROGRAM.row_names}
    undecided = UndecidedOptimum(known=ObjectiveBracket(limit=TWO, bound=PROOF.bound), **names)
    assert judge_optimum_answer(PROGRAM, undecided).holds
    for lie in (replace(undecided, known=PROOF), replace(answer, proof=ObjectiveBracket())):
        assert [c.name for c in judge_optimum_answer(PROGRAM, lie).failed] == ["proof is of its kind"]


def test_certificates_of_no_known_kind() -> None:
    question: Any = SimpleNamespace(kind="repair", strict=False)
    certificate: Any = SimpleNamespace(proof=PROOF, question=question, alternative="optimal", names=("x1", "r1", "x2"))
    checks = judge_certified_program(PROGRAM, certificate)
    assert [check.name for check in checks if not check.holds] == ["proof is of its kind"]


def test_certificates_are_judged_by_their_kind() -> None:
    for kind, alternative, proof, names in (
        ("program", "feasible", PROOF.point, ("x1",)),
        ("optimum", "optimal", PROOF, ("x1", "r1", "x2")),
    ):
        question: Any = SimpleNamespace(kind=kind, strict=False)
        certificate: Any = SimpleNamespace(proof=proof, question=question, alternative=alternative, names=names)
        assert all(check.holds for check in judge_certified_program(PROGRAM, certificate))
