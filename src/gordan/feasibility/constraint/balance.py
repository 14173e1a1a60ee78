"""Constraints with numbers near 1: the same question in other units, which are powers of two.

A unit for every unknown (x, τ) and one for every equation; of the cones one for every entry of an axis, and one for any
other part as a whole, for such a cone stays what it is only if all its entries are multiplied alike. No number is
rounded, unless their sizes differ by more than doubles can tell.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.cone import Orthant
from gordan.problem.constraints import Constraints

__all__ = ["Balance", "balance"]

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
    >>> found = balance(Constraints(*nothing, [[-1.0], [1.0]], [-(2.0**500), 2.0**500], (gordan.cone.Orthant(2),)))
    >>> found.system.G.tolist(), found.system.h.tolist()
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


def _means(M: Array, owner: Any) -> tuple[Array, Array]:
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
