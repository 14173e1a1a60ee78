"""Many columns loaded at once give the solution that single ones give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gordan.engine.oracle.gram import LazyGram
from gordan.engine.oracle.products_frame import ProductsFrame
from gordan.problem import Points


def subset(*, intercept: bool, normalise: bool = False, gamma: float = 2.0) -> Any:
    rng = np.random.default_rng(4)
    X = rng.standard_normal((200, 4))
    problem = Points(X, np.resize([1, -1], 200), kernel="rbf", gamma=gamma, intercept=intercept, normalise=normalise)
    oracle = LazyGram(problem.canonical())
    return oracle.restrict([atom for block in oracle.worst(oracle.zero(), 200) for atom in block])


@pytest.mark.parametrize("gamma", [2.0, 0.3], ids=["apart", "near"])
@pytest.mark.parametrize("intercept", [False, True], ids=["linear", "affine"])
def test_the_solution_is_that_of_single_columns(intercept: bool, gamma: float) -> None:
    oracle = subset(intercept=intercept, gamma=gamma)
    atoms = oracle.support(np.ones(200))
    frame, single = oracle.frame(), super(type(oracle), oracle).frame()
    assert isinstance(frame, ProductsFrame)
    assert frame.load(atoms) == single.load(atoms) == list(range(200))
    (w, u), (expected_w, expected_u) = frame.solution(), single.solution()
    assert w == pytest.approx(expected_w, rel=1e-8, abs=1e-8 * np.abs(expected_w).max())
    assert u == pytest.approx(expected_u, rel=1e-8, abs=1e-8 * np.abs(expected_u).max())


@pytest.mark.parametrize("intercept", [False, True], ids=["linear", "affine"])
def test_steps_go_on_from_there(intercept: bool) -> None:
    oracle = subset(intercept=intercept)
    atoms = oracle.support(np.ones(200))
    frame = oracle.frame()
    frame.load(atoms[:150])
    frame.drop(7)
    frame.add(atoms[160])
    left = [*atoms[:7], *atoms[8:150], atoms[160]]
    r, e = frame.coordinates(atoms[180])
    assert e == pytest.approx(atoms[180].column - sum(c * atom.column for c, atom in zip(r, left, strict=True)))
    fresh = oracle.frame()
    fresh.load(left)
    assert frame.solution()[0] == pytest.approx(fresh.solution()[0])


def test_dependent_columns_are_left_out() -> None:
    oracle = subset(intercept=False)
    atoms = oracle.support(np.ones(200))
    assert oracle.frame().load([*atoms, atoms[3]]) in ([*range(200)], [*(j for j in range(201) if j != 3)])
