"""Fractions made without a search for common factors, long numbers written out, and roots rounded to a side."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, inf, isqrt, nextafter
from numbers import Rational
from sys import float_info
from typing import Any, NamedTuple

__all__ = [
    "PLAIN",
    "as_float",
    "coprime",
    "in_lowest_terms",
    "over",
    "root_down",
    "root_up",
    "signed_square",
    "spell_fraction",
    "spell_integer",
]

PLAIN = 640  # digits up to which Python reads and writes integers under any setting


def in_lowest_terms(p: int, q: int) -> Fraction:
    """p/q, which is known to be in lowest terms: no common factors are looked for.

    Examples
    --------
    >>> in_lowest_terms(-3, 10)
    Fraction(-3, 10)
    """
    terms: Any = _LowestTerms(p, q)
    return Fraction(terms)


def coprime(p: int, q: int) -> bool:
    """Whether p and q have no common factor; long ones by way of FLINT, for Python takes a minute for a million digits.

    Examples
    --------
    >>> coprime(-3, 10), coprime(6, 4)
    (True, False)
    """
    if min(p.bit_length(), q.bit_length()) < 3 * PLAIN:
        return gcd(p, q) == 1
    from flint import fmpz

    return bool(fmpz(p).gcd(fmpz(q)) == 1)


def over(above: Fraction, below: Fraction | int) -> Fraction:
    """above/below; common factors of long numbers are looked for in FLINT.

    Examples
    --------
    >>> over(Fraction(-3, 10), 6)
    Fraction(-1, 20)
    """
    if min(above.numerator.bit_length(), below.numerator.bit_length()) < 3 * PLAIN:
        return above / below
    from flint import fmpq, fmpz

    p, q = above.numerator * below.denominator, above.denominator * below.numerator
    quotient = fmpq(fmpz(p), fmpz(q))
    return in_lowest_terms(int(quotient.p), int(quotient.q))


def spell_integer(value: int) -> str:
    """The integer in decimal; a long one by way of FLINT, for Python takes time that grows with the square."""
    if value.bit_length() < 3 * PLAIN:
        return str(value)
    from flint import fmpz

    return str(fmpz(value))


def spell_fraction(value: Fraction) -> str:
    """p/q in lowest terms, or p alone.

    Examples
    --------
    >>> spell_fraction(Fraction(-3, 10)), spell_fraction(Fraction(2))
    ('-3/10', '2')
    """
    above = spell_integer(value.numerator)
    return above if value.denominator == 1 else f"{above}/{spell_integer(value.denominator)}"


@Rational.register
class _LowestTerms(NamedTuple):
    """What `Fraction` takes as it is: a rational number has its numerator and denominator in lowest terms."""

    numerator: int
    denominator: int


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
    # By shifts: common factors of long numbers would take the square of their length.
    scaled = isqrt((size.numerator << 2 * max(shift, 0)) // (size.denominator << 2 * max(-shift, 0)))
    root = min(as_float(Fraction(scaled) / Fraction(2) ** shift), float_info.max)
    return root if square > 0 else -root
