"""Iteration counts stay within the theorems on instances of known margin, whichever alternative holds.

Separable: the count when the first separating direction appears, against the bound at the true margin. Inseparable: at
*every* candidate the count is within the bound at the level that the candidate has reached, and so it is when a given
level is first met (a sequential rule is looked at only after a whole sweep, so there it may be late by one sweep).
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest

from engine.solver.setting import CONFIGURED, Setting
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.sweep import SweepOracle
from gordan.engine.solver import (
    AggressivePerceptron,
    InfinityPerceptron,
    NormalisedPerceptron,
    Perceptron,
    RIndependentPerceptron,
    VonNeumann,
    Winnow,
)
from gordan.testing import instances

# Hildreth's theorem is about the limit, that of the randomised method about an expectation: no number of steps.
PROVED = [
    solver
    for solver in CONFIGURED
    if not (solver.exact or solver.name in ("central-path", "hildreth", "randomised-mirror-prox"))
]
SIZES = [(2, 10), (5, 50), (20, 200)]
MARGINS = [0.3, 0.1, 0.03]
QUESTIONS = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
# Thresholds multiply the updates; a margin of 0.03 would take them minutes.
PATIENT = (AggressivePerceptron, RIndependentPerceptron, InfinityPerceptron, Winnow)


def until_separated(solver: Any, setting: Setting, limit: float) -> Candidate:
    for candidate in solver.candidates(setting.oracle):
        if candidate.lowest is not None and candidate.lowest > 0:
            return candidate
        assert candidate.updates <= limit, f"{candidate.updates} updates without a separator, {limit:.6g} promised"
    raise AssertionError("ended without a separator")


@QUESTIONS
@pytest.mark.parametrize("solver", PROVED, ids=repr)
def test_separable_within_bound(solver: Any, intercept: bool) -> None:
    for (m, n), rho in product(SIZES, MARGINS):
        if rho < 0.1 and isinstance(solver, PATIENT):
            continue
        setting = Setting(instances.separable(m, n, rho, intercept=intercept, random_state=n))
        # The instance's margin is rho up to rounding of its coordinates.
        limit = solver.bound(setting.terms(setting.oracle, rho=rho * (1 - 1e-9), eps=0.0))
        assert math.isfinite(limit)
        found = until_separated(solver, setting, limit)
        assert found.updates <= limit, f"{found.updates} updates at {m} x {n}, rho = {rho}; {limit:.6g} promised"
        assert setting.lowest(found.direction) > 0


@QUESTIONS
@pytest.mark.parametrize("solver", PROVED, ids=repr)
def test_lengths_of_points_enter_the_bound(solver: Any, intercept: bool) -> None:
    """Integer points of margin exactly 1 are neither short nor of one length."""
    for m, n in [(2, 10), (4, 40)]:
        setting = Setting(instances.separable_integers(m, n, intercept=intercept))
        limit = solver.bound(setting.terms(setting.oracle, rho=1.0, eps=0.0))
        assert until_separated(solver, setting, limit).updates <= limit


@QUESTIONS
@pytest.mark.parametrize("solver", [s for s in PROVED if not isinstance(s, Winnow)], ids=repr)
def test_inseparable_within_bound(solver: Any, intercept: bool) -> None:
    for (m, n), depth in product([(2, 12), (5, 60), (10, 100)], [0.2, 0.02]):
        setting = Setting(instances.inseparable(m, n, depth, intercept=intercept, random_state=n))
        oracle = setting.oracle
        if not math.isfinite(solver.bound(setting.terms(oracle, rho=0.0, eps=1.0))):
            continue
        level = 0.1 * oracle.canonical.reach
        late = n if solver.needs is SweepOracle and getattr(solver, "order", "") != "worst" else 1
        for candidate in solver.candidates(oracle):
            if candidate.image is None:
                continue
            reached = float(np.linalg.norm(candidate.image))
            for rho in (0.0, -depth) if isinstance(solver, VonNeumann) else (0.0,):
                limit = solver.bound(setting.terms(oracle, rho=rho, eps=max(reached, 1e-300)))
                assert candidate.updates <= limit, f"{candidate.updates} updates to {reached:.3g}; {limit:.6g} promised"
            if reached <= level:
                limit = solver.bound(setting.terms(oracle, rho=0.0, eps=level))
                assert candidate.updates <= limit + late
                break


@pytest.mark.parametrize(("depth", "steps"), [(0.2, 300), (0.05, 1500)])
def test_von_neumann_converges_linearly(depth: float, steps: int) -> None:
    """The second of its bounds, at the true depth of the origin, far below what the first one could promise."""
    setting = Setting(instances.inseparable(5, 60, depth))
    oracle = setting.oracle
    for candidate, _ in zip(VonNeumann().candidates(oracle), range(steps), strict=False):
        reached = float(np.linalg.norm(candidate.image))
        limit = VonNeumann().bound(setting.terms(oracle, rho=-depth, eps=max(reached, 1e-300)))
        assert candidate.updates <= limit
    assert reached < 0.01 * setting.oracle.canonical.reach / math.sqrt(steps)


def last(solver: Any, setting: Setting) -> Candidate:
    *_, final = solver.candidates(setting.oracle)
    return final


@QUESTIONS
@pytest.mark.parametrize("rho", [0.4, 0.1])
@pytest.mark.parametrize("beta", [0.05, 1.0, 5.0])
def test_margin_of_the_aggressive_perceptron(beta: float, rho: float, intercept: bool) -> None:
    """At least rho beta/(2 beta + 1), beta in units of R²; the lift takes a factor √2 of the margin."""
    setting = Setting(instances.separable(5, 40, rho, intercept=intercept))
    final = last(AggressivePerceptron(beta=beta), setting)
    found = setting.lowest(final.direction) / float(np.linalg.norm(final.direction))
    assert found >= (1 - 1e-9) * rho * beta / (2 * beta + 1) / (math.sqrt(2.0) if intercept else 1.0)


@QUESTIONS
@pytest.mark.parametrize("rho", [0.4, 0.1])
def test_margin_of_the_r_independent_perceptron(rho: float, intercept: bool) -> None:
    for one in (
        instances.separable(5, 40, rho, intercept=intercept),
        instances.separable_integers(4, 40, intercept=intercept),
    ):
        setting = Setting(one)
        final = last(RIndependentPerceptron(), setting)
        found = setting.lowest(final.direction) / float(np.linalg.norm(final.direction))
        assert one.margin is not None
        assert found >= (1 - 1e-9) * one.margin / 3 / (math.sqrt(2.0) if intercept else 1.0)


@pytest.mark.parametrize("alpha", [1.1, 1.25, 1.5])
@pytest.mark.parametrize("rho", [0.4, 0.1])
def test_margin_of_the_infinity_perceptron(alpha: float, rho: float) -> None:
    """At least (1 − δ) rho − ½R (rho/R)^((1 − δ)/δ), δ = 1 − alpha/2."""
    for one in (instances.separable(5, 40, rho), instances.moran_two_points(rho)):
        final = last(InfinityPerceptron(alpha=alpha), Setting(one))
        found = Setting(one).lowest(final.direction) / float(np.linalg.norm(final.direction))
        delta = 1 - alpha / 2
        assert found >= (1 - 1e-9) * ((1 - delta) * rho - 0.5 * rho ** ((1 - delta) / delta))


def test_worst_case_of_the_lecture() -> None:
    """About 2K² cyclic updates: the bound is not idle."""
    K = 30
    setting = Setting(instances.worst_case(K))
    *_, final = Perceptron().candidates(setting.oracle)
    assert setting.instance.margin is not None
    limit = Perceptron().bound(setting.terms(setting.oracle, rho=setting.instance.margin * (1 - 1e-9), eps=0.0))
    assert K**2 <= final.updates <= limit


def test_normalised_perceptron_goes_on_to_the_maximum_margin() -> None:
    setting = Setting(instances.separable(5, 50, 0.2))
    best = -1.0
    for candidate, _ in zip(NormalisedPerceptron().candidates(setting.oracle), range(3000), strict=False):
        length = float(np.linalg.norm(candidate.direction))
        best = max(best, setting.lowest(candidate.direction) / length if length > 0 else best)
    assert 0.9 * 0.2 < best <= 0.2 * (1 + 1e-9)
