"""Products of the points with one another: a matrix in memory, or columns computed when asked for and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Protocol
from weakref import WeakValueDictionary

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.engine.oracle.held import Key, key_of
from gordan.problem.kernel import Evaluator, Kernel

__all__ = ["CachedEntries", "Entries", "MatrixEntries", "share_entries"]

_GATHERED = 256  # columns copied together on the way to a sum of them
# Bytes of columns kept when nothing is said: a part of the matrix, for supports are seldom larger, and at most a
# quarter of two gigabytes, which leaves room for the points and a solver's sets.
_SHARE, _LEAST, _MOST = 40, 1 << 25, 1 << 29
_BATCH = 1 << 23  # bytes of columns computed or gathered at once: a product large enough, and a temporary small enough

Keys = Sequence[int] | Positions


class Entries(Protocol):
    """The matrix of products K, symmetric, which need not be at hand as a whole."""

    @property
    def size(self) -> int:
        """Number of points."""

    @property
    def dtype(self) -> np.dtype[np.floating]:
        """The precision that columns are kept in."""

    def columns(self, J: Keys) -> Matrix:
        """Columns J of K as rows of an array of shape (len(J), n), in their own precision; not to be written to."""

    def combine(self, J: Keys, c: Array) -> Array:
        """Σ c_j K[:, j] over distinct J, in double precision."""

    def block(self, I: Keys, J: Keys) -> Array:  # noqa: E741
        """K[I, J] in double precision; a fresh array."""


class MatrixEntries:
    """A matrix in memory, float32 or float64, never copied.

    Examples
    --------
    >>> K = MatrixEntries(np.array([[2.0, 1.0], [1.0, 3.0]]))
    >>> K.columns([1]).tolist(), K.block([0], [0, 1]).tolist()
    ([[1.0, 3.0]], [[2.0, 1.0]])
    """

    def __init__(self, K: Matrix) -> None:
        # Its rows are its columns, and whichever lie together in memory are quick to read.
        self.K = K.T if K.flags.f_contiguous else K
        self.size, self.dtype = int(K.shape[0]), K.dtype

    def columns(self, J: Keys) -> Matrix:
        # One is a view; several are gathered.
        return self.K[J[0]][None, :] if len(J) == 1 else self.K[np.asarray(J, dtype=np.int64)]

    def combine(self, J: Keys, c: Array) -> Array:
        total, rows = np.zeros(self.size), np.asarray(J, dtype=np.int64)
        for start in range(0, rows.size, _GATHERED):
            part = slice(start, start + _GATHERED)
            total += c[part] @ self.K[rows[part]].astype(np.float64, copy=False)
        return total

    def block(self, I: Keys, J: Keys) -> Array:  # noqa: E741
        rows, columns = np.asarray(I, dtype=np.int64), np.asarray(J, dtype=np.int64)
        return np.asarray(self.K[rows[:, None], columns], dtype=np.float64)


class CachedEntries:
    """The matrix of a kernel's values on the rows of X, as far as somebody has asked for it.

    Columns live in the rows of one slab of at most `max_bytes`, of which the system gives only what is written to.
    When it is full, the columns that have not been used for the longest time make place, but never those that the
    same question asks for: a question that exceeds the slab has its excess computed on the way and not kept. Labels
    have no part in it, so that problems over the same points share it.

    Examples
    --------
    >>> entries = CachedEntries(np.array([[0.0], [1.0], [3.0]]), Kernel("poly", degree=1, coef0=1.0))
    >>> entries.columns([2]).tolist()
    [[1.0, 4.0, 10.0]]
    """

    def __init__(self, X: Matrix, kernel: Kernel, *, max_bytes: int | None = None) -> None:
        self.X, self._evaluator = X, Evaluator(kernel, X)
        self.size, self.dtype = self._evaluator.size, self._evaluator.dtype
        self._width = self.size * self.dtype.itemsize
        if max_bytes is None:
            max_bytes = min(_MOST, max(_LEAST, self.size * self._width // _SHARE))
        self.most = max(1, min(self.size, max_bytes // self._width))
        self.computed = 0  # columns evaluated so far, those evaluated again included
        self._slab = np.empty((self.most, self.size), self.dtype)
        self._rows: OrderedDict[int, int] = OrderedDict()  # the slab's row of a column, longest unused first
        # Problems that share the columns may be solved in threads: none may read a row that another one gives away.
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """Bytes that the kept columns take."""
        return len(self._rows) * self._width

    def columns(self, J: Keys) -> Matrix:
        """Columns J as rows of an array, not to be written to; all that are missing are computed together."""
        keys = [int(j) for j in J]
        out, places = np.empty((len(keys), self.size), self.dtype), dict[int, list[int]]()
        for i, j in enumerate(keys):
            places.setdefault(j, []).append(i)
        with self._lock:
            for batch, part in self._batches(list(places)):
                for j, column in zip(batch, part, strict=True):
                    out[places[j]] = column
        return out

    def combine(self, J: Keys, c: Array) -> Array:
        """Σ c_j K[:, j] in double precision."""
        total, share = np.zeros(self.size), dict(zip((int(j) for j in J), np.asarray(c).tolist(), strict=True))
        with self._lock:
            for batch, part in self._batches(list(share)):
                total += np.array([share[j] for j in batch]) @ part.astype(np.float64, copy=False)
        return total

    def block(self, I: Keys, J: Keys) -> Array:  # noqa: E741
        """K[I, J] in double precision, evaluated for itself: single precision would spoil what is factorised."""
        return np.asarray(self._evaluator.block(I, J))

    def _batches(self, keys: list[int]) -> Iterator[tuple[list[int], Matrix]]:
        """The columns of distinct keys, a batch at a time: first those at hand, then those that must be computed."""
        together = max(1, _BATCH // self._width)
        known = [j for j in keys if j in self._rows]
        missing = [j for j in keys if j not in self._rows]
        for j in known:
            self._rows.move_to_end(j)
        for batch in _cut(known, together):
            yield batch, self._slab[[self._rows[j] for j in batch]]
        asked = set(keys)
        for batch in _cut(missing, together):
            check_deadline("computing columns of products")
            part = self._evaluator.columns(batch)
            self.computed += len(batch)
            self._keep(batch, part, asked)
            yield batch, part

    def _keep(self, batch: list[int], part: Matrix, asked: set[int]) -> None:
        for j, column in zip(batch, part, strict=True):
            row = len(self._rows)
            if row == self.most:
                oldest = next(iter(self._rows))
                if oldest in asked:
                    return
                row = self._rows.pop(oldest)
            self._slab[row], self._rows[j] = column, row


_SHARED: WeakValueDictionary[Key, CachedEntries] = WeakValueDictionary()


def share_entries(X: Matrix, kernel: Kernel, *, max_bytes: int | None = None) -> CachedEntries:
    """The entries that somebody else over the same points and kernel already has, or new ones within this bound.

    They live as long as somebody holds them: `hold` does, for problems over the same points one after another.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0]])
    >>> entries = share_entries(X, Kernel("rbf"))
    >>> entries is share_entries(X, Kernel("rbf"))
    True
    """
    key = key_of(kernel, X)
    entries = _SHARED.get(key)
    if entries is None:
        _SHARED[key] = entries = CachedEntries(X, kernel, max_bytes=max_bytes)
    return entries


def _cut(keys: list[int], length: int) -> list[list[int]]:
    return [keys[start : start + length] for start in range(0, len(keys), length)]
