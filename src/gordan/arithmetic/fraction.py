"""Fractions made without a search for common factors."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any, NamedTuple

__all__ = ["in_lowest_terms"]


def in_lowest_terms(p: int, q: int) -> Fraction:
    """p/q, which is known to be in lowest terms: no common factors are looked for.

    Examples
    --------
    >>> in_lowest_terms(-3, 10)
    Fraction(-3, 10)
    """
    terms: Any = _LowestTerms(p, q)
    return Fraction(terms)


@Rational.register
class _LowestTerms(NamedTuple):
    """What `Fraction` takes as it is: a rational number has its numerator and denominator in lowest terms."""

    numerator: int
    denominator: int
