"""Numbers at all scales: powers of two over the whole range of doubles, and the doubles next to an exact number."""

from __future__ import annotations

import struct
from collections.abc import Callable
from fractions import Fraction
from math import inf, isqrt
from typing import Any

import numpy as np

__all__ = ["LARGEST", "above", "below", "exponent", "exponents", "fits", "mantissas", "root_bounds", "scaled_by"]

LARGEST = float(np.finfo(np.float64).max)


def exponent(rng: Any) -> int:
    """Mostly 0, often moderate, sometimes anywhere that a double can be."""
    way = rng.integers(6)
    if way < 2:
        return 0
    reach = (8, 60, 500, 1060)[way - 2]
    return int(rng.integers(-reach, reach + 1))


def exponents(rng: Any, count: int) -> list[int]:
    """One for all, or one for each."""
    if rng.integers(2):
        return [exponent(rng)] * count
    return [exponent(rng) for _ in range(count)]


def mantissas(rng: Any, shape: Any, reach: int) -> tuple[Any, int]:
    """Integers up to `reach` in size, and the power 0; or integers of 53 bits, of which every product rounds."""
    if rng.integers(2):
        return rng.integers(-reach, reach + 1, shape).astype(object), 0
    return rng.integers(-(2**53) + 1, 2**53, shape).astype(object), -50


def scaled_by(value: int | Fraction, power: int) -> Fraction:
    return Fraction(value) * Fraction(2) ** power


def fits(value: Fraction) -> bool:
    """Whether a double is exactly this."""
    try:
        return Fraction(float(value)) == value
    except OverflowError:
        return False


def below(holds: Callable[[Fraction], bool]) -> float:
    """The greatest double for which a falling predicate holds; −∞ where it holds for none."""
    low, high = _place(-LARGEST), _place(LARGEST)
    if not holds(Fraction(-LARGEST)):
        return -inf
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(Fraction(_double(middle))) else (low, middle - 1)
    return _double(low)


def above(holds: Callable[[Fraction], bool]) -> float:
    """The least double for which a rising predicate holds; ∞ where it holds for none."""
    return -below(lambda value: holds(-value))


def _place(value: float) -> int:
    """Doubles in their order as whole numbers: the next double has the next number."""
    bits = struct.unpack("<q", struct.pack("<d", value))[0]
    return bits if bits >= 0 else -(bits & 0x7FFF_FFFF_FFFF_FFFF)


def _double(place: int) -> float:
    size: float = struct.unpack("<d", struct.pack("<q", abs(place)))[0]
    return size if place >= 0 else -size


def root_bounds(square: Fraction, bits: int = 400) -> tuple[Fraction, Fraction]:
    """Two fractions with the root between them, equal to so many bits."""
    if square == 0:
        return Fraction(0), Fraction(0)
    shift = max(0, bits + (square.denominator.bit_length() - square.numerator.bit_length()) // 2)
    whole = (square.numerator << 2 * shift) // square.denominator
    low = isqrt(whole)
    return Fraction(low, 1 << shift), Fraction(low + 1, 1 << shift)
