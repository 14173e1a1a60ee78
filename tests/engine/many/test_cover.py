"""Cover's count: of n points in general position in m dimensions, how many labellings a hyperplane can realise."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest

import gordan


@pytest.mark.parametrize(("n", "m"), [(3, 3), (7, 2), (8, 3), (10, 4)])
@pytest.mark.parametrize("intercept", [True, False])
def test_the_number_of_separable_labellings(n: int, m: int, intercept: bool, compiled: None) -> None:
    X = np.random.default_rng(n).standard_normal((n, m))
    many = gordan.separate_many(X, np.array(list(product([-1, 1], repeat=n))), intercept=intercept, goal="decide")
    # With an intercept the two labellings with one class are no questions: every far hyperplane answers them.
    assert sorted(many.failed) == ([0, 2**n - 1] if intercept else [])
    assert not many.undecided.any()
    counted = int(many.separable.sum()) + len(many.failed)
    assert counted == 2 * sum(comb(n - 1, k) for k in range(m + intercept))


def test_integer_points_in_general_position() -> None:
    """On the moment curve every three points of the plane are independent, and all products are exact."""
    t = np.arange(1.0, 9.0)
    X, Y = np.column_stack([t, t**2]), np.array(list(product([0, 1], repeat=8)))
    many = gordan.separate_many(X, Y)
    assert int(many.separable.sum()) + len(many.failed) == 2 * (1 + 7 + 21)


def test_labels_are_negated_without_changing_the_answer(compiled: None) -> None:
    rng = np.random.default_rng(4)
    X, Y = rng.standard_normal((12, 4)), rng.choice([-1, 1], (200, 12))
    many, other = gordan.separate_many(X, Y), gordan.separate_many(X, -Y)
    assert np.array_equal(many.separable, other.separable)
    assert np.allclose(many.upper, other.upper)
