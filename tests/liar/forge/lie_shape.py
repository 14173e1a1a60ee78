"""Hulls, boxes and balls that touch or lie apart, and the forgers of what is claimed of them in fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gordan.problem.shape import CommonPoint, Round, Sides, Vertices
from gordan.verify import verify_apart, verify_touching
from liar.forge.forger import Case, Forger

__all__ = ["SHAPES"]


class Between(NamedTuple):
    """A hyperplane and a lower bound of the distance."""

    direction: Any
    offset: float
    lower: float


def touching(rng: Any) -> Case:
    """A hull and a box whose common point is the middle of two vertices."""
    d, unit = int(rng.integers(1, 4)), 2.0 ** int(rng.integers(-300, 300))
    points = unit * rng.integers(-9, 10, (3, d)).astype(np.float64)
    middle = tuple((Fraction(a) + Fraction(b)) / 2 for a, b in zip(points[0].tolist(), points[1].tolist(), strict=True))
    box = Sides(np.array([float(v) for v in middle]), np.array([float(v) + unit for v in middle]))
    half = Fraction(1, 2)
    proof = CommonPoint(middle, weights_k=((0, half), (1, half)))
    return Case((Vertices(points), box), proof, lambda bodies, claim: verify_touching(*bodies, claim))


def apart(rng: Any) -> Case:
    """A box above 1 and a ball below 0 along the first axis."""
    d, unit = int(rng.integers(1, 4)), 2.0 ** int(rng.integers(-300, 300))
    centre = np.zeros(d)
    centre[0] = -unit
    corner = np.zeros(d)
    corner[0] = unit
    direction = np.zeros(d)
    direction[0] = 1.0
    bodies = Sides(corner, corner + unit), Round(centre, unit)
    return Case(bodies, Between(direction, unit / 2, unit), lambda given, claim: verify_apart(*given, *claim))


def _with(change: Callable[[Any, Any], Any]) -> Callable[[Case, Any], Case]:
    return lambda case, rng: case._replace(claim=change(case.claim, rng))


def _point(moved: Fraction) -> Callable[[Any, Any], Any]:
    """The point moved along its first axis by so many of its own units, weights as they are."""

    def change(claim: CommonPoint, rng: Any) -> CommonPoint:
        first, *rest = claim.point
        return CommonPoint((first + moved * (abs(first) or 1), *rest), claim.weights_k, claim.weights_l)

    return change


def _weights(*weights: tuple[int, Fraction]) -> Callable[[Any, Any], Any]:
    return lambda claim, rng: CommonPoint(claim.point, weights, claim.weights_l)


_HALF = Fraction(1, 2)
_OWN = "weights of the vertices of K"
SHAPES = [
    Forger("shape: a point beside", "the point belongs to K", touching, _with(_point(Fraction(1, 10**30))), None),
    Forger(
        "shape: vertices there are none of",
        f"{_OWN} are of its vertices",
        touching,
        _with(_weights((0, _HALF), (1, _HALF), (3, Fraction(0)))),
    ),
    Forger(
        "shape: negative weights",
        f"{_OWN} are not negative",
        touching,
        _with(_weights((0, _HALF), (1, _HALF), (2, Fraction(-1)), (2, Fraction(1)))),
    ),
    Forger(
        "shape: weights of another sum",
        f"{_OWN} have the sum 1",
        touching,
        _with(_weights((0, _HALF), (1, _HALF), (2, Fraction(1, 10**30)))),
        ("the point belongs to K",),
    ),
    Forger(
        "shape: a hyperplane of no numbers",
        "hyperplane in finite numbers",
        apart,
        _with(lambda claim, rng: claim._replace(offset=float("nan"))),
    ),
    Forger(
        "shape: a hyperplane within K",
        "K lies above the hyperplane",
        apart,
        _with(lambda claim, rng: claim._replace(offset=2.0 * claim.offset)),
    ),
    Forger(
        "shape: a hyperplane within L",
        "L lies below the hyperplane",
        apart,
        _with(lambda claim, rng: claim._replace(offset=0.0)),
    ),
    Forger(
        "shape: further apart",
        "margin at least",
        apart,
        _with(lambda claim, rng: claim._replace(lower=float(np.nextafter(claim.lower, np.inf)))),
    ),
]
