"""Proofs about two bodies that are made of pairs of their points, one in K and one in L: all in fractions.

A normal that is a sum of such pairs, with a margin on both sides, and two means that are near each other. Each point is
given by what it is made of (`outcome.bodies.BodyPoint`), and so belongs to its body without rounding.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.fraction import root_up
from gordan.outcome import Check
from gordan.outcome.bodies import BodyPoint, NearMeans, PairedPoints, SparseNormal
from gordan.problem.composed import AffineImage, MinkowskiSum
from gordan.problem.shape import Ball, Box, Ellipsoid, Hull
from gordan.verify.check import bounded, compare, compare_root, fact, lower_end
from gordan.verify.shape import Measured, lowest, measured, root_above

__all__ = ["judge_near_means", "judge_sparse_normal"]

Vector = list[Fraction]


def judge_sparse_normal(K: Measured, L: Measured, proof: SparseNormal, at_least: float) -> list[Check]:
    """Judge whether w = Σ times_j (p_j − q_j) has K above the hyperplane and L below, each by half of `at_least`."""
    checks, w = _difference(K, L, proof.pairs)
    if w is None:
        return checks
    checks.append(bounded("normal is not zero", "some entry" if any(w) else "0", "> 0", any(w)))
    if not any(w):
        return checks
    length, level = root_above(sum((v * v for v in w), start=Fraction(0))), Fraction(float(proof.offset))
    above, below = lowest(K, w), -lowest(L, [-v for v in w])
    half = Fraction(float(at_least)) / 2
    return [
        *checks,
        compare("margin of K", (above - level) / length, ">=", half),
        compare("margin of L", (level - below) / length, ">=", half),
        lower_end((above - below) / length, at_least),
    ]


def judge_near_means(K: Measured, L: Measured, proof: NearMeans) -> list[Check]:
    """Judge whether the means of the points are as near as claimed."""
    checks, away = _difference(K, L, proof.pairs)
    if away is None:
        return checks
    total = sum(map(Fraction, proof.pairs.times), start=Fraction(0))
    square = sum((v * v for v in away), start=Fraction(0)) / total**2
    return [*checks, compare_root("distance of the points", square, "<=", float(proof.at_most), root_up)]


def _difference(K: Measured, L: Measured, pairs: PairedPoints) -> tuple[list[Check], Vector | None]:
    """Σ times_j (p_j − q_j), or None where the pairs are no pairs of points of the bodies."""
    times, sizes = pairs.times, {len(pairs.times), len(pairs.points_k), len(pairs.points_l)}
    sound = len(sizes) == 1 and bool(times) and all(each > 0.0 and isfinite(each) for each in times)
    checks = [bounded("times are positive", f"{len(times)} pairs", "> 0, finite, one for each", sound)]
    if not sound:
        return checks, None
    total = [Fraction(0)] * (K.dimension or 0)  # a sum of bodies without one has none
    for name, body, points, sign in (
        ("points belong to K", K, pairs.points_k, 1),
        ("points belong to L", L, pairs.points_l, -1),
    ):
        for k, (often, point) in enumerate(zip(times, points, strict=True)):
            check_deadline("adding points without rounding")
            place = _place(body, point)
            if place is None:
                return [*checks, fact(name, f"pair {k}", "made of the body's own numbers", False)], None
            total = [a + sign * Fraction(often) * v for a, v in zip(total, place, strict=True)]
        checks.append(fact(name, f"{len(points)} points", f"{len(points)}", True))
    return checks, total


def _place(body: Measured, point: BodyPoint) -> Vector | None:
    """Where a point is that is given by what it is made of; None where there is no such point of the body."""
    if isinstance(body, Hull):
        known = 0 <= point.vertex < len(body.points) and not (point.coordinates or point.of)
        return _exact(body.points[point.vertex]) if known else None
    if point.vertex != -1:
        return None
    if isinstance(body, MinkowskiSum):
        places = [_place(part, inner) for part, inner in zip(body.bodies, point.of, strict=False)]
        if point.coordinates or len(point.of) != len(body.bodies) or any(place is None for place in places):
            return None
        return [sum(values, start=Fraction(0)) for values in zip(*places, strict=True)]
    if isinstance(body, AffineImage):
        assert measured(body.body)
        inner_place = _place(body.body, point.of[0]) if len(point.of) == 1 and not point.coordinates else None
        return None if inner_place is None else _shifted(body.matrix, inner_place, body.shift)
    if point.of or not all(map(isfinite, point.coordinates)):
        return None
    u = [Fraction(float(v)) for v in point.coordinates]
    if isinstance(body, Box):
        sides = zip(_exact(body.lower), u, _exact(body.upper), strict=False)
        inside = len(u) == body.dimension and all(low <= x <= high for low, x, high in sides)
        return u if inside else None
    if sum((v * v for v in u), start=Fraction(0)) > 1:
        return None
    if isinstance(body, Ellipsoid):
        return _shifted(body.matrix, u, body.centre) if len(u) == body.matrix.shape[1] else None
    assert isinstance(body, Ball)
    radius = Fraction(float(body.radius))
    centre = _exact(body.centre)
    return [c + radius * v for c, v in zip(centre, u, strict=True)] if len(u) == len(centre) else None


def _shifted(matrix: Array, u: Vector, shift: Array) -> Vector:
    check_deadline("multiplying a matrix without rounding")
    rows = zip(matrix, _exact(shift), strict=True)
    return [s + sum((a * b for a, b in zip(_exact(row), u, strict=True)), start=Fraction(0)) for row, s in rows]


def _exact(values: Array) -> Vector:
    return [Fraction(float(v)) for v in values]
