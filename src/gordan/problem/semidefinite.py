"""Whether a matrix can be one of products: symmetric, with positive squares, and with no negative eigenvalue.

Entries are compared with their diagonal, √(K_ii K_jj), and rounding is allowed for: kernels are computed, and a
computed matrix of low rank has eigenvalues on either side of zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["WHOLE", "negative_eigenvalue", "refuse_indefinite"]

WHOLE = 4096  # rows up to which all eigenvalues are bounded at once: beyond, n³/3 operations take longer than an answer
_ASYMMETRIC = 2.0**10  # units of rounding by which (i, j) and (j, i) may differ: sums in another order
_SHIFT = 8.0  # times n units of rounding: what rounded entries can take from an eigenvalue, and more
_SMALL = 1000  # rows up to which all eigenvalues are computed at once where one is below zero
_BLOCK = 1 << 20  # entries looked at together


def refuse_indefinite(K: Any) -> None:
    """Raise a sentence for a matrix that no points have as their products.

    Up to 4,096 rows every eigenvalue is looked at. Beyond, every pair of rows is (no product exceeds the lengths), and
    the eigenvalues of 4,096 rows drawn at random.
    """
    n = K.shape[0]
    if K.ndim != 2 or K.shape[1] != n:
        raise InputError(f"K has shape {K.shape}; give the square matrix of all products, one row for each label")
    diagonal = np.diagonal(K).astype(np.float64)
    bad = np.flatnonzero(diagonal <= 0)
    if bad.size:
        j = int(bad[0])
        raise InputError(
            f"K[{j}, {j}] is {diagonal[j]:g}; the product of a point with itself is positive: is K a matrix of "
            "distances, or is this point zero and better dropped?"
        )
    lengths = np.sqrt(diagonal)
    unit = float(np.finfo(K.dtype).eps)
    for part in _parts(n):
        _compare(K, part, lengths, unit)
    chosen = np.arange(n) if n <= WHOLE else np.sort(np.random.default_rng(0).choice(n, WHOLE, replace=False))
    _look_at_eigenvalues(K, chosen, lengths, unit)


def _parts(n: int) -> Iterator[slice]:
    step = max(1, _BLOCK // n)
    for start in range(0, n, step):
        yield slice(start, min(start + step, n))


def _compare(K: Any, part: slice, lengths: Array, unit: float) -> None:
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


def _look_at_eigenvalues(K: Any, chosen: Any, lengths: Array, unit: float) -> None:
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
