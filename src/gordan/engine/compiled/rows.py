"""The points as the loops read them: dense, dense about a centre, or sparse.

Whether there is a centre is a type, so that the innermost loop has no branch. Absent factors are an array of length
zero: a branch per row costs nothing, and loops with and without factors share one compiled version.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["CentredRows", "DenseRows", "Rows", "SparseRows"]


class DenseRows(NamedTuple):
    """Rows of a two-dimensional array of any layout."""

    X: NDArray[np.floating[Any]]
    signs: NDArray[np.int8]
    factors: NDArray[np.float64]
    lift: float


class CentredRows(NamedTuple):
    """Rows of a two-dimensional array, each minus one centre; no centred copy exists."""

    X: NDArray[np.floating[Any]]
    signs: NDArray[np.int8]
    factors: NDArray[np.float64]
    lift: float
    centre: NDArray[np.float64]


class SparseRows(NamedTuple):
    """Compressed sparse rows in canonical form: no index twice in a row."""

    data: NDArray[np.floating[Any]]
    indices: NDArray[np.signedinteger[Any]]
    indptr: NDArray[np.signedinteger[Any]]
    signs: NDArray[np.int8]
    factors: NDArray[np.float64]
    lift: float


Rows = DenseRows | CentredRows | SparseRows
