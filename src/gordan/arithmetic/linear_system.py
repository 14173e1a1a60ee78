"""Square systems M x = (0, …, 0, 1): an approximate inverse, and how far at most the solution is from given numbers.

Take any matrix C. If ‖I − C M‖ ≤ α < 1 in the row-sum norm, M has an inverse, and with d = C (b − M c) for a centre c
the error e = x − c satisfies e = d + (I − C M) e. Hence, row by row,

    |e| ≤ |d| + |I − C M| 1 · max|d| / (1 − α).

C is an inverse from floating point, of whatever quality. What is computed of C M, of b − M c and of d is widened by
its rounding, in any order of summation, and M by what its numbers may be away from what they stand for. Equations and
unknowns are first brought near 1 by powers of two, which do not round.

The residual b − M c comes in twice the precision, so that unknowns much smaller than the rounding of their neighbours
are seen not to be 0. A product splits into its rounded value and what rounding took away (Dekker 1971), a sum likewise
(Knuth 1969). The values are summed in pairs, all that was taken away is summed plainly: only this last sum is rounded,
and it is small.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.rounding import U

__all__ = ["Scaled", "distance_to_solution", "inverse", "residual", "scaled", "times"]

_SPLIT = 2.0**27 + 1.0
_LOST_OF_ONE = (
    2.0**-1000
)  # more than a product can lose at the lower end of the doubles, even where they are cut to zero


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
    error = U * np.abs(left) + (2 * k + 8) * U * (1.0 + (4 * k + 16) * U) * size + k * _LOST_OF_ONE
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


# More than all that k² products can lose near zero, for k up to 2^20, even where small numbers are cut to zero.
_LOST = 2.0**-960
_ORDINARY = 2.0**300  # the product of three such numbers, or of their inverses, is a normal double
_NOTHING = -(1 << 14)  # an exponent below those of all doubles, for entries that are zero


class Scaled(NamedTuple):
    """N = M with row i multiplied by 2^-by_row[i] and column j by 2^-by_column[j]; N z = b with z = x·2^by_column."""

    N: Array
    b: Array
    by_column: Array


@np.errstate(all="ignore")
def distance_to_solution(M: Array, centre: Array, widened: float | Array = 0.0) -> Array:
    """Bounds of |x − centre| by component for the one solution x of M x = (0, …, 0, 1), for stacks (..., k, k).

    `widened` says how far, relatively, an entry of M may be from the number meant, or with an array (..., 1) those
    of each system. The bounds are infinite where no solution was proved.

    Examples
    --------
    >>> M = np.array([[1.0, -3.0], [1.0, 1.0]])
    >>> bool((distance_to_solution(M, np.array([0.75, 0.25])) < 1e-15).all())
    True
    """
    k = M.shape[-1]
    N, b, by_column = scaled(M)
    z = np.ldexp(centre, by_column)
    C = inverse(N)
    size_C, size_N = np.abs(C), np.abs(N)
    # The bounds' own sums of up to k terms are rounded to nearest; this factor takes them up.
    up = 1.0 + (8 * k + 64) * U
    product = C @ N
    product[..., np.arange(k), np.arange(k)] -= 1.0
    apart = np.abs(product, out=product).sum(axis=-1)
    rounding = ((k + 4) * U + widened) * times(size_C, size_N.sum(axis=-1))
    contraction = up * (apart + rounding + _LOST * (1.0 + size_C.sum(axis=-1)))
    r, error = residual(N, z, b)
    size_z = np.abs(z)
    error = error + widened * times(size_N, size_z) + _LOST * size_z.sum(axis=-1, keepdims=True)
    d = up * (np.abs(times(C, r)) + times(size_C, (k + 4) * U * np.abs(r) + up * error) + _LOST)
    alpha = contraction.max(axis=-1, keepdims=True)
    bound = up * (d + contraction * (d.max(axis=-1, keepdims=True) / (1.0 - alpha)))
    # Back in raw terms the bound may round at the lower end of the doubles: the next one is no smaller than the truth.
    bound = np.nextafter(np.ldexp(bound, -by_column), np.inf)
    return np.where((alpha < 1.0) & np.isfinite(bound), bound, np.inf)


@np.errstate(all="ignore")
def scaled(M: Array) -> Scaled:
    """The system with rows and columns scaled by powers of two so that their greatest entries are near 1.

    The last row, which says that the unknowns add up to 1, is left out where the scale of a column is chosen.
    """
    size = np.abs(M)
    rows = size.max(axis=-1, keepdims=True)
    # Large arrays are written over: new ones cost more than the arithmetic.
    part = size * _unit(rows)
    columns = part[..., :-1, :].max(axis=-2, keepdims=True, initial=0.0)
    rows_again = np.multiply(size, _unit(columns), out=part).max(axis=-1, keepdims=True)
    # Of ordinary numbers the units and their products are doubles: nothing that is greatest was rounded.
    if all(_ordinary(greatest) for greatest in (rows, columns, rows_again)):
        N = np.multiply(M, np.multiply(_unit(rows_again), _unit(columns), out=part), out=part)
        by_row, by_column = np.frexp(rows_again)[1], np.frexp(columns)[1]
    else:
        N, by_row, by_column = _scaled_by_exponents(M)
    b = np.zeros(N.shape[:-1])
    b[..., -1] = np.ldexp(1.0, -by_row[..., -1, 0])
    return Scaled(N, b, by_column[..., 0, :])


def _unit(greatest: Array) -> Array:
    """Powers of two that bring the greatest entries into [½, 1)."""
    return np.asarray(np.ldexp(1.0, -np.frexp(greatest)[1]))


def _ordinary(greatest: Array) -> bool:
    return bool(((greatest > 1.0 / _ORDINARY) & (greatest < _ORDINARY)).all())


def _scaled_by_exponents(M: Array) -> tuple[Array, Array, Array]:
    """N and both exponents for numbers of any size."""
    mantissa, exponent = np.frexp(M)
    exponent = np.where(mantissa != 0, exponent, _NOTHING)
    by_row = exponent.max(axis=-1, keepdims=True)
    by_column = (exponent - by_row)[..., :-1, :].max(axis=-2, keepdims=True, initial=_NOTHING)
    by_column = np.where(by_column > _NOTHING // 2, by_column, 0)
    by_row = (exponent - by_column).max(axis=-1, keepdims=True)
    return np.ldexp(mantissa, np.maximum(exponent - by_row - by_column, _NOTHING)), by_row, by_column


def inverse(N: Array) -> Array:
    """Approximate inverses; not numbers where there is none."""
    try:
        return np.asarray(np.linalg.inv(N))
    except np.linalg.LinAlgError:
        if N.ndim == 2:
            return np.full_like(N, np.nan)
        # One singular matrix must not spoil the others of its stack.
        return np.stack([inverse(each) for each in N])


def times(A: Array, v: Array) -> Array:
    """Products of stacked matrices with stacked vectors."""
    return np.asarray((A @ v[..., None])[..., 0])
