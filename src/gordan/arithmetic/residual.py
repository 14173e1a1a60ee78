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
    # The terms of a sum lie along the first axis, so that every operation runs over long contiguous blocks.
    value, taken = _products(np.ascontiguousarray(np.moveaxis(N, -1, 0)), np.moveaxis(z, -1, 0)[..., None])
    below, size = taken.sum(axis=0), np.abs(taken, out=taken).sum(axis=0)
    total, errors, sizes = _pairwise(value)
    total, last = _add(total, -b)
    below, size = below + errors + last, size + sizes + np.abs(last)
    left = -(total + below)
    # At most 2k + 1 errors were added up, in whatever order; the last sum rounds once more.
    error = U * np.abs(left) + (2 * k + 8) * U * (1.0 + (4 * k + 16) * U) * size + k * _LOST
    return left, error * (1.0 + 8 * U)


def _products(a: Array, b: Array) -> tuple[Array, Array]:
    """Rounded products and the errors of rounding them; exact but for what is lost near zero."""
    value = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    # Each difference in this order is exact. Large arrays are written over: new ones cost more than the arithmetic.
    error = a_high * b_high
    np.subtract(value, error, out=error)
    error -= a_low * b_high
    error -= np.multiply(a_high, b_low, out=a_high)
    taken = np.multiply(a_low, b_low, out=a_low)
    taken -= error
    return value, taken


def _halves(a: Array) -> tuple[Array, Array]:
    """Two numbers of 26 bits with the sum a, so that their products are exact."""
    high = _SPLIT * a
    low = high - a
    high -= low
    return high, np.subtract(a, high, out=low)


def _pairwise(terms: Array) -> tuple[Array, Array, Array]:
    """The rounded sums over the first axis, the sum of all rounding errors, and the sum of their sizes.

    Writes over the terms.
    """
    below = size = np.zeros(terms.shape[1:])
    while (count := terms.shape[0]) > 1:
        half = count // 2
        total, error = _add(terms[:half], terms[half : 2 * half])
        below, size = below + error.sum(axis=0), size + np.abs(error, out=error).sum(axis=0)
        terms[:half] = total
        terms[half : half + count % 2] = terms[2 * half : count]
        terms = terms[: half + count % 2]
    return terms[0], below, size


def _add(a: Array, b: Array) -> tuple[Array, Array]:
    """Rounded sums and the errors of rounding them."""
    total = a + b
    share = total - a
    error = total - share
    np.subtract(a, error, out=error)
    np.subtract(b, share, out=share)
    error += share
    return total, error
