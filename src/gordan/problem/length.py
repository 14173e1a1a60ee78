"""Lengths that neither overflow nor vanish on the way."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.matrix import is_sparse

__all__ = ["length", "squared_lengths"]


def length(w: Array) -> float:
    """‖w‖, also where squares of its entries are no doubles.

    Examples
    --------
    >>> length(np.array([3e-200, 4e-200])), length(np.array([0.0]))
    (5e-200, 0.0)
    """
    size = float(np.abs(w).max(initial=0.0))
    # By a power of two, so that where the plain sum of squares is a double the result is that of it.
    unit = 2.0 ** np.frexp(size)[1] if 0.0 < size < np.inf else 1.0
    if not 2.0**-480 < unit < 2.0**480:
        return float(np.linalg.norm(w / unit) * unit)
    return float(np.linalg.norm(w))


def squared_lengths(matrix: Any) -> Array:
    """‖x‖² of every row, in doubles whatever the numbers' own width; infinite where no double holds it.

    Examples
    --------
    >>> found = squared_lengths(np.array([[3.0, 4.0], [2.0**100, 0.0]], dtype=np.float32))
    >>> found[0], found[1] == 2.0**200
    (np.float64(25.0), np.True_)
    """
    with np.errstate(over="ignore", under="ignore"):
        if is_sparse(matrix):
            rows = matrix.tocsr()
            squares = np.square(rows.data, dtype=np.float64)
            return np.asarray(type(rows)((squares, rows.indices, rows.indptr), shape=rows.shape).sum(axis=1)).ravel()
        return np.asarray(np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64))
