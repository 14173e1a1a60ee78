"""Blocks of raw rows as integers: exact sums and products, in int64 wherever a bound allows it."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

import numpy as np

from gordan.outcome.split import Relation
from gordan.problem.numbers import Numbers
from gordan.problem.whole import whole

__all__ = ["combine", "fold", "integers", "residues", "times_sparsely", "vanish_sparsely"]

_LARGEST = 2**62  # sums of integers below this cannot leave int64
_SHORT = 1e15  # whole numbers below this are their own shortest decimals


def vanish_sparsely(values: Any, at: dict[int, int], relations: Sequence[Relation]) -> bool | None:
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


def integers(values: Any, numbers: Numbers) -> list[tuple[Any, int]]:
    dense = values.toarray() if hasattr(values, "nnz") else values
    rounded = np.rint(dense)
    # Most columns are small whole numbers, which is told of all columns at once.
    plain = (rounded == dense).all(axis=0) & (np.abs(rounded).max(axis=0, initial=0.0) < _SHORT)
    short = np.where(plain, rounded, 0.0).astype(np.int64, order="F")
    return [(short[:, k], 1) if easy else whole(dense[:, k], numbers) for k, easy in enumerate(plain.tolist())]


def combine(columns: list[tuple[Any, int]], factors: list[int]) -> Any:
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


def residues(values: Any, numbers: Numbers, prime: int) -> Any:
    """The numbers of a block modulo a prime, fractions included: blocks of one table must agree on their units."""
    return np.stack([_residue(*read, prime) for read in integers(values, numbers)], axis=1)


def _residue(column: Any, denominator: int, prime: int) -> Any:
    return column.astype(object) * pow(denominator, -1, prime) % prime


def times_sparsely(values: Any, factors: list[int]) -> Any:
    """Σ factor·column of a sparse block in int64; None where the numbers are not whole, or a sum might leave int64."""
    from scipy.sparse import csr_array

    numbers = _plain(values, sum(map(abs, factors)))
    if numbers is None:
        return None
    whole_rows = csr_array((numbers, values.indices, values.indptr), shape=values.shape)
    return whole_rows @ np.array(factors, dtype=np.int64)


def fold(values: Any, numbers: Numbers, prime: int, into: Any, factors: Any, few: int) -> Any:
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


def _plain(values: Any, times: int) -> Any:
    """The numbers of a sparse block as int64, if they are whole and `times` the largest fits; None elsewhere.

    A block of zeros still needs factors that fit.
    """
    numbers = np.rint(values.data)
    largest = float(np.abs(numbers).max(initial=0.0))
    if (numbers != values.data).any() or largest >= _SHORT or max(1, int(largest)) * times >= _LARGEST:
        return None
    return numbers.astype(np.int64)
