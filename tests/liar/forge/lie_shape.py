"""Hulls, boxes and balls that touch or lie apart, and the forgers of what is claimed of them in fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import gordan
from claimed import replace
from gordan.geometry import Ball, Bodies, Box, Hull
from gordan.outcome import Bracket
from gordan.outcome.bodies import CommonPoint
from liar.forge.forger import Case, Forger

__all__ = ["SHAPES"]


def touching(rng: Any) -> Case:
    """A hull and a box whose common point is the middle of two vertices."""
    d, unit = int(rng.integers(1, 4)), 2.0 ** int(rng.integers(-300, 300))
    points = unit * rng.integers(-9, 10, (3, d)).astype(np.float64)
    middle = tuple((Fraction(a) + Fraction(b)) / 2 for a, b in zip(points[0].tolist(), points[1].tolist(), strict=True))
    box = Box(np.array([float(v) for v in middle]), np.array([float(v) + unit for v in middle]))
    half = Fraction(1, 2)
    proof = CommonPoint(middle, weights_k=((0, half), (1, half)))
    return Case(Bodies(Hull(points), box), gordan.Touching(proof=proof), gordan.verify)


def apart(rng: Any) -> Case:
    """A box above 1 and a ball below 0 along the first axis."""
    d, unit = int(rng.integers(1, 4)), 2.0 ** int(rng.integers(-300, 300))
    centre = np.zeros(d)
    centre[0] = -unit
    corner = np.zeros(d)
    corner[0] = unit
    direction = np.zeros(d)
    direction[0] = 1.0
    bodies = Bodies(Box(corner, corner + unit), Ball(centre, unit))
    claim = gordan.Apart(
        bracket=Bracket(unit, unit), direction=direction, offset=unit / 2, p=corner.copy(), q=np.zeros(d)
    )
    return Case(bodies, claim, gordan.verify)


def _with(change: Callable[[Any, Any], Any]) -> Callable[[Case, Any], Case]:
    return lambda case, rng: case._replace(claim=change(case.claim, rng))


def _point(moved: Fraction) -> Callable[[Any, Any], Any]:
    """The point moved along its first axis by so many of its own units, weights as they are."""

    def change(claim: Any, rng: Any) -> Any:
        first, *rest = claim.proof.point
        return replace(claim, proof=replace(claim.proof, point=(first + moved * (abs(first) or 1), *rest)))

    return change


def _weights(*weights: tuple[int, Fraction]) -> Callable[[Any, Any], Any]:
    return lambda claim, rng: replace(claim, proof=replace(claim.proof, weights_k=weights))


def _beyond(claim: Any, towards: float) -> Bracket:
    """The bracket of one double, moved by a bit."""
    end = float(np.nextafter(claim.bracket.lower, towards))
    return Bracket(end, np.inf) if towards else Bracket(0.0, end)


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
        _with(lambda claim, rng: replace(claim, offset=float("nan"))),
    ),
    Forger(
        "shape: a hyperplane within K",
        "K lies above the hyperplane",
        apart,
        _with(lambda claim, rng: replace(claim, offset=2.0 * claim.offset)),
    ),
    Forger(
        "shape: a hyperplane within L",
        "L lies below the hyperplane",
        apart,
        _with(lambda claim, rng: replace(claim, offset=0.0)),
    ),
    Forger(
        "shape: further apart",
        "margin at least",
        apart,
        _with(lambda claim, rng: replace(claim, bracket=_beyond(claim, np.inf))),
    ),
    Forger(
        "shape: nearer together",
        "margin at most",
        apart,
        _with(lambda claim, rng: replace(claim, bracket=_beyond(claim, 0))),
    ),
    Forger(
        "shape: a point beyond its body",
        "margin at most",
        apart,
        _with(lambda claim, rng: replace(claim, p=-claim.p)),
    ),
    Forger(
        "shape: points of other spaces",
        "points in finite numbers",
        apart,
        _with(lambda claim, rng: replace(claim, p=np.append(claim.p, 0.0))),
    ),
    Forger(
        "shape: a point in doubles",
        "proof is of its kind",
        touching,
        _with(lambda claim, rng: replace(claim, proof=CommonPoint(tuple(map(float, claim.proof.point))))),
    ),
]
