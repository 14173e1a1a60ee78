"""Directions of length 1, and the longest of many rows, also where squares of their entries are no doubles."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem.length import squared_lengths

__all__ = ["longest_row", "normed"]


def normed(direction: Any) -> Array:
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


def longest_row(X: Any) -> float:
    """The length of the longest row of a dense or sparse matrix, in doubles whatever the numbers' own width.

    >>> longest_row(np.array([[3e-200, 4e-200], [1e-200, 0.0]]))
    5e-200
    """
    X = X.tocsr() if hasattr(X, "nnz") else np.asarray(X, dtype=np.float64)
    entries = X.data if hasattr(X, "nnz") else X
    size = float(np.abs(entries).max(initial=0.0))
    if size == 0.0 or 2.0**-480 < size < 2.0**480:
        return math.sqrt(float(squared_lengths(X).max()))
    exponent = -math.frexp(size)[1]
    with np.errstate(over="ignore", under="ignore"):
        # In two halves, for the power of two itself may be no double; only entries too small to count are lost.
        scaled = X * 2.0 ** (exponent // 2) * 2.0 ** (exponent - exponent // 2)
        return float(np.ldexp(math.sqrt(float(squared_lengths(scaled).max())), -exponent))
