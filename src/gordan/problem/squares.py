"""The squared lengths of images, k(x, x), refused where no space holds them or no number does."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.problem.kernel import Kernel, diagonal, values
from gordan.problem.semidefinite import negative_eigenvalue

__all__ = ["read_squares"]

_LOOKED_AT = 256  # points, drawn at random, whose products are looked at: enough to tell a function that is none
_UNEQUAL = 1e-6  # by which products in both orders may differ: nobody knows how well a function computes


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
            f"choose {setting('coef0')} > 0, or "
            + ("leave --normalise out" if names_options() else "use normalise=False")
        )
    if kernel.name == "callable":
        _refuse_others(kernel, X, squares)
    return squares


def _refuse_others(kernel: Kernel, X: Any, squares: Array) -> None:
    """A sentence for a function whose values on some rows are not symmetric, or have a negative eigenvalue."""
    some = np.flatnonzero(squares > 0)
    if some.size > _LOOKED_AT:
        some = np.sort(np.random.default_rng(0).choice(some, _LOOKED_AT, replace=False))
    if not some.size:
        return
    lengths = np.sqrt(squares[some])
    K = values(kernel, X[some], X[some])
    scaled = K / lengths / lengths[:, None]
    apart = np.abs(scaled - scaled.T)
    i, j = np.unravel_index(int(apart.argmax()), apart.shape)
    if apart[i, j] > _UNEQUAL:
        raise InputError(
            f"the {kernel} gives rows {int(some[i])} and {int(some[j])} the product {K[i, j]:g} in one order and "
            f"{K[j, i]:g} in the other; a kernel is symmetric"
        )
    least = negative_eigenvalue(scaled, max(float(np.finfo(K.dtype).eps), _UNEQUAL / some.size))
    if least < 0:
        raise InputError(
            f"the {kernel}, scaled to a unit diagonal, has the eigenvalue {least:.3g} on {some.size:,} of the rows; "
            "products of points have none below zero: use a positive semidefinite kernel"
        )
