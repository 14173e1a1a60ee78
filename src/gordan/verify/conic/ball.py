"""Matrices known to within a radius, entry by entry, and products of them whose radii hold in any order of summation.

A sum of k products of doubles errs by at most (k + 4) units of the sum of their absolute values. The sums that bound
this are rounded themselves, which a last factor takes up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array

__all__ = ["ROUNDED", "Ball", "divided_by_root_two", "exact", "frobenius", "length_at_least", "times"]

ROUNDED = "rounded products, ball arithmetic"  # what a check says of such bounds

_U = 2.0**-53
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
    rad = (k + 4) * _U * _dense(size_A @ size_B) + _dense(size_A @ B.rad) + _dense(A.rad @ (size_B + B.rad))
    return Ball(_dense(A.mid @ B.mid), _up(rad, k) + k * _LOST)


def divided_by_root_two(A: Ball, where: Any) -> Ball:
    """Entries of the last axis divided by √2 where asked."""
    factor = np.where(where, np.sqrt(0.5), 1.0)
    mid = A.mid * factor
    rounding = np.where(where, 4.0 * _U * np.abs(mid) + _LOST, 0.0)
    return Ball(mid, _up(A.rad * factor + rounding, 4))


def frobenius(A: Ball) -> float:
    """An upper bound of the root of the sum of squares: of a vector its length."""
    most = np.abs(A.mid) + A.rad
    largest = float(most.max(initial=0.0))
    if largest == 0.0 or not np.isfinite(largest):
        return largest
    found = float(_up(np.array(largest * _relative_length(most, largest)), most.size))
    # Of the smallest doubles the factor may leave nothing.
    return float(np.nextafter(found, np.inf))


def length_at_least(v: Array) -> float:
    """A lower bound of the length of a vector of doubles."""
    size = np.abs(v)
    largest = float(size.max(initial=0.0))
    if largest == 0.0 or not np.isfinite(largest):
        return 0.0
    found = largest * _relative_length(size, largest) * (1.0 - (4 * size.size + 32) * _U)
    return max(float(np.nextafter(found, -np.inf)), 0.0)


def _relative_length(size: Array, largest: float) -> float:
    """In units of the greatest entry, so that no square is lost; off by fewer units than k + 8 of k entries."""
    return float(np.sqrt(np.sum((size / largest) ** 2)))


def _up(value: Array, k: int) -> Array:
    return value * (1.0 + (4 * k + 32) * _U)


def _dense(product: Any) -> Any:
    return product.toarray() if hasattr(product, "toarray") else product
