"""Whether products can be those of points: symmetric, with positive squares, and with no negative eigenvalue.

Entries are compared with their diagonal, √(K_ii K_jj), and rounding is allowed for: kernels are computed, and a
computed matrix of low rank has eigenvalues on either side of zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.problem.kernel import Kernel, diagonal, values

__all__ = ["WHOLE", "negative_eigenvalue", "read_squares", "refuse_indefinite"]

WHOLE = 4096  # rows up to which all eigenvalues are bounded at once: beyond, n³/3 operations take longer than an answer
_ASYMMETRIC = 2.0**10  # units of rounding by which (i, j) and (j, i) may differ: sums in another order
_SHIFT = 8.0  # times n units of rounding: what rounded entries can take from an eigenvalue, and more
_SMALL = 1000  # rows up to which all eigenvalues are computed at once where one is below zero
_BLOCK = 1 << 20  # entries looked at together


def refuse_indefinite(K: Matrix) -> None:
    """Raise a sentence for a matrix that no points have as their products.

    Up to 4,096 rows every eigenvalue is looked at. Beyond, every pair of rows is (no product exceeds the lengths), and
    the eigenvalues of 4,096 rows drawn at random.
    """
    n = K.shape[0]
    if K.ndim != 2 or K.shape[1] != n:
        raise InputError(f"K has shape {K.shape}; give the square matrix of all products, one row for each label")
    squares = np.diagonal(K).astype(np.float64)
    bad = np.flatnonzero(squares <= 0)
    if bad.size:
        j = int(bad[0])
        raise InputError(
            f"K[{j}, {j}] is {squares[j]:g}; the product of a point with itself is positive: is K a matrix of "
            "distances, or is this point zero and better dropped?"
        )
    lengths = np.sqrt(squares)
    unit = float(np.finfo(K.dtype).eps)
    for part in _parts(n):
        _compare(K, part, lengths, unit)
    chosen = np.arange(n) if n <= WHOLE else np.sort(np.random.default_rng(0).choice(n, WHOLE, replace=False))
    _look_at_eigenvalues(K, chosen, lengths, unit)


def _parts(n: int) -> Iterator[slice]:
    step = max(1, _BLOCK // n)
    for start in range(0, n, step):
        yield slice(start, min(start + step, n))


def _compare(K: Matrix, part: slice, lengths: Array, unit: float) -> None:
    """Some rows against their columns, and against the lengths."""
    # Divided by one length after the other: a product of two small lengths would be rounded as coarsely as K itself.
    rows = K[part].astype(np.float64)
    with np.errstate(over="ignore"):
        apart = np.abs(rows - K[:, part].T) / lengths[part, None] / lengths
    i, j = np.unravel_index(int(apart.argmax()), apart.shape)
    if apart[i, j] > _ASYMMETRIC * unit:
        first = part.start + int(i)
        raise InputError(
            f"K[{first}, {int(j)}] is {rows[i, j]:g} and K[{int(j)}, {first}] is {K[j, first]:g}; a matrix of products "
            "is symmetric: give one, such as (K + K.T) / 2 if that is what you mean"
        )
    with np.errstate(over="ignore"):
        over = np.abs(rows) / lengths[part, None] / lengths
    i, j = np.unravel_index(int(over.argmax()), over.shape)
    if over[i, j] > 1.0 + _ASYMMETRIC * unit:
        first = part.start + int(i)
        raise InputError(
            f"K[{first}, {int(j)}] is {rows[i, j]:g}, more than the lengths {lengths[first]:g} and {lengths[j]:g} of "
            f"its points allow: K, scaled to a unit diagonal, has an eigenvalue of at most {1.0 - over[i, j]:.3g}; use "
            "a positive semidefinite kernel, or one of X by name"
        )


def _look_at_eigenvalues(K: Matrix, chosen: Positions, lengths: Array, unit: float) -> None:
    """A factorisation of K, scaled to a unit diagonal and lifted by what rounding may have taken, or a sentence."""
    part = K[np.ix_(chosen, chosen)].astype(np.float64) / lengths[chosen, None] / lengths[None, chosen]
    least = negative_eigenvalue(part, unit)
    if least < 0:
        among = "" if chosen.size == K.shape[0] else f" on {chosen.size:,} of its rows"
        raise InputError(
            f"K, scaled to a unit diagonal, has the eigenvalue {least:.3g}{among}; products of points have none "
            "below zero: use a positive semidefinite kernel, or one of X by name"
        )


def negative_eigenvalue(part: Array, unit: float) -> float:
    """The least eigenvalue of a matrix with a unit diagonal, where rounding by units alone does not explain it; else 0.

    Examples
    --------
    >>> round(negative_eigenvalue(np.array([[1.0, 2.0], [2.0, 1.0]]), 2.0**-52), 6)
    -1.0
    """
    part = 0.5 * (part + part.T)
    shift = _SHIFT * part.shape[0] * unit
    lifted = part.copy()
    lifted.flat[:: part.shape[0] + 1] += shift
    try:
        np.linalg.cholesky(lifted)
    except np.linalg.LinAlgError:
        least = _least_eigenvalue(part)
        return least if least < -shift else 0.0
    return 0.0


def _least_eigenvalue(part: Array) -> float:
    """The least eigenvalue; of a large matrix by Lanczos, whose values are never below it."""
    if part.shape[0] > _SMALL:
        from scipy.sparse.linalg import ArpackError, eigsh

        start = np.asarray(np.random.default_rng(0).standard_normal(part.shape[0]))
        with suppress(ArpackError):
            least: Any = eigsh(part, k=1, which="SA", v0=start, tol=1e-4)[0]
            return float(least[0])
    return float(np.linalg.eigvalsh(part)[0])


_LOOKED_AT = 256  # points, drawn at random, whose products are looked at: enough to tell a function that is none
_UNEQUAL = 1e-6  # by which products in both orders may differ: nobody knows how well a function computes


@np.errstate(over="ignore", invalid="ignore")
def read_squares(kernel: Kernel, X: Matrix, *, normalise: bool) -> Array:
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


def _refuse_others(kernel: Kernel, X: Matrix, squares: Array) -> None:
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
