"""Raw rows in exact arithmetic: columns as integers, their products with integers, and where relations vanish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Matrix
from gordan.outcome.split import Relation, Rows
from gordan.problem.numbers import whole
from gordan.problem.system import System

__all__ = ["PRIMES", "Integers", "Mask", "combine", "integer_columns", "products", "vanish", "whole_multiple"]

Integers = npt.NDArray[Any]  # int64 where they are short, else integers of Python
Mask = npt.NDArray[np.bool_]

# The largest primes below 2**62: fractions with both terms below 2**30 can be read off their residue.
PRIMES = (4611686018427387847, 4611686018427387817, 4611686018427387787, 4611686018427387761, 4611686018427387751)

_LONG = 2**62
_SHORT = 1e15  # whole numbers below this are their own shortest decimals
_TOGETHER = 1 << 15  # rows read at a time: integers take more room than doubles


def integer_columns(system: System, rows: Rows, columns: Sequence[int]) -> tuple[list[Integers], list[int]]:
    """Each column of the given rows as integers over a denominator of its own."""
    values = system.take(rows)[:, list(columns)]
    values = values.toarray() if hasattr(values, "nnz") else values
    rounded = np.rint(values)
    plain = (rounded == values).all(axis=0) & (np.abs(rounded).max(axis=0, initial=0.0) < _SHORT)
    integers = np.where(plain, rounded, 0.0).astype(np.int64, order="F")
    read = [
        (integers[:, k], 1) if easy else whole(values[:, k], system.numbers) for k, easy in enumerate(plain.tolist())
    ]
    return [column for column, _ in read], [denominator for _, denominator in read]


def products(system: System, rows: Rows, vector: Sequence[int]) -> Integers:
    """Positive multiples of A v for an integer vector v, without rounding: their signs are what is asked for."""
    support = [c for c, v in enumerate(vector) if v]
    out = np.zeros(len(rows), dtype=object)
    for part, where in _parts(rows):
        if support:
            columns, denominators = integer_columns(system, part, support)
            shares = [Fraction(vector[c], d) for c, d in zip(support, denominators, strict=True)]
            out[where] = combine(columns, shares)[0]
    return out


def combine(columns: list[Integers], factors: list[Fraction]) -> tuple[Integers, int]:
    """Σ f_c · column_c as integers over one denominator; in int64 where a bound says that nothing overflows."""
    scale = lcm(*(f.denominator for f in factors)) if factors else 1
    numerators = [int(f * scale) for f in factors]
    reach = sum(abs(v) * _greatest(column) for v, column in zip(numerators, columns, strict=True))
    total: Integers = np.zeros(len(columns[0]) if columns else 0, np.int64)
    for v, column in zip(numerators, columns, strict=True):
        # A column of zeros adds nothing, however long its factor.
        if v and _greatest(column):
            total = total + (column * v if reach < _LONG else column.astype(object) * v)
    return total, scale


def whole_multiple(values: Sequence[Fraction]) -> tuple[int, ...]:
    """The positive multiple of the values whose entries are integers without a common factor.

    Examples
    --------
    >>> whole_multiple([Fraction(1, 2), Fraction(-3)])
    (1, -6)
    """
    scale = lcm(*(v.denominator for v in values)) if values else 1
    integers = [int(v * scale) for v in values]
    shared = gcd(*integers) or 1
    return tuple(v // shared for v in integers)


def vanish(system: System, rows: Rows, relations: Sequence[Relation]) -> Mask:
    """Which of the rows all relations send to zero, exactly."""
    rows = np.asarray(rows, dtype=np.int64)
    still = np.ones(rows.size, dtype=bool)
    if not relations:
        return still
    for part, where in _parts(rows):
        quick = _vanish_sparsely(system.take(part), relations) if system.sparse else None
        still[where] = _vanish_by_column(system, part, relations) if quick is None else quick
    return still


def _vanish_sparsely(values: Matrix, relations: Sequence[Relation]) -> Mask | None:
    """One product of sparse integer matrices; None where the numbers are not short and whole."""
    from scipy.sparse import csc_array

    used = sorted({c for relation in relations for c in relation.columns})
    place = {c: k for k, c in enumerate(used)}
    picked = values[:, used].tocsr()
    rounded = np.rint(picked.data)
    longest = max(sum(map(abs, relation.integers)) for relation in relations)
    largest = float(np.abs(rounded).max(initial=0.0))
    # A block of zeros still needs factors that fit.
    if (rounded != picked.data).any() or largest >= _SHORT or max(1, int(largest)) * longest >= _LONG:
        return None
    starts = np.cumsum([0, *(len(relation.columns) for relation in relations)])
    at = [place[c] for relation in relations for c in relation.columns]
    integers = np.array([v for relation in relations for v in relation.integers], dtype=np.int64)
    V = csc_array((integers, at, starts), shape=(len(used), len(relations)))
    whole_rows = picked.astype(np.int64) if picked.data.size == 0 else picked._with_data(rounded.astype(np.int64))
    left = (whole_rows @ V).tocsr()
    left.eliminate_zeros()
    return np.asarray(np.diff(left.indptr) == 0)


def _vanish_by_column(system: System, rows: Rows, relations: Sequence[Relation]) -> Mask:
    used = sorted({c for relation in relations for c in relation.columns})
    place = {c: k for k, c in enumerate(used)}
    columns, denominators = integer_columns(system, rows, used)
    still = np.ones(len(rows), dtype=bool)
    for relation in relations:
        at = [place[c] for c in relation.columns]
        factors = [Fraction(v, denominators[k]) for v, k in zip(relation.integers, at, strict=True)]
        still &= combine([columns[k] for k in at], factors)[0] == 0
    return still


def _parts(rows: Rows) -> Iterator[tuple[Rows, slice]]:
    rows = np.asarray(rows, dtype=np.int64)
    for start in range(0, rows.size, _TOGETHER):
        yield rows[start : start + _TOGETHER], slice(start, start + _TOGETHER)


def _greatest(column: Integers) -> int:
    if not len(column):
        return 0
    return max(abs(int(column.max())), abs(int(column.min())))
