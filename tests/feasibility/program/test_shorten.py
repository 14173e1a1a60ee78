"""Contradictions of programs in which a short one is planted among long ones."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import lil_array

import gordan
from gordan.problem import Program


def staircase(periods: int) -> Program:
    """Stock, production and overtime of every period; in the middle demand is more than they can give together."""
    rng = np.random.default_rng(periods)
    capacity, demand = rng.integers(8, 13, periods), rng.integers(5, 9, periods)
    demand[periods // 2 : periods // 2 + 4] += 30
    A = lil_array((2 * periods, 3 * periods))
    for t in range(periods):
        A[t, t], A[t, periods + t] = 1, -1
        if t:
            A[t, periods + t - 1] = 1
        A[periods + t, t], A[periods + t, 2 * periods + t] = 1, -1
    exact = demand.tolist()
    upper = [None] * periods + [20] * periods + [2] * periods
    return Program(A.tocsr(), [*exact, *[None] * periods], [*exact, *capacity.tolist()], 0, upper)


@pytest.mark.parametrize("periods", [20, 200])
def test_a_staircase_has_a_short_contradiction(periods: int) -> None:
    program = staircase(periods)
    answer = gordan.feasible(program)
    assert answer.kind == "infeasible"
    assert answer.irreducible
    assert len(answer.subsystem) <= 10
    assert gordan.verify(program, answer).holds


def test_a_row_against_the_bounds_of_its_columns_is_found() -> None:
    """The rows contradict one another in a long chain, too."""
    n = 30
    chain = np.eye(n) - np.eye(n, k=1)
    chain[-1] = 0
    chain[-1, 0], chain[-1, -1] = -1, 1
    A = np.vstack([chain, [0, 0, 1, 1, *([0] * (n - 4))]]).astype(int)
    program = Program(A, row_lower=[*([1] * n), None], row_upper=[None] * n + [-1], lower=0)
    assert len(gordan.feasible(program).subsystem) == 3
