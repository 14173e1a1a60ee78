"""Faces of the cone near given weights: what is left when rays with hardly any mass are dropped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone import PSD, Lorentz, Product

__all__ = ["coordinates", "faces_near"]

_LEVELS = (0.0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2)  # of the greatest mass; below, a ray is taken for one without any


def faces_near(joint: Product, x: Array) -> Iterator[tuple[Array, ...]]:
    """From the whole cone to ever smaller faces, each once."""
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


def _face(part: Any, frame: Any, kept: Any) -> Any:
    if isinstance(part, PSD):
        return np.eye(part.n) if kept.all() else np.ascontiguousarray(frame[0][:, kept])
    if isinstance(part, Lorentz):
        # A face of a second-order cone that is neither all of it nor nothing is one ray, and hardly ever rational.
        return np.arange(part.n if kept.any() else 0)
    return np.flatnonzero(kept)


def coordinates(joint: Product, faces: tuple[Array, ...], x: Array) -> Array:
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
