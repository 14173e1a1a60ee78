"""The loops that the papers leave without an exit: every one ends through `solve`, with an answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.oracle.build import build
from gordan.outcome import Code
from gordan.problem import Points
from gordan.solver import IteratedSmoothPerceptronVonNeumann, SmoothPerceptronVonNeumann, VonNeumann
from gordan.testing import instances

SECONDS = 20.0  # a dead loop shows as an outcome that is undecided after so long

XOR = ([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [0, 0, 1, 1])
CROSS = (np.vstack([np.eye(3), -np.eye(3)]), np.ones(6))
SKEW = ([[1.0, 2.0], [-3.0, 1.0], [2.0, -3.0]], np.ones(3))
TWINS = ([[1.0, 2.0], [1.0, 2.0], [5.0, 5.0], [5.0, 5.0]], [0, 1, 0, 1])


@pytest.mark.parametrize("gamma", [1.5, 2.0, 10.0])
@pytest.mark.parametrize(
    ("X", "y", "intercept"),
    [(*XOR, True), (*CROSS, False), (*SKEW, False), (*TWINS, True)],
    ids=["xor", "cross", "skew", "twins"],
)
def test_a_centre_that_cancels_is_the_answer(X: Any, y: Any, intercept: bool, gamma: float) -> None:
    """‖Aq₀‖ = 0 leaves the inner loop nothing to shrink: it must be seen before the first call."""
    solver = IteratedSmoothPerceptronVonNeumann(gamma=gamma)
    oracle = build(Points(X, y, intercept=intercept).canonical())
    first = next(iter(solver.candidates(oracle)))
    assert first.updates == 0
    assert oracle.norm(first.image) <= oracle.rounding * oracle.reach
    outcome = gordan.separate(X, y, intercept=intercept, solver=solver, max_seconds=SECONDS)
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds


@pytest.mark.parametrize("solver", [IteratedSmoothPerceptronVonNeumann(), SmoothPerceptronVonNeumann(), VonNeumann()])
@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
@pytest.mark.parametrize("rho", [0.3, 0.03])
def test_separable_points_end_it(solver: Any, intercept: bool, rho: float) -> None:
    """The paper's outer loop and von Neumann's only loop look for a small ‖Aq‖ that never comes."""
    one = instances.separable(4, 30, rho, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=solver, max_seconds=SECONDS)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds


@pytest.mark.parametrize("solver", [IteratedSmoothPerceptronVonNeumann(), SmoothPerceptronVonNeumann(), VonNeumann()])
@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
def test_touching_hulls_end_it(solver: Any, intercept: bool) -> None:
    """With margin exactly nought neither exit of the papers is ever taken for sure."""
    one = instances.inseparable_integers(3, 30, touching=True, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=solver, polish=True, max_seconds=SECONDS)
    assert outcome.kind == "inseparable"
    # As published it ends at its level, or not at all: von Neumann's steps shrink without end.
    own = gordan.separate(one.X, one.y, intercept=intercept, solver=solver, eps=1e-2, max_iter=10**5)
    assert own.kind in ("inseparable", "undecided")
    assert own.reason.code in (Code.LEVEL, Code.MAX_ITER)


def test_von_neumann_stands_still_where_it_may() -> None:
    """All columns alike: the line search has nowhere to go and must not divide by nothing."""
    outcome = gordan.separate(np.ones((5, 2)), np.ones(5), intercept=False, solver=VonNeumann(), goal="margin")
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(np.sqrt(2.0))


@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "interior-point", "working-set"])
def test_points_do_not_come_and_go_for_ever(solver: str) -> None:
    """Columns that differ by twelve orders of magnitude: rounding lets two points take turns in the active set."""
    X = np.array(
        [
            [1e-07, 1e-07, -0.01, 1e-07, 200000.0],
            [-2e-07, 1e-07, 0.01, 0.0, 0.0],
            [1e-07, -2e-07, -0.02, 1e-07, -100000.0],
            [0.0, -2e-07, -0.02, 1e-07, 100000.0],
        ]
    )
    outcome = gordan.separate(X, [1, -1, -1, -1], intercept=False, solver=solver, max_iter=2000)
    assert outcome.kind == "separable"
    assert outcome.n_iter < 200
    assert "rounding allows no gap below" in outcome.reason
