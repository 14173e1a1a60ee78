"""The points as the loops read them: dense, dense about a centre, or sparse.

Whether there is a centre is a type, so that the innermost loop has no branch. Absent factors are an array of length
zero: a branch per row costs nothing, and loops with and without factors share one compiled version.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["CentredRows", "DenseRows", "Indices", "Numbers", "Order", "Rows", "Signs", "SparseRows", "Vector"]

Vector = NDArray[np.float64]
Order = NDArray[np.int64]
Numbers = NDArray[np.floating[Any]]  # float32 or float64
Indices = NDArray[np.integer[Any]]  # unsigned ones spare the question whether they count from the end
Signs = NDArray[Any]  # ±1 of any number type


class DenseRows(NamedTuple):
    """Rows of a two-dimensional array of any layout."""

    X: Numbers
    signs: NDArray[np.int8]
    factors: Vector
    lift: float


class CentredRows(NamedTuple):
    """Rows of a two-dimensional array, each minus one centre; no centred copy exists."""

    X: Numbers
    signs: NDArray[np.int8]
    factors: Vector
    lift: float
    centre: Vector


class SparseRows(NamedTuple):
    """Compressed sparse rows in canonical form: no index twice in a row."""

    data: Numbers
    indices: Indices
    indptr: Indices
    signs: NDArray[np.int8]
    factors: Vector
    lift: float


Rows = DenseRows | CentredRows | SparseRows
