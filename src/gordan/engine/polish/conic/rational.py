"""Rational weights that cancel without remainder: the null space of the map on a rational face, in integers.

The face is guessed from the weights, its basis brought to echelon form and rounded to short fractions: a face that is
spanned by such vectors comes out exactly. Then the null space is computed in integers, and the point of it nearest to
the weights rounded within it. The verifier judges every point; one that it refuses was a wrong guess of the face.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.polish.conic.enclosed import faces_near
from gordan.outcome import Claim
from gordan.outcome.proof import NullSpacePoint
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz, Part
from gordan.verify import verify

if TYPE_CHECKING:
    from flint import fmpz

__all__ = ["rational"]

_LARGEST = 20_000  # fractions in the basis of a face, and in its image, up to which its null space takes seconds
_SHORT = 1000  # denominators of a face's basis
_NEAR = 1e-6  # how far from a short fraction a number may be that is taken for it
_BITS = 30  # of the coordinates within the null space

Columns = list[list[Fraction]]  # vectors of the cone, matrices by their plain upper triangles


def rational(problem: Conic, x: Array) -> NullSpacePoint | None:
    """A proof in integers near the weights x, where a rational face has one."""
    for faces in faces_near(problem.cone, x):
        if _dimension(problem, faces) * max(problem.m, problem.n) > _LARGEST:
            continue
        columns = _columns(problem, faces, x)
        if not columns:
            continue
        point = _in_null_space(problem, columns, x)
        if point is None or not any(point):
            continue
        common = lcm(*(value.denominator for value in point))
        proof = NullSpacePoint(tuple(int(value * common) for value in point), common)
        if verify(problem, Claim(proof=proof)).holds:
            return proof
    return None


def _dimension(problem: Conic, faces: tuple[Array, ...]) -> int:
    """Dimension of the span of a face."""
    pairs = zip(problem.cone.parts, faces, strict=True)
    return sum(f.shape[1] * (f.shape[1] + 1) // 2 if isinstance(part, PSD) else f.size for part, f in pairs)


def _columns(problem: Conic, faces: tuple[Array, ...], x: Array) -> Columns | None:
    """A basis of the face's span, in rational vectors of the whole cone."""
    columns: Columns = []
    for part, where, face in zip(problem.cone.parts, problem.cone.slices, faces, strict=True):
        own = _of_part(part, face, x[where])
        if own is None:
            return None
        before, after = where.start, problem.n - where.stop
        columns += [[Fraction(0)] * before + column + [Fraction(0)] * after for column in own]
    return columns


def _of_part(part: Part, face: Array, x: Array) -> Columns | None:
    if isinstance(part, PSD):
        basis = _echelon(face)
        return None if basis is None else _symmetric_products(basis, part)
    if isinstance(part, Lorentz) and face.size and x[-1] - np.linalg.norm(x[:-1]) < 1e-3 * x[-1]:
        # On the boundary there is but one ray, and it must have a rational length.
        ray = [Fraction(float(v)).limit_denominator(_SHORT) for v in x / x[-1]]
        return [ray] if sum((v * v for v in ray[:-1]), Fraction(0)) == ray[-1] ** 2 else None
    return [[Fraction(int(i == j)) for i in range(part.size)] for j in face.tolist()]


def _echelon(V: Array) -> Columns | None:
    """The same range in reduced echelon form, with short fractions; None where it has none."""
    if V.shape[1] == 0:
        return []
    from scipy.linalg import qr

    _, _, order = qr(V.T, pivoting=True)
    reduced = np.linalg.solve(V[order[: V.shape[1]]].T, V.T).T
    columns = []
    for column in reduced.T.tolist():
        short = [Fraction(value).limit_denominator(_SHORT) for value in column]
        if max(abs(float(a) - b) for a, b in zip(short, column, strict=True)) > _NEAR:
            return None
        columns.append(short)
    return columns


def _symmetric_products(basis: Columns, part: PSD) -> Columns:
    """v wᵀ + w vᵀ for all pairs of the basis, as upper triangles."""
    i, j = (index.tolist() for index in part.places)
    return [
        [v[a] * w[b] + w[a] * v[b] for a, b in zip(i, j, strict=True)] for k, v in enumerate(basis) for w in basis[k:]
    ]


def _in_null_space(problem: Conic, columns: Columns, x: Array) -> list[Fraction] | None:
    """The rational point of the null space, within the span of the columns, nearest to x as far as it was rounded."""
    from flint import fmpz_mat

    system = [row for row in _products(problem, columns) if any(row)]
    scaled = [_integers(row) for row in system] or [[0] * len(columns)]
    null_space, rank = fmpz_mat(scaled).nullspace()
    if rank == 0:
        return None
    basis = [_integers_to_fractions([null_space[i, k] for i in range(len(columns))]) for k in range(rank)]
    points = [_combined(columns, coefficients) for coefficients in basis]
    plain = _plain(problem, x)
    directions = np.array([[float(value) for value in point] for point in points]).T
    nearest = np.linalg.lstsq(directions, plain, rcond=None)[0]
    rounded = [Fraction(round(float(v) * 2**_BITS), 2**_BITS) for v in nearest / (np.abs(nearest).max() or 1.0)]
    return _combined(points, rounded)


def _products(problem: Conic, columns: Columns) -> Columns:
    """The map on the columns, entries off a matrix's diagonal twice; √2 in a row makes two rows of it."""
    rows: Columns = []
    twice, rooted = np.ones(problem.n, dtype=int), np.zeros(problem.n, dtype=bool)
    for part, where, unscaled in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        if isinstance(part, PSD):
            off = part.places[0] != part.places[1]
            if unscaled:
                twice[where][off] = 2
            else:
                rooted[where] = off
    dense = problem.A.toarray() if hasattr(problem.A, "toarray") else problem.A
    for row in dense:
        for mask in (~rooted, rooted):
            entries = [(j, Fraction(float(row[j])) * int(twice[j])) for j in np.flatnonzero(mask & (row != 0)).tolist()]
            rows.append([sum((value * column[j] for j, value in entries), Fraction(0)) for column in columns])
    return rows


def _plain(problem: Conic, x: Array) -> Array:
    plain = x.copy()
    for part, where in zip(problem.cone.parts, problem.cone.slices, strict=True):
        if isinstance(part, PSD):
            plain[where] /= np.where(part.places[0] == part.places[1], 1.0, np.sqrt(2.0))
    return plain


def _integers(row: list[Fraction]) -> list[int]:
    common = lcm(*(value.denominator for value in row))
    return [int(value * common) for value in row]


def _integers_to_fractions(values: list[fmpz]) -> list[Fraction]:
    largest = max(abs(int(v)) for v in values) or 1
    return [Fraction(int(v), largest) for v in values]


def _combined(vectors: Columns, coefficients: list[Fraction]) -> list[Fraction]:
    total = [Fraction(0)] * len(vectors[0])
    for coefficient, vector in zip(coefficients, vectors, strict=True):
        if coefficient:
            total = [a + coefficient * b for a, b in zip(total, vector, strict=True)]
    return total
