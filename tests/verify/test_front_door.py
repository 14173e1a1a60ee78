"""`gordan.verify` judges claims about programs, splits and constraints as the parts of the verifier do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.feasibility.split import Split, split
from gordan.outcome.alternative import Contradiction, Point, PointBall, PointExact, ProgramClaim, Term
from gordan.outcome.split import SplitClaim
from gordan.problem.constraints import Constraints
from gordan.problem.system import System

PROGRAM = gordan.Program([[1, 1]], row_lower=[2], upper=[1, 1])
SYSTEM = System([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
HALF_LINE = Constraints(np.zeros((0, 1)), np.zeros(0), np.array([[-1.0]]), np.array([-2.0]), (gordan.cone.Orthant(1),))


def a_split() -> Split:
    answer = split(SYSTEM, proof="exact")
    assert isinstance(answer, Split)
    return answer


def test_a_point_on_the_boundary_is_no_strict_one() -> None:
    point = Point((Fraction(1), Fraction(1)))
    assert gordan.verify(PROGRAM, point).holds
    assert gordan.verify(PROGRAM, ProgramClaim(point)).holds
    failed = gordan.verify(PROGRAM, ProgramClaim(point, strict=True)).failed
    assert {check.name for check in failed} == {"bounds of columns hold strictly", "rows hold strictly"}


def test_a_contradiction_of_sum_0_refutes_strict_inequalities_only() -> None:
    terms = (Term("row", 0, "lower", 1), Term("column", 0, "upper", 1), Term("column", 1, "upper", 1))
    assert gordan.verify(PROGRAM, ProgramClaim(Contradiction(terms), strict=True)).holds
    assert not gordan.verify(PROGRAM, ProgramClaim(Contradiction(terms))).holds


def test_what_is_no_proof_of_a_program_is_refused() -> None:
    claim: Any = ProgramClaim(gordan.outcome.Bracket(0.0, 1.0))  # type: ignore[arg-type]
    assert [check.name for check in gordan.verify(PROGRAM, claim).failed] == ["proof is of its kind"]


@pytest.mark.parametrize("proof", ["rounded", "exact"])
def test_a_split_is_judged_on_the_systems_own_numbers(proof: str) -> None:
    answer = a_split()
    assert gordan.verify(SYSTEM, SplitClaim(answer.strict, answer.proof), proof=proof).holds
    assert not gordan.verify(SYSTEM, SplitClaim(~answer.strict, answer.proof), proof=proof).holds
    other = System([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]])
    assert not gordan.verify(other, SplitClaim(answer.strict, answer.proof), proof=proof).holds


def test_decimals_of_a_system_are_read_as_decimals() -> None:
    """The last column is three times the first in decimals and not in doubles."""
    rows = [[0.1, 0.2, 0.3], [-0.1, -0.2, -0.3]]
    answer = split(System(rows, numbers="decimal"), proof="exact")
    assert isinstance(answer, Split)
    claim = SplitClaim(answer.strict, answer.proof)
    assert gordan.verify(System(rows, numbers="decimal"), claim).holds
    assert not gordan.verify(System(rows, numbers="binary"), claim).holds


def test_constraints_take_their_proofs() -> None:
    """x ≥ 2."""
    assert gordan.verify(HALF_LINE, PointExact((2,), 1)).holds
    assert not gordan.verify(HALF_LINE, PointExact((3,), 2)).holds
    assert gordan.verify(HALF_LINE, PointBall(np.array([3.0]), (), 0.0)).holds
    assert not gordan.verify(HALF_LINE, PointBall(np.array([3.0]), (), 1.5)).holds


def test_numbers_that_are_not_plain_are_refused() -> None:
    class Lying(int):
        pass

    for problem, claim in (
        (PROGRAM, ProgramClaim(Point((Fraction(1), Lying(1))))),  # type: ignore[arg-type]
        (HALF_LINE, PointExact((Lying(2),), 1)),
    ):
        verdict = gordan.verify(problem, claim)
        assert [check.name for check in verdict.failed] == ["claim is made of plain values"]


@pytest.mark.parametrize("problem", [gordan.Points([[0.0], [1.0]], [0, 1]), PROGRAM, SYSTEM, HALF_LINE])
def test_a_claim_about_another_kind_of_problem_is_refused_in_a_sentence(problem: Any) -> None:
    answer = a_split()
    claims = {
        gordan.Program: ProgramClaim(Point((Fraction(1), Fraction(1)))),
        System: SplitClaim(answer.strict, answer.proof),
        Constraints: PointExact((2,), 1),
    }
    for kind, claim in claims.items():
        if not isinstance(problem, kind):
            with pytest.raises(gordan.InputError, match="the problem is a"):
                gordan.verify(problem, claim)


def test_several_claims_are_refused_in_a_sentence() -> None:
    problem = gordan.Points([[0.0], [1.0]], [0, 1])
    with pytest.raises(gordan.InputError, match="claim is a list of 2; verify them one by one"):
        gordan.verify(problem, [gordan.solve(problem)] * 2)  # type: ignore[arg-type]
