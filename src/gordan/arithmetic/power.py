"""Bounds on the rounding of kernels' values: powers of products, and exponentials of distances.

Both rest on the model of `rounding`: fl(a ∘ b) = (a ∘ b)(1 + δ) + η, |δ| ≤ u, |η| ≤ 2⁻¹⁰⁷⁵ for × and ÷ alone.

**Powers.** Let q̂ stand within e of q. The power is multiplied out: each product of two computed powers rounds once, so
that a power of exponent d carries at most d − 1 relative roundings and, where |q̂| < 1, what at most 2 log₂ d products
lost at the lower end: each loss is multiplied by numbers below 1 from there on, or by 2 where a lossy number is
squared. Where |q̂| ≥ 1 nothing is small enough to lose anything. By the mean value theorem
|q^d − q̂^d| ≤ d(|q̂| + e)^(d−1) e. The slope is computed alike, and where it loses anything |q̂| + e < 1, so that e < 1
keeps the loss below that of a power, times d. All in all

    |fl(q̂^d) − q^d| ≤ (slope · e + (d + 1)u |fl(q̂^d)|)(1 + (2d + 16)u) + 32 d 2⁻¹⁰⁷³.

**Exponentials.** Let t̂ ≥ 0 stand within δ ≤ 1 of t. Then |e^−t − e^−t̂| ≤ e^−t̂(e^δ − 1) ≤ e^−t̂ δ(1 + δ). The library's
exponential is trusted to four units in the last place, 8u relatively, and near the lower end to sixteen of the least
numbers, 2⁻¹⁰⁷⁰. An exponent certainly above 750 has a value below 2⁻¹⁰⁷⁰, however badly it is known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.rounding import ETA, U

__all__ = ["EXP", "LEAST", "VANISHES", "exponentials", "powers"]

EXP = 8 * U  # four units in the last place
LEAST = 2.0**-1070  # where exponentials end to be relatively right
VANISHES = 750.0  # e to the minus of it is less than LEAST


@np.errstate(all="ignore")
def powers(q: Any, error: Any, degree: int) -> tuple[Any, Any]:
    """q^degree and a bound on its error, where each q is known to `error`; what overflowed is 0 with an infinite error.

    Examples
    --------
    >>> value, error = powers(np.array([3.0]), np.array([0.0]), 4)
    >>> float(value[0]), bool(error[0] < 1e-13)
    (81.0, True)
    """
    value = _raised(q, degree)
    slope = degree * _raised(np.abs(q) + error, degree - 1) if degree > 1 else np.ones_like(q)
    error = (slope * error + (degree + 1) * U * np.abs(value)) * (1 + (2 * degree + 16) * U) + 32 * degree * ETA
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    return np.where(unknown, 0.0, value), np.where(unknown, np.inf, error)


def _raised(q: Any, degree: int) -> Any:
    """q to a whole power by multiplying: every product rounds once."""
    result, square = np.ones_like(q), q
    while degree:
        if degree & 1:
            result = result * square
        degree >>= 1
        if degree:
            square = square * square
    return result


@np.errstate(all="ignore")
def exponentials(exponent: Any, error: Any, *, at_least: Any) -> tuple[Any, Any]:
    """e^−t and a bound on its error, where each t ≥ 0 is known to `error` and not to be below `at_least`; overwrites t.

    Of a value that no bound holds it is still known that it lies between 0 and 1.

    Examples
    --------
    >>> value, error = exponentials(np.array([0.0, 800.0]), np.array([0.0, np.inf]), at_least=np.array([0.0, 790.0]))
    >>> value.tolist(), bool(error.max() < 1e-14)
    ([1.0, 0.0], True)
    """
    np.negative(exponent, out=exponent)
    value = np.exp(exponent, out=exponent)
    unknown = ~(np.isfinite(value) & (error < 1.0))
    error = (error * (1.0 + error) + EXP) * np.maximum(value, LEAST) * (1 + 16 * U) + LEAST
    if unknown.any():
        gone = unknown & (at_least > VANISHES)
        value = np.where(unknown, np.where(gone, 0.0, 0.5), value)
        error = np.where(unknown, np.where(gone, LEAST, 0.5 + EXP), error)
    return value, error
