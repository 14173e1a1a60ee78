"""What is to blame is right by an elimination that shares nothing with the search: tried on every set of names."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

import gordan
from claimed import replace
from feasibility.program.draw import programs
from feasibility.program.truth import inequalities, satisfiable
from gordan.data import path
from gordan.errors import InputError
from gordan.outcome.feasibility import Infeasible
from gordan.problem import Program

few = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
FEED = gordan.read_mps(path("feed.mps"))
COLUMNS = list(FEED.column_names)
# Three contradictions: a with b, c with d and e, f with the bound of z.
THREE = Program(
    [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    row_lower=[3, None, 5, None, None, 9],
    row_upper=[None, 1, None, 2, 2, None],
    upper=[None, None, None, 8],
    row_names=list("abcdef"),
    column_names=list("wxyz"),
)


def without(program: Program, names: set[str]) -> bool:
    """Whether all but these names can be satisfied together."""
    rows = [name not in names for name in program.row_names]
    columns = [name not in names for name in program.column_names]

    def kept(sides: tuple[Fraction | None, ...], stay: list[bool]) -> list[Fraction | None]:
        return [side if each else None for side, each in zip(sides, stay, strict=True)]

    part = replace(
        program,
        row_lower=kept(program.row_lower, rows),
        row_upper=kept(program.row_upper, rows),
        lower=kept(program.lower, columns),
        upper=kept(program.upper, columns),
    )
    return satisfiable(inequalities(part))


def names_of(program: Program) -> set[str]:
    return {*program.row_names, *program.column_names}


@given(programs())
@few
def test_the_bound_is_below_the_smallest_of_all_sets(program: Program) -> None:
    assume(not satisfiable(inequalities(program)))
    names = sorted(names_of(program))
    assume(len(names) <= 8)
    hard = names[:1]
    answer = gordan.feasible(program, hard=hard, smallest=True)
    assert isinstance(answer, Infeasible)
    assert answer.blame is not None
    assert gordan.verify(program, answer).holds
    parts = set(answer.blame.parts)
    rest = set(names) - {*hard}
    assert not without(program, rest - parts)
    assert all(without(program, rest - (parts - {part})) for part in parts)
    sizes = (k for k in range(len(rest) + 1) if any(not without(program, rest - set(s)) for s in combinations(rest, k)))
    truth = next(sizes)
    assert answer.blame.at_least is not None
    assert answer.blame.at_least <= truth <= len(parts)
    assert answer.blame.minimal


def test_hard_constraints_are_not_blamed_unless_they_contradict_one_another() -> None:
    answer = gordan.feasible(FEED, hard=COLUMNS)
    assert answer.blame.parts == ("amount", "water")
    assert gordan.feasible(FEED, hard="water").blame.parts == ("amount", "hay")
    answer = gordan.feasible(FEED, hard=["amount", "water", "hay"])
    assert answer.blame.parts == ()
    assert "the hard constraints contradict one another" in str(answer)
    assert gordan.verify(FEED, answer).holds
    assert gordan.feasible(FEED, hard=["amount"]).kind == "infeasible"


def test_weights_say_which_contradiction_is_preferred() -> None:
    assert gordan.feasible(THREE, weights={"a": 5, "c": 5}).blame.parts == ("f", "z")
    assert gordan.feasible(THREE, weights={"a": 5, "f": 5}, smallest=True).blame.weight == 3
    answer = gordan.feasible(THREE, weights={"a": 5, "f": Fraction(9, 2)}, smallest=True)
    assert set(answer.blame.parts) == {"c", "d", "e"}
    assert answer.blame.at_least == 3


def test_names_cannot_steer_a_terminal_or_a_page() -> None:
    clash = Program([[1], [1]], row_lower=[2, None], row_upper=[None, 1], row_names=["\x1b[2J<b>\n", "less"])
    answer = gordan.feasible(clash, hard=["less"])
    assert answer.blame.parts == ("\x1b[2J<b>\n",)
    assert r"to blame: \x1b[2J<b>\n" in str(answer)
    assert "\x1b" not in str(answer)
    assert "<b>" not in answer._repr_html_()
    assert "to blame: " in answer._repr_html_()


def test_groups_are_blamed_together() -> None:
    answer = gordan.feasible(THREE, groups={"plant": ["c", "d", "e"], "rest": ["a", "f"]}, smallest=True)
    assert answer.blame.parts == ("plant",)
    assert (answer.blame.weight, answer.blame.at_least) == (1, 1)
    assert gordan.verify(THREE, answer).holds


def test_all_gives_contradictions_without_a_name_in_common() -> None:
    answer = gordan.feasible(THREE, all=True)
    blamed = [each.blame.parts for each in (answer, *answer.others)]
    assert sorted(map(sorted, blamed)) == [["a", "b"], ["c", "d", "e"], ["f", "z"]]
    assert all(gordan.verify(THREE, each).holds for each in answer.others)
    assert "at least 3 of the constraints" in str(answer)
    assert len(answer.to_dict()["blame"]) == 3


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"hard": ["no-such"]}, "no-such"),
        ({"groups": {"g": ["a", "no-such"]}}, "no-such"),
        ({"groups": {"g": ["a"], "h": ["a"]}}, "name it once"),
        ({"groups": {"g": ["a"]}, "hard": ["a"]}, "name it once"),
        ({"groups": {"a": ["b"]}}, "another name"),
        ({"weights": {"a": 0}}, "greater than 0"),
        ({"weights": {"a": 2}, "hard": ["a"]}, "may be blamed"),
        ({"hard": ["a"], "strict": True}, "strict"),
    ],
)
def test_names_that_make_no_sense_are_refused_in_a_sentence(options: dict[str, object], word: str) -> None:
    with pytest.raises(InputError, match=word):
        gordan.feasible(THREE, **options)


@pytest.mark.parametrize("seconds", [1e-6, 0.01, 0.03, 0.05, 0.1, 0.2])
def test_whenever_time_ends_there_is_an_answer(seconds: float) -> None:
    answer = gordan.feasible(THREE, smallest=True, all=True, max_seconds=seconds)
    assert answer.kind in {"infeasible", "undecided"}
    if isinstance(answer, Infeasible):
        assert answer.blame is not None
        assert answer.blame.at_least is not None
        assert answer.blame.at_least <= 2
    mended = gordan.repair(THREE, fewest=True, max_seconds=seconds)
    assert mended.kind in {"repaired", "undecided"}


def test_the_seconds_of_the_search_for_fewer_are_counted() -> None:
    answer = gordan.feasible(THREE, smallest=True, max_seconds=1e9)
    assert answer.blame.at_least == 2
    assert answer.run.seconds == pytest.approx(answer.to_dict()["seconds"]["total"])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"hard": [["r1"]]}, "is no name of a row or column, but a list"),
        ({"hard": 1}, "1 is no name of a row or column"),
        ({"weights": [1]}, "weights is a list; give a dictionary"),
        ({"groups": ["r1"]}, "groups is a list; give a dictionary"),
    ],
)
def test_names_and_weights_of_another_kind_get_a_sentence(given: dict[str, Any], sentence: str) -> None:
    program = gordan.Program([[1], [-1]], row_lower=[1, 0])
    with pytest.raises(InputError, match=sentence):
        gordan.feasible(program, **given)
    if "hard" in given:
        with pytest.raises(InputError, match=sentence):
            gordan.repair(program, **given)
    with pytest.raises(InputError, match="prices is a list; give a dictionary"):
        gordan.repair(program, prices=[1])  # type: ignore[arg-type]
