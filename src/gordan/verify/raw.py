"""The raw rows of a system A_I b ≥ 0, A_E b = 0, read some at a time: products in bounded doubles and in integers.

Blocks of rows become integers for exact sums and products, in int64 wherever a bound allows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.quantity import Residue
from gordan.arithmetic.rounding import add_up, sum_error
from gordan.outcome.split import Relation, Rows
from gordan.problem.numbers import Numbers, Whole, whole

__all__ = ["RawRows", "combine", "fold", "integers", "residues", "times_sparsely", "vanish_sparsely"]

_LARGEST = 2**62  # sums of integers below this cannot leave int64
_SHORT = 1e15  # whole numbers below this are their own shortest decimals


def vanish_sparsely(values: Matrix, at: dict[int, int], relations: Sequence[Relation]) -> bool | None:
    """One product of sparse integers; None where the numbers are not whole, or a sum might leave int64."""
    from scipy.sparse import csr_array

    longest = max(sum(map(abs, relation.integers)) for relation in relations)
    numbers = _plain(values, longest)
    if numbers is None:
        return None
    row = [at[c] for relation in relations for c in relation.columns]
    column = [k for k, relation in enumerate(relations) for _ in relation.columns]
    entries = np.array([v for relation in relations for v in relation.integers], dtype=np.int64)
    V = csr_array((entries, (row, column)), shape=(len(at), len(relations)))
    whole_rows = csr_array((numbers, values.indices, values.indptr), shape=values.shape)
    return not bool(np.any((whole_rows @ V).data))


def integers(values: Matrix, numbers: Numbers) -> list[tuple[Whole, int]]:
    dense = values.toarray() if hasattr(values, "nnz") else values
    rounded = np.rint(dense)
    # Most columns are small whole numbers, which is tested for all columns at once.
    plain = (rounded == dense).all(axis=0) & (np.abs(rounded).max(axis=0, initial=0.0) < _SHORT)
    short = np.where(plain, rounded, 0.0).astype(np.int64, order="F")
    return [(short[:, k], 1) if easy else whole(dense[:, k], numbers) for k, easy in enumerate(plain.tolist())]


def combine(columns: list[tuple[Whole, int]], factors: list[int]) -> Whole:
    """A positive multiple of Σ factor·column, in int64 where a bound allows it and in Python's integers elsewhere."""
    scale = lcm(*(denominator for _, denominator in columns)) if columns else 1
    shares = [factor * (scale // denominator) for factor, (_, denominator) in zip(factors, columns, strict=True)]
    reach = sum(abs(s) * _size(column) for s, (column, _) in zip(shares, columns, strict=True))
    total: Whole = np.zeros(len(columns[0][0]) if columns else 0, np.int64)
    for k, (share, (column, _)) in enumerate(zip(shares, columns, strict=True)):
        check_deadline("adding up weighted columns", k / len(columns))
        # A column of zeros adds nothing, however long its share.
        if share and _size(column):
            total = total + (column * share if reach < _LARGEST else column.astype(object) * share)
    return total


def _size(column: Whole) -> int:
    return max(abs(int(column.max())), abs(int(column.min()))) if len(column) else 0


def residues(values: Matrix, numbers: Numbers, prime: int) -> Whole:
    """The numbers of a block modulo a prime, fractions included: blocks of one table must agree on their units."""
    return np.stack([_residue(*read, prime) for read in integers(values, numbers)], axis=1)


def _residue(column: Whole, denominator: int, prime: int) -> Whole:
    return column.astype(object) * pow(denominator, -1, prime) % prime


def times_sparsely(values: Matrix, factors: list[int]) -> Whole | None:
    """Σ factor·column of a sparse block in int64; None where the numbers are not whole, or a sum might leave int64."""
    from scipy.sparse import csr_array

    numbers = _plain(values, sum(map(abs, factors)))
    if numbers is None:
        return None
    whole_rows = csr_array((numbers, values.indices, values.indptr), shape=values.shape)
    return whole_rows @ np.array(factors, dtype=np.int64)


def fold(values: Matrix, numbers: Numbers, prime: int, into: Positions, factors: Positions, few: int) -> Whole:
    """Rows modulo a prime, multiplied by their factors and added up into a few, each where `into` says."""
    from scipy.sparse import csr_array

    count = values.shape[0]
    plain = _plain(values, 100 * count) if hasattr(values, "nnz") else None
    if plain is not None:
        F = csr_array((factors.astype(np.int64), (into, np.arange(count))), shape=(few, count))
        whole_rows = csr_array((plain, values.indices, values.indptr), shape=values.shape)
        return (F @ whole_rows).toarray().astype(object)
    out = np.zeros((few, values.shape[1]), dtype=object)
    for k, read in enumerate(integers(values, numbers)):
        np.add.at(out[:, k], into, _residue(*read, prime) * factors.astype(object))
    return out


def _plain(values: Matrix, times: int) -> Whole | None:
    """The numbers of a sparse block as int64, if they are whole and `times` the largest fits; None elsewhere.

    A block of zeros still needs factors that fit.
    """
    numbers = np.rint(values.data)
    largest = float(np.abs(numbers).max(initial=0.0))
    if (numbers != values.data).any() or largest >= _SHORT or max(1, int(largest)) * times >= _LARGEST:
        return None
    return np.asarray(numbers, dtype=np.int64)


_NUMBERS = 1 << 20  # read together: eight megabytes of doubles
_BITS = 1 << 27  # of products that are kept at once: 16 MiB, twice
_PRIME = 2**61 - 1


@dataclass(frozen=True, eq=False)
class RawRows:
    """Inequalities first, equalities after them, numbered through; dense or CSR, each as the user gave it."""

    inequalities: Matrix
    equalities: Matrix
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

    def blocks(self, rows: Rows, columns: Sequence[int], factors: Sequence[int] = ()) -> Iterator[tuple[slice, Matrix]]:
        """Places among `rows` and their numbers in the given columns: CSR where they are stored so.

        `factors` are what they will be multiplied by: of long ones fewer products are kept at once.
        """
        above = self.inequalities.shape[0]
        picked = np.asarray(columns, dtype=np.int64)
        everything = picked.size == self.p and bool((picked == np.arange(self.p)).all())
        # A sparse row is taken for sixteen numbers: most have fewer.
        step = _NUMBERS // (16 if hasattr(self.inequalities, "nnz") else max(1, picked.size))
        step = max(1, min(step, _BITS // max([1, *map(int.bit_length, factors)])))
        edge = int(np.searchsorted(rows, above))  # rows are sorted: a block is of one kind
        for source, low, high, first in ((self.inequalities, 0, edge, 0), (self.equalities, edge, rows.size, above)):
            for start in range(low, high, step):
                check_deadline("checking the raw rows", start / rows.size)
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

    def signs(self, rows: Rows, v: Sequence[int]) -> Whole:
        """The signs of A v for an integer vector v, without rounding."""
        support = [c for c, each in enumerate(v) if each]
        out = np.zeros(rows.size, dtype=np.int64)
        if not support:
            return out
        factors = [v[c] for c in support]
        for place, values in self.blocks(rows, support, factors):
            total = times_sparsely(values, factors) if hasattr(values, "nnz") else None
            if total is None:
                total = combine(integers(values, self.numbers), factors)
            out[place] = np.sign(total)
        return out

    def nonvanishing(self, rows: Rows, relations: Sequence[Relation]) -> int:
        """0 where every relation is zero on every one of the rows, without rounding; 1 elsewhere."""
        used = sorted({c for relation in relations for c in relation.columns})
        at = {c: k for k, c in enumerate(used)}
        longest = [v for relation in relations for v in relation.integers]
        for _, values in self.blocks(rows, used, longest) if used else ():
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
        """The signs of Σ X_i A_i, without rounding; of long weights some columns at a time."""
        signs: list[Fraction] = []
        width = max(1, _BITS // max([1, *map(int.bit_length, X)]))
        for start in range(0, self.p, width):
            columns = range(start, min(start + width, self.p))
            sums = [Fraction(0)] * len(columns)
            for place, values in self.blocks(rows, columns):
                share = np.array(X[place], dtype=object)
                for c, (column, denominator) in enumerate(integers(values, self.numbers)):
                    check_deadline("adding up the weighted rows", (start + c) / self.p)
                    filled = np.flatnonzero(column)
                    if filled.size:
                        total = np.dot(column[filled].astype(object), share[filled])
                        sums[c] += Fraction(int(total), denominator)
            signs += [Fraction((total > 0) - (total < 0)) for total in sums]
        return signs

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
