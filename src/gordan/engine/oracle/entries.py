"""Products of the points with one another, as far as anyone asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["Entries", "MatrixEntries"]

_GATHERED = 256  # columns copied together on the way to a sum of them


class Entries(Protocol):
    """The matrix of products K, symmetric, which need not be at hand as a whole."""

    @property
    def size(self) -> int:
        """Number of points."""

    @property
    def dtype(self) -> Any:
        """The precision that columns are kept in."""

    def columns(self, J: Sequence[int]) -> Any:
        """Columns J of K as rows of an array of shape (len(J), n), in their own precision; not to be written to."""

    def combine(self, J: Sequence[int], c: Array) -> Array:
        """Σ c_j K[:, j] over distinct J, in double precision."""

    def block(self, I: Sequence[int], J: Sequence[int]) -> Array:  # noqa: E741
        """K[I, J] in double precision; a fresh array."""


class MatrixEntries:
    """A matrix in memory, float32 or float64, never copied.

    Examples
    --------
    >>> K = MatrixEntries(np.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> K.columns([1]).tolist(), K.block([0], [0, 1]).tolist()
    ([[1.0, 3.0]], [[2.0, 1.0]])
    """

    def __init__(self, K: Any) -> None:
        # Its rows are its columns, and whichever lie together in memory are quick to read.
        self.K = K.T if K.flags.f_contiguous else K
        self.size, self.dtype = int(K.shape[0]), K.dtype

    def columns(self, J: Sequence[int]) -> Any:
        # One is a view; several are gathered.
        return self.K[J[0]][None, :] if len(J) == 1 else self.K[np.asarray(J, dtype=np.int64)]

    def combine(self, J: Sequence[int], c: Array) -> Array:
        total, rows = np.zeros(self.size), np.asarray(J, dtype=np.int64)
        for start in range(0, rows.size, _GATHERED):
            part = slice(start, start + _GATHERED)
            total += c[part] @ self.K[rows[part]].astype(np.float64, copy=False)
        return total

    def block(self, I: Sequence[int], J: Sequence[int]) -> Array:  # noqa: E741
        rows, columns = np.asarray(I, dtype=np.int64), np.asarray(J, dtype=np.int64)
        return np.asarray(self.K[rows[:, None], columns], dtype=np.float64)
