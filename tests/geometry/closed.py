"""Distances of bodies that have a formula, with the bodies: each is (name, K, L, distance)."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq

import gordan


def pairs(d: int, seed: int) -> list[tuple[str, Any, Any, float]]:
    generator = np.random.default_rng([d, seed])
    return [
        ball_and_ball(d, generator),
        ball_and_box(d, generator),
        box_and_box(d, generator),
        ellipsoid_and_point(d, generator),
        sum_of_balls(d, generator),
        turned_boxes(d, generator),
    ]


def ball_and_ball(d: int, generator: Any) -> tuple[str, Any, Any, float]:
    c = generator.standard_normal(d)
    length = float(np.linalg.norm(2 * c))
    return "balls", gordan.geometry.Ball(c, 0.3 * length), gordan.geometry.Ball(-c, 0.4 * length), 0.3 * length


def ball_and_box(d: int, generator: Any) -> tuple[str, Any, Any, float]:
    lower = generator.standard_normal(d)
    upper = lower + generator.uniform(0, 2, d)
    c = upper + generator.uniform(-1, 3, d)
    distance = _beyond(lower, upper, c, c)
    return "ball and box", gordan.geometry.Ball(c, distance / 2), gordan.geometry.Box(lower, upper), distance / 2


def box_and_box(d: int, generator: Any) -> tuple[str, Any, Any, float]:
    lower = generator.standard_normal(d)
    upper = lower + generator.uniform(0, 2, d)
    lower2 = upper + generator.uniform(-2, 1, d)
    upper2 = lower2 + generator.uniform(0, 1, d)
    return (
        "boxes",
        gordan.geometry.Box(lower, upper),
        gordan.geometry.Box(lower2, upper2),
        _beyond(lower, upper, lower2, upper2),
    )


def ellipsoid_and_point(d: int, generator: Any) -> tuple[str, Any, Any, float]:
    """The nearest point of the ellipsoid solves (S² + λ)v = S y with ‖v‖ = 1, in the coordinates of its half-axes."""
    matrix = generator.standard_normal((d, d))
    turn, s, _ = np.linalg.svd(matrix)
    point = turn @ (1.5 * s * generator.choice([-1.0, 1.0], d))
    y = turn.T @ point
    multiplier = float(brentq(lambda t: float(np.sum((s * y / (s * s + t)) ** 2)) - 1.0, 0.0, 1e9, xtol=1e-14))
    distance = float(np.linalg.norm(y - s * s * y / (s * s + multiplier)))
    return (
        "ellipsoid and point",
        gordan.geometry.Ellipsoid(np.zeros(d), matrix),
        gordan.geometry.Hull([point]),
        distance,
    )


def sum_of_balls(d: int, generator: Any) -> tuple[str, Any, Any, float]:
    c = 4 * np.eye(d)[0]
    both = gordan.geometry.MinkowskiSum(gordan.geometry.Ball(c, 1.0), gordan.geometry.Ball(c, 0.5))
    return "sum of balls", both, gordan.geometry.Ball(np.zeros(d), 1.0), 8.0 - 2.5


def turned_boxes(d: int, generator: Any) -> tuple[str, Any, Any, float]:
    turn = np.linalg.qr(generator.standard_normal((d, d)))[0]
    name, K, L, distance = box_and_box(d, generator)
    shift = generator.standard_normal(d)
    return (
        f"turned {name}",
        gordan.geometry.AffineImage(K, turn, shift),
        gordan.geometry.AffineImage(L, turn, shift),
        distance,
    )


def _beyond(lower: Any, upper: Any, lower2: Any, upper2: Any) -> float:
    return float(np.linalg.norm(np.maximum(np.maximum(lower2 - upper, lower - upper2), 0.0)))
