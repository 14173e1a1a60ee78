"""Weights that nearly cancel, moved on to the null space of the map within a face; around them lies a ball of proof."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.ball import Ball, distance_to_null_space
from gordan.arithmetic.rounding import U
from gordan.outcome.proof import NullSpaceBall
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz, Part, Product

__all__ = ["enclosed", "faces_near"]

_LEVELS = (0.0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2)  # of the greatest mass; below, a ray is taken for one without any
_SPARE = 4.0  # what is left of the centre's image is rounding's, and another machine finds up to three times as much
_CORRECTIONS = 2  # the second one takes away what rounding left of the first
_SMALL = -200  # exponents of maps whose products would come near the smallest doubles


def enclosed(problem: Conic, x: Array) -> NullSpaceBall | None:
    """A proof near the weights x; None where no face near x has one."""
    for faces in faces_near(problem.cone, x):
        B = _on_face(problem, faces)
        s = _coordinates(problem.cone, faces, x)
        if s.size <= problem.m:
            # No more unknowns than equations: only structure could make them cancel, and doubles do not show it.
            return None
        for _ in range(_CORRECTIONS):
            s = s - _back(B.mid, B.mid @ s)
        within = _room(problem, faces, s)
        if within > 0.0 and (away := distance_to_null_space(B, s)) < within:
            radius = min(_SPARE * away, 0.5 * (away + within))
            return NullSpaceBall(faces, s, radius)
    return None


def _on_face(problem: Conic, faces: tuple[Array, ...]) -> Ball:
    """The map, or a multiple of it, on the coordinates of a face, m × d, with what rounding may have done to it."""
    stored = problem.A.data if hasattr(problem.A, "nnz") else problem.A
    exponent = int(np.frexp(np.abs(stored).max(initial=0.0))[1])
    A = problem.A * 2.0 ** min(-exponent, 1000) if exponent < _SMALL else problem.A
    mids, rads = [], []
    for part, where, plain, face in zip(problem.cone.parts, problem.cone.slices, problem.plain, faces, strict=True):
        if isinstance(part, PSD):
            columns = _matrices_on_face(_dense(A[:, where]), part, plain, face)
        else:
            columns = Ball(_dense(A[:, where][:, face]), 0.0)
        mids.append(columns.mid)
        rads.append(columns.rad + np.zeros_like(columns.mid))
    return Ball(np.hstack(mids), np.hstack(rads))


def _matrices_on_face(A: Array, part: PSD, plain: bool, V: Array) -> Ball:
    """⟨M, V S Vᵀ⟩ for every row M of the map, in the coordinates of S."""
    if V.shape[1] == 0:
        return Ball(np.zeros((A.shape[0], 0)), 0.0)
    M, own = np.zeros((A.shape[0], part.n, part.n)), PSD(V.shape[1])
    i, j = part.places
    M[:, i, j] = M[:, j, i] = A if plain else A / np.where(i == j, 1.0, np.sqrt(2.0))
    # A root and a quotient round; products with V add as many roundings as they have terms.
    roundings = 4 if np.array_equal(V, np.eye(part.n)) else 2 * part.n + 8
    return Ball(own.vector(V.T @ M @ V), roundings * U * own.vector(np.abs(V).T @ np.abs(M) @ np.abs(V)))


def _dense(A: Matrix) -> Array:
    return np.asarray(A.toarray() if hasattr(A, "toarray") else A)


def _room(problem: Conic, faces: tuple[Array, ...], s: Array) -> float:
    """How far from s a point of the face may be without leaving it, as far as floating point can tell."""
    if not np.isfinite(s).all():
        return -np.inf
    room, start = np.inf, 0
    for part, face in zip(problem.cone.parts, faces, strict=True):
        own = PSD(face.shape[1]) if isinstance(part, PSD) and face.shape[1] else None
        piece = s[start : start + (face.size if not isinstance(part, PSD) else own.size if own else 0)]
        start += piece.size
        if own is not None:
            values = np.linalg.eigvalsh(own.matrix(piece))
        elif isinstance(part, Lorentz) and piece.size:
            # t − ‖u‖ changes by at most √2 times the distance.
            values = np.array([piece[-1] - np.linalg.norm(piece[:-1]), piece[-1]]) * np.sqrt(0.5)
        else:
            values = piece
        if values.size:
            room = min(room, float(values.min() - 4 * values.size * U * np.abs(values).max()))
    return room


def _back(B: Array, r: Array) -> Array:
    """The shortest step whose image is r: by products of rows, or by singular values where those are dependent."""
    try:
        step = B.T @ np.linalg.solve(B @ B.T, r)
    except np.linalg.LinAlgError:
        step = np.full(B.shape[1], np.nan)
    if np.linalg.norm(B @ step - r) <= 1e-6 * np.linalg.norm(r):
        return np.asarray(step)
    return np.asarray(np.linalg.lstsq(B, r, rcond=None)[0])


def faces_near(joint: Product, x: Array) -> Iterator[tuple[Array, ...]]:
    """Faces of the cone near weights x: the whole cone first, then without rays that have hardly any mass."""
    spectra = [part.resolve(x[where][None, :]) for part, where in zip(joint.parts, joint.slices, strict=True)]
    most = max(float(spectrum.values.max()) for spectrum in spectra)
    seen: set[tuple[int, ...]] = set()
    for level in _LEVELS:
        kept = [spectrum.values[0] > level * most if level else spectrum.values[0] >= -most for spectrum in spectra]
        shape = tuple(int(np.count_nonzero(mask)) for mask in kept)
        if shape in seen:
            continue
        seen.add(shape)
        yield tuple(
            _face(part, spectrum.frame, mask) for part, spectrum, mask in zip(joint.parts, spectra, kept, strict=True)
        )


def _face(part: Part, frame: Matrix, kept: Matrix) -> Matrix:
    if isinstance(part, PSD):
        return np.eye(part.n) if kept.all() else np.ascontiguousarray(frame[0][:, kept])
    if isinstance(part, Lorentz):
        # A face of a second-order cone that is neither all of it nor nothing is one ray, and hardly ever rational.
        return np.arange(part.n if kept.any() else 0)
    return np.flatnonzero(kept)


def _coordinates(joint: Product, faces: tuple[Array, ...], x: Array) -> Array:
    """The coordinates on a face of the weights nearest to x there."""
    pieces = []
    for part, where, face in zip(joint.parts, joint.slices, faces, strict=True):
        if isinstance(part, PSD):
            # A basis need not be orthonormal.
            back = np.linalg.pinv(face)
            pieces.append(PSD(face.shape[1]).vector(back @ part.matrix(x[where]) @ back.T) if face.shape[1] else x[:0])
        else:
            pieces.append(x[where][face])
    return np.concatenate(pieces)
