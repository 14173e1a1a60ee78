"""What a budget covers: doubles become fractions within it, and HiGHS gets less of it than there is."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.deadline import lent
from gordan.errors import OverBudget
from gordan.feasibility.program import search
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.doubles import Doubles
from gordan.feasibility.split import lp
from gordan.outcome import Code
from gordan.outcome.alternative import Contradiction, Term
from gordan.problem import Program


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second whenever somebody looks at it."""
    seconds = itertools.count()
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))


@pytest.mark.usefixtures("ticking")
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_doubles_become_fractions_within_the_budget(form: Any) -> None:
    problem = gordan.Inequalities(form(np.ones((200, 50))), 1.0)
    answer = gordan.feasible(problem, max_seconds=0.5)
    assert answer.kind == "undecided"
    assert answer.run.reason.code is Code.MAX_SECONDS
    assert "turning doubles into fractions was not done within max_seconds = 0.5" in answer.run.reason
    with pytest.raises(gordan.OverBudget, match="turning doubles into fractions"):
        gordan.verify(problem, gordan.outcome.alternative.Point((Fraction(1),) * 50), max_seconds=0.5)


def test_what_is_asked_is_kept_as_it_was() -> None:
    A, b = np.eye(3), np.ones(3)
    problem = gordan.Inequalities(A, b)
    A[0], b[0] = np.nan, 7.0
    program = problem.program()
    assert program is problem.program()
    assert [dict(row) for row in program.A.rows()] == [{0: 1}, {1: 1}, {2: 1}]
    assert program.row_lower == (1, 1, 1)
    assert gordan.feasible(problem).kind == "feasible"


@pytest.mark.parametrize(
    ("A", "b", "names"),
    [
        ([[np.nan]], 0, ()),
        ([[1.0]], [1, 2], ()),
        ([[1.0]], np.inf, ()),
        ([[1.0], [2.0]], 0, ("a", "a")),
        ([[1.0]], 0, ("a", "b")),
    ],
)
def test_what_cannot_be_asked_is_refused_at_once(A: Any, b: Any, names: Any) -> None:
    for form in (np.asarray, sp.csr_array):
        with pytest.raises(gordan.InputError):
            gordan.Inequalities(form(A), b, names)


def test_less_is_lent_than_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """HiGHS looks at its clock between steps, and was seen to be late by 0.4 s."""
    asked: list[float] = []

    def solver(*_: Any, options: dict[str, Any], **__: Any) -> Any:
        asked.append(options["time_limit"])
        raise ValueError("asked")

    monkeypatch.setattr("gordan.feasibility.program.doubles.linprog", solver)
    monkeypatch.setattr("time.perf_counter", lambda: 100.0)
    doubles = Doubles.of(gordan.Program([[1, 1]], row_lower=[2]))
    doubles.solve(np.ones(2), until=102.0)
    monkeypatch.setattr(lp, "linprog", solver)
    with pytest.raises(ValueError, match="asked"):
        lp.largest_cancellation(np.eye(2), max_seconds=0.8)
    assert asked == pytest.approx([1.6, 0.6])
    assert lent(0.0) == lent(-1.0) == 1e-3


def test_a_contradiction_that_could_not_be_reduced_in_time_is_still_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    clash = Program([[1], [1], [1]], row_lower=[1, 2, None], row_upper=[None, None, 0])
    whole = Contradiction((Term("row", 0, "lower", 1), Term("row", 1, "lower", 1), Term("row", 2, "upper", 2)))

    def late(program: Program, claim: Contradiction) -> Contradiction:
        raise OverBudget("reducing was not done", "allow more")

    monkeypatch.setattr(search, "reduce_contradiction", late)
    monkeypatch.setattr(search, "crossed", lambda program: whole)
    proved = search.search(clash, strict=False, until=np.inf, watch=Stopwatch(), quick=True)
    assert isinstance(proved, search.Proved)
    assert isinstance(proved.proof, Contradiction)
    assert not proved.proof.irreducible
    assert proved.verdict.holds
