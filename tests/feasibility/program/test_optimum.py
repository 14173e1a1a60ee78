"""Optima by an elimination that shares nothing with the search, and ranges at both of their ends."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gordan
from claimed import replace
from feasibility.program.draw import programs
from feasibility.program.truth import Inequality, inequalities, satisfiable
from gordan.file.certificate.format import parse, spell
from gordan.file.certificate.text import checksum
from gordan.outcome.certificate.compose import compose_program
from gordan.problem import Program

few = settings(max_examples=60, deadline=None)
costs = st.lists(st.integers(-3, 3), min_size=4, max_size=4)
DIET = Program([[3, 1], [1, 2]], row_lower=[1, 1], lower=0, objective=[1, 1])


def _beyond(program: Program, value: Fraction) -> list[Inequality]:
    """All sides, and that the objective is better than the value."""
    sign = 1 if program.maximise else -1
    a = tuple(sign * c for c in program.objective)
    return [*inequalities(program), Inequality(a, sign * (value - program.constant), True, ("row", -1, "lower"))]


@given(programs(), costs, st.booleans())
@few
def test_no_point_is_better_and_every_answer_is_proved(program: Program, given: list[int], maximise: bool) -> None:
    constant = Fraction(1, 3)
    program = replace(program, objective=given[: program.shape[1]], constant=constant, maximise=maximise)
    answer = gordan.optimum(program)
    assert gordan.verify(program, answer).holds
    if answer.kind == "infeasible":
        assert not satisfiable(inequalities(program))
    elif answer.kind == "unbounded":
        assert satisfiable(_beyond(program, Fraction(10**6 if maximise else -(10**6))))
    else:
        assert answer.kind == "optimal"
        assert not satisfiable(_beyond(program, answer.value))
        reached = sum((c * v for c, v in zip(program.objective, answer.values.values(), strict=True)), constant)
        assert reached == answer.value


def test_a_weight_is_what_the_optimum_gains() -> None:
    answer = gordan.optimum(DIET)
    assert answer.kind == "optimal"
    more = gordan.optimum(replace(DIET, row_lower=[Fraction(11, 10), 1]))
    assert more.value - answer.value == answer.multipliers["row", "r1", "lower"] / 10
    raised = gordan.optimum(replace(DIET, row_lower=None, row_upper=[1, 1], maximise=True))
    assert raised.multipliers == {("row", "r1", "upper"): Fraction(1, 5), ("row", "r2", "upper"): Fraction(2, 5)}


def _drawn(rng: Any) -> Program:
    m, n = int(rng.integers(1, 5)), int(rng.integers(1, 5))
    A, x = rng.integers(-4, 5, (m, n)), rng.integers(0, 4, n)
    low = [None if rng.random() < 0.4 else int(v - rng.integers(0, 3)) for v in A @ x]
    high = [None if rng.random() < 0.4 else int(v + rng.integers(0, 3)) for v in A @ x]
    upper = [None if rng.random() < 0.5 else int(v + rng.integers(1, 4)) for v in x]
    return Program(A, low, high, 0, upper, objective=rng.integers(-4, 5, n).tolist(), maximise=bool(rng.integers(2)))


def test_at_both_ends_of_a_range_the_basis_is_still_optimal() -> None:
    rng, looked = np.random.default_rng(2), 0
    for _ in range(60):
        program = _drawn(rng)
        answer = gordan.optimum(program, ranges=True)
        if answer.kind != "optimal" or answer.ranges is None:
            continue
        for each in answer.ranges:
            assert each.low is None or each.low <= each.value
            assert each.high is None or each.value <= each.high
            for end in {each.low, each.high} - {None, each.value}:
                assert end is not None
                _look(program, answer, each, end)
                looked += 1
    assert looked > 100


def _look(program: Program, answer: Any, each: Any, end: Fraction) -> None:
    if each.kind == "cost":
        j = program.column_names.index(each.name)
        changed = [*program.objective[:j], end, *program.objective[j + 1 :]]
        gain = (end - each.value) * answer.proof.point.values[j]
        assert gordan.optimum(replace(program, objective=changed)).value == answer.value + gain
        return
    i = program.row_names.index(each.name)
    low, high = list(program.row_lower), list(program.row_upper)
    equal = low[i] == high[i]
    if each.kind == "lower" or equal:
        low[i] = end
    if each.kind == "upper" or equal:
        high[i] = end
    kinds = ("lower", "upper") if equal else (each.kind,)
    weight = sum(answer.multipliers.get(("row", each.name, kind), Fraction(0)) for kind in kinds)
    moved = gordan.optimum(replace(program, row_lower=low, row_upper=high))
    assert moved.value == answer.value + weight * (end - each.value)


def test_what_a_tolerance_would_hide_is_told() -> None:
    """The best basis in doubles is not the best one: the objective improves by 2⁻⁶⁰ for each unit of y."""
    tiny = Fraction(1, 2**60)
    program = Program([[1, 1]], row_upper=[1], lower=0, objective=[-1, -1 - tiny])
    answer = gordan.optimum(program)
    assert (answer.kind, answer.value) == ("optimal", -1 - tiny)
    short = Program([[1, 1]], row_lower=[2 + tiny], lower=0, upper=1, objective=[1, 1])
    assert gordan.optimum(short).kind == "infeasible"
    endless = Program([[1, -1]], row_upper=[1], lower=0, objective=[0, -tiny])
    assert gordan.optimum(endless).kind == "unbounded"


def test_programs_without_rows_or_columns() -> None:
    bare = np.zeros((0, 2))
    assert gordan.optimum(Program(bare, lower=[1, None], upper=[None, 3], objective=[2, -1])).value == -1
    assert gordan.optimum(Program(bare, lower=[1, None], upper=[None, 3], objective=[2, 1])).kind == "unbounded"
    assert gordan.optimum(Program([[0]], row_lower=[1], objective=[1])).kind == "infeasible"


def test_an_end_of_the_bracket_is_proved() -> None:
    """Time ends after a point was found: the answer holds it, and the verifier accepts it."""
    from gordan.feasibility.program.attempt import Stopwatch
    from gordan.feasibility.program.basic_solution import BasicSolution
    from gordan.feasibility.program.optimise import Search
    from gordan.outcome.optimum import UndecidedOptimum

    search = Search(DIET, until=np.inf, watch=Stopwatch())
    one, zero = Fraction(1), Fraction(0)
    assert search.weigh(BasicSolution((one, one), (zero, zero), (one, one)), None, "test") is None
    assert (search.known.value, search.known.limit) == (2, 0)
    shown = {"column_names": DIET.column_names, "row_names": DIET.row_names}
    answer = UndecidedOptimum(known=search.known, **shown)
    assert gordan.verify(DIET, answer).holds
    assert (answer.lower, answer.upper) == (0, 2)
    assert "at least 0 and at most 2" in str(answer)
    assert answer.to_dict()["upper"] == "2"


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="no objective"):
        gordan.optimum(Program([[1]]))
    with pytest.raises(gordan.InputError, match="give a Program"):
        gordan.optimum([[1]])  # type: ignore[arg-type]
    with pytest.raises(gordan.InputError, match="max_seconds"):
        gordan.optimum(DIET, max_seconds=0)
    with pytest.raises(gordan.InputError, match=r"objective\[1\] is None"):
        Program([[1, 1]], objective=[1, None])
    with pytest.raises(gordan.InputError, match="objective has 1 numbers"):
        Program([[1, 1]], objective=[1])


def test_a_certificate_holds_for_its_objective_alone(tmp_path: Path) -> None:
    for k, program in enumerate((DIET, replace(DIET, objective=[-1, 0]))):
        path = tmp_path / f"{k}.json"
        gordan.certify(program, gordan.optimum(program), path)
        certificate = gordan.read_certificate(path)
        assert gordan.verify(program, certificate).holds
        for other in ({"objective": [1, 2]}, {"maximise": True}, {"constant": 1}, {"objective": None}):
            assert not gordan.verify(replace(program, **other), certificate).holds
    with pytest.raises(gordan.InputError, match="if it was decided"):
        gordan.certify(DIET, gordan.optimum(DIET, max_seconds=1e-9), tmp_path / "none.json")


SPOILT: dict[str, Any] = {
    "value": lambda proof: proof.update(value="4/5"),
    "point": lambda proof: proof["point"].update(values=["1/5", "3/5"]),
    "weights": lambda proof: proof["row_lower"].update(weights=["2", "2"]),
    "denominator": lambda proof: proof.update(denominator="4"),
    "names": lambda proof: proof["row_lower"].update(names=["r1", "r3"]),
    "sides": lambda proof: proof.update(row_lower=proof["row_upper"], row_upper=proof["row_lower"]),
}


@pytest.mark.parametrize("field", SPOILT)
def test_one_field_that_is_false_is_refused(field: str) -> None:
    """By both checkers: every certificate that is judged in a test is judged by hand too."""
    members = json.loads(spell(compose_program(DIET, gordan.optimum(DIET).proof, strict=False, file=None)))
    SPOILT[field](members["proof"])
    members["checksum"] = checksum(members)
    assert not gordan.verify(DIET, parse(json.dumps(members).encode(), "c.json")).holds


@pytest.mark.parametrize("change", [{"strict": True}, {"kind": "program"}])
def test_a_question_that_no_file_asks_is_refused(change: dict[str, Any]) -> None:
    members = json.loads(spell(compose_program(DIET, gordan.optimum(DIET).proof, strict=False, file=None)))
    members["problem"].update(change)
    with pytest.raises(gordan.InputError, match="field"):
        parse(json.dumps(members).encode(), "c.json")
