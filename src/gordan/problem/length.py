"""Lengths that neither overflow nor vanish on the way."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix
from gordan.problem.matrix import is_sparse

__all__ = ["length", "longest_row", "normed", "squared_lengths"]


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


def squared_lengths(matrix: Matrix) -> Array:
    """‖x‖² of every row, in doubles whatever the numbers' own width; infinite where no double holds it.

    Examples
    --------
    >>> squares_of_rows = squared_lengths(np.array([[3.0, 4.0], [2.0**100, 0.0]], dtype=np.float32))
    >>> squares_of_rows[0], squares_of_rows[1] == 2.0**200
    (np.float64(25.0), np.True_)
    """
    with np.errstate(over="ignore", under="ignore"):
        if is_sparse(matrix):
            rows = matrix.tocsr()
            squares = np.square(rows.data, dtype=np.float64)
            return np.asarray(type(rows)((squares, rows.indices, rows.indptr), shape=rows.shape).sum(axis=1)).ravel()
        return np.asarray(np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64))


def normed(direction: npt.ArrayLike) -> Array:
    """The direction of length 1; the zero vector stays what it is.

    Support points must not depend on the length of a direction, which may be a product of two small numbers.

    >>> normed([3e-200, 4e-200]).tolist()
    [0.6, 0.8]
    """
    v = np.asarray(direction, dtype=np.float64)
    size = float(np.abs(v).max(initial=0.0))
    if size == 0.0:
        return np.zeros(v.shape)
    v = v / size
    return np.asarray(v / np.linalg.norm(v))


def longest_row(X: Matrix) -> float:
    """The length of the longest row of a dense or sparse matrix, in doubles whatever the numbers' own width.

    >>> longest_row(np.array([[3e-200, 4e-200], [1e-200, 0.0]]))
    5e-200
    """
    X = X.tocsr() if is_sparse(X) else np.asarray(X, dtype=np.float64)
    entries = X.data if is_sparse(X) else X
    size = float(np.abs(entries).max(initial=0.0))
    if size == 0.0 or 2.0**-480 < size < 2.0**480:
        return math.sqrt(float(squared_lengths(X).max()))
    exponent = -math.frexp(size)[1]
    with np.errstate(over="ignore", under="ignore"):
        # In two halves, for the power of two itself may be no double; only entries too small to count are lost.
        scaled = X * 2.0 ** (exponent // 2) * 2.0 ** (exponent - exponent // 2)
        return float(np.ldexp(math.sqrt(float(squared_lengths(scaled).max())), -exponent))
