"""Whether two bodies have a point in common: the point's membership in each, in fractions, from the bodies' numbers."""

from __future__ import annotations

from fractions import Fraction

from gordan.arithmetic.array import Array
from gordan.outcome import Check, Verdict
from gordan.problem.shape import CommonPoint, Halfspaces, Round, Shape, Sides, Vertices

__all__ = ["verify_touching"]

Weights = tuple[tuple[int, Fraction], ...]


def verify_touching(K: Shape, L: Shape, proof: CommonPoint) -> Verdict:
    """Judge a common point of two bodies.

    Examples
    --------
    >>> import numpy as np
    >>> K, L = Sides(np.zeros(1), np.ones(1)), Round(np.array([3.0]), 2.0)
    >>> print(verify_touching(K, L, CommonPoint((Fraction(1),))))
    accepted: 2 checks hold
    >>> print(verify_touching(K, L, CommonPoint((Fraction(1, 2),))))
    refused; these checks fail: the point belongs to L
    """
    checks: list[Check] = []
    for name, shape, weights in (("K", K, proof.weights_k), ("L", L, proof.weights_l)):
        checks += _weights(name, shape, weights)
        checks.append(_belongs(name, shape, proof.point, weights))
    return Verdict(tuple(checks), "exact")


def _weights(name: str, shape: Shape, weights: Weights) -> list[Check]:
    if not isinstance(shape, Vertices):
        return []
    total = sum((w for _, w in weights), start=Fraction(0))
    convex = total == 1 and all(w >= 0 and 0 <= j < len(shape.points) for j, w in weights)
    return [_fact(f"weights of the vertices of {name} are convex", f"sum {total}", "1, none negative", convex)]


def _belongs(name: str, shape: Shape, point: tuple[Fraction, ...], weights: Weights) -> Check:
    what = f"the point belongs to {name}"
    if isinstance(shape, Vertices):
        made = [Fraction(0)] * shape.points.shape[1]
        for j, w in weights:
            if 0 <= j < len(shape.points):
                made = [a + w * v for a, v in zip(made, _exact(shape.points[j]), strict=True)]
        return _fact(what, "the weighted sum of vertices", "the point itself", tuple(made) == point)
    if isinstance(shape, Sides):
        inside = _as_long(point, shape.lower) and all(
            low <= x <= high for low, x, high in zip(_exact(shape.lower), point, _exact(shape.upper), strict=True)
        )
        return _fact(what, "every coordinate", "between the sides", inside)
    if isinstance(shape, Round):
        inside = _as_long(point, shape.centre)
        square = sum((x - c) ** 2 for x, c in zip(point, _exact(shape.centre), strict=inside))
        inside = inside and square <= Fraction(shape.radius) ** 2
        return _fact(what, f"squared distance {float(square):.6g}", f"<= {shape.radius:.6g}²", inside)
    assert isinstance(shape, Halfspaces)
    inside = all(
        _as_long(point, row) and sum(a * x for a, x in zip(_exact(row), point, strict=True)) <= Fraction(float(side))
        for row, side in zip(shape.A, shape.b, strict=True)
    )
    return _fact(what, "every row", "at most its side", inside)


def _fact(name: str, quantity: str, bound: str, holds: bool) -> Check:
    return Check(name, quantity, bound, "fractions", holds)


def _as_long(point: tuple[Fraction, ...], given: Array) -> bool:
    return len(point) == len(given)


def _exact(values: Array) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]
