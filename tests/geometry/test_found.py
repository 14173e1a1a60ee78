"""What readers found wrong once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.learn.compression.bound.formula import margin_bound, selection_bound, update_bound


def test_a_long_point_that_rounding_passes_over() -> None:
    """The origin is inside the triangle; two vertices are so long that their products with a direction say nothing."""
    points = [
        [0.23564344636744997, 0.47031952875739236],
        [-6.68021668084145e16, 3.346978351746923e16],
        [5.258726553732996e16, -2.634771411469248e16],
    ]
    for factor in (1.0, 2.0**-56):
        K = gordan.geometry.Hull(np.array(points) * factor)
        found = gordan.geometry.separate_bodies(K, gordan.geometry.Hull([[0.0, 0.0]]), eps=0.25 * factor, max_iter=2000)
        assert not isinstance(found, gordan.Apart)


class Changing:
    """Says less of itself at first than later."""

    dimension = 2
    asked = 0

    def support(self, direction: Any) -> Any:
        self.asked += 1
        return np.array([-1.0, 0.0]) if self.asked <= 2 else 1.5 * direction / np.linalg.norm(direction)


def test_a_body_that_contradicts_an_earlier_answer() -> None:
    with pytest.raises(gordan.InputError, match="contradicts itself"):
        gordan.distance(gordan.geometry.Hull([[3.0, 0.0]]), Changing())


@pytest.mark.parametrize("size", [1e-170, 1e-155, 1e155])
def test_bodies_beyond_ordinary_numbers(size: float) -> None:
    with pytest.raises(gordan.InputError, match="multiply both bodies by one factor"):
        gordan.distance(gordan.geometry.Ball([3 * size, 4 * size], size), gordan.geometry.Ball([0.0, 0.0], size))


def test_products_that_vanish_refute_nothing_for_good() -> None:
    found = gordan.geometry.sparse_farkas([[1e-200]], [1e-130], eps=1e-131, mass=1.0)
    assert found.kind == "refutation"
    assert not found.unconditional


def sample() -> Any:
    X = np.random.default_rng(1).uniform(-1, 1, (2000, 2))
    return X[abs(X @ [1.0, 2.0]) > 0.3]


def test_points_of_unit_length_have_radius_one() -> None:
    X = sample()
    problem = gordan.Points(X * 1e-3, X @ [1.0, 2.0] > 0, intercept=False, normalise=True)
    found = gordan.bound.error_bounds(problem, gordan.solve(problem), eps=0.1, radius=0.003)
    [theorem] = [each for each in found.bounds if each.name == "Theorem 1.1"]
    assert any(condition.status == "fails" for condition in theorem.conditions)
    assert found.tightest.name != "Theorem 1.1"


def test_the_size_fixed_beforehand_counts() -> None:
    X = sample()
    problem = gordan.Points(X, X @ [1.0, 2.0] > 0, intercept=False)
    found = gordan.bound.error_bounds(problem, gordan.solve(problem), size=50)
    [theorem] = [each for each in found.bounds if each.name == "Theorem 4.1 with errors"]
    assert theorem.value == selection_bound(problem.n, 50, theorem.delta)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: update_bound(10, -3, 0.1),
        lambda: selection_bound(-4, -5, 0.1),
        lambda: selection_bound(100, 3, 0.1, training_error=1.5),
        lambda: margin_bound(1000, -0.5, 0.1),
        lambda: margin_bound(10, 2.0, 0.1),
    ],
)
def test_formulas_refuse_what_is_no_count(ask: Any) -> None:
    with pytest.raises(gordan.InputError):
        ask()


@pytest.mark.parametrize("points", [[], np.empty((0, 2))])
def test_an_empty_hull_is_called_so(points: Any) -> None:
    with pytest.raises(gordan.InputError, match="hull of no points is empty"):
        gordan.geometry.Hull(points)
