"""b − N z as if in twice the precision: every rounding error of the products and sums is itself a double, and kept.

A product splits into its rounded value and what rounding took away (Dekker 1971), a sum likewise (Knuth 1969). The
values are summed in pairs, all that was taken away is summed plainly: only this last sum is rounded, and it is small.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.rounding import U

__all__ = ["residual"]

_SPLIT = 2.0**27 + 1.0
_LOST = 2.0**-1000  # more than a product can lose at the lower end of the doubles, even where they are cut to zero


def residual(N: Array, z: Array, b: Array) -> tuple[Array, Array]:
    """b − N z and a bound on what is wrong with it, for stacks of (..., k, k) and (..., k).

    Nothing may overflow: where something does, the bound is not a number.

    Examples
    --------
    >>> value, error = residual(np.array([[0.1]]), np.array([3.0]), np.array([0.3]))
    >>> float(value[0]), bool(error[0] < 1e-30)
    (-2.7755575615628914e-17, True)
    """
    k = N.shape[-1]
    value, taken = _products(N, z[..., None, :])
    below, size = taken.sum(axis=-1), np.abs(taken, out=taken).sum(axis=-1)
    total, more, more_size = _pairwise(np.concatenate([-b[..., None], value], axis=-1))
    below, size = below + more, size + more_size
    found = -(total + below)
    # At most 2k + 1 errors were added up, in whatever order; the last sum rounds once more.
    error = U * np.abs(found) + (2 * k + 8) * U * (1.0 + (4 * k + 16) * U) * size + k * _LOST
    return found, error * (1.0 + 8 * U)


def _products(a: Array, b: Array) -> tuple[Array, Array]:
    """Rounded products and the errors of rounding them; exact but for what is lost near zero."""
    value = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    # Each difference in this order is exact.
    error = value - a_high * b_high
    error -= a_low * b_high
    error -= a_high * b_low
    return value, a_low * b_low - error


def _halves(a: Array) -> tuple[Array, Array]:
    """Two numbers of 26 bits with the sum a, so that their products are exact."""
    scaled = _SPLIT * a
    high = scaled - (scaled - a)
    return high, a - high


def _pairwise(terms: Array) -> tuple[Array, Array, Array]:
    """The rounded sums over the last axis, the sum of all rounding errors, and the sum of their sizes."""
    below = size = np.zeros(terms.shape[:-1])
    while (count := terms.shape[-1]) > 1:
        half = count // 2
        a, b = terms[..., :half], terms[..., half : 2 * half]
        total = a + b
        share = total - a
        error = (a - (total - share)) + (b - share)
        below, size = below + error.sum(axis=-1), size + np.abs(error).sum(axis=-1)
        terms = np.concatenate([total, terms[..., 2 * half :]], axis=-1) if count % 2 else total
    return terms[..., 0], below, size
