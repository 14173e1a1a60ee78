"""The min-norm point against two strangers: Wolfe's method over the rationals, and an interior-point solver."""

from __future__ import annotations

import math
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

import gordan
from engine.solver.quadratic_program import margin_by_quadratic_program
from gordan.engine.candidate import Kind
from gordan.engine.oracle.build import build
from gordan.problem import Points
from gordan.solver import MinNormPoint
from gordan.testing import instances
from zoo.min_norm import margin_squared_exactly

QUESTIONS = pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
SMALL = {
    "random": lambda rng: rng.integers(-9, 10, (9, 3)),
    "nearly separable": lambda rng: np.column_stack([rng.integers(1, 4, 9) * LABELS[:9], rng.integers(-9, 10, (9, 2))]),
    "rank deficient": lambda rng: rng.integers(-4, 5, (9, 2)) @ rng.integers(-3, 4, (2, 5)),
    "duplicated": lambda rng: np.repeat(rng.integers(-3, 4, (4, 3)), [3, 2, 3, 1], axis=0),
    "on a grid": lambda rng: rng.integers(0, 2, (9, 4)),
    "on a line": lambda rng: rng.integers(-5, 6, (9, 1)) * np.array([[1, 2, -1]]),
    "more features": lambda rng: rng.integers(-3, 4, (5, 9)),
    "with zero rows": lambda rng: rng.integers(-3, 4, (9, 3)) * rng.integers(0, 2, (9, 1)),
}
LABELS = np.array([1, -1, 1, 1, -1, -1, 1, -1, 1])


def bracket(X: Any, y: Any, *, intercept: bool) -> tuple[float, float]:
    """The margin between the bounds of the last candidate; a certificate bounds it by nought from above."""
    oracle = build(Points(X, y, intercept=intercept).canonical())
    *_, final = MinNormPoint().candidates(oracle)
    assert final.weights is not None
    upper = oracle.norm(oracle.combine(final.weights))
    w = final.direction
    lower = oracle.cone.lowest(oracle.margins(w)) / oracle.norm(w) if oracle.norm(w) > 0 else -math.inf
    return lower, upper


@QUESTIONS
@pytest.mark.parametrize("kind", SMALL)
@pytest.mark.parametrize("seed", range(8))
def test_against_rationals(kind: str, seed: int, intercept: bool) -> None:
    X = np.asarray(SMALL[kind](np.random.default_rng(seed)), dtype=np.float64)
    y = LABELS[: len(X)]
    truth = math.sqrt(margin_squared_exactly(X, y, intercept))
    lower, upper = bracket(X, y, intercept=intercept)
    scale = max(1.0, float(np.linalg.norm(X, axis=1).max()))
    assert upper == pytest.approx(truth, abs=1e-8 * scale)
    assert truth == 0.0 or lower == pytest.approx(truth, abs=1e-8 * scale)


@QUESTIONS
@pytest.mark.parametrize(("m", "n", "seed"), [(m, n, seed) for (m, n), seed in product([(5, 60), (20, 200)], range(3))])
def test_against_interior_points(m: int, n: int, seed: int, intercept: bool) -> None:
    gaussian = instances.gaussian(m, n, intercept=intercept, random_state=seed)
    planted = instances.separable(m, n, 0.05, intercept=intercept, random_state=seed)
    low_rank = planted.X @ np.random.default_rng(seed).standard_normal((m, 2 * m))
    twice = np.vstack([gaussian.X, gaussian.X])
    cases = [
        (gaussian.X, gaussian.y),
        (planted.X, planted.y),
        (low_rank, planted.y),
        (twice, np.r_[gaussian.y, gaussian.y]),
    ]
    for X, y in cases:
        truth = margin_by_quadratic_program(X, y, intercept=intercept)
        lower, upper = bracket(X, y, intercept=intercept)
        assert upper == pytest.approx(truth, abs=1e-8 * np.linalg.norm(X, axis=1).max())
        assert lower == pytest.approx(upper, abs=1e-8 * np.linalg.norm(X, axis=1).max())


@QUESTIONS
def test_certificates_cancel(intercept: bool) -> None:
    for one in (
        instances.noise(12, 80, intercept=intercept),
        instances.inseparable(6, 60, 0.05, intercept=intercept),
        instances.inseparable_integers(5, 40, intercept=intercept),
        instances.inseparable_integers(5, 40, touching=True, intercept=intercept),
    ):
        _, upper = bracket(one.X, one.y, intercept=intercept)
        assert upper <= 1e-12 * np.linalg.norm(one.X, axis=1).max()


@QUESTIONS
def test_planted_margins(intercept: bool) -> None:
    for rho in (0.5, 1e-2, 1e-4, 1e-6):
        one = instances.separable(6, 80, rho, intercept=intercept)
        lower, upper = bracket(one.X, one.y, intercept=intercept)
        assert lower == pytest.approx(rho, abs=1e-12)
        assert upper == pytest.approx(rho, abs=1e-12)


def test_the_upper_bound_falls_with_every_step() -> None:
    """‖w‖ grows strictly, and with it the method is finite."""
    one = instances.gaussian(10, 200)
    oracle = build(Points(one.X, one.y, intercept=False).canonical())
    uppers = [oracle.norm(candidate.image) for candidate in MinNormPoint().candidates(oracle)]
    assert all(after < before * (1 + 1e-12) for before, after in pairwise(uppers))


@QUESTIONS
@pytest.mark.parametrize("seed", range(30))
def test_no_more_points_are_active_than_the_rank_allows(seed: int, intercept: bool) -> None:
    """Rounding must not pass for a direction: every support is independent, and a certificate has one point more."""
    rng = np.random.default_rng(seed)
    m, rank = int(rng.integers(2, 7)), int(rng.integers(1, 4))
    X = (rng.integers(-3, 4, (14, rank)) @ rng.integers(-2, 3, (rank, m))).astype(np.float64)
    if seed % 3 == 0:
        # Twins at the origin, one of either class, among points in general position that are looked at before them.
        X = rng.integers(-4, 5, (14, m)).astype(np.float64)
        X[-2:] = 0.0
    y = np.resize([1, -1], 14)
    bordered = np.column_stack([X, np.ones(14)]) if intercept else X
    independent = int(np.linalg.matrix_rank(bordered))
    oracle = build(Points(X, y, intercept=intercept).canonical())
    reach = max(float(np.linalg.norm(X, axis=1).max()), 1.0)
    for candidate in MinNormPoint().candidates(oracle):
        assert candidate.weights is not None
        assert np.count_nonzero(candidate.weights) <= independent + (candidate.kind is Kind.CERTIFICATE)
        if candidate.kind is Kind.CERTIFICATE:
            assert oracle.norm(oracle.combine(candidate.weights)) <= 1e-13 * reach
        else:
            # The upper bound is the norm of the weights' image, never the noise that is left of it.
            assert oracle.norm(oracle.combine(candidate.weights)) > 1e-9
    assert candidate.updates <= 40


@QUESTIONS
def test_a_point_that_is_lower_by_a_billionth_still_joins(intercept: bool) -> None:
    X, y = np.array([[1.0, 0.0], [1.0 - 1e-9, 5.0], [-1.0, 0.0]]), np.array([1, 1, -1])
    lower, upper = bracket(X, y, intercept=intercept)
    assert upper - lower <= 1e-12


def test_points_so_far_apart_that_rounding_takes_all_of_the_active_ones() -> None:
    """Lengths of 1e102, 1e154 and 1e307: the multipliers vanish beside each other, and every point leaves."""
    X = [
        [1.1198723710889021e102, 0.0],
        [-1.1235582092889474e307, 0.0],
        [-1.4044477616111843e306, 0.0],
        [1.3407807929942597e154, -2.68156158598852e154],
    ]
    assert gordan.separate(X, [1, -1, -1, -1]).verdict.holds
