"""Two bodies that are given by numbers: whether they have a point in common, or a hyperplane between them.

Everything in fractions, from the bodies' own numbers; no support point is asked for, and none is trusted.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.rounding import add_down, add_up, sum_error
from gordan.outcome import Check, Verdict
from gordan.problem.shape import CommonPoint, Halfspaces, Round, Shape, Sides, Vertices
from gordan.verify.check import compare, fact, lower_end

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
    refused; these checks fail: margin at least
    """
    if isinstance(K, Halfspaces) or isinstance(L, Halfspaces):
        return Verdict()
    shaped = all(direction.shape == (_dimension(shape),) for shape in (K, L))
    if not shaped or not np.isfinite([*direction, offset, lower]).all():
        return Verdict((fact("hyperplane in finite numbers", f"{direction.shape}", "one for each axis", False),))
    w, level = _exact(direction), Fraction(float(offset))
    length = _at_least_root(sum((v * v for v in w), start=Fraction(0)))
    above, below = _lowest(K, w, length), -_lowest(L, [-v for v in w], length)
    distance = (above - below) / length if length else Fraction(0)
    checks = (
        compare("K lies above the hyperplane", above - level, ">", 0),
        compare("L lies below the hyperplane", level - below, ">", 0),
        lower_end(distance, lower),
    )
    return Verdict(checks, "exact")


def _dimension(shape: Shape) -> int:
    if isinstance(shape, Vertices | Halfspaces):
        return int((shape.points if isinstance(shape, Vertices) else shape.A).shape[1])
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
        error = sum_error(np.abs(points) @ np.abs(direction), direction.size)
        doubtful = ~(add_down(products, -error) > add_up(products, error).min())
    return np.flatnonzero(doubtful).tolist()


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


def _weights(body: str, shape: Shape, weights: Weights) -> list[Check]:
    if not isinstance(shape, Vertices):
        return []
    own = f"weights of the vertices of {body}"
    numbers = [j for j, _ in weights]
    known = all(0 <= j < len(shape.points) for j in numbers)
    return [
        fact(f"{own} are of its vertices", f"{numbers[:4]}", f"0 to {len(shape.points) - 1}", known),
        compare(f"{own} are not negative", min((w for _, w in weights), default=Fraction(0)), ">=", 0),
        compare(f"{own} have the sum 1", sum((w for _, w in weights), start=Fraction(0)), "=", 1),
    ]


def _belongs(body: str, shape: Shape, point: tuple[Fraction, ...], weights: Weights) -> Check:
    """Whether the point is in the body: how far it is outside, by the measure of the body's kind, is not positive."""
    what, size = f"the point belongs to {body}", _dimension(shape)
    if len(point) != size:
        return fact(what, f"{len(point)} coordinates", f"{size}", False)
    if isinstance(shape, Round):
        square = sum(((x - c) ** 2 for x, c in zip(point, _exact(shape.centre), strict=True)), start=Fraction(0))
        return compare(what, square, "<=", Fraction(float(shape.radius)) ** 2)
    if isinstance(shape, Vertices):
        made = [Fraction(0)] * size
        for j, w in weights:
            if 0 <= j < len(shape.points):
                made = [a + w * v for a, v in zip(made, _exact(shape.points[j]), strict=True)]
        outside = [abs(a - x) for a, x in zip(made, point, strict=True)]
    elif isinstance(shape, Sides):
        sides = zip(_exact(shape.lower), point, _exact(shape.upper), strict=True)
        outside = [max(low - x, x - high) for low, x, high in sides]
    else:
        rows = zip(shape.A, shape.b, strict=True)
        outside = [_product(list(point), row) - Fraction(float(side)) for row, side in rows]
    return compare(what, max(outside), "<=", 0)


def _exact(values: Array) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]
