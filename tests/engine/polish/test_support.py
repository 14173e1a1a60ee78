"""Rows that cancel only up to rounding prove nothing; rows around the origin do, and are found beyond them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.loop.coordinate_prover import CoordinateProver
from gordan.engine.polish.settle import Settled
from gordan.engine.polish.support import widen
from gordan.testing import instances

# Among the tests `gordan.solve` and the package's own `cancellation` are functions.
polishing = import_module("gordan.engine.polish.cancellation")


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "interior-point"])
@pytest.mark.parametrize(("m", "n", "r"), [(30, 150, 0.05), (80, 400, 0.03)])
def test_opposite_points_that_are_not_quite_opposite(
    m: int, n: int, r: float, solver: str, intercept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pairs of points rotated out of opposite directions stop the active set with three to five of them."""
    monkeypatch.setattr(CoordinateProver, "settle", lambda *_: Settled())
    for seed in range(3):
        one = instances.inseparable(m, n, r, intercept=intercept, random_state=seed)
        problem = gordan.Points(one.X, one.y, intercept=intercept)
        outcome = gordan.solve(problem, solver=solver)
        assert outcome.kind == "inseparable", outcome.reason
        assert gordan.verify(problem, outcome).holds


def test_an_exact_proof_beyond_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoordinateProver, "settle", lambda *_: Settled())
    one = instances.inseparable(30, 150, 0.05)
    outcome = gordan.separate(one.X, one.y, intercept=False, solver="min-norm-point", proof="exact")
    assert isinstance(outcome.proof, gordan.outcome.Cancellation)
    assert len(outcome.support) == 31


def nearest(part: gordan.Points) -> Any:
    return polishing._min_norm_point(part, np.inf)


def test_rows_that_do_not_surround_the_origin() -> None:
    """Two opposite rows and all others ahead of them: modulo their line the others are separable."""
    X = np.array([[1.0, 0.0], [-1.0, 0.0], [0.5, 1.0], [-2.0, 3.0]])
    assert widen(gordan.Points(X, np.ones(4), intercept=False), nearest) is None


def test_as_many_rows_as_there_can_be() -> None:
    """The corners of a cross-polytope: pair by pair to the whole space, then down to an independent part."""
    X = np.vstack([np.eye(4), -np.eye(4), np.ones((1, 4)), -np.ones((1, 4))])
    rows = widen(gordan.Points(X, np.ones(10), intercept=False), nearest)
    lifted = np.hstack([X[rows], np.ones((rows.size, 1))])
    assert np.linalg.matrix_rank(lifted) == rows.size
    weights = np.linalg.lstsq(lifted.T, np.array([0, 0, 0, 0, 1.0]), rcond=None)[0]
    assert np.abs(weights @ X[rows]).max() < 1e-12
    assert weights.min() > -1e-12


@pytest.mark.parametrize("intercept", [False, True])
def test_equal_rows_of_one_class_are_not_looked_at(intercept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = np.repeat(np.arange(1.0, 8.0), 2)[:, None], [1, 1] * 6 + [1, -1]
    problem, looked_at = gordan.Points(X, y, intercept=intercept), []
    compare = polishing._cancel_each_other
    monkeypatch.setattr(polishing, "_cancel_each_other", lambda *pair: looked_at.append(pair) or compare(*pair))
    assert polishing.twins(problem).support == (12, 13)
    assert len(looked_at) == 1
