"""Points of the signed hull on both sides of the origin along each axis, and the ball between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["HullPoint", "InnerBall"]


class HullPoint(NamedTuple):
    """A convex combination of signed points: rows of the data, and a positive integer for each.

    With an intercept the integers of each class stand for half of the mass.
    """

    support: tuple[int, ...]
    integers: tuple[int, ...]


@dataclass(frozen=True)
class InnerBall:
    """A ball about the origin inside the hull of the signed points.

    Every hyperplane then has rows at least `radius` on the wrong side: the margin is at most −radius. `pairs`
    has two points of the hull for each dimension, nearly opposite to one another and nearly at right angles to the
    others. The ball between ±d_j has the radius 1/√(Σ 1/‖d_j‖²).
    """

    radius: float
    pairs: tuple[tuple[HullPoint, HullPoint], ...]
