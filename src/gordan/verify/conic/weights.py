"""Weights that cancel, near a centre or in integers: each claim recomputed and judged by name.

On a face the map is a matrix B, and the centre s is nearly cancelled. `arithmetic.ball` bounds how far weights are that
B cancels exactly. If all points so near are in the face, one of them is the proof.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.ball import Ball, distance_to_null_space, divided_by_root_two, exact, times
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Check, Relation
from gordan.outcome.proof import Face, NullSpaceBall, NullSpacePoint
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz, Part
from gordan.verify.check import compare, fact, true
from gordan.verify.conic.margin import raised
from gordan.verify.conic.member import cancels, inside, least

__all__ = ["doubles", "judge_weights", "on_face", "room"]


def judge_weights(problem: Conic, proof: NullSpaceBall | NullSpacePoint) -> list[Check]:
    """The checks that make one of these a proof."""
    return _point(problem, proof) if isinstance(proof, NullSpacePoint) else _near(problem, proof)


def _near(problem: Conic, proof: NullSpaceBall) -> list[Check]:
    sound = _sound(problem, proof)
    checks = [true("faces and centre fit the cone", sound)]
    if not sound:
        return checks
    away = Rounded(distance_to_null_space(on_face(problem, proof.faces), proof.centre))
    within = Rounded(room(problem, proof.faces, proof.centre))
    return [
        *checks,
        compare("weights that cancel are within", away, "<=", proof.radius),
        compare("all so near are in the cone", within, ">", proof.radius),
    ]


def _sound(problem: Conic, proof: NullSpaceBall) -> bool:
    """Whether the face is one, and its coordinates are numbers of which some belong to a ray."""
    if type(proof.faces) is not tuple or len(proof.faces) != len(problem.cone.parts):
        return False
    if type(proof.radius) is not float or not 0.0 <= proof.radius < np.inf:
        return False
    size = 0
    for part, face in zip(problem.cone.parts, proof.faces, strict=True):
        if isinstance(part, PSD):
            if not doubles(face) or face.ndim != 2 or face.shape[0] != part.n:
                return False
            if face.shape[1] and not face.any():
                return False
            size += face.shape[1] * (face.shape[1] + 1) // 2
            continue
        if type(face) is not np.ndarray or face.dtype != np.int64 or face.ndim != 1:
            return False
        known = face.size == 0 or (face.min() >= 0 and face.max() < part.size and np.unique(face).size == face.size)
        if not known or (isinstance(part, Lorentz) and face.size and not _whole(face, part.size)):
            return False
        size += face.size
    return doubles(proof.centre) and proof.centre.shape == (size,) and size > 0


def _whole(face: Face, size: int) -> bool:
    return bool(face.size == size and (np.diff(face) == 1).all())


def doubles(values: object) -> bool:
    """Whether these are finite doubles: of other numbers, sums may wrap around or lose a part."""
    return type(values) is np.ndarray and values.dtype == np.float64 and bool(np.isfinite(values).all())


def _point(problem: Conic, proof: NullSpacePoint) -> list[Check]:
    whole = type(proof.integers) is tuple and all(type(v) is int for v in (*proof.integers, proof.denominator))
    # Integers of a machine's width would wrap around.
    checks = [true("weights are Python integers", whole)]
    if not whole:
        return checks
    sound = len(proof.integers) == problem.n and proof.denominator > 0
    checks.append(fact("one number for each entry", str(len(proof.integers)), str(problem.n), sound))
    if not sound:
        return checks
    # The quick one first; of weights that do not cancel the rest need not be known.
    for name, test in (("weights cancel", cancels), ("weights are in the cone, not zero", inside)):
        failures = int(not test(problem, proof.integers))
        checks.append(
            compare(name, failures, "=", 0, shown=str(not failures), needed="True", relation_shown=Relation.TRUTH)
        )
        if failures:
            break
    return checks


def on_face(problem: Conic, faces: tuple[Face, ...]) -> Ball:
    """The map, or a multiple of it that cancels the same, on the coordinates of a face, m × d."""
    A = raised(problem.A).A
    pieces = zip(problem.cone.parts, problem.cone.slices, problem.plain, faces, strict=True)
    balls = [_columns(A[:, where], part, plain, face) for part, where, plain, face in pieces]
    return Ball(np.hstack([ball.mid for ball in balls]), np.hstack([ball.rad for ball in balls]))


def _columns(A: Matrix, part: Part, plain: bool, face: Face) -> Ball:
    if not isinstance(part, PSD):
        # Only what is on the face is made dense.
        return exact(_dense(A[:, face.astype(np.int64)]))
    if face.shape[1] == 0:
        return exact(np.zeros((A.shape[0], 0)))
    dense = _dense(A)
    i, j = part.places
    entries = exact(dense) if plain else divided_by_root_two(exact(dense), i != j)
    whole = face.shape == (part.n, part.n) and np.array_equal(face, np.eye(part.n))
    V = exact(face)
    M = Ball(part.symmetric(entries.mid), part.symmetric(entries.rad))
    E = M if whole else times(times(Ball(V.mid.T, V.rad.T), M), V)
    a, b = np.triu_indices(face.shape[1])
    twice = np.where(a == b, 1.0, 2.0)
    picked = Ball(E.mid[:, a, b] * twice, E.rad[:, a, b] * twice)
    # S has √2 off the diagonal in its coordinates, and twice the entries count: a factor √2 is left.
    return divided_by_root_two(picked, a != b)


def _dense(A: Matrix) -> Array:
    return np.asarray(A.toarray() if hasattr(A, "toarray") else A)


def room(problem: Conic, faces: tuple[Face, ...], centre: Array) -> float:
    """All points as near to the centre as this are inside the face; 0 or less where the centre itself is not."""
    within, start = np.inf, 0
    for part, face in zip(problem.cone.parts, faces, strict=True):
        size = face.shape[1] * (face.shape[1] + 1) // 2 if isinstance(part, PSD) else face.size
        if size == 0:
            continue
        piece = exact(centre[start : start + size])
        start += size
        if isinstance(part, PSD):
            within = min(within, least(PSD(face.shape[1]), piece))
        else:
            # t − ‖u‖ changes by at most √2 times the distance.
            within = min(within, least(part, piece) * (0.7071 if isinstance(part, Lorentz) else 1.0))
    return within if start == centre.size and start > 0 else -np.inf
