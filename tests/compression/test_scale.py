"""Answers do not depend on the units: bodies, systems, games and points of any size that doubles can square or not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan import AffineImage, Ball, Ellipsoid

SIZES = [1e-130, 1e-100, 1e-90, 1e-82, 1e-78, 1.0, 1e80, 1e90, 1e100, 1e130]


def ellipses(s: float) -> list[Any]:
    """The ellipse of half-axes 2s and s, given in three ways."""
    axes = np.diag([2 * s, s])
    return [
        Ellipsoid([0.0, 0.0], axes),
        AffineImage(Ball([0.0, 0.0], 1.0), axes),
        AffineImage(Ball([0.0, 0.0], s), np.diag([2.0, 1.0])),
    ]


@pytest.mark.parametrize("s", SIZES)
@pytest.mark.parametrize("way", range(3))
def test_small_and_large_ellipsoids(way: int, s: float) -> None:
    K = ellipses(s)[way]
    assert gordan.separate_bodies(K, Ball([1.5 * s, 0.0], 0.1 * s), eps=0.3 * s).kind == "near"
    away = Ball([2.5 * s, 0.0], 0.1 * s)
    for solver in ("aggressive-perceptron", "min-norm-point"):
        found = gordan.separate_bodies(K, away, eps=0.3 * s, solver=solver)
        assert isinstance(found, gordan.Apart)
        assert 2 * found.margin <= 0.4 * s
    distance = gordan.measure_distance(K, away).bracket
    assert distance.lower <= 0.4 * s <= distance.upper
    assert distance.gap < 1e-8


@pytest.mark.parametrize("length", [5e-324, 1e-200, 1e-90, 1.0, 1e90, 1e200])
def test_a_support_point_does_not_depend_on_the_length_of_the_direction(length: float) -> None:
    bodies = [Ball([1.0, 2.0], 3.0), Ellipsoid([1.0, 0.0], [[2.0, 1.0], [0.0, 0.5]]), *ellipses(1.0)]
    for body in bodies:
        np.testing.assert_allclose(body.support([0.0, -length]), body.support([0.0, -1.0]), rtol=1e-15, atol=0)
        if hasattr(body, "curvature") and 1e-100 < length < 1e100:
            v = np.array([1.0, -2.0])
            np.testing.assert_allclose(body.curvature(v * length) * length, body.curvature(v), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("s", [1e-200, 1e-160, 1e160, 1e200])
def test_images_of_bodies_beyond_ordinary_numbers_are_refused(s: float) -> None:
    with pytest.raises(gordan.InputError, match="of an image"):
        gordan.measure_distance(AffineImage(Ball([0.0, 0.0], s), np.eye(2) / s), Ball([3.0, 0.0], 1.0))
    with pytest.raises(gordan.InputError, match="its matrix"):
        gordan.measure_distance(AffineImage(Ball([0.0, 0.0], 1.0), np.eye(2) / s), Ball([3.0, 0.0], 1.0))
