"""Weights that cancel, moved on to the map's kernel within a face: what a ball of exact solutions is proved around."""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.polish.conic.face import coordinates, faces_near
from gordan.outcome.proof import NullSpaceBall
from gordan.problem import Conic
from gordan.verify.conic.null_space import distance, on_face, room

__all__ = ["enclosed"]

_SPARE = 4.0  # what is left of the centre's image is rounding's, and another machine finds up to three times as much
_CORRECTIONS = 2  # the second one takes away what rounding left of the first


def enclosed(problem: Conic, x: Array) -> NullSpaceBall | None:
    """A proof near the weights x; None where no face near x has one."""
    for faces in faces_near(problem.cone, x):
        B = on_face(problem, faces)
        s = coordinates(problem.cone, faces, x)
        if s.size <= problem.m:
            # No more unknowns than equations: only structure could make them cancel, and doubles do not show it.
            return None
        for _ in range(_CORRECTIONS):
            s = s - _back(B.mid, B.mid @ s)
        within = room(problem, faces, s)
        if within > 0.0 and (away := distance(B, s)) < within:
            radius = min(_SPARE * away, 0.5 * (away + within))
            return NullSpaceBall(faces, s, radius)
    return None


def _back(B: Array, r: Array) -> Array:
    """The shortest step whose image is r: by products of rows, or by singular values where those are dependent."""
    try:
        step = B.T @ np.linalg.solve(B @ B.T, r)
    except np.linalg.LinAlgError:
        step = np.full(B.shape[1], np.nan)
    if np.linalg.norm(B @ step - r) <= 1e-6 * np.linalg.norm(r):
        return np.asarray(step)
    return np.asarray(np.linalg.lstsq(B, r, rcond=None)[0])
