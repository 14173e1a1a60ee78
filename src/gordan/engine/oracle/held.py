"""What is computed of the products of some points, kept while several questions about them are answered in turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import get_ident
from weakref import WeakValueDictionary

import numpy as np

from gordan.arithmetic.array import Matrix, Positions
from gordan.problem.kernel import Evaluator, Kernel

__all__ = ["Held", "Key", "find", "hold", "key_of"]

_WHOLE = 1 << 28  # bytes of a whole matrix that others are cut out of: half of the time is not worth more
_TOGETHER = 1 << 23  # bytes of the matrix's rows computed at a time
_FEW = 2048  # points whose matrix takes 32 MiB in double precision: single precision knows small margins no better

Key = tuple[int, int, Kernel, int]


class Held:
    """The matrix of a kernel's values on the rows of X, or some columns of it, once somebody has asked.

    Where X are the rows `rows` of the points of a `whole`, the matrix is a part of the whole one, as long as that is
    not too large. Beyond, columns are computed for the part alone: a product of points of two classes is asked for by
    one pair only, so that sharing saves at most half of the values, and columns of the whole are longer by more.
    """

    def __init__(self, kernel: Kernel, X: Matrix, whole: Held | None = None, rows: Positions | None = None) -> None:
        self.kernel, self.X, self.whole, self.rows = kernel, X, whole, rows
        self.columns: object = None  # entries computed so far, kept alive here
        self._matrix: Matrix = None

    def fits(self, most: int) -> bool:
        """Whether the matrix takes at most so many bytes."""
        return int(self.X.shape[0]) ** 2 * int(self.X.dtype.itemsize) <= most

    def matrix(self, most: int) -> Matrix:
        """All products; those of a whole that takes at most so many bytes, or fewer, are computed together."""
        if self._matrix is None:
            if self.whole is not None and self.rows is not None and self.whole.fits(min(most, _WHOLE)):
                self._matrix = self.whole.matrix(most)[np.ix_(self.rows, self.rows)]
            else:
                self._matrix = _computed(self.kernel, self.X)
        return self._matrix


_HELD: WeakValueDictionary[Key, Held] = WeakValueDictionary()


@contextmanager
def hold(
    kernel: Kernel | None, X: Matrix, whole: Held | None = None, rows: Positions | None = None
) -> Iterator[Held | None]:
    """Share the products of these points under this kernel among all that ask for them inside the block.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0]])
    >>> with hold(Kernel("rbf"), X) as held:
    ...     find(Kernel("rbf"), X) is held
    True
    >>> del held
    >>> find(Kernel("rbf"), X) is None
    True
    """
    if kernel is None:
        yield None
        return
    held = find(kernel, X) or Held(kernel, X, whole, rows)
    _HELD[key_of(kernel, X)] = held
    yield held


def find(kernel: Kernel, X: Matrix) -> Held | None:
    """What is held of these points, if anybody does."""
    return _HELD.get(key_of(kernel, X))


def key_of(kernel: Kernel, X: Matrix) -> Key:
    """These points in memory and this kernel. Threads do not share: columns in use may be evicted by another's.

    Whoever is found by it must hold the points and the function, so that no others can have their places.
    """
    by_name = kernel if kernel.function is None else replace(kernel, function=None)
    return get_ident(), id(X), by_name, id(kernel.function)


def _computed(kernel: Kernel, X: Matrix) -> Matrix:
    """All products of the points; of few points in double precision, whatever they are kept in."""
    n = int(X.shape[0])
    evaluator = Evaluator(kernel, X.astype(np.float64, copy=False) if n <= _FEW else X)
    K = np.empty((n, n), dtype=evaluator.dtype)
    step = max(1, _TOGETHER // (n * K.dtype.itemsize))
    for start in range(0, n, step):
        end = min(start + step, n)
        evaluator.columns(np.arange(start, end), out=K[start:end])
        # Symmetric to the last digit, which rounding does not see to.
        K[start:end, :start] = K[:start, start:end].T
        own = np.triu(K[start:end, start:end])
        K[start:end, start:end] = own + np.triu(own, 1).T
    return K
