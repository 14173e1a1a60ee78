"""A point that two bodies have in common, in fractions, where their shapes allow one to be shown.

Polytopes (hulls, boxes, halfspaces): a linear program, decided exactly. A ball and a polytope: the point of the
polytope nearest to the centre, as convex weights of its vertices, which are fractions. Two balls: a point between their
centres. Other bodies, known by their support points alone, do not say which points belong to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.solver import MinNormPoint
from gordan.feasibility.face import feasible
from gordan.geometry.body import Body
from gordan.geometry.corral import Corral
from gordan.geometry.halfspace import HalfspaceIntersection
from gordan.geometry.shape import Ball, Box, Hull
from gordan.outcome import Verdict
from gordan.outcome.alternative import Point
from gordan.outcome.feasibility import Feasible
from gordan.problem import Program
from gordan.problem.length import length
from gordan.problem.shape import CommonPoint, Halfspaces, Round, Shape, Sides, Vertices
from gordan.verify import verify_apart, verify_touching

__all__ = ["common_point", "judge_apart"]

_ENTRIES = 20_000  # of the program: it is decided within about a second
_SECONDS = 10.0  # a distance is not worth waiting longer for
_STEPS = 2_000  # towards the point nearest to a centre
_FACE = 24  # vertices whose nearest point is solved for in fractions
_NEARLY = 1e-12  # of a distance: rounding allows no nearer point


def common_point(K: Body, L: Body) -> tuple[CommonPoint, Verdict] | None:
    """A common point of the bodies, accepted by the verifier; None where none was found."""
    of_K, of_L = _shape(K), _shape(L)
    if of_K is None or of_L is None:
        return None
    proof = _candidate(K, L, of_K, of_L)
    if proof is None:
        return None
    verdict = verify_touching(of_K, of_L, proof)
    return (proof, verdict) if verdict.holds else None


def judge_apart(K: Body, L: Body, direction: Array, offset: float, lower: float) -> Verdict | None:
    """The verdict on a hyperplane, from the bodies' own numbers; None where one has none that say it all."""
    of_K, of_L = _shape(K), _shape(L)
    if of_K is None or of_L is None or isinstance(of_K, Halfspaces) or isinstance(of_L, Halfspaces):
        return None
    return verify_apart(of_K, of_L, direction, offset, lower)


def _shape(body: Body) -> Shape | None:
    """The numbers of a body; None of any other, also of a subclass, whose support points may be others."""
    if type(body) is Hull:
        return Vertices(body.points)
    if type(body) is Box:
        return Sides(body.lower, body.upper)
    if type(body) is Ball:
        return Round(body.centre, body.radius)
    return Halfspaces(body.A, body.b) if type(body) is HalfspaceIntersection else None


def _candidate(K: Body, L: Body, of_K: Shape, of_L: Shape) -> CommonPoint | None:
    if isinstance(of_K, Round) and isinstance(of_L, Round):
        return _between(of_K, of_L)
    if isinstance(of_K, Round):
        return _nearest_to(of_K.centre, of_K.radius, L, of_L, mirrored=True)
    if isinstance(of_L, Round):
        return _nearest_to(of_L.centre, of_L.radius, K, of_K, mirrored=False)
    return _of_polytopes(of_K, of_L)


def _between(K: Round, L: Round) -> CommonPoint:
    """The point that divides the way between the centres as the radii do; a centre where that has no length."""
    radii = Fraction(K.radius) + Fraction(L.radius)
    share = Fraction(K.radius) / radii if radii else Fraction(0)
    pairs = zip(_exact(K.centre), _exact(L.centre), strict=True)
    return CommonPoint(tuple(k + share * (other - k) for k, other in pairs))


def _nearest_to(centre: Array, radius: float, body: Body, shape: Shape, *, mirrored: bool) -> CommonPoint | None:
    """A point of the polytope near to the centre of a ball, nearest or within the ball."""
    weights: tuple[tuple[int, Fraction], ...] = ()
    if isinstance(shape, Sides):
        point = tuple(_exact(np.clip(centre, shape.lower, shape.upper)))
    elif isinstance(shape, Vertices):
        weights = _weights_near(centre, radius, shape.points)
        point = _sum(shape.points, weights)
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


def _of_polytopes(K: Shape, L: Shape) -> CommonPoint | None:
    """The program of x and of convex weights that make it of each hull's vertices, decided in fractions."""
    hulls = [shape.points for shape in (K, L) if isinstance(shape, Vertices)]
    d = _dimension(K)
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
        if isinstance(shape, Sides):
            lower[:d], upper[:d] = np.maximum(lower[:d], shape.lower), np.minimum(upper[:d], shape.upper)
        elif isinstance(shape, Halfspaces):
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


def _carried(weights: tuple[Fraction, ...], K: Shape, L: Shape) -> Iterable[tuple[tuple[int, Fraction], ...]]:
    """The positive weights of each body's vertices, by number; none of a body without vertices."""
    for shape in (K, L):
        count = len(shape.points) if isinstance(shape, Vertices) else 0
        yield tuple((j, w) for j, w in enumerate(weights[:count]) if w)
        weights = weights[count:]


def _dimension(shape: Shape) -> int:
    if isinstance(shape, Vertices):
        return int(shape.points.shape[1])
    assert not isinstance(shape, Round)
    return int(shape.lower.size if isinstance(shape, Sides) else shape.A.shape[1])


def _sum(points: Array, weights: tuple[tuple[int, Fraction], ...]) -> tuple[Fraction, ...]:
    total = [Fraction(0)] * points.shape[1]
    for j, w in weights:
        total = [a + w * v for a, v in zip(total, _exact(points[j]), strict=True)]
    return tuple(total)


def _exact(values: Array) -> list[Fraction]:
    return [Fraction(float(v)) for v in values]
