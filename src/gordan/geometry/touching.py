"""A point that two bodies have in common, in fractions, where their shapes allow one to be shown.

Polytopes (hulls, boxes, halfspaces): a linear program, decided exactly. A ball and a polytope: the point of the
polytope nearest to the centre, as convex weights of its vertices, which are fractions. Two balls: a point between their
centres. Other bodies, known by their support points alone, do not say which points belong to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.solver import MinNormPoint
from gordan.feasibility.feasible import feasible
from gordan.geometry.corral import Corral
from gordan.geometry.halfspace import HalfspaceIntersection
from gordan.outcome import Code, Reason, Run
from gordan.outcome.alternative import Point
from gordan.outcome.bodies import CommonPoint, Touching
from gordan.outcome.feasibility import Feasible
from gordan.problem import Program
from gordan.problem.bodies import Bodies
from gordan.problem.length import length
from gordan.problem.shape import Ball, Box, Hull
from gordan.verify import verify

__all__ = ["common_point"]

Given = Hull | Box | Ball | HalfspaceIntersection

_ENTRIES = 20_000  # of the program: it is decided within about a second
_SECONDS = 10.0  # a distance is not worth waiting longer for
_STEPS = 2_000  # towards the point nearest to a centre
_FACE = 24  # vertices whose nearest point is solved for in fractions
_NEARLY = 1e-12  # of a distance: rounding allows no nearer point


def common_point(bodies: Bodies) -> Touching | None:
    """A common point of the bodies, accepted by the verifier; None where none was found."""
    K, L = bodies.K, bodies.L
    # Of a subclass support points may be others than its numbers say.
    if not all(type(body) in (Hull, Box, Ball, HalfspaceIntersection) for body in (K, L)):
        return None
    assert isinstance(K, Given)
    assert isinstance(L, Given)
    proof = _candidate(K, L)
    if proof is None:
        return None
    run = Run(reason=Reason("It was found in fractions.", Code.PROVED))
    answer = Touching(proof=proof, run=run)
    verdict = verify(bodies, answer)
    return replace(answer, verdict=verdict) if verdict.holds else None


def _candidate(K: Given, L: Given) -> CommonPoint | None:
    if isinstance(K, Ball) and isinstance(L, Ball):
        return _between(K, L)
    if isinstance(K, Ball):
        return _nearest_to(K, L, mirrored=True)
    if isinstance(L, Ball):
        return _nearest_to(L, K, mirrored=False)
    return _of_polytopes(K, L)


def _between(K: Ball, L: Ball) -> CommonPoint:
    """The point that divides the way between the centres as the radii do; a centre where that has no length."""
    radii = Fraction(K.radius) + Fraction(L.radius)
    share = Fraction(K.radius) / radii if radii else Fraction(0)
    pairs = zip(_exact(K.centre), _exact(L.centre), strict=True)
    return CommonPoint(tuple(k + share * (other - k) for k, other in pairs))


def _nearest_to(ball: Ball, body: Given, *, mirrored: bool) -> CommonPoint | None:
    """A point of the polytope near to the centre of a ball, nearest or within the ball."""
    centre = ball.centre
    weights: tuple[tuple[int, Fraction], ...] = ()
    if isinstance(body, Box):
        point = tuple(_exact(np.clip(centre, body.lower, body.upper)))
    elif isinstance(body, Hull):
        weights = _weights_near(centre, ball.radius, body.points)
        point = _sum(body.points, weights)
    else:
        assert isinstance(body, HalfspaceIntersection)
        nearest = body.nearest(centre, np.eye(centre.size))
        if nearest is None:
            return None
        point = tuple(_exact(nearest))
    return CommonPoint(point, weights_l=weights) if mirrored else CommonPoint(point, weights_k=weights)


def _weights_near(centre: Array, radius: float, points: Array) -> tuple[tuple[int, Fraction], ...]:
    """Convex weights of the vertices, by the min-norm point of their differences from the centre."""
    d = centre.size
    corral = Corral(Hull(points), Ball(centre, 0.0), d)
    for candidate in islice(MinNormPoint().candidates(corral), _STEPS):
        distance = length(corral.weights @ np.array([corral.pairs[key][:d] for key in corral.keys]) - centre)
        size = corral.norm(candidate.direction)
        lower = -np.inf if candidate.lowest is None or size == 0.0 else candidate.lowest / size
        if distance <= radius * (1.0 - _NEARLY) or distance - lower <= _NEARLY * distance:
            break
    number = {row.tobytes(): j for j, row in enumerate(points)}
    rows = [number[np.ascontiguousarray(corral.pairs[key][:d]).tobytes()] for key in corral.keys]
    exact = _nearest_in_plane(centre, points[rows]) or _exact(corral.weights)
    total = sum(exact, start=Fraction(0))
    return tuple((j, w / total) for j, w in zip(rows, exact, strict=True))


def _nearest_in_plane(centre: Array, points: Array) -> list[Fraction] | None:
    """Weights of the point nearest to the centre in the plane of these points, without rounding; None if not convex.

    With the points' differences from the centre as rows of D, they solve D Dᵀw = ν 1, 1·w = 1.
    """
    if points.shape[0] > _FACE:
        return None
    from flint import fmpq, fmpq_mat

    D = [[v - c for v, c in zip(_exact(row), _exact(centre), strict=True)] for row in points]
    products = [[sum(a * b for a, b in zip(one, other, strict=True)) for other in D] for one in D]
    entries = [[*row, Fraction(-1)] for row in products] + [[Fraction(1)] * len(D) + [Fraction(0)]]
    matrix = fmpq_mat([[fmpq(v.numerator, v.denominator) for v in map(Fraction, row)] for row in entries])
    try:
        solution = matrix.solve(fmpq_mat(len(entries), 1, [0] * len(D) + [1]))
    except ZeroDivisionError:  # the points are not independent
        return None
    weights = [Fraction(int(solution[i, 0].p), int(solution[i, 0].q)) for i in range(len(D))]
    return weights if all(w >= 0 for w in weights) else None


def _of_polytopes(K: Given, L: Given) -> CommonPoint | None:
    """The program of x and of convex weights that make it of each hull's vertices, decided in fractions."""
    hulls = [shape.points for shape in (K, L) if isinstance(shape, Hull)]
    d = K.dimension
    n = d + sum(len(points) for points in hulls)
    blocks: list[Array] = []
    lower_sides: list[float] = []
    upper_sides: list[float] = []
    column = d
    for points in hulls:
        block = np.zeros((d + 1, n))
        block[:d, :d], block[:d, column : column + len(points)] = -np.eye(d), points.T
        block[d, column : column + len(points)] = 1.0
        blocks.append(block)
        lower_sides += [0.0] * d + [1.0]
        upper_sides += [0.0] * d + [1.0]
        column += len(points)
    lower, upper = np.full(n, -np.inf), np.full(n, np.inf)
    lower[d:] = 0.0
    for shape in (K, L):
        if isinstance(shape, Box):
            lower[:d], upper[:d] = np.maximum(lower[:d], shape.lower), np.minimum(upper[:d], shape.upper)
        elif isinstance(shape, HalfspaceIntersection):
            blocks.append(np.hstack([shape.A, np.zeros((len(shape.b), n - d))]))
            lower_sides += [-np.inf] * len(shape.b)
            upper_sides += shape.b.tolist()
    if (lower > upper).any() or sum(block.size for block in blocks) > _ENTRIES:
        return None
    if not blocks:  # two boxes that overlap
        return CommonPoint(tuple(_exact(lower)))
    program = Program(np.vstack(blocks), lower_sides, upper_sides, lower, upper)
    answer = feasible(program, max_seconds=_SECONDS)
    if not isinstance(answer, Feasible) or not isinstance(answer.proof, Point):
        return None
    values = answer.proof.values
    return CommonPoint(values[:d], *_carried(values[d:], K, L))


def _carried(weights: tuple[Fraction, ...], K: Given, L: Given) -> Iterable[tuple[tuple[int, Fraction], ...]]:
    """The positive weights of each body's vertices, by number; none of a body without vertices."""
    for shape in (K, L):
        count = len(shape.points) if isinstance(shape, Hull) else 0
        yield tuple((j, w) for j, w in enumerate(weights[:count]) if w)
        weights = weights[count:]


def _sum(points: Array, weights: tuple[tuple[int, Fraction], ...]) -> tuple[Fraction, ...]:
    total = [Fraction(0)] * points.shape[1]
    for j, w in weights:
        total = [a + w * v for a, v in zip(total, _exact(points[j]), strict=True)]
    return tuple(total)


def _exact(values: Array) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]
