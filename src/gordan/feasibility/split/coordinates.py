"""`Coordinates`: the columns in their own units and about their centres, for the programs in floating point only.

A column far from zero is moved along columns that are indicators with signs: the constant of a model, or the groups
whose sum it is. Moving changes the direction's coordinates but not the split. Units are powers of two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.cholesky import afford_square
from gordan.feasibility.split.exact import combine, integer_columns, whole_multiple
from gordan.outcome.split import Dependence, Relation, Rows
from gordan.problem.system import System

__all__ = ["Coordinates", "exact_direction"]

_WIDE = 200  # columns from which on a null space is left sparse


@dataclass(frozen=True, eq=False)
class Coordinates:
    """A'_j = (A_j − Σ_z move_jz A_z) / unit_j; b' are the direction's coordinates for it.

    `moves` has an entry for each column j that is moved, with its share in each of the columns z, which are not.
    """

    system: System
    moves: dict[int, dict[int, Fraction]]
    unit: Array

    @cached_property
    def along(self) -> list[int]:
        """The columns along which others are moved."""
        return sorted({z for shares in self.moves.values() for z in shares})

    def rows(self, rows: Rows) -> Matrix:
        """A' on the given rows; what is moved is moved without rounding. Sparse rows stay sparse."""
        values = self.system.take(rows)
        moved = self._moved(rows) if self.moves and len(rows) else {}
        if hasattr(values, "nnz"):
            from scipy.sparse import csr_array, diags_array

            keep = np.ones(self.system.n_columns)
            keep[list(moved)] = 0.0
            out = csr_array(values @ diags_array(keep / self.unit))
            for j, column in moved.items():
                at = np.flatnonzero(column)
                out = out + csr_array((column[at] / self.unit[j], (at, np.full(at.size, j))), shape=values.shape)
            return out
        for j, column in moved.items():
            values[:, j] = column
        return values / self.unit

    def _moved(self, rows: Rows) -> dict[int, Array]:
        """The moved columns in their old units: in integers, then rounded once."""
        moved = list(self.moves)
        columns, denominators = integer_columns(self.system, rows, [*self.along, *moved])
        read = dict(zip([*self.along, *moved], zip(columns, denominators, strict=True), strict=True))
        out = {}
        for j, shares in self.moves.items():
            terms = [(j, Fraction(1)), *((z, -share) for z, share in shares.items())]
            total, scale = combine([read[c][0] for c, _ in terms], [share / read[c][1] for c, share in terms])
            # Quotients of long integers are rounded once, too.
            out[j] = total / scale if total.dtype != object else np.array([int(v) / scale for v in total])
        return out

    def gram(self, rows: Rows, D: Array | None = None, x: Array | None = None) -> tuple[Array, Array]:
        """A'ᵀ D A' and A'ᵀ x over the given rows, some at a time."""
        p = self.system.n_columns
        afford_square(p)
        G, left = np.zeros((p, p)), np.zeros(p)
        for part, where in self.parts(rows):
            check_deadline("comparing the columns with one another")
            A = self.rows(part)
            if D is None:
                weighted = A
            else:
                weighted = A.multiply(D[where][:, None]).tocsr() if hasattr(A, "nnz") else A * D[where][:, None]
            product = A.T @ weighted
            G += product.toarray() if hasattr(product, "nnz") else product
            left += 0.0 if x is None else A.T @ x[where]
        return G, left

    def parts(self, rows: Rows) -> Iterator[tuple[Rows, slice]]:
        """Some rows at a time, a million numbers together."""
        step = 1 << 16 if self.system.sparse else max(1, (1 << 20) // max(1, self.system.n_columns))
        for start in range(0, len(rows), step):
            yield rows[start : start + step], slice(start, start + step)

    def times(self, b: Array, rows: Rows | None = None) -> tuple[Array, Array]:
        """A' b' for all inequalities or for some, in floating point, and a bound on each product's error."""
        n = self.system.n_inequalities if rows is None else len(rows)
        value, error = np.empty(n), np.empty(n)
        scaled = b / self.unit
        rest, start = scaled.copy(), 0
        rest[list(self.moves)] = 0.0
        slack = 4.0 * (self.system.n_columns + 8) * 2.0**-53
        for part, values in self.system.blocks(np.arange(n) if rows is None else rows):
            here = slice(start, start + part.size)
            value[here], error[here] = values @ rest, slack * (abs(values) @ np.abs(scaled))
            for j, shares in self.moves.items():
                # Moved before it is multiplied: the other way round the large parts would cancel after rounding.
                column = _column(values, j)
                for z, share in shares.items():
                    column = column - float(share) * _column(values, z)
                value[here] += column * scaled[j]
            start += part.size
        return value, error

    def null_space(self, relations: Sequence[Relation]) -> Matrix:
        """The relations as coordinates b', each of length one: dense and orthonormal for few columns, else sparse."""
        from scipy.sparse import csc_array

        data: list[float] = []
        at: list[int] = []
        ends = [0]
        for relation in relations:
            raw = dict(zip(relation.columns, map(Fraction, relation.integers), strict=True))
            for c, v in list(raw.items()):
                for z, share in self.moves.get(c, {}).items():
                    raw[z] = raw.get(z, Fraction(0)) + v * share
            top = max(abs(v) for v in relation.integers)
            column = np.array([float(v / top) * float(self.unit[c]) for c, v in raw.items()])
            # In units of the greatest entry first: the square of a tiny unit would vanish.
            column = column / np.abs(column).max()
            data += (column / np.linalg.norm(column)).tolist()
            at += raw
            ends.append(len(at))
        N = csc_array((np.array(data), np.array(at, np.int64), ends), shape=(self.system.n_columns, len(relations)))
        if self.system.n_columns > _WIDE:
            return N.tocsr()
        return np.linalg.qr(N.toarray())[0]

    def direction(self, b: list[Fraction]) -> list[Fraction]:
        """The raw direction of exact coordinates b'."""
        raw = [value / Fraction(unit) for value, unit in zip(b, self.unit.tolist(), strict=True)]
        for j, shares in self.moves.items():
            for z, share in shares.items():
                raw[z] -= raw[j] * share
        return raw


def _column(values: Matrix, j: int) -> Array:
    return np.asarray(values[:, [j]].toarray().ravel() if hasattr(values, "nnz") else values[:, j])


def exact_direction(at: Coordinates, direction: Array, flat: Dependence, bits: int) -> tuple[int, ...]:
    """Integers without a common factor; all zero where the floating direction is zero on the free columns."""
    largest = float(np.abs(direction).max(initial=0.0)) or 1.0
    unit = Fraction(2) ** (int(np.frexp(largest)[1]) - bits)
    raw = at.direction([round(Fraction(v) / unit) * unit for v in direction.tolist()])
    b = [Fraction(0)] * len(raw)
    for relation in flat.relations:
        free = relation.columns[-1]
        share = raw[free] / relation.integers[-1]
        for c, v in zip(relation.columns, relation.integers, strict=True):
            b[c] += share * v
    return whole_multiple(b)
