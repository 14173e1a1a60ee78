"""Programs by an algorithm for points: never another answer than linear programming's, and the lecture's own cases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.outcome.alternative import Point
from gordan.problem.program import Program

SOLVERS = ["perceptron", "aggressive-perceptron", "von-neumann", "smooth-perceptron", "mirror-prox", "auto"]


def drawn(seed: int) -> Any:
    """A few inequalities in small numbers; all kinds of right-hand sides, of which some leave no room."""
    rng = np.random.default_rng(seed)
    m, n = int(rng.integers(2, 7)), int(rng.integers(1, 4))
    A = rng.integers(-3, 4, (m, n))
    A[~A.any(axis=1), 0] = 1
    b = [np.ones(m, dtype=int), np.zeros(m, dtype=int), rng.integers(-3, 4, m), rng.integers(1, 5, m)][seed % 4]
    return gordan.Inequalities(A / 2.0, b)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_answers_agree_with_linear_programming(seed: int, strict: bool) -> None:
    problem = drawn(seed)
    truth = gordan.feasible(problem, strict=strict).kind
    roomy = gordan.feasible(problem, strict=True).kind == "feasible"
    answer = gordan.feasible(problem, strict=strict, solver=SOLVERS[seed % len(SOLVERS)], max_seconds=20.0)
    assert answer.kind in (truth, "undecided")
    if roomy and answer.kind == "feasible":
        assert gordan.verify(problem.program(), answer).holds
    if answer.kind == "undecided":
        # There is a solution, and all of them are on the boundary.
        assert (truth, roomy, strict) == ("feasible", False, False)


def test_rows_that_are_to_be_positive_are_scaled_to_one() -> None:
    """A w > 0 becomes A w ≥ 1, and b > 0 is met without a coordinate more."""
    A = [[1, 2], [3, -1], [-1, 5]]
    answer = gordan.feasible(gordan.Inequalities(A), strict=True, solver="perceptron")
    assert isinstance(answer, gordan.Feasible)
    assert isinstance(answer.unit, Point)
    assert min(sum(a * w for a, w in zip(row, answer.unit.values, strict=True)) for row in A) == 1
    b = [Fraction(1, 3), 7, 2]
    answer = gordan.feasible(Program(A, row_lower=b), solver="perceptron")
    assert isinstance(answer, gordan.Feasible)
    least = [sum(a * w for a, w in zip(row, answer.point.values, strict=True)) - v for row, v in zip(A, b, strict=True)]
    assert min(least) == 0  # no longer than it need be


def test_the_lecture_s_worst_case_takes_what_the_perceptron_takes() -> None:
    """(1, 1), (1, 0), −(0, 1) and (1/K, 1): updates of the perceptron on rows of length 1."""
    K = 20
    A = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, -1.0], [1 / K, 1.0]])[[0, 1, 3]]
    A = np.vstack([A, [0.0, 1.0]]) * np.array([[1], [1], [1], [-1]])
    answer = gordan.feasible(gordan.Inequalities(A, 1), solver="perceptron")
    own = gordan.solve(gordan.Points(A, np.ones(4), intercept=False, normalise=True), solver="perceptron")
    assert answer.kind == "feasible"
    assert answer.run.n_iter == own.n_iter > K


def test_bounds_and_upper_sides_are_inequalities_too() -> None:
    program = Program([[1, 1]], row_lower=[1], row_upper=[2], lower=[0, 0], upper=[1, 1])
    answer = gordan.feasible(program, solver="perceptron")
    assert answer.kind == "feasible"
    assert answer.run.solver == "perceptron"
    tight = Program([[1, 1]], row_lower=[3], lower=[0, 0], upper=[1, 1])
    answer = gordan.feasible(tight, solver="perceptron")
    assert isinstance(answer, gordan.Infeasible)
    assert answer.irreducible
    assert len(answer.subsystem) == 3


def test_what_has_no_room_is_refused_or_undecided() -> None:
    with pytest.raises(gordan.InputError, match="has equalities"):
        gordan.feasible(Program([[1]], row_lower=[1], row_upper=[1]), solver="perceptron")
    thin = gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [2, -1, -1])
    answer = gordan.feasible(thin, solver="perceptron")
    assert answer.kind == "undecided"
    assert "strictly" in answer.reason
    assert gordan.feasible(thin).kind == "feasible"
    with pytest.raises(gordan.InputError, match="solver"):
        gordan.feasible(thin, solver="no-such-thing")


@pytest.mark.parametrize("strict", [False, True])
def test_a_row_of_zeros_that_is_to_be_positive_is_the_contradiction(strict: bool) -> None:
    problem = gordan.Inequalities([[1.0, -1.0], [0.0, 0.0], [2.0, 1.0]], 1.0)
    answer = gordan.feasible(problem, strict=strict, solver="perceptron")
    assert answer.kind == "infeasible"
    assert gordan.verify(problem.program(), answer).holds


def test_a_budget_ends_it() -> None:
    K = 10**6
    A = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, -1.0], [1 / K, 1.0]])
    A = np.vstack([A, [-1.0, -1.0 - 2 / K]])
    answer = gordan.feasible(gordan.Inequalities(A, 1), solver="von-neumann", max_seconds=1.0)
    assert answer.kind in ("undecided", gordan.feasible(gordan.Inequalities(A, 1)).kind)
