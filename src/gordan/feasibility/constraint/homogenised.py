"""Constraints in the form of Gordan's alternative: directions (x, τ) that solve the equations, well scaled.

Entries of axes, and all other parts as wholes, are brought to unit length, after units were chosen. The equations are
eliminated by an orthonormal basis W of the directions that solve them, and the map is replaced by an
orthonormal basis of its rows, which has the same kernel. All of this is floating point, and serves to find candidates:
proofs are about the raw numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome.split import Rows
from gordan.problem import Conic
from gordan.problem.cone import Orthant, Product
from gordan.problem.constraints import Constraints

__all__ = ["Balance", "Waist", "balance", "put"]

_ZERO = 1e-12  # what is left of rows beside the others, or singular values, relative to the greatest: zeros


_ROUNDS = 200  # of taking means; long chains of constraints are not at their end then, and near enough


class Balance(NamedTuple):
    """The constraints in other units; all units by their exponents."""

    system: Constraints
    unknowns: Array  # (x, τ) are these times their own
    cones: Array  # (y, σ) are these times their own
    equations: Array  # and ν

    def point(self, x: Array) -> Array:
        """x in the units that were given."""
        return np.asarray(np.ldexp(x, self.unknowns[:-1] - self.unknowns[-1]))

    def multipliers(self, y: Array) -> Array:
        """(y, σ) in the units that were given, up to a common factor."""
        return np.asarray(np.ldexp(y, self.cones - self.cones[-1]))

    def own(self, y: Array) -> Array:
        """(y, σ) in the units of the system here, up to a common factor."""
        return np.asarray(np.ldexp(y, self.cones[-1] - self.cones))


def balance(system: Constraints) -> Balance:
    """Units after which the numbers of each unknown, equation and cone have about the geometric mean 1.

    Examples
    --------
    >>> import gordan
    >>> nothing = np.zeros((0, 1)), np.zeros(0)
    >>> units = balance(Constraints(*nothing, [[-1.0], [1.0]], [-(2.0**500), 2.0**500], (gordan.cone.Orthant(2),)))
    >>> units.system.G.tolist(), units.system.h.tolist()
    ([[-1.0], [1.0]], [-1.0, 1.0])
    """
    n, entries = system.n, system.h.size
    # Rows are the unknowns (x, τ), columns the entries of the cones, σ, and the equations.
    M = np.hstack([np.column_stack([-system.G, system.h]).T, np.eye(n + 1)[:, -1:], system.equations.T])
    owner = np.arange(M.shape[1])
    for part, where in zip(system.parts, system.slices, strict=True):
        if not isinstance(part, Orthant):
            owner[where] = where.start
    rows, columns = _means(M, owner)
    # The condition τ > 0 stays as it is.
    columns[entries] = -rows[-1]
    cones, equations = columns[: entries + 1], columns[entries + 1 :]
    C, d = np.ldexp(system.C, equations[:, None] + rows[:-1]), np.ldexp(system.d, equations + rows[-1])
    G, h = np.ldexp(system.G, cones[:-1, None] + rows[:-1]), np.ldexp(system.h, cones[:-1] + rows[-1])
    return Balance(replace(system, C=C, d=d, G=G, h=h), rows, cones, equations)


def _means(M: Array, owner: Rows) -> tuple[Array, Array]:
    """Exponents of rows, and of columns by owner, that in turn take off the means of the numbers' logarithms."""
    i, j = np.nonzero(M)
    k = owner[j]
    logs = np.log2(np.abs(M[i, j]))
    of_rows, of_columns = (np.maximum(np.bincount(a, minlength=m), 1) for a, m in ((i, M.shape[0]), (k, M.shape[1])))
    rows, columns = np.zeros(M.shape[0]), np.zeros(M.shape[1])
    for _ in range(_ROUNDS):
        columns = -np.bincount(k, logs + rows[i], M.shape[1]) / of_columns
        before, rows = rows, -np.bincount(i, logs + columns[k], M.shape[0]) / of_rows
        if np.abs(rows - before).max() < 0.01:
            break
    return np.round(rows).astype(int), np.round(columns[owner]).astype(int)


class Waist(NamedTuple):
    """The conic problem in place of the constraints, and the way back; None where no direction solves the equations."""

    conic: Conic | None
    scale: Array  # of the entries of the cones' vectors
    back: Array  # from directions of the conic problem to (x, τ)
    units: Balance  # of which all of this is in

    def point(self, direction: Array) -> Array | None:
        """x of a direction, where τ is positive."""
        homogeneous = self.back @ direction
        return self.units.point(homogeneous[:-1] / homogeneous[-1]) if homogeneous[-1] > 0.0 else None

    def multipliers(self, weights: Array) -> Array:
        """(y, σ) of weights, with σ = 1 where that can be."""
        y = weights * self.scale
        return self.units.multipliers(y / float(y[-1] if y[-1] > 1e-12 * np.abs(y).max() else np.abs(y).max()))


def put(system: Constraints, *, bounded: bool = True) -> Waist:
    """The constraints at the narrow waist; without `bounded` those of the cones alone, τ of any sign and σ = 0."""
    from scipy.linalg import qr

    units = balance(system)
    whole = units.system.homogeneous()
    # In coordinates with √2, whose plain product is the cone's own.
    M, cone = whole.canonical().A, whole.cone
    if not bounded:
        M, cone = M[:, :-1], Product(system.parts)
    W = _null(units.system.equations)
    scale = np.ones(cone.size)
    for part, where in zip(cone.parts, cone.slices, strict=True):
        lengths = np.linalg.norm(M[:, where], axis=0)
        if not isinstance(part, Orthant):
            lengths = np.full(part.size, lengths.max())
        scale[where] = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
    Q, R, order = qr((W.T @ (M * scale)).T, mode="economic", pivoting=True)
    rank = int(np.count_nonzero(np.abs(np.diag(R)) > _ZERO * np.abs(R).max(initial=0.0)))
    if rank == 0:
        return Waist(None, scale, np.zeros((system.n + 1, 0)), units)
    back = W[:, order[:rank]] @ np.linalg.inv(R[:rank, :rank])
    return Waist(Conic(Q[:, :rank].T, cone), scale, back, units)


def _null(E: Array) -> Array:
    """An orthonormal basis of what the rows cancel."""
    if E.shape[0] == 0:
        return np.eye(E.shape[1])
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    _, values, V = np.linalg.svd(E / np.where(lengths > 0.0, lengths, 1.0))
    rank = int(np.count_nonzero(values > _ZERO * values.max(initial=0.0)))
    return np.asarray(V[rank:].T)
