"""Two bodies that are given by numbers: whether they have a point in common, or a hyperplane between them.

Everything in fractions, from the bodies' own numbers; no support point is asked for, and none is trusted.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome import Check, LowerEnd, Verdict
from gordan.problem.shape import CommonPoint, Halfspaces, Round, Shape, Sides, Vertices

__all__ = ["verify_apart", "verify_touching"]

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


def verify_apart(K: Shape, L: Shape, direction: Array, offset: float, lower: float) -> Verdict:
    """Judge a hyperplane direction·x = offset between K above and L below, and that they are at least `lower` apart.

    Of halfspaces the extreme point is not known without a proof of its own: nothing is checked where one is given.

    Examples
    --------
    >>> K, L = Sides(np.array([1.0]), np.array([2.0])), Round(np.array([-2.0]), 1.5)
    >>> print(verify_apart(K, L, np.array([1.0]), 0.0, 1.5))
    accepted: 3 checks hold
    >>> print(verify_apart(K, L, np.array([1.0]), 0.0, 1.6))
    refused; these checks fail: distance is at least the lower bound
    """
    if isinstance(K, Halfspaces) or isinstance(L, Halfspaces):
        return Verdict()
    shaped = all(direction.shape == (_dimension(shape),) for shape in (K, L))
    if not shaped or not np.isfinite([*direction, offset, lower]).all():
        return Verdict((_fact("hyperplane in finite numbers", f"{direction.shape}", "one for each axis", False),))
    w, level, claimed = _exact(direction), Fraction(float(offset)), Fraction(float(lower))
    length = _at_least_root(sum((v * v for v in w), start=Fraction(0)))
    above, below = _lowest(K, w, length), -_lowest(L, [-v for v in w], length)
    apart = above - below >= claimed * length and claimed > 0
    return Verdict(
        (
            _fact("K lies above the hyperplane", f"{float(above - level):.6g}", "> 0", above > level),
            _fact("L lies below the hyperplane", f"{float(below - level):.6g}", "< 0", below < level),
            LowerEnd(
                "distance is at least the lower bound",
                f"{float((above - below) / length) if length else 0.0:.6g}",
                f">= {lower:.6g}",
                "fractions",
                apart,
                value=float(lower),
            ),
        ),
        "exact",
    )


def _dimension(shape: Vertices | Sides | Round) -> int:
    if isinstance(shape, Vertices):
        return int(shape.points.shape[1])
    return len(shape.lower if isinstance(shape, Sides) else shape.centre)


def _lowest(shape: Shape, w: list[Fraction], length: Fraction) -> Fraction:
    """The least product of w with a point of the body; of a ball a lower bound of it, by a bound of the length of w."""
    if isinstance(shape, Sides):
        pairs = zip(w, _exact(shape.lower), _exact(shape.upper), strict=True)
        return sum((v * (low if v > 0 else high) for v, low, high in pairs), start=Fraction(0))
    if isinstance(shape, Round):
        return _product(w, shape.centre) - Fraction(float(shape.radius)) * length
    assert isinstance(shape, Vertices)
    return min(_product(w, shape.points[j]) for j in _lowest_rows(shape.points, w))


def _lowest_rows(points: Array, w: list[Fraction]) -> list[int]:
    """The rows that may have the least product, by doubles and a bound on their rounding; all of them if in doubt."""
    direction = np.array([float(v) for v in w])
    with np.errstate(all="ignore"):
        products = points @ direction
        # Any order of summation, and products that vanish.
        error = (direction.size + 4) * 2.0**-52 * (np.abs(points) @ np.abs(direction)) + direction.size * 2.0**-1070
        doubtful = ~(products - error > (products + error).min())
    return [int(j) for j in np.flatnonzero(doubtful)]


def _product(w: list[Fraction], point: Array) -> Fraction:
    return sum((a * b for a, b in zip(w, _exact(point), strict=True)), start=Fraction(0))


def _at_least_root(square: Fraction) -> Fraction:
    """The square root, or a fraction above it by a relative 2⁻⁵⁸ at most."""
    if not square:
        return Fraction(0)
    shift = max(0, 60 + (square.denominator.bit_length() - square.numerator.bit_length() + 1) // 2)
    scaled = square * 4**shift
    whole = -(-scaled.numerator // scaled.denominator)
    return Fraction(isqrt(whole - 1) + 1, 2**shift)


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
