"""The least-norm point over the rationals, against another exact method, on data that rounding cannot decide."""

from __future__ import annotations

import time
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.polish.least_norm import LeastNorm, least_norm
from gordan.engine.polish.settle import settle
from zoo import ZOO
from zoo.min_norm import margin_squared_exactly
from zoo.truth import exact_rows


def drawn(seed: int) -> tuple[Any, Any, bool]:
    """Few small points, as they are, in tenths, or in tenths far away."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (rng.integers(2, 10), rng.integers(1, 5))).astype(float)
    X = [X, X / 10, X / 10 + 1e8][seed % 3]
    y, intercept = rng.choice([-1, 1], len(X)), bool(rng.integers(2))
    if intercept:
        y[:2] = [1, -1]
    elif 1 not in y:
        y[:] = 1
    return X, y, intercept


def check(X: Any, y: Any, intercept: bool, found: LeastNorm | None) -> None:
    """The weights are positive and have the least norm; the direction is their image and attains it everywhere."""
    assert found is not None
    assert all(weight > 0 for weight in found.integers)
    rows = exact_rows(X)
    signs = [1 if label > 0 else -1 for label in y]
    image = [
        sum(signs[j] * v * rows[j][i] for j, v in zip(found.support, found.integers, strict=True))
        for i in range(len(rows[0]))
    ]
    total = sum(found.integers)
    square = sum(value**2 for value in image) / Fraction(total) ** 2
    assert square == margin_squared_exactly(X, y, intercept)
    assert not intercept or sum(signs[j] * v for j, v in zip(found.support, found.integers, strict=True)) == 0
    if found.direction is None:
        assert square == 0
        return
    scale = lcm(*(value.denominator for value in image))
    # Parallel, and not opposite.
    pairs = list(zip([int(value * scale) for value in image], found.direction, strict=True))
    assert all(a * pairs[0][1] == pairs[0][0] * b and a * b >= 0 for a, b in pairs)


@pytest.mark.parametrize("seed", range(90))
def test_it_is_the_least_norm(seed: int) -> None:
    X, y, intercept = drawn(seed)
    check(X, y, intercept, least_norm(gordan.Points(X, y, intercept=intercept)))


@pytest.mark.parametrize("instance", [one for one in ZOO if one.X.size <= 200], ids=lambda one: one.name)
def test_the_zoo_is_settled(instance: Any) -> None:
    """Whichever way it goes; the verifier agrees with the proof."""
    problem = gordan.Points(instance.X, instance.y, intercept=instance.intercept, normalise=instance.normalise)
    settled = settle(problem)
    assert isinstance(settled.proof, gordan.outcome.Cancellation) != instance.separable
    assert isinstance(settled.proof, gordan.outcome.IntegerSeparator) == instance.name.endswith("_beyond_doubles")


def test_a_deadline_that_has_passed() -> None:
    X, y, intercept = drawn(0)
    problem = gordan.Points(X, y, intercept=intercept)
    assert least_norm(problem, deadline=time.perf_counter() - 1.0) is None
    assert settle(problem, deadline=time.perf_counter() - 1.0).proof is None


def test_what_is_too_large_is_left_alone() -> None:
    problem = gordan.Points(np.ones((300, 100)), np.arange(300) % 2)
    assert settle(problem).proof is None


@pytest.mark.parametrize("seed", [17, 92, 248, 315])
def test_tenths_that_only_integers_decide(seed: int) -> None:
    X, y, intercept = drawn(3 * seed + 1)
    problem = gordan.Points(X, y, intercept=intercept)
    outcome = gordan.solve(problem)
    assert outcome.kind == ("separable" if margin_squared_exactly(X, y, intercept) else "inseparable")
    assert gordan.verify(problem, outcome).holds


def far_apart(seed: int) -> tuple[Any, Any, bool]:
    """Few rows of small integers, each times a power of ten of its own."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (rng.integers(2, 5), rng.integers(1, 4))).astype(float)
    X = X * 10.0 ** rng.integers(-130, 130, (len(X), 1))
    y = rng.choice([-1, 1], len(X))
    y[:2] = [1, -1]
    return X, y, bool(seed % 2)


@pytest.mark.parametrize(
    ("X", "y", "intercept"),
    [
        ([[1e159, 2e159], [0, 2e16]], [1, 0], False),  # (3, −1) does
        ([[0.0, 2e-72], [2e-106, 1e-106], [2e88, -2e88]], [0, 1, 0], True),  # (−2, −1) does
        ([[-2e-8, 0.0, 0.0], [2e124, -3e124, -3e124], [0.0, -3e-66, 2e-66], [0.0, 3e-81, -2e-81]], [1, 1, 0, 1], True),
    ],
)
def test_rows_far_apart_are_separated_by_a_short_direction(X: Any, y: Any, intercept: bool) -> None:
    """That of the greatest margin needs hundreds of digits; others do not."""
    outcome = gordan.separate(X, y, intercept=intercept)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds


@pytest.mark.parametrize("seed", range(40))
def test_what_is_said_of_rows_far_apart_is_true(seed: int) -> None:
    X, y, intercept = far_apart(seed)
    settled = settle(gordan.Points(X, y, intercept=intercept))
    separable = margin_squared_exactly(X, y, intercept) > 0
    assert isinstance(settled.proof, gordan.outcome.Cancellation) == (not separable)
    assert settled.proof is not None
    assert gordan.separate(X, y, intercept=intercept).kind == ("separable" if separable else "inseparable")
