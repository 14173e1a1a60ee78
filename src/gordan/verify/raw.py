"""The raw rows of a system A_I b ≥ 0, A_E b = 0, read some at a time: products in doubles with bounds, and in integers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.halves import Relation, Rows
from gordan.problem.numbers import Numbers
from gordan.problem.whole import whole
from gordan.verify.rounded import TINY, U

__all__ = ["RawRows"]

_NUMBERS = 1 << 20  # read together: eight megabytes of doubles
_LARGEST = 2**62  # sums of integers below this cannot leave int64


@dataclass(frozen=True, eq=False)
class RawRows:
    """Inequalities first, equalities after them, numbered through; dense or CSR, each as the user gave it."""

    inequalities: Any
    equalities: Any
    numbers: Numbers

    @property
    def n(self) -> int:
        return int(self.inequalities.shape[0] + self.equalities.shape[0])

    @property
    def p(self) -> int:
        return int(self.inequalities.shape[1])

    @property
    def misread(self) -> float:
        """How far, relatively, a number may be from what it stands for; below the normal doubles no bound is relative."""
        return 2.0**-52 if self.numbers == "decimal" else 0.0

    def blocks(self, rows: Rows, columns: Sequence[int]) -> Iterator[tuple[slice, Any]]:
        """Places among `rows` and their numbers in the given columns: CSR where they are stored so."""
        above = self.inequalities.shape[0]
        picked = np.asarray(columns, dtype=np.int64)
        everything = picked.size == self.p and bool((picked == np.arange(self.p)).all())
        # A sparse row is taken for sixteen numbers: most have fewer.
        step = max(1, _NUMBERS // (16 if hasattr(self.inequalities, "nnz") else max(1, picked.size)))
        edge = int(np.searchsorted(rows, above))  # rows are sorted: a block is of one kind
        for source, low, high, first in ((self.inequalities, 0, edge, 0), (self.equalities, edge, rows.size, above)):
            for start in range(low, high, step):
                place = slice(start, min(start + step, high))
                values = source[rows[place] - first]
                yield place, values if everything else values[:, picked]

    def bounded(self, rows: Rows, v: Array) -> tuple[Array, Array]:
        """A v in doubles, and bounds on the error when v itself is known to a relative U."""
        value, error = np.empty(rows.size), np.empty(rows.size)
        size = np.abs(v)
        for place, values in self.blocks(rows, range(self.p)):
            value[place] = values @ v
            error[place] = abs(values) @ size
        least = 2.0**-1073 * float(size.sum()) if self.misread else 0.0
        error = ((self.p + 6) * U + 2.0 * self.misread) * (1.0 + 16 * U) * error + (self.p + 4) * TINY + least
        error[~np.isfinite(value)] = np.inf
        return value, error

    def signs(self, rows: Rows, v: Sequence[int]) -> Any:
        """The signs of A v for an integer vector v, without rounding."""
        support = [c for c, each in enumerate(v) if each]
        out = np.zeros(rows.size, dtype=np.int64)
        if not support:
            return out
        for place, values in self.blocks(rows, support):
            columns = _integers(values, self.numbers)
            total = _combine(columns, [v[c] for c in support])
            out[place] = [(each > 0) - (each < 0) for each in total] if total.dtype == object else np.sign(total)
        return out

    def vanish(self, rows: Rows, relations: Sequence[Relation]) -> bool:
        """Whether every relation is zero on every one of the rows, without rounding."""
        used = sorted({c for relation in relations for c in relation.columns})
        at = {c: k for k, c in enumerate(used)}
        for _, values in self.blocks(rows, used) if used else ():
            quick = _vanish_sparsely(values, at, relations) if hasattr(values, "nnz") else None
            if quick is None:
                columns = _integers(values, self.numbers)
                quick = not any(
                    np.any(_combine([columns[at[c]] for c in relation.columns], list(relation.integers)) != 0)
                    for relation in relations
                )
            if not quick:
                return False
        return True

    def totals(self, rows: Rows, X: Sequence[int]) -> bool:
        """Whether Σ X_i A_i = 0, without rounding."""
        sums = [Fraction(0)] * self.p
        for place, values in self.blocks(rows, range(self.p)):
            share = np.array(X[place], dtype=object)
            for c, (column, denominator) in enumerate(_integers(values, self.numbers)):
                filled = np.flatnonzero(column)
                if filled.size:
                    total = np.dot(column[filled].astype(object), share[filled])
                    sums[c] += Fraction(int(total), denominator)
        return not any(sums)

    def independent(self, rows: Rows, columns: Sequence[int]) -> bool:
        """Whether the columns are independent on these rows: independent modulo a prime is independent.

        Many rows are first added up at random into few: the rank can only fall by that.
        """
        from flint import nmod_mat

        if not columns:
            return True
        k, prime = len(columns), 2**61 - 1
        if rows.size < k:
            return False
        random = np.random.default_rng(0)
        folded = np.zeros((min(rows.size, k + 8), k), dtype=object)
        for place, values in self.blocks(rows, columns):
            # A residue below 2**31 times another, over 2**15 rows, stays below 2**63 only if the factors are short.
            read = np.stack([np.asarray(column % prime).astype(object) for column, _ in _integers(values, self.numbers)])
            if rows.size <= k + 8:
                folded[place] = read.T
            else:
                picks = random.integers(0, folded.shape[0], size=(2, read.shape[1]))
                for pick in picks:
                    np.add.at(folded, pick, read.T * random.integers(1, 1 << 30, size=(read.shape[1], 1)).astype(object))
        entries = [int(v) % prime for v in folded.ravel()]
        return bool(nmod_mat(folded.shape[0], k, entries, prime).rank() == k)


def _vanish_sparsely(values: Any, at: dict[int, int], relations: Sequence[Relation]) -> bool | None:
    """One product of sparse integers; None where the numbers are not whole, or a sum might leave int64."""
    from scipy.sparse import csr_array

    numbers = np.rint(values.data)
    longest = max(sum(map(abs, relation.integers)) for relation in relations)
    if (numbers != values.data).any() or numbers.size and float(np.abs(numbers).max()) * longest >= 2.0**61:
        return None
    if numbers.size and float(np.abs(numbers).max()) >= 1e15:
        return None
    row = [at[c] for relation in relations for c in relation.columns]
    column = [k for k, relation in enumerate(relations) for _ in relation.columns]
    entries = np.array([v for relation in relations for v in relation.integers], dtype=np.int64)
    V = csr_array((entries, (row, column)), shape=(len(at), len(relations)))
    whole_rows = csr_array((numbers.astype(np.int64), values.indices, values.indptr), shape=values.shape)
    return not bool(np.any((whole_rows @ V).data))


def _integers(values: Any, numbers: Numbers) -> list[tuple[Any, int]]:
    dense = values.toarray() if hasattr(values, "nnz") else values
    return [whole(dense[:, k], numbers) for k in range(dense.shape[1])]


def _combine(columns: list[tuple[Any, int]], factors: list[int]) -> Any:
    """A positive multiple of Σ factor·column, in int64 where a bound allows it and in Python's integers elsewhere."""
    scale = lcm(*(denominator for _, denominator in columns)) if columns else 1
    shares = [factor * (scale // denominator) for factor, (_, denominator) in zip(factors, columns, strict=True)]
    reach = sum(abs(s) * _size(column) for s, (column, _) in zip(shares, columns, strict=True))
    total: Any = np.zeros(len(columns[0][0]) if columns else 0, np.int64)
    for share, (column, _) in zip(shares, columns, strict=True):
        # A column of zeros adds nothing, however long its share.
        if share and _size(column):
            total = total + (column * share if reach < _LARGEST else column.astype(object) * share)
    return total


def _size(column: Any) -> int:
    return max(abs(int(column.max())), abs(int(column.min()))) if len(column) else 0
