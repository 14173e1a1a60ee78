"""Roots of fractions as doubles, rounded to the side that is asked for, at any exponent."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isqrt, nextafter
from sys import float_info

__all__ = ["as_float", "root_down", "root_up", "signed_square"]

_BITS = 64  # of a root: more than a double can tell


def as_float(value: Fraction) -> float:
    """The nearest double; infinite beyond the largest."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def signed_square(value: Fraction) -> Fraction:
    """The square with the sign of the number, which orders as the number does."""
    return value * abs(value)


def root_down(square: Fraction) -> float:
    """The greatest double whose square, with its sign, is at most this; −∞ where none is.

    Examples
    --------
    >>> root_down(Fraction(9, 4)), root_down(Fraction(2)) ** 2 < 2, root_down(Fraction(-4))
    (1.5, True, -2.0)
    """
    near = _near_root(square)
    while near > -inf and signed_square(Fraction(near)) > square:
        near = nextafter(near, -inf)
    return near


def root_up(square: Fraction) -> float:
    """The least double whose square, with its sign, is at least this; ∞ where none is."""
    return -root_down(-square)


def _near_root(square: Fraction) -> float:
    """A finite double within a few units of the root, whatever the size of the fraction."""
    size = abs(square)
    if size == 0:
        return 0.0
    shift = (size.denominator.bit_length() - size.numerator.bit_length()) // 2 + _BITS
    scaled = isqrt(int(size * Fraction(4) ** shift))
    root = min(as_float(Fraction(scaled) / Fraction(2) ** shift), float_info.max)
    return root if square > 0 else -root
