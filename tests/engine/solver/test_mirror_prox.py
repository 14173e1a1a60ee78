"""Mirror Prox: what the adaptive step buys, what it must not cost, and the smallest problems there are."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest

import gordan
from engine.solver.setting import Setting
from gordan import Points
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.solver import MirrorProx
from gordan.testing import instances

QUESTIONS = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])


def products(solver: MirrorProx, problem: Points, level: float) -> int:
    """Products until a direction separates, or until the image of the weights is down to the level."""
    oracle = Counted(build(problem.canonical()))
    for candidate in solver.candidates(oracle):
        assert candidate.lowest is not None
        assert candidate.image is not None
        if candidate.lowest > 0 or oracle.norm(candidate.image) <= level:
            return oracle.passes
    raise AssertionError("Mirror Prox does not end by itself")


@QUESTIONS
@pytest.mark.parametrize(
    "make",
    [
        lambda intercept: instances.gaussian(20, 300, intercept=intercept),
        lambda intercept: instances.separable(20, 300, 0.01, intercept=intercept),
        lambda intercept: instances.noise(10, 200, intercept=intercept),
    ],
    ids=["gaussian", "separable", "noise"],
)
def test_adaptive_steps_need_fewer_products(make: Any, intercept: bool) -> None:
    one = make(intercept)
    problem = Points(one.X, one.y, intercept=intercept)
    level = 1e-3 * problem.canonical().reach
    assert products(MirrorProx(), problem, level) < products(MirrorProx(adaptive=False), problem, level)


@QUESTIONS
@pytest.mark.parametrize("adaptive", [False, True])
def test_the_saddle_gap_falls_as_promised(adaptive: bool, intercept: bool) -> None:
    """‖Ax̄‖ − lowest(A*ȳ) ≤ L/t at every iteration, with ȳ in the unit ball: the inequality behind both answers."""
    for one in (
        instances.separable(5, 60, 0.05, intercept=intercept),
        instances.inseparable(4, 60, 0.1, intercept=intercept),
    ):
        setting = Setting(one)
        oracle = setting.oracle
        L = oracle.radius * math.sqrt(2.0 * oracle.cone.theta)
        for candidate in islice(MirrorProx(adaptive=adaptive).candidates(oracle), 100):
            gap = np.linalg.norm(setting.A @ candidate.weights) - setting.lowest(candidate.direction)
            assert gap <= L / candidate.updates * (1 + 1e-9)
            assert np.linalg.norm(candidate.direction) <= 1 + 1e-12


def test_one_point() -> None:
    outcome = gordan.separate([[3.0, 4.0]], [1], intercept=False, solver=MirrorProx())
    assert outcome.kind == "separable"
    assert outcome.bracket.upper == pytest.approx(5.0)
    assert gordan.separate([[0.0, 0.0]], [1], intercept=False, solver=MirrorProx()).kind == "inseparable"


@pytest.mark.parametrize("adaptive", [False, True])
def test_one_point_per_class(adaptive: bool) -> None:
    outcome = gordan.separate([[0.0, 0.0], [6.0, 8.0]], [0, 1], solver=MirrorProx(adaptive=adaptive), goal="margin")
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(5.0)
    twins = gordan.separate([[1.0, 2.0], [1.0, 2.0]], [0, 1], solver=MirrorProx(adaptive=adaptive))
    assert twins.kind == "inseparable"


def test_two_equal_points_in_one_class() -> None:
    """A class without extent has radius nought, by which the steps must not divide."""
    outcome = gordan.separate([[1.0], [1.0], [3.0], [3.0]], [0, 0, 1, 1], solver=MirrorProx(), goal="margin")
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(1.0)
