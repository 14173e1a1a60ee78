"""The raw rows of a system A_I b ≥ 0, A_E b = 0, read some at a time: products in bounded doubles and in integers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.quantity import Residue
from gordan.arithmetic.rounding import add_up, sum_error
from gordan.outcome.split import Relation, Rows
from gordan.problem.numbers import Numbers
from gordan.verify.whole_rows import combine, fold, integers, residues, times_sparsely, vanish_sparsely

__all__ = ["RawRows"]

_NUMBERS = 1 << 20  # read together: eight megabytes of doubles
_PRIME = 2**61 - 1


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
        """How far, relatively, a number may be from what it stands for, if it is not below the normal doubles."""
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
                check_deadline("checking the raw rows")
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
        least = 2.0**-1072 * (1.0 + float(size.sum())) if self.misread else 0.0
        # The vector is one rounded factor; a misread number is off by a part of itself, or by a fixed amount.
        error = add_up(sum_error(error, self.p, extra=2), add_up(2.0 * self.misread * error, least))
        error[~np.isfinite(value)] = np.inf
        return value, error

    def signs(self, rows: Rows, v: Sequence[int]) -> Any:
        """The signs of A v for an integer vector v, without rounding."""
        support = [c for c, each in enumerate(v) if each]
        out = np.zeros(rows.size, dtype=np.int64)
        if not support:
            return out
        for place, values in self.blocks(rows, support):
            factors = [v[c] for c in support]
            total = times_sparsely(values, factors) if hasattr(values, "nnz") else None
            if total is None:
                total = combine(integers(values, self.numbers), factors)
            out[place] = [(each > 0) - (each < 0) for each in total] if total.dtype == object else np.sign(total)
        return out

    def nonvanishing(self, rows: Rows, relations: Sequence[Relation]) -> int:
        """0 where every relation is zero on every one of the rows, without rounding; 1 elsewhere."""
        used = sorted({c for relation in relations for c in relation.columns})
        at = {c: k for k, c in enumerate(used)}
        for _, values in self.blocks(rows, used) if used else ():
            quick = vanish_sparsely(values, at, relations) if hasattr(values, "nnz") else None
            if quick is None:
                columns = integers(values, self.numbers)
                quick = not any(
                    np.any(combine([columns[at[c]] for c in relation.columns], list(relation.integers)) != 0)
                    for relation in relations
                )
            if not quick:
                return 1
        return 0

    def totals(self, rows: Rows, X: Sequence[int]) -> list[Fraction]:
        """Σ X_i A_i, without rounding."""
        sums = [Fraction(0)] * self.p
        for place, values in self.blocks(rows, range(self.p)):
            share = np.array(X[place], dtype=object)
            for c, (column, denominator) in enumerate(integers(values, self.numbers)):
                filled = np.flatnonzero(column)
                if filled.size:
                    total = np.dot(column[filled].astype(object), share[filled])
                    sums[c] += Fraction(int(total), denominator)
        return sums

    def rank(self, rows: Rows, columns: Sequence[int]) -> Residue:
        """The rank of the columns on these rows modulo a prime, which the true rank is no less than.

        Many rows are first added up at random into few: the rank can only fall by that.
        """
        from flint import nmod_mat

        k = len(columns)
        if k == 0 or rows.size < k:
            return Residue(0)
        few = min(rows.size, k + 8)
        folded = np.zeros((few, k), dtype=object)
        random = np.random.default_rng(0)
        for place, values in self.blocks(rows, columns):
            count = place.stop - place.start
            if rows.size == few:
                folded[place] = residues(values, self.numbers, _PRIME)
            else:
                into, factors = random.integers(0, few, count), random.integers(1, 99, count)
                folded += fold(values, self.numbers, _PRIME, into, factors, few)
        entries = [int(v) % _PRIME for v in folded.ravel()]
        return Residue(int(nmod_mat(few, k, entries, _PRIME).rank()))
