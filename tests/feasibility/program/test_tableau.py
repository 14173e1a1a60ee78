"""Programs that miss a solution by less than any tolerance: their last basis shows the contradiction."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

import gordan
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.tableau import from_basis
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim
from gordan.problem import Program


def transport(k: int, short: Fraction) -> Program:
    """k sources and k targets, the supply short by so much."""
    rng = np.random.default_rng(k)
    supply = rng.integers(5, 50, k).tolist()
    demand = rng.permutation(supply).tolist()
    demand[0] += short
    i = [each for a in range(k) for b in range(k) for each in (a, k + b)]
    j = [a * k + b for a in range(k) for b in range(k) for _ in range(2)]
    A = csr_array((np.ones(len(i)), (i, j)), shape=(2 * k, k * k))
    return Program(A, row_lower=[None] * k + demand, row_upper=supply + [None] * k, lower=0)


@pytest.mark.parametrize("short", [Fraction(1, 2**30), Fraction(1, 3**90), Fraction(0)])
def test_the_last_basis_tells_what_doubles_cannot(short: Fraction) -> None:
    program = transport(8, short)
    wanted = Contradiction if short else Point
    guesses = [each for each in from_basis(program, until=np.inf, watch=Stopwatch()) if isinstance(each, wanted)]
    assert any(gordan.verify(program, ProgramClaim(each)).holds for each in guesses)
    assert gordan.feasible(program).kind == ("infeasible" if short else "feasible")


def test_the_weights_by_which_highs_refutes_a_network_are_the_proof() -> None:
    program = transport(8, Fraction(3))
    first = next(from_basis(program, until=np.inf, watch=Stopwatch()))
    assert isinstance(first, Contradiction)
    assert {term.weight for term in first.terms} == {1}
    assert gordan.verify(program, ProgramClaim(first)).holds
