"""`Coordinates`: the columns in their own units and about their centres, for the programs in floating point only.

A column far from zero is moved along columns that are indicators with signs: the constant of a model, or the groups
whose sum it is. Moving changes the direction's coordinates but not the split. Units are powers of two.

`coordinates` chooses them in passes over the rows. A column is far if its entries, where they are not zero, hardly
differ in size. It is moved along the constant, a column of one size on all rows; without one, along all columns of one
size where they are not zero, as least squares has it: in the models of several classes each has its own constant, and
the indicators of groups add up to one. Where neither reaches it, the column stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.cholesky import afford_square, cholesky
from gordan.feasibility.split.exact import combine, integer_columns, whole_multiple
from gordan.outcome.split import Dependence, Relation, Rows
from gordan.problem.system import System

__all__ = ["Coordinates", "coordinates", "exact_direction"]

_FAR = 64.0  # a centre this many times the spread costs six bits of the fifty-three: not worth the moving below it
_GROUPS = 64  # indicators at most: with more, what is moved would fill too much of a sparse table
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


def coordinates(system: System) -> Coordinates:
    """Units and moves of a system's columns."""
    p = system.n_columns
    largest, smallest, filled = np.zeros(p), np.full(p, np.inf), np.zeros(p, dtype=np.int64)
    for _, values in system.blocks():
        for j, (high, low, count) in enumerate(zip(*_sizes(values), strict=True)):
            largest[j], smallest[j], filled[j] = max(largest[j], high), min(smallest[j], low), filled[j] + count
    spread = np.where(filled > 0, largest - smallest, 0.0)
    far = np.flatnonzero((spread > 0) & (largest > _FAR * spread)).tolist()
    even = np.flatnonzero((filled > 0) & (spread == 0))
    constant = even[filled[even] == system.n_rows]
    along = constant[:1] if constant.size else even if even.size <= _GROUPS else even[:0]
    moves = _moves(system, far, along.tolist(), spread) if far and along.size else {}
    for j in moves:
        largest[j] = max(float(spread[j]), largest[j] * 2.0**-40)
    # Kept off the ends of the doubles, so that a unit and its inverse are both finite.
    unit = np.ldexp(1.0, np.clip(np.frexp(np.where(largest > 0, largest, 1.0))[1], -1000, 1000))
    return Coordinates(system, moves, unit)


def _sizes(values: Matrix) -> tuple[Array, Array, Rows]:
    """Greatest and least magnitude of the entries that are not zero, and their number, by column."""
    if hasattr(values, "nnz"):
        columns = abs(values).tocsc()
        columns.eliminate_zeros()
        count = np.diff(columns.indptr)
        high, low = np.zeros(count.size), np.full(count.size, np.inf)
        some = count > 0
        if some.any():
            starts = columns.indptr[:-1][some]
            high[some], low[some] = np.maximum.reduceat(columns.data, starts), np.minimum.reduceat(columns.data, starts)
        return high, low, count
    size = np.abs(values)
    zero = size == 0
    high = size.max(axis=0, initial=0.0)
    if not zero.any():
        return high, size.min(axis=0, initial=np.inf), np.full(size.shape[1], size.shape[0])
    return high, np.where(zero, np.inf, size).min(axis=0, initial=np.inf), (~zero).sum(axis=0)


def _moves(system: System, far: list[int], along: list[int], spread: Array) -> dict[int, dict[int, Fraction]]:
    """Least squares of the far columns on those along which they may move, each share rounded to a few digits."""
    G, R, largest = np.zeros((len(along), len(along))), np.zeros((len(along), len(far))), np.zeros(len(along))
    for _, values in system.blocks():
        Z, X = values[:, along], values[:, far]
        Z, X = (m.toarray() if hasattr(m, "nnz") else m for m in (Z, X))
        largest = np.maximum(largest, np.abs(Z).max(axis=0, initial=0.0))
        G, R = G + Z.T @ Z, R + Z.T @ X
    factor = cholesky(G)
    moves = {}
    for k, j in enumerate(far):
        # To a power of ten below the spread, in the indicator's own size: exact arithmetic with it stays short.
        unit = Fraction(10) ** int(np.floor(np.log10(spread[j])))
        shares = {
            z: round(Fraction(float(v) * size) / unit) * unit / Fraction(repr(float(size)))
            for z, v, size in zip(along, factor.solve(R[:, k]).tolist(), largest.tolist(), strict=True)
        }
        shares = {z: share for z, share in shares.items() if share}
        if shares:
            moves[j] = shares
    return moves
