"""Repairs make programs feasible, and by an elimination that shares nothing with the search nothing cheaper does."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings

import gordan
from claimed import replace
from feasibility.program.draw import programs
from feasibility.program.test_blame import without
from feasibility.program.truth import Inequality, inequalities, satisfiable
from gordan.outcome.repair import Repaired
from gordan.problem import Program

few = settings(max_examples=40, deadline=None)
CLASH = Program([[1], [1]], row_lower=[3, None], row_upper=[None, 1], row_names=["more", "less"])


@given(programs())
@few
def test_with_less_tolerance_nothing_satisfies_and_with_it_something_does(program: Program) -> None:
    answer = gordan.tolerance(program)
    assert isinstance(answer, Repaired)
    assert gordan.verify(program, answer).holds
    assert (answer.value == 0) == satisfiable(inequalities(program))
    for tolerance, possible in ((answer.value, True), (answer.value - Fraction(1, 7**9), False)):
        if tolerance >= 0:
            assert satisfiable([each._replace(b=each.b - tolerance) for each in inequalities(program)]) == possible


@given(programs())
@few
def test_a_repaired_program_is_feasible(program: Program) -> None:
    answer = gordan.repair(program)
    assert isinstance(answer, Repaired)
    assert gordan.verify(program, answer).holds
    moved: list[Inequality] = []
    amounts = {change[:3]: change.amount for change in answer.proof.changes}
    for each in inequalities(program):
        moved.append(each._replace(b=each.b - amounts.get(each.side, Fraction(0))))  # type: ignore[arg-type]
    assert satisfiable(moved)
    assert sum(amounts.values()) == answer.value


def test_prices_and_hard_constraints_decide_what_gives_way() -> None:
    assert gordan.repair(CLASH, hard=["more"]).changes == {("row", "less", "upper"): 2}
    assert gordan.repair(CLASH, prices={"less": Fraction(3, 2)}).changes == {("row", "more", "lower"): 2}
    assert gordan.repair(CLASH, prices={"less": Fraction(1, 2)}).value == 1
    both = gordan.repair(CLASH, hard=["more", "less"])
    assert both.kind == "infeasible"
    assert gordan.verify(CLASH, both).holds
    assert "2 of them contradict" in str(both)


def test_what_is_feasible_needs_no_repair() -> None:
    answer = gordan.repair(replace(CLASH, row_upper=[None, 3]))
    assert (answer.value, answer.members) == (0, ())
    assert "as it is" in str(answer)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="no row or column 'most'"):
        gordan.repair(CLASH, hard=["most"])
    with pytest.raises(gordan.InputError, match="not negative"):
        gordan.repair(CLASH, prices={"less": -1})
    with pytest.raises(gordan.InputError, match="max_seconds"):
        gordan.tolerance(CLASH, max_seconds=-1)
    assert gordan.repair(CLASH, max_seconds=1e-9).kind == "undecided"


@given(programs())
@settings(max_examples=10, deadline=None)
def test_no_fewer_names_than_the_bound_make_a_program_feasible(program: Program) -> None:
    answer = gordan.repair(program, fewest=True)
    assert isinstance(answer, Repaired)
    assert gordan.verify(program, answer).holds
    changed = {member.name for member in answer.members}
    names = sorted({*program.row_names, *program.column_names})
    truth = next(k for k in range(len(names) + 1) if any(without(program, set(s)) for s in combinations(names, k)))
    assert answer.at_least is not None
    assert answer.at_least <= truth <= len(changed)
    assert without(program, changed)


def test_one_large_change_in_the_place_of_two_small_ones() -> None:
    program = Program([[1], [1], [1]], row_lower=[1, 1, None], row_upper=[None, None, 0], row_names=["a", "b", "c"])
    answer = gordan.repair(program, prices={"c": 9}, fewest=True)
    assert (answer.changes, answer.value, answer.at_least) == ({("row", "c", "upper"): 1}, 9, 1)
    assert "no fewer would do" in str(answer)
    assert len(gordan.repair(program, prices={"c": 9}).members) == 2
    kept = gordan.repair(program, prices={"c": 9}, hard=["c"], fewest=True)
    assert (len(kept.members), kept.at_least) == (2, 2)
    assert gordan.repair(program, hard=["a", "b", "c"], fewest=True).kind == "infeasible"


def test_a_vertex_beyond_the_doubles_is_no_error() -> None:
    """In the units of the program the vertex of HiGHS is infinite; its basis is solved exactly."""
    huge = Fraction(2) ** 500
    program = Program(
        [[huge**2, 0, 0, 1 / huge]],
        row_lower=[1],
        row_upper=[0],
        lower=[-1, -huge, -1, None],
        upper=[None, 0, None, None],
    )
    answer = gordan.repair(program)
    assert isinstance(answer, Repaired)
    assert answer.value == 1


def test_the_name_of_a_constraint_stands_for_its_entries() -> None:
    names = ("demand[a]", "demand[b]", "supply")
    program = gordan.Program([[1, 0], [0, 1], [1, 1]], [3, 4, None], [None, None, 6], lower=0, row_names=names)
    answer = gordan.repair(program, hard=["demand"], fewest=True)
    assert answer.changes == {("row", "supply", "upper"): 1}
    assert gordan.verify(program, answer).holds
    dear = gordan.repair(program, prices={"supply": 3, "demand": 2, "demand[b]": 1})
    assert dear.changes == {("row", "demand[b]", "lower"): 1}
    assert gordan.feasible(program, hard="demand").blame.parts == ("supply",)
    assert "orders" in gordan.feasible(program, groups={"orders": "demand"}, weights={"supply": 2}).blame.parts
    with pytest.raises(gordan.InputError, match="did you mean 'demand'"):
        gordan.repair(program, hard=["deman"])


def test_arguments_of_verify_the_other_way_round() -> None:
    program = gordan.Program([[1]], row_lower=[1], upper=[0])
    with pytest.raises(gordan.InputError, match="the other way round; give verify"):
        gordan.verify(gordan.feasible(program), program)  # type: ignore[arg-type]
