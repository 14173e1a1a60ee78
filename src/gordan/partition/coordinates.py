"""`Coordinates`: the columns in their own units and about their centres, for the programs in floating point only.

A column far from zero is moved along a column of one size on every row (the constant of a model, with the signs of its
rows), if there is one: then the constant is in the span, and moving changes the direction's coordinates but not
the split. Without one the columns stay where they are. Units are powers of two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.halves import Relation
from gordan.partition.exact import combine, integer_columns
from gordan.partition.system import System

__all__ = ["Coordinates"]

_WIDE = 200  # columns from which on a null space is left sparse


@dataclass(frozen=True, eq=False)
class Coordinates:
    """A' = (A − A[:, constant] ⊗ centre) / unit, column by column; b' are the direction's coordinates for it."""

    system: System
    constant: int | None
    centre: tuple[Fraction, ...]
    unit: Array

    @cached_property
    def moved(self) -> list[int]:
        return [j for j, value in enumerate(self.centre) if value]

    def rows(self, rows: Any) -> Any:
        """A' on the given rows; what is moved is moved without rounding. Sparse rows stay sparse."""
        values = self.system.take(rows)
        moved = self.moved
        if hasattr(values, "nnz"):
            from scipy.sparse import csr_array, diags_array

            if moved:
                dense = values.toarray()
                self._move(rows, dense, moved)
                values = csr_array(dense)
            return csr_array(values @ diags_array(1.0 / self.unit))
        self._move(rows, values, moved)
        return values / self.unit

    def _move(self, rows: Any, values: Array, moved: list[int]) -> None:
        if not moved or not len(rows):
            return
        assert self.constant is not None
        columns, denominators = integer_columns(self.system, rows, [self.constant, *moved])
        for j, column, denominator in zip(moved, columns[1:], denominators[1:], strict=True):
            total, scale = combine([column, columns[0]], [Fraction(1, denominator), -self.centre[j] / denominators[0]])
            # Quotients of long integers are rounded once.
            values[:, j] = total / scale if total.dtype != object else [int(v) / scale for v in total]

    def gram(self, rows: Any, D: Array | None = None, x: Array | None = None) -> tuple[Array, Array]:
        """A'ᵀ D A' and A'ᵀ x over the given rows, some at a time."""
        p = self.system.n_columns
        G, left = np.zeros((p, p)), np.zeros(p)
        for part, where in self.parts(rows):
            A = self.rows(part)
            if D is None:
                weighted = A
            else:
                weighted = A.multiply(D[where][:, None]).tocsr() if hasattr(A, "nnz") else A * D[where][:, None]
            product = A.T @ weighted
            G += product.toarray() if hasattr(product, "nnz") else product
            left += 0.0 if x is None else A.T @ x[where]
        return G, left

    def parts(self, rows: Any) -> Iterator[tuple[Any, slice]]:
        """Some rows at a time, a million numbers together."""
        step = 1 << 16 if self.system.sparse and not self.moved else max(1, (1 << 20) // max(1, self.system.n_columns))
        for start in range(0, len(rows), step):
            yield rows[start : start + step], slice(start, start + step)

    def times(self, b: Array, rows: Any = None) -> tuple[Array, Array]:
        """A' b' for all rows or for some, in floating point, and a bound on each product's error."""
        n = self.system.n_inequalities if rows is None else len(rows)
        value, error = np.empty(n), np.empty(n)
        scaled = b / self.unit
        centre = np.array([float(c) for c in self.centre])
        slack = 4.0 * (self.system.n_columns + 8) * 2.0**-53
        start = 0
        chosen = np.arange(n) if rows is None else rows
        for part, values in self.system.blocks(chosen):
            here = slice(start, start + part.size)
            size = abs(values) @ np.abs(scaled)
            if self.moved and not hasattr(values, "nnz"):
                values = values.copy()
                values[:, self.moved] -= values[:, [self.constant]] * centre[self.moved]
                value[here] = values @ scaled
            else:
                total = scaled.copy()
                if self.constant is not None:
                    total[self.constant] -= float(
                        sum(Fraction(v) * c for v, c in zip(scaled.tolist(), self.centre, strict=True) if c)
                    )
                value[here] = values @ total
            error[here] = slack * size
            start += part.size
        return value, error

    def null_space(self, relations: Sequence[Relation]) -> Any:
        """The relations as coordinates b', each of length one: dense and orthonormal for few columns, else sparse."""
        from scipy.sparse import csc_array

        data: list[float] = []
        at: list[int] = []
        ends = [0]
        for relation in relations:
            raw = dict(zip(relation.columns, map(Fraction, relation.integers), strict=True))
            if self.constant is not None and self.moved:
                moved = sum((v * self.centre[c] for c, v in raw.items()), Fraction(0))
                raw[self.constant] = raw.get(self.constant, Fraction(0)) + moved
            top = max(abs(v) for v in relation.integers)
            column = np.array([float(v / top) * float(self.unit[c]) for c, v in raw.items()])
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
        if self.constant is not None:
            raw[self.constant] -= sum((v * c for v, c in zip(raw, self.centre, strict=True) if c), Fraction(0))
        return raw
