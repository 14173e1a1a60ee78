"""Matrices known to within a radius, entry by entry, and products of them whose radii hold in any order of summation.

The product of the midpoints is off by `rounding.sum_error` of the sums of absolute values. The sums that bound the rest
are rounded themselves, which a last factor takes up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.rounding import U, lengths, sum_error

__all__ = ["Ball", "divided_by_root_two", "exact", "frobenius", "length_at_least", "times"]

_LOST = 2.0**-960  # more than what products near zero can lose, even where small numbers are cut off


class Ball(NamedTuple):
    """Numbers within `rad` of `mid`."""

    mid: Any
    rad: Any


def exact(values: Any) -> Ball:
    """Doubles stand for themselves."""
    return Ball(values, values * 0.0)


def times(A: Ball, B: Ball) -> Ball:
    """The product of two matrices, or of stacks of them."""
    k = int(A.mid.shape[-1])
    size_A, size_B = abs(A.mid), abs(B.mid)
    rad = sum_error(_dense(size_A @ size_B), k) + _dense(size_A @ B.rad) + _dense(A.rad @ (size_B + B.rad))
    return Ball(_dense(A.mid @ B.mid), _up(rad, k) + k * _LOST)


def divided_by_root_two(A: Ball, where: Any) -> Ball:
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


def _dense(product: Any) -> Any:
    return product.toarray() if hasattr(product, "toarray") else product
