"""Our own dual simplex method: every program of moderate numbers decided, and those of very different ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given, settings

import gordan
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.small import crossed, decide_small
from gordan.feasibility.program.tableau import from_dictionary
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim
from gordan.problem import Program

from .draw import programs


def proofs(program: Program) -> list[Point | Contradiction]:
    guesses = from_dictionary(program, until=np.inf, watch=Stopwatch())
    loose = (Contradiction(each.terms) if isinstance(each, Contradiction) else each for each in guesses if each)
    return [each for each in loose if gordan.verify(program, ProgramClaim(each)).holds]


@settings(max_examples=300, deadline=None)
@given(programs())
def test_it_finds_the_alternative_of_every_small_program(program: Program) -> None:
    if crossed(program) is None:
        found = proofs(program)
        assert found
        assert type(found[0]) is type(decide_small(program))


def wide(size: int, seed: int, *, planted: bool) -> Program:
    """Four entries a row between 1e-9 and 1e9 in size; `planted` puts a point of integers on every side."""
    rng = np.random.default_rng(seed)
    A = np.zeros((size, size))
    for row in A:
        row[rng.choice(size, 4, False)] = 10.0 ** rng.uniform(-9, 9, 4) * rng.choice([-1, 1], 4)
    x = rng.integers(0, 3, size).tolist()
    at = [sum((Fraction(float(a)) * v for a, v in zip(row, x, strict=True) if a), Fraction(0)) for row in A]
    apart = 10.0 ** rng.uniform(-9, 9, size) * rng.choice([-1, 1], size)
    return Program(A, row_lower=at if planted else apart.tolist(), lower=0)


def test_numbers_of_very_different_sizes_are_decided_by_it() -> None:
    for seed in range(6):
        program = wide(60, seed, planted=seed % 2 == 0)
        answer = gordan.feasible(program)
        assert answer.run.solver == "simplex"
        assert gordan.verify(program, answer).holds
        assert answer.kind == "feasible" or seed % 2


def test_a_step_without_rounding_mends_the_basis_of_doubles() -> None:
    # In doubles both rows are met by x = 1 to the last digit; the first one is short by 1e-30.
    hair = Fraction(1, 10**30)
    program = Program([[1, 0], [1, -hair]], row_lower=[1 + hair, 1], lower=0)
    assert [type(each) for each in proofs(program)] == [Point]
    against = Program([[1, 0], [1, 0]], row_lower=[1 + hair, None], row_upper=[None, 1], lower=0)
    assert Contradiction in [type(each) for each in proofs(against)]
