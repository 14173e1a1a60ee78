"""`independent`: rows and columns in which a table of integers is regular modulo a prime, and so in fractions.

Elimination on doubles that hold residues: blocks of columns are eliminated one by one, and the rest of the table by one
product of matrices for each block. Sums of 64 products of residues below 2^23 are exact in doubles.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline

__all__ = ["independent"]

_PRIME = 2**23 - 15
_BLOCK = 64


def independent(table: npt.NDArray[np.int64]) -> tuple[Positions, Positions]:
    """As many rows and columns as the rank has, modulo the prime; rows that come first are preferred.

    Examples
    --------
    >>> rows, columns = independent(np.array([[0, 0, 0], [2, 4, 0], [1, 2, 0], [0, 3, 1]]))
    >>> rows.tolist(), columns.tolist()
    ([1, 3], [0, 1])
    """
    M = (table % _PRIME).astype(np.float64)
    alive, columns = np.arange(len(M)), M.shape[1]
    kept_rows, kept_columns = list[int](), list[int]()
    for start in range(0, columns, _BLOCK):
        check_deadline("the rank of the effects", start / columns)
        stop = min(start + _BLOCK, columns)
        factors, pivots, places = _eliminate(M[:, start:stop].copy())
        kept_rows += alive[pivots].tolist()
        kept_columns += [start + j for j in places]
        rest = np.ones(len(M), bool)
        rest[pivots] = False
        M[:, stop:] = _update(M[:, stop:], factors, pivots, rest)
        M, alive = M[rest], alive[rest]
        if not M.size:
            break
    order = np.argsort(kept_rows)
    return np.array(kept_rows, np.int64)[order], np.sort(np.array(kept_columns, np.int64))


def _eliminate(block: Array) -> tuple[Array, list[int], list[int]]:
    """The multiples of each pivot row that are subtracted from the others, the pivot rows, and their columns."""
    factors, pivots, places = np.zeros_like(block), list[int](), list[int]()
    unused = np.ones(len(block), bool)
    for j in range(block.shape[1]):
        some = np.flatnonzero((block[:, j] != 0) & unused)
        if not some.size:
            continue
        pivot = int(some[0])
        unused[pivot] = False
        later = some[1:]
        factor = block[later, j] * pow(int(block[pivot, j]), -1, _PRIME) % _PRIME
        block[later, j:] = (block[later, j:] - factor[:, None] * block[pivot, j:]) % _PRIME
        factors[later, len(pivots)] = factor
        pivots.append(pivot)
        places.append(j)
    return factors[:, : len(pivots)], pivots, places


def _update(right: Array, factors: Array, pivots: list[int], rest: npt.NDArray[np.bool_]) -> Array:
    """The columns to the right of a block, after the multiples of its pivot rows are subtracted."""
    upper = right[pivots]
    for t in range(1, len(pivots)):
        upper[t] = (upper[t] - factors[pivots[t], :t] @ upper[:t]) % _PRIME
    right[rest] = (right[rest] - factors[rest] @ upper) % _PRIME
    return right
