"""Multipliers of a support by its products, and of more points than columns by its coordinates."""

from __future__ import annotations

import numpy as np
import pytest

from gordan.engine.oracle.equalised import SupportCoordinates, SupportProducts, equalised


def support(points, columns, *, rank, seed, width=1.0):
    """Signed points of which a direction brings all to 1, with columns that depend on one another."""
    generator = np.random.default_rng(seed)
    A = generator.standard_normal((points, rank)) @ generator.standard_normal((rank, columns))
    y = np.where(np.arange(points) % 3 == 0, -1.0, 1.0)
    w = generator.standard_normal(columns)
    A += np.outer((1.0 - A @ w) / (w @ w), w)
    return A * np.where(np.arange(columns) % 2 == 0, width, 1.0), y


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("width", [1.0, 1e-3])
@pytest.mark.parametrize("seed", range(5))
def test_coordinates_bring_all_points_to_one_with_the_shortest_multipliers(intercept, width, seed):
    A, y = support(40, 12, rank=6, seed=seed, width=width)
    u, b = SupportCoordinates(A, y, intercept=intercept).factorise(np.arange(40))(np.ones(40), 0.0)
    assert np.allclose(A @ (u @ A) + b * y, 1.0, atol=1e-7)
    S = np.vstack([np.hstack([A @ A.T, y[:, None]]), np.append(y, 0.0)]) if intercept else A @ A.T
    right = np.append(np.ones(40), 0.0) if intercept else np.ones(40)
    shortest = np.linalg.lstsq(S, right, rcond=1e-11)[0][:40]
    assert np.allclose(u @ A, shortest @ A, atol=1e-6 * np.abs(shortest @ A).max())


@pytest.mark.parametrize("intercept", [False, True])
def test_points_that_leave_are_taken_off_what_was_multiplied(intercept):
    A, y = support(60, 10, rank=5, seed=1)
    one, every = SupportCoordinates(A, y, intercept=intercept), np.arange(60)
    for kept in (every, every[4:], every[30:], every[45:48]):
        u, b = one.factorise(kept)(np.ones(kept.size), 0.0)
        assert np.allclose(A[kept] @ (u @ A[kept]) + b * y[kept], 1.0, atol=1e-8)


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_both_ways_raise_the_dual_and_bring_what_is_kept_to_one(intercept, seed):
    generator = np.random.default_rng(seed)
    y = np.where(np.arange(50) % 2 == 0, -1.0, 1.0)
    # They separate, but no direction brings all of them to 1: most have to leave.
    A = generator.integers(0, 2, (50, 9)) * y[:, None]
    A = np.hstack([A, generator.integers(1, 4, (50, 1))]).astype(float)
    begun = np.full(50, 1e-3)
    for points in (
        SupportCoordinates(A, y, intercept=intercept),
        SupportProducts(A @ A.T, y, intercept=intercept, threads=False),
    ):
        kept, u, b = equalised(points, begun, lambda kept, u: A[kept] @ (u @ A[kept]))
        assert u.min() > 0.0
        assert kept.size < 50
        assert u.sum() - 0.5 * points.square(np.bincount(kept, u, 50)) > begun.sum() - 0.5 * points.square(begun)
        assert np.allclose(A[kept] @ (u @ A[kept]) + b * y[kept], 1.0, atol=1e-8)
        assert not intercept or abs(y[kept] @ u) < 1e-10


def test_points_without_any_coordinate_have_no_factor():
    one = SupportCoordinates(np.zeros((4, 2)), np.array([1.0, -1.0, 1.0, -1.0]), intercept=True)
    assert one.factorise(np.arange(4)) is None
    assert one.square(np.ones(4)) == 0.0
