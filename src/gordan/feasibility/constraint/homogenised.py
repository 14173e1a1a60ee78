"""Constraints in the form of Gordan's alternative: directions (x, τ) that solve the equations, well scaled.

Entries of axes, and all other parts as wholes, are brought to unit length, after units were chosen. The equations are
eliminated by an orthonormal basis W of the directions that solve them, and the map is replaced by an
orthonormal basis of its rows, which has the same kernel. All of this is floating point, and serves to find candidates:
proofs are about the raw numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.feasibility.constraint.balance import Balance, balance
from gordan.problem import Conic
from gordan.problem.cone import Orthant
from gordan.problem.constraints import Constraints

__all__ = ["Waist", "put"]

_ZERO = 1e-12  # what is left of rows beside the others, or singular values, relative to the greatest: zeros


class Waist(NamedTuple):
    """The conic problem in place of the constraints, and the way back; None where no direction solves the equations."""

    conic: Conic | None
    scale: Array  # of the entries of the cones' vectors
    back: Array  # from directions of the conic problem to (x, τ)
    units: Balance  # of which all of this is in

    def point(self, direction: Array) -> Array | None:
        """x of a direction, where τ is positive."""
        found = self.back @ direction
        return self.units.point(found[:-1] / found[-1]) if found[-1] > 0.0 else None

    def multipliers(self, weights: Array) -> Array:
        """(y, σ) of weights, with σ = 1 where that can be."""
        y = weights * self.scale
        return self.units.multipliers(y / float(y[-1] if y[-1] > 1e-12 * np.abs(y).max() else np.abs(y).max()))


def put(system: Constraints) -> Waist:
    """The constraints at the narrow waist."""
    from scipy.linalg import qr

    units = balance(system)
    whole = units.system.homogeneous()
    # In coordinates with √2, whose plain product is the cone's own.
    M = whole.canonical().A
    W = _null(units.system.equations)
    scale = np.ones(whole.n)
    for part, where in zip(whole.cone.parts, whole.cone.slices, strict=True):
        lengths = np.linalg.norm(M[:, where], axis=0)
        if not isinstance(part, Orthant):
            lengths = np.full(part.size, lengths.max())
        scale[where] = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    Q, R, order = qr((W.T @ (M * scale)).T, mode="economic", pivoting=True)
    rank = int(np.count_nonzero(np.abs(np.diag(R)) > _ZERO * np.abs(R).max(initial=0.0)))
    if rank == 0:
        return Waist(None, scale, np.zeros((system.n + 1, 0)), units)
    back = W[:, order[:rank]] @ np.linalg.inv(R[:rank, :rank])
    return Waist(Conic(Q[:, :rank].T, whole.cone), scale, back, units)


def _null(E: Array) -> Array:
    """An orthonormal basis of what the rows cancel."""
    if E.shape[0] == 0:
        return np.eye(E.shape[1])
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    _, values, V = np.linalg.svd(E / np.where(lengths > 0.0, lengths, 1.0))
    rank = int(np.count_nonzero(values > _ZERO * values.max(initial=0.0)))
    return np.asarray(V[rank:].T)
