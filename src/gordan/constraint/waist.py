"""Constraints in the form of Gordan's alternative: directions (x, τ) that solve the equations, well scaled.

Unknowns, entries of axes, and all other parts as wholes are brought to one size, and the latter to unit length. The
equations are eliminated by an orthonormal basis W of the directions that solve them, and the map is replaced by an
orthonormal basis of its rows, which has the same kernel. All of this is floating point, and serves to find candidates:
proofs are about the raw numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.array import Array
from gordan.cone import Orthant, Product
from gordan.problem import Conic
from gordan.problem.constraints import Constraints

__all__ = ["Waist", "put"]

_ROUNDS = 20  # of scaling: the mean of a few numbers is soon near its end, and nothing depends on the rest
_ZERO = 1e-12  # singular values, relative to the greatest, that are taken for zeros


class Waist(NamedTuple):
    """The conic problem in place of the constraints, and the way back; None where no direction solves the equations."""

    conic: Conic | None
    scale: Array  # of the entries of the cones' vectors
    back: Array  # from directions of the conic problem to (x, τ)

    def point(self, direction: Array) -> Array | None:
        """x of a direction, where τ is positive."""
        found = self.back @ direction
        return found[:-1] / found[-1] if found[-1] > 0.0 else None

    def multipliers(self, weights: Array) -> Array:
        """(y, σ) of weights, with σ = 1 where that can be."""
        y = weights * self.scale
        divisor = float(y[-1] if y[-1] > 1e-12 * np.abs(y).max() else np.abs(y).max())
        return np.asarray(y / divisor)


def put(system: Constraints) -> Waist:
    """The constraints at the narrow waist."""
    whole = system.homogeneous()
    # In coordinates with √2, whose plain product is the cone's own.
    M = whole.canonical().A
    sizes, scale = _sizes(system, M, whole.cone)
    M = sizes[:, None] * M
    for part, where in zip(whole.cone.parts, whole.cone.slices, strict=True):
        lengths = np.linalg.norm(M[:, where] * scale[where], axis=0)
        if not isinstance(part, Orthant):
            lengths = np.full(part.size, lengths.max())
        scale[where] /= np.where(lengths > 0.0, lengths, 1.0)
    W = _null(system.equations * sizes)
    U, values, V = np.linalg.svd(W.T @ (M * scale), full_matrices=False)
    kept = values > _ZERO * values.max(initial=0.0)
    if not kept.any():
        return Waist(None, scale, np.zeros((system.n + 1, 0)))
    return Waist(Conic(V[kept], whole.cone), scale, sizes[:, None] * (W @ (U[:, kept] / values[kept])))


def _sizes(system: Constraints, M: Array, cone: Product) -> tuple[Array, Array]:
    """Factors of the unknowns (x, τ) and of the entries of the cones after which the numbers are of one size.

    In turn the means of the logarithms of every unknown and of every entry of an axis, or other part, are taken off.
    """
    E = system.equations.T
    whole = np.hstack([M, E])
    there = whole != 0.0
    logs = np.log(np.abs(np.where(there, whole, 1.0)))
    owner = np.arange(whole.shape[1])
    for part, where in zip(cone.parts, cone.slices, strict=True):
        if not isinstance(part, Orthant):
            owner[where] = where.start
    counts = np.bincount(owner, there.sum(axis=0), whole.shape[1])[owner]
    rows, columns = np.zeros(system.n + 1), np.zeros(whole.shape[1])
    for _ in range(_ROUNDS):
        rows = -np.sum(logs + columns, axis=1, where=there) / np.maximum(there.sum(axis=1), 1)
        sums = np.sum(logs + rows[:, None], axis=0, where=there)
        columns = -np.bincount(owner, sums, whole.shape[1])[owner] / np.maximum(counts, 1)
    return np.exp(rows), np.exp(columns[: cone.size])


def _null(E: Array) -> Array:
    """An orthonormal basis of what the rows cancel."""
    if E.shape[0] == 0:
        return np.eye(E.shape[1])
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    _, values, V = np.linalg.svd(E / np.where(lengths > 0.0, lengths, 1.0))
    rank = int(np.count_nonzero(values > _ZERO * values.max(initial=0.0)))
    return np.asarray(V[rank:].T)
