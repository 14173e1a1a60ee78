"""An upper bound of the margin from weights that are only nearly in the cone."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.ball import Ball, exact, frobenius, times
from gordan.arithmetic.quantity import Rounded
from gordan.problem.cone import PSD
from gordan.verify.conic.lowest import least
from gordan.verify.conic.raised import raised

__all__ = ["margin_at_most"]


def margin_at_most(problem: Any, x: Array, *, spare: float = 1.0) -> Rounded:
    """‖A(x + τe)‖/⟨e, x + τe⟩, rounded up, for a τ that brings x into the cone for certain; `spare` as in `lowest`."""
    joint = problem.cone
    # A multiple of x bounds as well; of the smallest doubles neither the shift nor the mass is known.
    x = raised(x).A
    pieces = zip(joint.parts, joint.slices, strict=True)
    low = min(least(part, exact(x[where])) for part, where in pieces)
    tau = max(-low, 0.0)
    moved = x + tau * joint.unit
    # The sum may round towards the outside of the cone; a few units more than that bring it back.
    moved = moved + 8.0 * 2.0**-53 * (float(np.abs(x).max()) + tau) * joint.size * joint.unit
    # None of these numbers is negative, so that their sum errs by fewer units than there are.
    mass = float(np.sum(joint.unit * moved)) * (1.0 - (joint.size + 8) * 2.0**-52)
    if not mass > 0.0 or not np.isfinite(mass):
        return Rounded(np.inf)
    larger = raised(problem.A)
    image = times(exact(larger.A), _in_the_maps_coordinates(problem, moved))
    length = frobenius(Ball(image.mid[:, 0], spare * image.rad[:, 0]))
    return Rounded(larger.up(float(np.nextafter(length / mass * (1.0 + 2.0**-50), np.inf))))


def _in_the_maps_coordinates(problem: Any, x: Array) -> Ball:
    """Plain entries of matrices meet √2 times the coordinate off the diagonal."""
    factor = np.ones(problem.n)
    for part, where, plain in zip(problem.cone.parts, problem.cone.slices, problem.plain, strict=True):
        if plain and isinstance(part, PSD):
            factor[where] = np.where(part.places[0] == part.places[1], 1.0, np.sqrt(2.0))
    mid = x * factor
    return Ball(mid[:, None], np.where(factor != 1.0, 4.0 * 2.0**-53 * np.abs(mid) + 2.0**-960, 0.0)[:, None])
