"""Bounds on rounding, each derived once: sums of products in any order, lengths, and single operations rounded outward.

**The model.** For doubles a, b and an operation ∘ in {+, −, ×, ÷},

    fl(a ∘ b) = (a ∘ b)(1 + δ) + η,   |δ| ≤ u = 2⁻⁵³,   |η| ≤ 2⁻¹⁰⁷⁵,   η = 0 for + and −,

as long as nothing overflows and small results are not cut to zero (`gradual_underflow` tells). A fused multiply-add
rounds once where two operations round twice, so the bounds below hold for it as well.

**Sums of products.** Let ŝ be the computed value of s = Σ aᵢbᵢ over k terms, in any order and any grouping, and t̂ the
computed value of t = Σ |aᵢbᵢ|. Every term takes part in at most k operations that round relatively, and its product
loses at most 2⁻¹⁰⁷⁵, so |ŝ − s| ≤ γ_k t + k 2⁻¹⁰⁷⁵(1 + γ_k) with γ_k = ku/(1 − ku), and likewise
t ≤ (t̂ + k 2⁻¹⁰⁷⁴)/(1 − γ_k). For k ≤ 2²⁴, γ_k/(1 − γ_k) ≤ (k + 1)u; hence

    |ŝ − s| ≤ (k + 2)u t̂ + k 2⁻¹⁰⁷³,

where one u is kept for rounding this bound itself. Factors that were rounded once before they were multiplied, such as
differences a − c, add one u each: `extra` counts them. Beyond 2²⁴ terms nothing is claimed: the bound is infinite.

**Lengths.** The greatest entry of v is brought into [½, 1) by a power of two. That is exact but for entries that fall
below 2⁻¹⁰²² beside it, which lose at most 2⁻¹⁰⁷⁵ each. A sum of k squares, at least ¼ and at most k, is off by a
relative γ_{k+1} and k 2⁻¹⁰⁷³ at the most; the root halves that and rounds once. All in all the computed length is off
by fewer than (k + 8)u relatively; bringing it back to its unit may round once more, which the next double takes up.

**Single operations** are rounded to the nearest double, so that the next double on either side bounds the true result,
whatever its size: no case for small numbers is needed. Of an overflow to +∞ that double is the largest, which the true
result is known to exceed. Of single floats `math.nextafter` does the same in place.
"""

from __future__ import annotations

from math import frexp, inf, isfinite, ldexp, nextafter, sqrt
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array

__all__ = [
    "ETA",
    "U",
    "add_down",
    "add_up",
    "divide_down",
    "divide_up",
    "gradual_underflow",
    "length_up",
    "lengths",
    "multiply_down",
    "multiply_up",
    "roots",
    "sum_error",
]

U = 2.0**-53
ETA = 2.0**-1073  # more than a product and the bound on it can lose near zero, together
_TERMS = 1 << 24  # of a sum, up to which second-order terms are taken up by one unit
_LARGEST = float(np.finfo(np.float64).max)


def sum_error(size: Any, terms: int, *, extra: int = 0) -> Any:
    """A bound on the error of sums of `terms` products.

    Parameters
    ----------
    size : float or array
        The computed sums of the products' absolute values, or anything greater.
    terms : int
        How many products each sum has, at most.
    extra : int
        How many relative roundings each product had before: one for every factor that was a rounded difference.

    Examples
    --------
    >>> a, b = np.array([0.1, 0.2, -0.3]), np.array([1.0, 1.0, 1.0])
    >>> bool(sum_error(np.abs(a) @ b, 3) < 1e-15)
    True
    """
    if terms + extra > _TERMS:
        return size * 0.0 + np.inf
    # Two more units round the product with the size up, and its sum with the part that does not shrink.
    return (terms + extra + 4) * U * size + (terms + 2) * ETA


@np.errstate(all="ignore")
def lengths(V: Any) -> tuple[Any, Any]:
    """Lower and upper bounds of the Euclidean lengths over the last axis.

    A vector with an entry that is no finite number has the bounds 0 and ∞.

    Examples
    --------
    >>> low, high = lengths(np.array([3e-320, 4e-320]))
    >>> bool(low <= 5e-320 <= high), bool(high < 5.001e-320)
    (True, True)
    """
    V = np.asarray(V, dtype=np.float64)
    if V.ndim == 1 and V.size <= _TERMS:
        return _length(V)
    greatest = np.abs(V).max(axis=-1, initial=0.0)
    exponent = np.frexp(greatest)[1]
    unit = np.ldexp(1.0, -exponent)
    # Multiplying by a power of two rounds as `ldexp` does, and is several times as fast; but that of the smallest
    # numbers' unit is no double.
    scaled = V * unit[..., None] if np.isfinite(unit).all() else np.ldexp(V, -exponent[..., None])
    squares = np.square(scaled).sum(axis=-1)
    low, high = roots(squares, exponent, V.shape[-1])
    known = np.isfinite(greatest)
    return np.where(known, low, 0.0), np.where(known, high, np.inf)


@np.errstate(all="ignore")
def roots(squares: Any, exponent: Any, terms: int) -> tuple[Any, Any]:
    """Bounds of lengths whose squares were summed in units of 2^exponent, the greatest entry in [½, 1); or all zero."""
    root = np.sqrt(squares)
    slack = (terms + 8) * U if terms <= _TERMS else 1.0
    low = np.maximum(np.nextafter(np.ldexp(root * (1.0 - slack), exponent), -np.inf), 0.0)
    high = np.nextafter(np.ldexp(root * (1.0 + slack), exponent), np.inf)
    high = high if terms <= _TERMS else high + np.inf
    # A length may lie beyond the largest double when its lower bound does: that double is still below it.
    return np.minimum(low, _LARGEST), np.where(squares == 0, 0.0, high)


def _length(v: Array) -> tuple[float, float]:
    """The bounds of `lengths` for one vector, on floats: NumPy takes ten times as long for a single number."""
    greatest = float(np.abs(v).max(initial=0.0))
    if not isfinite(greatest):
        return 0.0, inf
    exponent = frexp(greatest)[1]
    scaled = np.ldexp(v, -exponent)
    root, slack = sqrt(float(scaled @ scaled)), (v.size + 8) * U
    try:
        high = nextafter(ldexp(root * (1.0 + slack), exponent), inf)
        low = nextafter(ldexp(root * (1.0 - slack), exponent), -inf)
    except OverflowError:
        # Where the lower bound overflows too, the largest double is still below the length.
        return nextafter(float(np.ldexp(root * (1.0 - slack), exponent)), -inf), inf
    return max(low, 0.0), high if root else 0.0


def length_up(computed: float, terms: int) -> float:
    """At least the length of a vector of at most 2²⁴ `terms` that was computed as the root of its sum of squares.

    For entries whose squares neither overflow nor vanish, each rounded once at the most. The sum is at least
    (1 − γ_k)(1 − u)² of the squared length, k the number of terms, and its computed root rounds once more: the length
    is at most 1 + (k/2 + 2)u times the computed one, up to terms in u². The factor below is 1 + (k + 4)u, which has
    room for the rounding of itself and of the product.

    Examples
    --------
    >>> length_up(5.0, 2) > 5.0, length_up(0.0, 2)
    (True, 0.0)
    """
    return computed * (1.0 + (terms + 4) * U)


def add_down(a: Any, b: Any) -> Any:
    """At most a + b."""
    return np.nextafter(np.add(a, b), -np.inf)


def add_up(a: Any, b: Any) -> Any:
    """At least a + b."""
    return np.nextafter(np.add(a, b), np.inf)


def multiply_down(a: Any, b: Any) -> Any:
    """At most ab."""
    return np.nextafter(np.multiply(a, b), -np.inf)


def multiply_up(a: Any, b: Any) -> Any:
    """At least ab."""
    return np.nextafter(np.multiply(a, b), np.inf)


def divide_down(a: Any, b: Any) -> Any:
    """At most a/b.

    Examples
    --------
    >>> float(divide_down(1e-320, 3.0)) <= 1e-320 / 3, float(divide_down(-1.0, 3.0)) < -1 / 3
    (True, True)
    """
    return np.nextafter(np.divide(a, b), -np.inf)


def divide_up(a: Any, b: Any) -> Any:
    """At least a/b."""
    return np.nextafter(np.divide(a, b), np.inf)


def gradual_underflow() -> bool:
    """Whether this thread computes with subnormal numbers; a library built for speed may have switched them off.

    Examples
    --------
    >>> gradual_underflow()
    True
    """
    # The half is cut where small results are, and compares as zero where small operands are.
    half = np.array([2.0**-1022]) * 0.5
    return bool(half[0] > 0)
