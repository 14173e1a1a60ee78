"""Whether a face has weights that cancel exactly near given ones: the map on a face, and the room within it.

On a face the map is a matrix B, and the centre s is nearly cancelled. `arithmetic.null_space` bounds how far weights
are that B cancels exactly. If all points so near are in the face, one of them is the proof.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.ball import Ball, divided_by_root_two, exact, times
from gordan.problem.cone import PSD, Lorentz
from gordan.verify.conic.lowest import least
from gordan.verify.conic.raised import raised

__all__ = ["on_face", "room"]


def on_face(problem: Any, faces: tuple[Array, ...]) -> Ball:
    """The map, or a multiple of it that cancels the same, on the coordinates of a face, m × d."""
    A = raised(problem.A).A
    pieces = zip(problem.cone.parts, problem.cone.slices, problem.plain, faces, strict=True)
    balls = [_columns(A[:, where], part, plain, face) for part, where, plain, face in pieces]
    return Ball(np.hstack([ball.mid for ball in balls]), np.hstack([ball.rad for ball in balls]))


def _columns(A: Any, part: Any, plain: bool, face: Array) -> Ball:
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
    M = Ball(_square(entries.mid, part), _square(entries.rad, part))
    E = M if whole else times(times(Ball(V.mid.T, V.rad.T), M), V)
    a, b = np.triu_indices(face.shape[1])
    twice = np.where(a == b, 1.0, 2.0)
    picked = Ball(E.mid[:, a, b] * twice, E.rad[:, a, b] * twice)
    # S has √2 off the diagonal in its coordinates, and twice the entries count: a factor √2 is left.
    return divided_by_root_two(picked, a != b)


def _dense(A: Any) -> Array:
    return np.asarray(A.toarray() if hasattr(A, "toarray") else A)


def _square(values: Array, part: PSD) -> Array:
    M = np.zeros((values.shape[0], part.n, part.n))
    i, j = part.places
    M[:, i, j] = M[:, j, i] = values
    return M


def room(problem: Any, faces: tuple[Array, ...], centre: Array) -> float:
    """All points as near to the centre as this are inside the face; 0 or less where the centre itself is not."""
    found, start = np.inf, 0
    for part, face in zip(problem.cone.parts, faces, strict=True):
        size = face.shape[1] * (face.shape[1] + 1) // 2 if isinstance(part, PSD) else face.size
        if size == 0:
            continue
        piece = exact(centre[start : start + size])
        start += size
        if isinstance(part, PSD):
            found = min(found, least(PSD(face.shape[1]), piece))
        else:
            # t − ‖u‖ changes by at most √2 times the distance.
            found = min(found, least(part, piece) * (0.7071 if isinstance(part, Lorentz) else 1.0))
    return found if start == centre.size and start > 0 else -np.inf
