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
    if instance.name == "tenths_beyond_doubles":
        assert settled.proof is None
        assert "separable" in settled.reason
        return
    assert isinstance(settled.proof, gordan.outcome.Separator) == instance.separable


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
