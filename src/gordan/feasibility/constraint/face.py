"""The face of the cones that a place on the path is near to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.feasibility.constraint.homogenised import Waist
from gordan.feasibility.constraint.path import Place
from gordan.problem.cone import Lorentz
from gordan.problem.cone.part import Spectrum
from gordan.problem.constraints import Constraints

__all__ = ["Face", "face_of"]


class Face(NamedTuple):
    """What carries weight at a place, and what does not.

    On the path the eigenvalues of weights and margins have the product θ: the greater of two does not vanish, and is
    more than √θ.
    """

    system: Constraints  # the parts that carry weight
    multipliers: Array  # (y, σ) on these parts, without what vanishes
    kept: tuple[int, ...]  # their numbers
    rays: tuple[int, ...]  # those of second-order cones with a single ray
    left: bool  # whether σ does not vanish: then these are multipliers that refute every point
    touched: bool  # whether τ does not: then there is a point


def face_of(system: Constraints, waist: Waist, place: Place) -> Face:
    """The face, with the weights brought on to it."""
    level = float(np.sqrt(place.theta))
    weights, kept, rays = place.weights.copy(), [], []
    for k, (part, where) in enumerate(zip(system.parts, system.slices, strict=True)):
        values, frame = part.meet(weights[None, where])
        heavy = values > level
        weights[where] = part.compose(Spectrum(np.where(heavy, values, 0.0) / part.length, frame))[0]
        if heavy.any():
            kept.append(k)
            if isinstance(part, Lorentz) and not heavy.all():
                rays.append(k)
    some = [np.arange(system.h.size)[system.slices[k]] for k in kept]
    entries = np.concatenate([*some, [system.h.size]]).astype(int)
    y = waist.multipliers(weights)[entries]
    less = system.only(list(range(system.d.size)), kept)
    left, touched = place.weights[-1] > level, place.margins[-1] > level
    return Face(less, y, tuple(kept), tuple(rays), bool(left), bool(touched))
