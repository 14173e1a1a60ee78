"""Exactly one alternative, and the right one; the same for the same program told differently."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gordan
from claimed import replace
from feasibility.program.draw import programs
from feasibility.program.truth import inequalities, satisfiable
from gordan.feasibility.program.small import decide_small
from gordan.outcome.alternative import Point, ProgramClaim
from gordan.problem import Program
from gordan.problem.exact_matrix import ExactMatrix

few = settings(max_examples=60, deadline=None)


@given(programs(), st.booleans())
@few
def test_the_answer_is_true_and_proved(program: Program, strict: bool) -> None:
    found = gordan.feasible(program, strict=strict)
    assert found.kind == ("feasible" if satisfiable(inequalities(program, strict=strict)) else "infeasible")
    assert gordan.verify(program, ProgramClaim(found.proof, strict)).holds


@given(programs(), st.booleans())
@few
def test_the_method_in_integers_agrees(program: Program, strict: bool) -> None:
    proof = decide_small(program, strict=strict)
    assert proof is not None
    assert gordan.verify(program, ProgramClaim(proof, strict)).holds
    assert isinstance(proof, Point) == satisfiable(inequalities(program, strict=strict))


@given(programs())
@few
def test_the_subsystem_is_irreducible(program: Program) -> None:
    found = gordan.feasible(program)
    if found.kind == "infeasible":
        assert found.irreducible
        sides = {term[:3] for term in found.proof.terms}
        members = [each for each in inequalities(program) if _named(program, each.side, sides)]
        assert not satisfiable(members)
        for left_out in {_key(program, each.side) for each in members}:
            assert satisfiable([each for each in members if _key(program, each.side) != left_out])


def _key(program: Program, side: tuple[str, int, str]) -> Any:
    """Both sides of an equality are one member."""
    place, i, which = side
    equal = program.side(place, i, "lower") == program.side(place, i, "upper")
    return (place, i) if equal else (place, i, which)


def _named(program: Program, side: tuple[str, int, str], sides: set[Any]) -> bool:
    return _key(program, side) in {_key(program, each) for each in sides}


@given(programs(), st.randoms(use_true_random=False))
@few
def test_order_units_and_repetition_change_nothing(program: Program, random: Any) -> None:
    kind = gordan.feasible(program).kind
    m, n = program.shape
    rows = [dict(row) for row in program.A.rows()]
    order = [random.randrange(m) for _ in range(2)] + random.sample(range(m), m)  # two rows again, then all
    factors = [Fraction(10) ** random.randint(-3, 3) * random.choice((1, 2, 3)) for _ in order]
    units = [Fraction(10) ** random.randint(-3, 3) for _ in range(n)]

    def side(which: str) -> list[Any]:
        values = getattr(program, f"row_{which}")
        return [None if values[i] is None else values[i] * f for i, f in zip(order, factors, strict=True)]

    def bound(which: str) -> list[Any]:
        return [None if v is None else v / unit for v, unit in zip(getattr(program, which), units, strict=True)]

    matrix = ExactMatrix.of(
        [{j: a * f * units[j] for j, a in rows[i].items()} for i, f in zip(order, factors, strict=True)], n
    )
    told = Program(matrix, row_lower=side("lower"), row_upper=side("upper"), lower=bound("lower"), upper=bound("upper"))
    assert gordan.feasible(told).kind == kind


@given(programs())
@settings(max_examples=25, deadline=None)
def test_implied_equalities_are_those_that_nothing_makes_strict(program: Program) -> None:
    found = gordan.feasible(program, implied=True)
    if found.kind != "feasible" or found.implied is None:
        return
    every = inequalities(program)
    names = {"row": program.row_names, "column": program.column_names}
    told = {(m.place, m.name, m.side) for m in found.implied}
    for k, each in enumerate(every):
        place, i, side = each.side
        if program.side(place, i, "lower") == program.side(place, i, "upper"):
            continue
        loose = [replace_strict(other, j == k) for j, other in enumerate(every)]
        assert ((place, names[place][i], side) in told) == (not satisfiable(loose))


def replace_strict(each: Any, strict: bool) -> Any:
    return each._replace(strict=strict)


@pytest.mark.parametrize("K", [1, 10, 1000, 10**6, 10**12])
def test_the_lecture_s_worst_case_is_no_case(K: int) -> None:
    """(1, 1), (1, 0) and (1/K, 1) positive, (0, 1) negative: perceptrons need about 2K² updates."""
    A = [[1, 1], [1, 0], [Fraction(1, K), 1], [0, -1]]
    found = gordan.feasible(gordan.Inequalities(A), strict=True)
    assert found.kind == "feasible"
    assert found.unit is not None
    assert all(sum(a * w for a, w in zip(row, found.unit.values, strict=True)) >= 1 for row in A)
    assert gordan.feasible(gordan.Inequalities(A, 1)).kind == "feasible"
    assert gordan.feasible(gordan.Inequalities([*A, [-1, 0]], 1)).kind == "infeasible"


@pytest.mark.parametrize("gap", [0, 9, 14, 30])
def test_a_hair_decides(gap: int) -> None:
    """A third, and the decimals below and above it: no tolerance has a say."""
    hair = Fraction(1, 10**gap) if gap else Fraction(0)
    A = [[3, 1], [-3, 0], [0, -1], [0, 1]]
    third = gordan.Program(A, row_lower=[1 + hair, -1, 0, 0])
    assert gordan.feasible(third).kind == ("infeasible" if gap else "feasible")
    assert gordan.feasible(third, strict=True).kind == "infeasible"
    assert gordan.feasible(replace(third, row_lower=[1 - hair, -1, 0, 0])).kind == "feasible"
