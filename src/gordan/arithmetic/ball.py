"""Matrices known to within a radius, entry by entry, and products of them whose radii hold in any order of summation.

The product of the midpoints is off by `rounding.sum_error` of the sums of absolute values. The sums that bound the rest
are rounded themselves, which a last factor takes up.

The distance to a null space: let B s be small, and take any C. If ‖I − BC‖ < 1, BC has an inverse, and
s − C (BC)⁻¹ B s is cancelled by B exactly: it is at most ‖C‖ ‖Bs‖ / (1 − ‖I − BC‖) away from s. C is a pseudo-inverse
from floating point, of whatever quality.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Mask, Matrix
from gordan.arithmetic.rounding import U, lengths, sum_error

__all__ = ["Ball", "distance_to_null_space", "divided_by_root_two", "exact", "frobenius", "length_at_least", "times"]

_LARGE = 1 << 18  # entries of a matrix whose products take a while
_LOST = 2.0**-960  # more than what products near zero can lose, even where small numbers are cut off


class Ball(NamedTuple):
    """Numbers within `rad` of `mid`."""

    mid: Matrix
    rad: Matrix


def exact(values: Matrix) -> Ball:
    """Doubles stand for themselves."""
    return Ball(values, values * 0.0)


def times(A: Ball, B: Ball) -> Ball:
    """The product of two matrices, or of stacks of them."""
    k = int(A.mid.shape[-1])
    size_A, size_B = abs(A.mid), abs(B.mid)
    rad = sum_error(_dense(size_A @ size_B), k) + _dense(size_A @ B.rad) + _dense(A.rad @ (size_B + B.rad))
    return Ball(_dense(A.mid @ B.mid), _up(rad, k) + k * _LOST)


def divided_by_root_two(A: Ball, where: Mask) -> Ball:
    """Entries of the last axis divided by √2 where asked."""
    factor = np.where(where, np.sqrt(0.5), 1.0)
    mid = A.mid * factor
    rounding = np.where(where, 4.0 * U * np.abs(mid) + _LOST, 0.0)
    return Ball(mid, _up(A.rad * factor + rounding, 4))


def frobenius(A: Ball) -> float:
    """An upper bound of the root of the sum of squares: of a vector its length."""
    # The sum of a midpoint and its radius rounds once.
    return _length(np.nextafter(np.abs(A.mid) + A.rad, np.inf))


def _length(values: Array) -> float:
    """The same of doubles; of many row by row, for sums of very many squares have no bound."""
    if values.ndim == 2 and values.size > _LARGE:
        values = lengths(values)[1]
    return float(lengths(np.ravel(values))[1]) if values.size else 0.0


def length_at_least(v: Array) -> float:
    """A lower bound of the length of a vector of doubles."""
    return float(lengths(v)[0])


def _up(value: Array, k: int) -> Array:
    return value * (1.0 + (4 * k + 32) * U)


def _dense(product: Matrix) -> Matrix:
    return product.toarray() if hasattr(product, "toarray") else product


def distance_to_null_space(B: Ball, centre: Array) -> float:
    """A bound on the distance from the centre to the nearest s with B s = 0; infinite where B is not proved to be onto.

    Examples
    --------
    >>> distance_to_null_space(exact(np.array([[1.0, -1.0]])), np.array([1.0, 1.0 + 2.0**-40])) < 2.0**-40
    True
    """
    if B.mid.shape[1] < B.mid.shape[0]:
        return np.inf
    residual = times(B, exact(centre[:, None]))
    length = frobenius(Ball(residual.mid[:, 0], residual.rad[:, 0]))
    # Products of rows are quick; where their squared condition is too bad, other inverses take their time.
    for inverse in (_by_products, _by_rotations if B.mid.size > _LARGE else np.linalg.pinv):
        try:
            C = np.asarray(inverse(B.mid))
        except np.linalg.LinAlgError:
            continue
        if (off := _off_identity(B, C)) < 0.5:
            bound = _length(C) * length / (1.0 - off) * (1.0 + 2.0**-48)
            return float(np.nextafter(bound, np.inf))
    return np.inf


def _off_identity(B: Ball, C: Array) -> float:
    """A bound on ‖I − BC‖; of large matrices by their lengths alone, which takes one product in the place of four."""
    if B.mid.size <= _LARGE:
        G = times(B, exact(C))
    else:
        m, k = B.mid.shape
        # By Cauchy and Schwarz: the sums of absolute values of all entries have no greater length than this.
        rounding = ((k + 4) * U * _length(B.mid) + _length(B.rad)) * _length(C)
        rounding += m * k * _LOST
        product = _dense(B.mid @ C)
        product[np.diag_indices(m)] -= 1.0
        # The subtraction rounds entries of the diagonal, by at most 2U of the entry that is left or of 1.
        own = _length(product) + 2.0 * U * m
        return float((own * (1.0 + 4.0 * U) + rounding) * (1.0 + 2.0**-40))
    return frobenius(Ball(G.mid - np.eye(G.mid.shape[0]), G.rad + 2.0**-52 * (1.0 + np.abs(G.mid))))


def _by_rotations(B: Array) -> Array:
    Q, R = np.linalg.qr(B.T)
    return np.asarray(np.linalg.solve(R, Q.T).T)


def _by_products(B: Array) -> Array:
    return np.asarray(np.linalg.solve(B @ B.T, B).T)
