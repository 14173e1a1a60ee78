"""`Recession`: the cone of admissible directions, modulo those on which all rows vanish, in coordinates of its own.

The directions that vanish on flat rows and equalities are b = N t, with one column of N for each column of the table
that depends on others there. Those that depend on others on *all* rows are left out: no row sees them, and what remains
is a pointed cone {t : A_S N t ≥ 0} with interior points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.feasibility.split.coordinates import Coordinates, exact_direction
from gordan.feasibility.split.exact import Mask, integer_columns, whole_multiple
from gordan.outcome.split import Dependence, Relation, Rows, SplitProof
from gordan.problem.system import System

__all__ = ["Recession", "recession", "times_relations"]


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
        for j, shares in self.at.moves.items():
            if c in shares:
                g = g - float(shares[c]) / unit[j] * self.basis[j]
        return np.asarray(g / max(float(np.linalg.norm(g)), 1e-300))

    @cached_property
    def by_column(self) -> dict[int, dict[int, int]]:
        return _by_column(self.relations)

    def exact_rows(self, rows: Rows) -> list[list[Fraction]]:
        """A N on the given rows, without rounding."""
        return times_relations(self.at.system, rows, self.relations)

    def exact_gradient(self, c: int) -> list[int]:
        return [self.by_column.get(c, {}).get(k, 0) for k in range(len(self.relations))]

    def combined(self, t: Sequence[Fraction]) -> list[int]:
        """A positive multiple of N t in integers."""
        b = [Fraction(0)] * self.at.system.n_columns
        for c, shares in self.by_column.items():
            b[c] = sum((t[k] * v for k, v in shares.items()), Fraction(0))
        return list(whole_multiple(b))

    def exact_point(self, t: Array, bits: int) -> list[int]:
        """Integers b in the span of N near basis @ t."""
        return list(exact_direction(self.at, self.basis @ t, Dependence((), self.strict[:0], self.relations), bits))


def recession(at: Coordinates, strict: Mask, proof: SplitProof) -> Recession:
    """The cone of a proved split."""
    unseen = set(proof.table.dependent)
    relations = tuple(r for r in proof.flat.relations if r.columns[-1] not in unseen)
    N = at.null_space(relations)
    basis = np.linalg.qr(N.toarray())[0] if hasattr(N, "nnz") else N
    return Recession(at, np.flatnonzero(strict), relations, basis)


def times_relations(system: System, rows: Rows, relations: Sequence[Relation]) -> list[list[Fraction]]:
    """A v for each of the relations v, row by row, without rounding."""
    by_column = _by_column(relations)
    columns, denominators = integer_columns(system, rows, list(by_column))
    out = [[Fraction(0)] * len(relations) for _ in range(len(rows))]
    for shares, column, denominator in zip(by_column.values(), columns, denominators, strict=True):
        for i in np.flatnonzero(column).tolist():
            entry = Fraction(int(column[i]), denominator)
            for k, v in shares.items():
                out[i][k] += entry * v
    return out


def _by_column(relations: Sequence[Relation]) -> dict[int, dict[int, int]]:
    """The integers of each column of the table, one for every relation that it is in."""
    columns: dict[int, dict[int, int]] = {}
    for k, relation in enumerate(relations):
        for c, v in zip(*relation, strict=True):
            columns.setdefault(c, {})[k] = v
    return columns
