"""Facial reduction: constraints that points come as near to as one likes, decided on ever smaller faces of the cones.

Where multipliers y of the cones leave 0, every point of the constraints has s = h − Gx orthogonal to y, so that s lies
in a smaller face: a face of matrices is {V S Vᵀ}, and s is in it just where Nᵀs = 0 for N orthogonal to V and VᵀsV is
in the cone. These are constraints of the same kind, with the same unknowns, more equations and smaller cones, and are
asked again. The multipliers have to be rational, and the smaller constraints numbers that doubles hold exactly: then
all steps are exact, and the verifier judges them on the raw constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import now
from gordan.engine.oracle.conic import ConicColumns
from gordan.engine.solver.central_path import follow
from gordan.feasibility.constraint.homogenised import put
from gordan.feasibility.constraint.prove import exact_point, infeasible, rational_multipliers
from gordan.outcome.alternative import FaceChain, FaceStep
from gordan.outcome.feasibility import Feasible, Infeasible
from gordan.problem.cone import PSD, Lorentz, Orthant, Part
from gordan.problem.constraints import Constraints

__all__ = ["reduce_faces"]

_LARGEST = 20_000  # entries of the constraints, up to which eliminating them in fractions takes about a second
_CLEAR = 0.25  # power of θ below which σ is taken for nothing: where it vanishes at all, it may do so slowly

_SHORT = 12  # the greatest denominator of a space that a few digits tell

Numbers = list[Fraction]
Rows = list[Numbers]


def reduce_faces(system: Constraints, until: float) -> Feasible | Infeasible | None:
    """What a chain of faces proves of the constraints; None where no chain of short fractions was found in time."""
    if (system.n + 1) * (system.h.size + system.d.size) > _LARGEST:
        return None
    face, steps = _Face(system, lambda nu, y: (nu, y)), []
    for _ in range(sum(part.rank for part in system.parts) + 1):
        step = _step(face)
        if step is None or now() > until:
            return None
        steps.append(step.lifted)
        if step.left:
            return infeasible(system, FaceChain(tuple(steps)))
        smaller = _reduced(face, step)
        if smaller is None:
            return None
        face = smaller
        if (point := _point(system, face.system)) is not None:
            return point
    return None


class _Face(NamedTuple):
    """The constraints on a face, and the way from their multipliers to those of the constraints that were given."""

    system: Constraints
    lift: Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]


class _Step(NamedTuple):
    nu: Numbers
    y: Numbers  # of the constraints on the face
    left: bool
    lifted: FaceStep


def _step(face: _Face) -> _Step | None:
    """Rational multipliers that refute all points of the face, or else some that leave 0."""
    weights = None
    for bounded in (True, False):
        weights = _weights(face.system, bounded)
        point = None if weights is None else rational_multipliers(face.system, weights)
        if point is None or not any(point.integers[2 * face.system.d.size :]):
            continue
        z, values = face.system.d.size, [Fraction(v) for v in point.integers]
        nu = [a - b for a, b in zip(values[:z], values[z : 2 * z], strict=True)]
        y = values[2 * z : -1]
        return _Step(nu, y, values[-1] > 0, _integers(*face.lift(nu, y)))
    thin = None if weights is None else _thin(face.system, weights)
    return None if thin is None else _Step(*thin, False, _integers(*face.lift(*thin)))


def _thin(system: Constraints, weights: Array) -> tuple[Numbers, Numbers] | None:
    """(ν, y) that leave 0, y a matrix of low rank: only its space is read off the weights, the rest is linear algebra.

    Along a chain of faces the weights come near their end so slowly that few digits of them are right. A few are
    enough to recognise a space of short integers.
    """
    sizes = [float(np.abs(weights[where]).max(initial=0.0)) for where in system.slices]
    part, where = system.parts[int(np.argmax(sizes))], system.slices[int(np.argmax(sizes))]
    if not isinstance(part, PSD):
        return None
    Y = part.matrix(weights[where])
    vectors = np.linalg.eigh(Y)[1][:, ::-1]
    for rank in range(1, part.n):
        multipliers = _within(system, part, where, _short_space(vectors[:, :rank]), Y)
        if multipliers is not None:
            return multipliers
    return None


def _short_space(vectors: Array) -> Rows:
    """Short integer vectors that span nearly the same space, each with one of its greatest entries to itself."""
    pivots: list[int] = []
    rest = vectors.copy()
    for _ in range(vectors.shape[1]):
        pivots.append(int(np.argmax(np.square(rest).sum(axis=1))))
        own = rest[pivots[-1]] / np.sqrt(np.square(rest[pivots[-1]]).sum())
        rest = rest - np.outer(rest @ own, own)
    table = vectors @ np.linalg.inv(vectors[pivots])
    near = [[Fraction(v).limit_denominator(_SHORT) for v in column] for column in table.T.tolist()]
    return [_whole(column) for column in near]


def _within(system: Constraints, part: PSD, where: slice, N: Rows, Y: Array) -> tuple[Numbers, Numbers] | None:
    """(ν, y) that leave 0 with y = Σ s_kl (N_k N_lᵀ + N_l N_kᵀ) nearly positive semidefinite."""
    pairs = [(a, b) for k, a in enumerate(N) for b in N[k:]]
    i, j = (place.tolist() for place in part.places)
    outer = [[a[p] * b[q] + a[q] * b[p] for p, q in zip(i, j, strict=True)] for a, b in pairs]
    M = [[Fraction(float(v)) for v in row] for row in np.column_stack([system.G, system.h])[where]]
    E = [[Fraction(float(v)) for v in row] for row in np.column_stack([system.C, system.d])]
    twice = [1 if p == q else 2 for p, q in zip(i, j, strict=True)]
    columns = [_combined([t * v for t, v in zip(twice, each, strict=True)], M) for each in outer] + E
    null = _orthogonal([list(row) for row in zip(*columns, strict=True)])
    own = [vector for vector in null if any(vector[: len(pairs)])]
    if not own:
        return None
    # Of several the combination nearest to what the weights were.
    basis = np.array([[float(v) for v in _combined(vector[: len(pairs)], outer)] for vector in own]).T
    shares = np.linalg.lstsq(basis, Y[part.places], rcond=None)[0]
    shares = shares / np.abs(shares).max() if np.abs(shares).max() > 0 else shares
    mixed = _combined([Fraction(v).limit_denominator(_SHORT) for v in shares.tolist()], own)
    y = [Fraction(0)] * system.h.size
    y[where] = _combined(mixed[: len(pairs)], outer)
    whole = part.symmetric(np.array([float(v) for v in y[where]]))
    values = np.linalg.eigvalsh(whole)
    # The verifier judges the chain without rounding; what is clearly not semidefinite would only take its time.
    if not values[-1] > 0 or values[0] < -1e-9 * values[-1]:
        return None
    return mixed[len(pairs) :], y


def _weights(system: Constraints, bounded: bool) -> Array | None:
    """(y, σ) at the end of the path; without `bounded` those with σ = 0, which are no thinner than they have to be."""
    if not system.parts:
        return np.ones(1) if bounded else None
    waist = put(system, bounded=bounded)
    if waist.conic is None:
        return np.append(np.zeros(system.h.size), 1.0) if bounded else None
    *_, place = follow(ConicColumns(waist.conic.canonical()))
    weights = place.weights * waist.scale
    if not bounded:
        return waist.units.multipliers(np.append(weights / np.abs(weights).max(), 0.0))
    return waist.multipliers(place.weights) if weights[-1] > place.theta**_CLEAR * np.abs(weights).max() else None


def _integers(nu: Numbers, y: Numbers) -> FaceStep:
    common = lcm(*(v.denominator for v in (*nu, *y)))
    whole = [int(v * common) for v in (*nu, *y)]
    shared = gcd(*whole) or 1
    return FaceStep(tuple(v // shared for v in whole[: len(nu)]), tuple(v // shared for v in whole[len(nu) :]))


class _Piece(NamedTuple):
    """One part on its face: rows of h − Gx that vanish there, those of the smaller cone, and the way back for y."""

    zero: Rows
    part: Part | None
    kept: Rows
    back: Callable[[Numbers, Numbers], Numbers]


def _reduced(face: _Face, step: _Step) -> _Face | None:
    """The constraints on the smaller face that a step leaves; None where doubles do not hold them."""
    system = face.system
    pieces = [
        _piece(part, [int(v) for v in _whole(step.y[where.start : where.stop])])
        for part, where in zip(system.parts, system.slices, strict=True)
    ]
    M = [[Fraction(float(v)) for v in row] for row in np.column_stack([system.G, system.h])]
    zero, kept, names, parts, part_of = [], [], [], [], []
    for piece, where, name in zip(pieces, system.slices, system.part_of, strict=True):
        own = M[where.start : where.stop]
        zero += [_combined(row, own) for row in piece.zero]
        names += [name] * len(piece.zero)
        kept += [_combined(row, own) for row in piece.kept]
        if piece.part is not None:
            parts.append(piece.part)
            part_of.append(name)
    rows = _doubles(zero, system.n + 1), _doubles(kept, system.n + 1)
    if rows[0] is None or rows[1] is None:
        return None
    smaller = replace(
        system, C=np.vstack([system.C, rows[0][:, :-1]]), d=np.append(system.d, rows[0][:, -1]),
        G=rows[1][:, :-1], h=rows[1][:, -1], parts=tuple(parts),
        equation_of=(*system.equation_of, *names), part_of=tuple(part_of),
    )  # fmt: skip

    def lift(nu: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
        known, own, at = nu[: system.d.size], [], 0
        free, start = nu[system.d.size :], 0
        for piece in pieces:
            size, count = len(piece.kept), len(piece.zero)
            own += piece.back(free[start : start + count], y[at : at + size])
            start, at = start + count, at + size
        return face.lift(known, own)

    return _Face(smaller, lift)


def _whole(values: Numbers) -> Numbers:
    common = lcm(*(v.denominator for v in values))
    return [v * common for v in values]


def _piece(part: Part, y: list[int]) -> _Piece:
    if isinstance(part, PSD):
        return _matrices(part, y)
    size = part.size
    unit = [[Fraction(int(i == j)) for i in range(size)] for j in range(size)]
    if isinstance(part, Lorentz) and not any(y):
        return _Piece([], part, unit, lambda nu, w: w)
    if isinstance(part, Lorentz) and size > 1 and y[-1] ** 2 == sum(v * v for v in y[:-1]):
        ray = [Fraction(-v) for v in y[:-1]] + [Fraction(y[-1])]
        return _spanned(Orthant(1), [ray], _orthogonal([ray]))
    if isinstance(part, Lorentz):
        return _spanned(None, [], unit)
    live = [j for j in range(size) if y[j] == 0]
    dead = [j for j in range(size) if y[j]]
    return _spanned(Orthant(len(live)) if live else None, [unit[j] for j in live], [unit[j] for j in dead])


def _spanned(part: Part | None, kept: Rows, zero: Rows) -> _Piece:
    """A face by the products of its vectors, and what is orthogonal to it: y is a sum of both."""

    def back(nu: Numbers, w: Numbers) -> Numbers:
        size = len((kept or zero)[0])
        terms = [*zip(w, kept, strict=True), *zip(nu, zero, strict=True)]
        return [sum((a * vector[j] for a, vector in terms if a), Fraction(0)) for j in range(size)]

    return _Piece(zero, part, kept, back)


def _matrices(part: PSD, y: list[int]) -> _Piece:
    """V for the kernel of Y, N for what is orthogonal to it; the rows are vᵀSw on upper triangles of S."""
    i, j = part.places
    Y = [[Fraction(0)] * part.n for _ in range(part.n)]
    for value, a, b in zip(y, i.tolist(), j.tolist(), strict=True):
        Y[a][b] = Y[b][a] = Fraction(value)
    V = _orthogonal(Y)
    N = _orthogonal(V) if V else [[Fraction(int(a == b)) for a in range(part.n)] for b in range(part.n)]
    inner = [(v, w) for k, v in enumerate(V) for w in V[k:]]
    outer = [(n, v) for n in N for v in V] + [(n, k) for a, n in enumerate(N) for k in N[a:]]

    def row(v: Numbers, w: Numbers) -> Numbers:
        return [v[a] * w[b] + (v[b] * w[a] if a != b else 0) for a, b in zip(i.tolist(), j.tolist(), strict=True)]

    def back(nu: Numbers, w: Numbers) -> Numbers:
        # An entry of the smaller matrix off its diagonal stands for two.
        places = [1 if v is k else 2 for v, k in inner]
        terms = [*((a * t, v, k) for (v, k), a, t in zip(inner, w, places, strict=True))]
        terms += [(a, v, k) for (v, k), a in zip(outer, nu, strict=True)]
        half = Fraction(1, 2)
        return [
            sum((c * half * (v[a] * k[b] + v[b] * k[a]) for c, v, k in terms if c), Fraction(0))
            for a, b in zip(i.tolist(), j.tolist(), strict=True)
        ]

    return _Piece([row(*pair) for pair in outer], PSD(len(V)) if V else None, [row(*pair) for pair in inner], back)


def _orthogonal(rows: Rows) -> Rows:
    """Short integer vectors that span what is orthogonal to all rows."""
    from flint import fmpq, fmpq_mat

    size = len(rows[0])
    reduced, rank = fmpq_mat([[fmpq(v.numerator, v.denominator) for v in row] for row in rows]).rref()
    table = [[Fraction(int(reduced[i, j].p), int(reduced[i, j].q)) for j in range(size)] for i in range(int(rank))]
    pivots = [next(j for j, v in enumerate(row) if v) for row in table]
    vectors = []
    for free in (j for j in range(size) if j not in pivots):
        vector = [Fraction(0)] * size
        vector[free] = Fraction(1)
        for row, pivot in zip(table, pivots, strict=True):
            vector[pivot] = -row[free]
        vectors.append(_whole(vector))
    return vectors


def _combined(coefficients: Numbers, rows: Rows) -> Numbers:
    pairs = [(c, row) for c, row in zip(coefficients, rows, strict=True) if c]
    return [sum((c * row[j] for c, row in pairs), Fraction(0)) for j in range(len(rows[0]))]


def _doubles(rows: Rows, width: int) -> Array | None:
    """The rows in doubles, where these are exact."""
    if not all(abs(v.numerator) < 2**53 and v.denominator < 2**500 for row in rows for v in row):
        return None
    values = np.array([[float(v) for v in row] for row in rows]).reshape(len(rows), width)
    exact = all(
        Fraction(a) == b
        for line, row in zip(values.tolist(), rows, strict=True)
        for a, b in zip(line, row, strict=True)
    )
    return values if exact else None


def _point(system: Constraints, face: Constraints) -> Feasible | None:
    """A rational point near the end of the path that solves the equations of the face exactly."""
    waist = put(face)
    if waist.conic is None:
        return None
    *_, place = follow(ConicColumns(waist.conic.canonical()))
    x = waist.point(place.direction)
    near = None if x is None or not np.isfinite(x).all() else _solved(face, x.tolist())
    return None if near is None else exact_point(system, near)


def _solved(system: Constraints, x: Sequence[float]) -> Numbers | None:
    """The solution of Cx = d with short fractions near x for all unknowns that are free; None where there is none."""
    from flint import fmpq, fmpq_mat

    near = [Fraction(v).limit_denominator(1000) for v in x]
    if not system.d.size:
        return near
    table = [[Fraction(float(v)) for v in row] for row in np.column_stack([system.C, system.d])]
    reduced, rank = fmpq_mat([[fmpq(v.numerator, v.denominator) for v in row] for row in table]).rref()
    n = system.n
    rows = [[Fraction(int(reduced[i, j].p), int(reduced[i, j].q)) for j in range(n + 1)] for i in range(int(rank))]
    for row in rows:
        pivot = next(j for j, v in enumerate(row) if v)
        if pivot == n:
            return None
        near[pivot] = row[n] - sum((v * near[j] for j, v in enumerate(row[:n]) if v and j != pivot), Fraction(0))
    return near
