"""Answers about programs: types, names and what is shown beside a proof, each wrong in one place."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import gordan
from claimed import replace
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim, Term
from gordan.outcome.feasibility import Member
from gordan.problem import Program
from gordan.verify.program import are_formed, judge_program_answer, row_product, verify_program

HALF = Fraction(1, 2)
# x + y ≥ 2, x − y ≤ 3, y − x ≤ 9, x ≥ 0, y ≤ 4; the point (3, 4) attains the bound of y only.
FINE = Program([[1, 1], [1, -1], [-1, 1]], [2, None, None], [None, 3, 9], lower=[0, None], upper=[None, 4])
ANSWER = replace(gordan.feasible(FINE), proof=Point((Fraction(3), Fraction(4))))
WRONG = Program([[1], [-1]], row_lower=[1, 0])
REFUTED = gordan.feasible(WRONG)
UNIT, IMPLIED = "unit point takes every row to 1", "implied sides are attained by the point"


class Text(str):
    """Compares as plain text does, today."""


def failed(program: Program, answer: Any) -> list[str]:
    return [check.name for check in judge_program_answer(program, answer).failed]


def test_an_equality_beside_an_inequality_refutes_strict_solutions() -> None:
    program = Program([[1], [1]], row_lower=[0, 0], row_upper=[0, None])
    terms = Term("row", 1, "lower", 1), Term("row", 0, "upper", 1)
    assert verify_program(program, ProgramClaim(Contradiction(terms), True)).holds
    assert not verify_program(program, ProgramClaim(Contradiction(terms), False)).holds


@pytest.mark.parametrize("weight", [0, -1, True, 1.0, Fraction(1)])
def test_weights_are_positive_integers(weight: Any) -> None:
    assert are_formed(WRONG, (Term("row", 0, "lower", 1),))
    assert not are_formed(WRONG, (Term("row", 0, "lower", weight),))


def test_products_of_rows_are_those_of_fractions() -> None:
    row = [(0, HALF), (1, Fraction(-2, 3)), (2, Fraction(5))]
    for x in ((0, 0, 0), (1, 0, 0), (HALF, Fraction(3, 7), Fraction(1, 3**900)), (Fraction(1, 2**5000), 0, 4)):
        values = tuple(map(Fraction, x))
        assert row_product(row, values) == sum(a * values[j] for j, a in row)


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ((HALF, HALF), False),
        ((Fraction(1), Fraction(0)), True),
        ((Fraction(1), -HALF), False),
        ([Fraction(1), Fraction(0)], False),
        ((Fraction(1),), False),
        ((Fraction(1), Fraction(0), Fraction(0)), False),
        ((Fraction(1), 0), False),
        ((1.0, Fraction(0)), False),
    ],
)
def test_a_unit_point_takes_every_row_to_one(values: Any, holds: bool) -> None:
    rows = Program([[1, 0], [1, 1], [1, -HALF]], row_lower=0)
    answer = replace(gordan.feasible(rows), unit=Point(values))
    assert failed(rows, answer) == ([] if holds else [UNIT])
    assert failed(rows, replace(answer, unit=SimpleNamespace(values=values))) == [UNIT]


@pytest.mark.parametrize(
    ("member", "holds"),
    [
        (("column", 1, "upper"), True),
        (("column", 0, "lower"), False),
        (("column", 1, "lower"), False),
        (("column", 1, "middle"), False),
        (("row", 0, "lower"), False),
        (("row", 1, "upper"), False),
        (("row", 0, "upper"), False),
        (("corner", 0, "lower"), False),
    ],
)
def test_implied_sides_are_attained(member: Any, holds: bool) -> None:
    place, number, side = member
    name = (FINE.row_names if place == "row" else FINE.column_names)[number]
    assert failed(FINE, replace(ANSWER, implied=(Member(place, name, side, ""),))) == ([] if holds else [IMPLIED])
    assert failed(FINE, replace(ANSWER, implied=(Member(place, "another", side, ""),))) == [IMPLIED]


def test_a_row_that_is_attained_is_implied() -> None:
    corner = replace(ANSWER, proof=Point((Fraction(5), Fraction(2))))
    member = Member("row", FINE.row_names[1], "upper", "")
    assert failed(FINE, replace(corner, implied=(member,))) == []


def test_what_is_beside_a_point_that_is_none_is_not_looked_at() -> None:
    member = Member("column", FINE.column_names[1], "upper", "")
    answer = replace(ANSWER, proof=Point((Fraction(3),)), implied=(member,), unit=Point(()))
    assert failed(FINE, answer) == ["a fraction for every column"]
    outside = replace(ANSWER, proof=Point((Fraction(3), Fraction(5))), implied=(member,))
    assert failed(FINE, outside) == ["bounds of columns hold"]


def test_names_are_plain_text() -> None:
    assert failed(FINE, replace(ANSWER, names=tuple(map(Text, FINE.column_names)))) == ["names are the proof's"]
    members = tuple(member._replace(name=Text(member.name)) for member in REFUTED.subsystem)
    assert failed(WRONG, replace(REFUTED, subsystem=members)) == ["names are the proof's"]
    assert failed(WRONG, replace(REFUTED, subsystem=list(REFUTED.subsystem))) == ["names are the proof's"]
    assert failed(WRONG, replace(REFUTED, subsystem=tuple(map(tuple, REFUTED.subsystem)))) == ["names are the proof's"]


@pytest.mark.parametrize("others", [[], ("another",), None, [REFUTED]])
def test_other_contradictions_are_looked_at_without_blame_too(others: Any) -> None:
    assert failed(WRONG, REFUTED) == []
    assert failed(WRONG, replace(REFUTED, others=others)) == [
        "every row and column is hard or part of what may be blamed"
    ]
