"""Two bodies that are given by numbers: whether they have a point in common, or a hyperplane between them.

Everything in fractions, from the bodies' own numbers; no support point is asked for, and none is trusted. Of balls and
ellipsoids, and of their images and sums, a length is needed: a fraction next above it.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TypeGuard

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.rounding import add_down, add_up, sum_error
from gordan.outcome import Check
from gordan.outcome.bodies import Apart, CommonPoint
from gordan.problem.composed import AffineImage, MinkowskiSum
from gordan.problem.shape import Ball, Box, Ellipsoid, Halfspaces, Hull
from gordan.verify.check import compare, fact, lower_end, shown_value, upper_end
from gordan.verify.genuine import is_own

__all__ = ["Measured", "judge_apart", "judge_common", "lowest", "measured", "root_above"]

Measured = Hull | Box | Ball | Ellipsoid | AffineImage | MinkowskiSum
Weights = tuple[tuple[int, Fraction], ...]
Vector = list[Fraction]
_MEANT = "p and q taken for points of the bodies"
_LEFT = 2.0**-48  # of a sum of weights that is 1: what is less is left by rounding


def measured(body: object) -> TypeGuard[Measured]:
    """Whether the numbers of a body say its extreme product in any direction.

    Halfspaces need a proof of their own for that. A subclass may have other support points than its numbers say.
    """
    if type(body) is AffineImage:
        return measured(body.body)
    if type(body) is MinkowskiSum:
        return all(measured(part) for part in body.bodies)
    return type(body) in (Hull, Box, Ball, Ellipsoid)


def judge_common(K: object, L: object, proof: CommonPoint) -> list[Check]:
    """Whether a point belongs to two hulls, boxes, balls or intersections of halfspaces."""
    checks: list[Check] = []
    for side, body, weights in (("K", K, proof.weights_k), ("L", L, proof.weights_l)):
        checks += _weights(side, body, weights)
        checks.append(_belongs(side, body, proof.point, weights))
    return checks


def judge_apart(K: Measured, L: Measured, claim: Apart) -> list[Check]:
    """Whether a hyperplane has K above it and L below, and both ends of the distance.

    The upper end is the distance of p and q, and what either lies beyond its body: of boxes, balls and hulls all of it,
    of others as much as shows along the normal. It is never below the lower end that is proved.
    """
    w, level = _exact(claim.direction), Fraction(float(claim.offset))
    length = root_above(_square(w))
    above, below = lowest(K, w), -lowest(L, [-v for v in w])
    gap = (above - below) / length if length else Fraction(0)
    p, q = _exact(claim.p), _exact(claim.q)
    between = root_above(_square([a - b for a, b in zip(p, q, strict=True)]))
    beyond = _beyond(K, p, above - _dot(w, p), length) + _beyond(L, q, _dot(w, q) - below, length)
    caveat = "" if {type(K), type(L)} <= {Ball, Box, Hull} else _MEANT
    return [
        compare("K lies above the hyperplane", above - level, ">", 0),
        compare("L lies below the hyperplane", level - below, ">", 0),
        lower_end(gap, claim.bracket.lower),
        upper_end(between + beyond, claim.bracket.upper, caveat=caveat),
    ]


def _beyond(body: Measured, point: Vector, short: Fraction, length: Fraction) -> Fraction:
    """At least how far the point is from a box, a ball or a hull, and of other bodies what shows along the normal.

    `short` is by how much it lies beyond the body along a normal of this length.
    """
    if isinstance(body, Ball):
        away = [x - c for x, c in zip(point, _exact(body.centre), strict=True)]
        return max(root_above(_square(away)) - Fraction(float(body.radius)), Fraction(0))
    if isinstance(body, Box):
        sides = zip(_exact(body.lower), point, _exact(body.upper), strict=True)
        return root_above(_square([max(low - x, x - high, Fraction(0)) for low, x, high in sides]))
    if isinstance(body, Hull):
        return _from_hull(body.points, point)
    return max(short, Fraction(0)) / length if length else Fraction(0)


def _from_hull(points: Array, point: Vector) -> Fraction:
    """At least how far the point is from a hull: its distance from a mean of vertices, taken without rounding.

    How the weights of the mean come about does not matter: whatever is not negative makes a point of the hull.
    """
    weights = _weights_near(points, np.array([float(v) for v in point]))
    support = np.flatnonzero(weights)
    exact = _exact(weights[support])
    away = [-v * sum(exact) for v in point]
    for j, weight in zip(support, exact, strict=True):
        check_deadline("adding vertices without rounding")
        away = [a + weight * v for a, v in zip(away, _exact(points[j]), strict=True)]
    return root_above(_square(away)) / sum(exact)


@np.errstate(all="ignore")
def _weights_near(points: Array, target: Array) -> Array:
    """Weights of vertices, not negative, whose mean is near the target if that is in the hull: Lawson and Hanson's.

    The equations Σ x_j (v_j − target) = 0 and Σ x_j = 1 by least squares with x ≥ 0; vertices join one at a time.
    """
    far = np.abs(points - target).max(axis=1)
    nearest, size = int(far.argmin()), float(far.max())
    alone = np.zeros(len(points))
    alone[nearest] = 1.0
    if not 0.0 < size < np.inf:
        return alone
    x, joined, right = np.zeros(len(points)), np.zeros(len(points), np.bool_), np.append(0.0 * target, 1.0)
    for _ in range(4 * (target.size + 2)):
        check_deadline("looking for weights of vertices")
        used = np.flatnonzero(joined)
        left = right - _columns(points[used], target, size) @ x[used]
        slope = np.where(joined, -np.inf, (points @ left[:-1] - target @ left[:-1]) / size + left[-1])
        if not slope.max() > _LEFT:
            break
        joined[slope.argmax()] = True
        for _ in right:
            used = np.flatnonzero(joined)
            best = np.linalg.lstsq(_columns(points[used], target, size), right, rcond=None)[0]
            back = used[best <= 0]
            if not back.size:
                break
            # As far towards the solution as no weight becomes negative; those that become zero leave.
            step = (x[back] / (x[back] - best[best <= 0])).min()
            x[used] += step * (best - x[used])
            joined &= x > _LEFT
            x[~joined] = 0.0
        x[used] = np.maximum(best, 0.0)
    return x if np.isfinite(x).all() and (x >= 0).all() and x.any() else alone


def _columns(points: Array, target: Array, size: float) -> Array:
    return np.vstack([(points - target).T / size, np.ones(len(points))])


def lowest(body: Measured, w: Vector) -> Fraction:
    """The least product of w with a point of the body; where a length is in it, a lower bound of that."""
    if isinstance(body, Box):
        pairs = zip(w, _exact(body.lower), _exact(body.upper), strict=True)
        return sum((v * (low if v > 0 else high) for v, low, high in pairs), start=Fraction(0))
    if isinstance(body, Ball):
        return _dot(w, _exact(body.centre)) - Fraction(float(body.radius)) * root_above(_square(w))
    if isinstance(body, Ellipsoid):
        return _dot(w, _exact(body.centre)) - root_above(_square(_turned(body.matrix, w)))
    if isinstance(body, AffineImage):
        return _dot(w, _exact(body.shift)) + _inner_lowest(body, w)
    if isinstance(body, MinkowskiSum):
        return sum((lowest(part, w) for part in body.bodies), start=Fraction(0))
    least: Fraction | None = None
    for j in _lowest_rows(body.points, w):
        check_deadline("multiplying vertices without rounding")
        product = _dot(w, _exact(body.points[j]))
        least = product if least is None else min(least, product)
    assert least is not None
    return least


def _inner_lowest(image: AffineImage, w: Vector) -> Fraction:
    assert measured(image.body)
    return lowest(image.body, _turned(image.matrix, w))


def _turned(matrix: Array, w: Vector) -> Vector:
    """The products of w with the columns of a matrix."""
    check_deadline("multiplying a matrix without rounding")
    return [_dot(w, _exact(column)) for column in matrix.T]


def _lowest_rows(points: Array, w: Vector) -> list[int]:
    """The rows that may have the least product, by doubles and a bound on their rounding; all of them if in doubt."""
    try:
        direction = np.array([float(v) for v in w])
    except OverflowError:
        return list(range(len(points)))
    with np.errstate(all="ignore"):
        products, sizes = points @ direction, np.abs(points)
        # Fractions are rounded to doubles first, by one unit or, next to zero, by half of the smallest of them.
        error = sum_error(sizes @ np.abs(direction), direction.size, extra=1) + sizes.sum(axis=1) * 2.0**-1073
        doubtful = ~(add_down(products, -error) > add_up(products, error).min())
    return np.flatnonzero(doubtful).tolist()


def _square(v: Vector) -> Fraction:
    return sum((a * a for a in v), start=Fraction(0))


def _dot(v: Vector, w: Vector) -> Fraction:
    return sum((a * b for a, b in zip(v, w, strict=True)), start=Fraction(0))


def root_above(square: Fraction) -> Fraction:
    """The square root, or a fraction above it by a relative 2⁻¹⁹⁸ at most."""
    if not square:
        return Fraction(0)
    shift = max(0, 200 + (square.denominator.bit_length() - square.numerator.bit_length() + 1) // 2)
    scaled = square * 4**shift
    whole = -(-scaled.numerator // scaled.denominator)
    return Fraction(isqrt(whole - 1) + 1, 2**shift)


def _weights(side: str, body: object, weights: Weights) -> list[Check]:
    if type(body) is not Hull:
        return []
    own = f"weights of the vertices of {side}"
    numbers = [j for j, _ in weights]
    known = all(0 <= j < len(body.points) for j in numbers)
    return [
        fact(f"{own} are of its vertices", shown_value(numbers[:4]), f"0 to {len(body.points) - 1}", known),
        compare(f"{own} are not negative", min((w for _, w in weights), default=Fraction(0)), ">=", 0),
        compare(f"{own} have the sum 1", sum((w for _, w in weights), start=Fraction(0)), "=", 1),
    ]


def _belongs(side: str, body: object, point: tuple[Fraction, ...], weights: Weights) -> Check:
    """Whether the point is in the body: how far it is outside, by the measure of the body's kind, is not positive."""
    what = f"the point belongs to {side}"
    halfspaces = isinstance(body, Halfspaces) and is_own(type(body))
    if not (type(body) in (Hull, Box, Ball) or halfspaces):
        return fact(what, f"a {type(body).__name__}", "a body whose numbers say so", False)
    assert isinstance(body, Hull | Box | Ball | Halfspaces)
    if len(point) != body.dimension:
        return fact(what, f"{len(point)} coordinates", f"{body.dimension}", False)
    if isinstance(body, Ball):
        away = [x - c for x, c in zip(point, _exact(body.centre), strict=True)]
        return compare(what, _square(away), "<=", Fraction(float(body.radius)) ** 2)
    if isinstance(body, Hull):
        made = [Fraction(0)] * len(point)
        for j, w in weights:
            check_deadline("adding vertices without rounding")
            if 0 <= j < len(body.points):
                made = [a + w * v for a, v in zip(made, _exact(body.points[j]), strict=True)]
        outside = [abs(a - x) for a, x in zip(made, point, strict=True)]
    elif isinstance(body, Box):
        sides = zip(_exact(body.lower), point, _exact(body.upper), strict=True)
        outside = [max(low - x, x - high) for low, x, high in sides]
    else:
        rows = zip(body.A, body.b, strict=True)
        outside = [_dot(list(point), _exact(row)) - Fraction(float(right)) for row, right in rows]
    return compare(what, max(outside), "<=", 0)


def _exact(values: Array) -> Vector:
    return [Fraction(float(v)) for v in values]
