"""Weights that cancel, near a centre or in integers: each claim recomputed and judged by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.null_space import distance_to_null_space
from gordan.arithmetic.quantity import Rounded
from gordan.outcome import Check
from gordan.outcome.proof import NullSpaceBall, NullSpacePoint
from gordan.problem import Conic
from gordan.problem.cone import PSD, Lorentz
from gordan.verify.check import compare, fact
from gordan.verify.conic.exact import cancels, inside
from gordan.verify.conic.null_space import on_face, room

__all__ = ["doubles", "judge_weights"]


def judge_weights(problem: Conic, proof: NullSpaceBall | NullSpacePoint) -> list[Check]:
    """The checks that make one of these a proof."""
    return _point(problem, proof) if isinstance(proof, NullSpacePoint) else _near(problem, proof)


def _near(problem: Conic, proof: NullSpaceBall) -> list[Check]:
    sound = _sound(problem, proof)
    checks = [fact("faces and centre fit the cone", str(sound), "True", sound)]
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


def _whole(face: Any, size: int) -> bool:
    return bool(face.size == size and (np.diff(face) == 1).all())


def doubles(values: Any) -> bool:
    """Whether these are finite doubles: of other numbers, sums may wrap around or lose a part."""
    return type(values) is np.ndarray and values.dtype == np.float64 and bool(np.isfinite(values).all())


def _point(problem: Conic, proof: NullSpacePoint) -> list[Check]:
    whole = type(proof.integers) is tuple and all(type(v) is int for v in (*proof.integers, proof.denominator))
    # Integers of a machine's width would wrap around.
    checks = [fact("weights are Python integers", str(whole), "True", whole)]
    if not whole:
        return checks
    sound = len(proof.integers) == problem.n and proof.denominator > 0
    checks.append(fact("one number for each entry", str(len(proof.integers)), str(problem.n), sound))
    if not sound:
        return checks
    # The quick one first; of weights that do not cancel the rest need not be known.
    for name, test in (("weights cancel", cancels), ("weights are in the cone, not zero", inside)):
        failures = int(not test(problem, proof.integers))
        checks.append(compare(name, failures, "=", 0, shown=str(not failures), needed="True"))
        if failures:
            break
    return checks
