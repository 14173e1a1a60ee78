"""The squared lengths of images, k(x, x), refused where no space holds them or no number does."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.array import Array
from gordan.errors import InputError
from gordan.kernel import Kernel, diagonal, values

__all__ = ["read_squares"]

_LOOKED_AT = 64  # points whose products are taken in both orders: enough to tell a function that is no product


@np.errstate(over="ignore", invalid="ignore")
def read_squares(kernel: Kernel, X: Any, *, normalise: bool) -> Array:
    """k(x, x) for every row; a sentence for one that overflows, is negative, or is zero where lengths are divided by.

    Examples
    --------
    >>> read_squares(Kernel("poly", degree=2), np.array([[1.0], [3.0]]), normalise=True).tolist()
    [1.0, 81.0]
    """
    squares = np.asarray(diagonal(kernel, X), dtype=np.float64)
    # No product exceeds the greatest square; an entry of K is kept in the width of the points.
    large = np.flatnonzero(~(squares < np.finfo(X.dtype).max))
    if large.size:
        raise InputError(
            f"the {kernel} overflows on row {int(large[0])}, in {X.dtype}; scale the points down, or take a smaller "
            "gamma or degree"
        )
    negative = np.flatnonzero(squares < 0)
    if negative.size:
        j = int(negative[0])
        raise InputError(
            f"the {kernel} gives row {j} the square {squares[j]:g}; the product of a point with itself is not "
            "negative: use a positive semidefinite kernel"
        )
    zero = np.flatnonzero(squares == 0)
    if normalise and zero.size:
        raise InputError(
            f"row {int(zero[0])} has the length 0 under the {kernel} and cannot be scaled to unit length; drop it, "
            "choose coef0 > 0, or use normalise=False"
        )
    if kernel.name == "callable":
        _refuse_asymmetric(kernel, X, squares)
    return squares


def _refuse_asymmetric(kernel: Kernel, X: Any, squares: Array) -> None:
    some = np.unique(np.linspace(0, X.shape[0] - 1, _LOOKED_AT).astype(np.int64))
    first = some[: max(1, some.size // 2)]
    there, back = values(kernel, X[first], X[some]), values(kernel, X[some], X[first])
    lengths = np.sqrt(squares)
    apart = np.abs(there - back.T) / np.maximum(lengths[first, None] * lengths[None, some], np.finfo(np.float64).tiny)
    i, j = np.unravel_index(int(apart.argmax()), apart.shape)
    if apart[i, j] > 1e-6:
        raise InputError(
            f"the {kernel} gives rows {int(first[i])} and {int(some[j])} the product {there[i, j]:g} in one order and "
            f"{back[j, i]:g} in the other; a kernel is symmetric"
        )
