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
    return float(lengths(np.nextafter(np.ravel(np.abs(A.mid) + A.rad), np.inf))[1]) if A.mid.size else 0.0


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
    # Products of rows are quick; where their squared condition is too bad, singular values take their time.
    for inverse in (_by_products, np.linalg.pinv):
        try:
            C = np.asarray(inverse(B.mid))
        except np.linalg.LinAlgError:
            continue
        G = times(B, exact(C))
        off = frobenius(Ball(G.mid - np.eye(G.mid.shape[0]), G.rad + 2.0**-52 * (1.0 + np.abs(G.mid))))
        if off < 0.5:
            bound = frobenius(exact(C)) * length / (1.0 - off) * (1.0 + 2.0**-48)
            return float(np.nextafter(bound, np.inf))
    return np.inf


def _by_products(B: Array) -> Array:
    return np.asarray(np.linalg.solve(B @ B.T, B).T)
