"""Products of many rows with one vector, at the speed of reading them.

A BLAS goes through several rows at once, each on another page of memory, and takes twice as long as reading the data
where rows are neither short nor long. A sum along one row after the other takes no longer than that, and one thread.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.threads import all_threads

__all__ = ["LARGE", "row_products"]

LARGE = 1 << 22  # entries from which one product is worth all threads, or a look at how rows lie in memory
_SHORT, _LONG = 24, 256  # columns between which a BLAS in two threads was no quicker than one thread along the rows


def row_products(X: Matrix, w: Array) -> Array:
    """X w of doubles; every product is that of its row alone, whatever the number of threads.

    Examples
    --------
    >>> row_products(np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([3.0, 4.0])).tolist()
    [11.0, 4.0]
    """
    large = type(X) is np.ndarray and X.size > LARGE
    if large and _SHORT <= X.shape[1] <= _LONG and X.strides[1] == X.itemsize and X.dtype == w.dtype:
        return np.asarray(np.einsum("ij,j->i", X, w))
    with all_threads(large):
        return np.asarray(X @ w)
