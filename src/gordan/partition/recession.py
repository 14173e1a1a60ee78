"""`Recession`: the cone of admissible directions, modulo those that no row sees, in coordinates of its own.

The directions that vanish on flat rows and equalities are b = N t, with one column of N for each column of the table
that depends on others there. Those that depend on others on *all* rows are left out: no row sees them, and what remains
is a pointed cone {t : A_S N t ≥ 0} with interior points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.halves import Halves, Relation, Rows
from gordan.partition.coordinates import Coordinates
from gordan.partition.exact import integer_columns

__all__ = ["Recession", "recession"]


@dataclass(frozen=True, eq=False)
class Recession:
    """N as relations, and an orthonormal basis of its span in floating coordinates b' = basis @ t."""

    at: Coordinates
    strict: Rows
    relations: tuple[Relation, ...]
    basis: Array

    def rows(self, rows: Rows) -> tuple[Array, Array]:
        """A' basis on the given rows, each brought to length one, and the lengths."""
        M = np.asarray(self.at.rows(rows) @ self.basis)
        length = np.linalg.norm(M, axis=1)
        return M / np.maximum(length, 1e-300)[:, None], length

    def gradient(self, c: int) -> Array:
        """How the raw coordinate b_c changes with t, up to a positive factor."""
        unit = self.at.unit
        g = self.basis[c] / unit[c]
        if c == self.at.constant:
            centre = np.array([float(v) for v in self.at.centre])
            g = g - (centre / unit) @ self.basis
        return np.asarray(g / max(float(np.linalg.norm(g)), 1e-300))

    def exact_rows(self, rows: Rows) -> list[list[Fraction]]:
        """A N on the given rows, without rounding."""
        system = self.at.system
        columns, denominators = integer_columns(system, rows, range(system.n_columns))
        return [
            [
                sum((Fraction(int(columns[c][i]) * v, denominators[c]) for c, v in zip(*r, strict=True)), Fraction(0))
                for r in self.relations
            ]
            for i in range(len(rows))
        ]

    def exact_gradient(self, c: int) -> list[int]:
        return [r.integers[r.columns.index(c)] if c in r.columns else 0 for r in self.relations]

    def exact_point(self, t: Array, bits: int) -> list[int]:
        """Integers b in the span of N near basis @ t."""
        from gordan.partition.direction import exact_direction
        from gordan.halves import Dependence

        return list(exact_direction(self.at, self.basis @ t, Dependence((), self.strict[:0], self.relations), bits))


def recession(at: Coordinates, strict: Any, proof: Halves) -> Recession:
    """The cone of a proved split."""
    unseen = set(proof.table.dependent)
    relations = tuple(r for r in proof.flat.relations if r.columns[-1] not in unseen)
    N = np.zeros((at.system.n_columns, len(relations)))
    for k, relation in enumerate(relations):
        raw = dict(zip(relation.columns, map(Fraction, relation.integers), strict=True))
        if at.constant is not None:
            moved = sum((v * at.centre[c] for c, v in raw.items()), Fraction(0))
            raw[at.constant] = raw.get(at.constant, Fraction(0)) + moved
        top = max(abs(v) for v in relation.integers)
        for c, v in raw.items():
            N[c, k] = float(v / top) * at.unit[c]
    lengths = np.linalg.norm(N, axis=0)
    basis = np.linalg.qr(N / lengths)[0] if relations else N
    return Recession(at, np.flatnonzero(strict), relations, basis)
