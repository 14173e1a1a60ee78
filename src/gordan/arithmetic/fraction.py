"""Fractions made without a search for common factors, and long numbers written out."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any, NamedTuple

__all__ = ["PLAIN", "in_lowest_terms", "spell_fraction", "spell_integer"]

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
