"""Points that join the active set together: the answer of those that join one by one, in fewer steps."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from gordan.solver import MinNormPoint
from gordan.testing import instances

ASKED = pytest.mark.parametrize("intercept", [True, False], ids=["intercept", "no intercept"])
BLOCKS = pytest.mark.parametrize("block", [2, 10, 500])


@ASKED
@BLOCKS
@pytest.mark.parametrize(("m", "n"), [(5, 300), (60, 400), (80, 50)], ids=["tall", "both", "wide"])
def test_the_same_margin(m: int, n: int, block: int, intercept: bool) -> None:
    one = instances.separable(m, n, 0.02, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=MinNormPoint(block=block))
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6
    assert outcome.bracket.lower == pytest.approx(0.02, rel=1e-4)


@ASKED
@BLOCKS
def test_the_same_refusal(block: int, intercept: bool) -> None:
    one = instances.noise(10, 300, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=MinNormPoint(block=block))
    assert outcome.kind == "inseparable"


@ASKED
def test_fewer_steps_where_many_points_support_the_margin(intercept: bool) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((150, 200)), np.resize([1, -1], 150)
    steps = [gordan.separate(X, y, intercept=intercept, solver=MinNormPoint(block=block)).n_iter for block in (1, 100)]
    assert steps[1] < steps[0] / 4
