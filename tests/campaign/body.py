"""Convex bodies whose distance is √D − r with D and r rational: hulls, boxes, balls, and images and sums of these."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np

import gordan
from campaign.nearest import between_hulls, products
from campaign.trial import require

__all__ = ["answer", "drawn"]


class Body(NamedTuple):
    """A body: the sum of the hull of `points` and a ball of this radius about 0."""

    body: Any
    points: list[list[Fraction]]
    radius: Fraction


def drawn(number: int) -> tuple[Body, Body, float]:
    """Bodies number `number` of one space and one unit, and a distance that matters to somebody."""
    rng = np.random.default_rng([11, number])
    m = int(rng.integers(1, 4))
    unit = 1.0 if rng.integers(2) else 2.0 ** int(rng.integers(-400, 401))
    shift = rng.integers(-6, 7, m) if rng.integers(3) else np.zeros(m, int)
    pair = [_body(rng, m, unit, np.zeros(m, int)), _body(rng, m, unit, shift)]
    return pair[0], pair[1], unit * float(rng.choice([0.25, 0.5, 1.0, 3.0]))


def _body(rng: np.random.Generator, m: int, unit: float, shift: Any) -> Body:
    # Halfspaces are rare: each of their support points is a linear program.
    kind = rng.choice(["hull", "box", "ball", "image", "rounded", "halfspaces"], p=[0.3, 0.2, 0.17, 0.15, 0.15, 0.03])
    P = rng.integers(-3, 4, (int(rng.integers(1, 6)), m)) + shift
    radius = int(rng.integers(1, 4))
    if kind == "ball":
        return Body(gordan.geometry.Ball(unit * P[0], unit * radius), _exact(unit, P[:1]), Fraction(unit) * radius)
    if kind in ("box", "halfspaces"):
        low, high = P.min(axis=0), P.max(axis=0) + (kind == "halfspaces")
        corners = np.array(list(product(*zip(low.tolist(), high.tolist(), strict=True))))
        if kind == "box":
            return Body(gordan.geometry.Box(unit * low, unit * high), _exact(unit, corners), Fraction(0))
        rows = np.vstack([np.eye(m), -np.eye(m)])
        return Body(
            gordan.geometry.HalfspaceIntersection(rows, unit * np.append(high, -low)),
            _exact(unit, corners),
            Fraction(0),
        )
    if kind == "image":
        M, more = rng.integers(-1, 2, (m, m)), rng.integers(-2, 3, m)
        return Body(
            gordan.geometry.AffineImage(gordan.geometry.Hull(unit * P), M.astype(float), unit * more),
            _exact(unit, P @ M.T + more),
            Fraction(0),
        )
    if kind == "rounded":
        return Body(
            gordan.geometry.MinkowskiSum(
                gordan.geometry.Hull(unit * P), gordan.geometry.Ball(np.zeros(m), unit * radius)
            ),
            _exact(unit, P),
            Fraction(unit) * radius,
        )
    return Body(gordan.geometry.Hull(unit * P.astype(float)), _exact(unit, P), Fraction(0))


def _exact(unit: float, P: Any) -> list[list[Fraction]]:
    return [[Fraction(unit) * int(v) for v in row] for row in P]


def answer(number: int) -> Counter[str]:
    """Measure and separate pair `number`, and compare with the distance in fractions."""
    K, L, eps = drawn(number)
    points = [*K.points, *L.points]
    split = len(K.points)
    square = between_hulls(products(points), range(split), range(split, len(points)))
    reach = K.radius + L.radius
    counts: Counter[str] = Counter()

    def at_least(bound: float) -> bool:
        """Whether the distance is at least this; that of bodies that meet is 0."""
        return bound <= 0 or (Fraction(bound) + reach) ** 2 <= square

    def at_most(bound: float) -> bool:
        return bound == np.inf or (bound >= 0 and (Fraction(bound) + reach) ** 2 >= square)

    measured = gordan.distance(K.body, L.body, max_iter=2000)
    low, high = measured.bracket.lower, measured.bracket.upper
    require(
        at_least(low) and at_most(high), f"distance in [{low!r}, {high!r}], but √{float(square)!r} − {float(reach)!r}"
    )
    if isinstance(measured, gordan.Apart):
        counts["apart"] += 1
        _require_hyperplane(K, L, measured.direction, measured.offset, 0.0)
    elif isinstance(measured, gordan.Touching):
        counts["touching"] += 1
        require(square <= reach**2, "the bodies are said to touch, and do not")
    elif square > reach**2:
        counts["undecided distance"] += 1
    else:
        counts["meeting"] += 1
    solver = str(np.random.default_rng([12, number]).choice(["aggressive-perceptron", "min-norm-point"]))
    separated = gordan.geometry.separate_bodies(K.body, L.body, eps=eps, solver=solver, max_iter=2000)
    if separated.kind == "apart":
        require(at_least(2 * separated.margin), f"margin {separated.margin!r} is more than half the distance")
        require(separated.margin >= eps / 6, "the margin is less than eps / 6")
        require(gordan.verify(gordan.geometry.Bodies(K.body, L.body), separated).holds, "its own check fails")
        _require_hyperplane(K, L, separated.direction, separated.offset, separated.margin)
    elif separated.kind == "near":
        require(
            at_most(separated.distance) and separated.distance < eps,
            f"points {separated.distance!r} apart are too near",
        )
        require(gordan.verify(gordan.geometry.Bodies(K.body, L.body), separated).holds, "its own check fails")
    counts["undecided separation" if separated.kind == "undecided" else separated.kind] += 1
    return counts


def _require_hyperplane(K: Body, L: Body, direction: Any, offset: float, margin: float) -> None:
    """Check that direction·x − offset is at least margin·‖direction‖ on K and at most its negative on L."""
    w, b = [Fraction(float(v)) for v in direction], Fraction(float(offset))
    size = sum(v * v for v in w)
    for body, sign in ((K, 1), (L, -1)):
        least = min(sign * (sum(a * v for a, v in zip(row, w, strict=True)) - b) for row in body.points)
        far = body.radius + Fraction(margin)
        require(least >= 0 and least**2 >= far**2 * size, "the hyperplane is nearer than its margin")
        require(far > 0 or least > 0, "the hyperplane touches a body")
