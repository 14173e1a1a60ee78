"""Numbers as text that loses nothing: doubles in hexadecimal, integers in decimal, fractions as p/q.

Every number has exactly one spelling, and only that one is read back. What cannot be read raises ValueError with the
end of a sentence that begins "expected".
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite

from gordan.arithmetic.fraction import PLAIN, coprime, in_lowest_terms, spell_fraction, spell_integer
from gordan.arithmetic.limit import current_limits

__all__ = [
    "TooManyDigits",
    "double",
    "fraction",
    "integer",
    "offset",
    "positive",
    "spell_double",
    "spell_fraction",
    "spell_integer",
    "spell_offset",
]

LABEL_DIGITS = 1_000  # of a class that is a whole number: it is shown whole
FRACTION_DIGITS = 10_000  # of an offset's numerator and denominator, of which doubles need at most some 2,500
_LONGEST_DOUBLE = 24  # characters of -0x1.fffffffffffffp+1023
_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_NEAREST = "a finite double in hexadecimal, such as 0x1.8000000000000p+0"
_WHOLE = "a whole number in decimal digits, without signs or zeros that could be left out"


class TooManyDigits(ValueError):
    """An integer is longer than the limit `digits`."""


def spell_double(value: float) -> str:
    """The double in hexadecimal; zero has no sign.

    Examples
    --------
    >>> spell_double(1.5), spell_double(-0.0)
    ('0x1.8000000000000p+0', '0x0.0p+0')
    """
    return (float(value) + 0.0).hex()


def double(text: str) -> float:
    """The finite double that this text spells, exactly as `spell_double` would; `ValueError` for any other text.

    Examples
    --------
    >>> double("0x1.8000000000000p+0")
    1.5
    """
    try:
        value = float.fromhex(text) if len(text) <= _LONGEST_DOUBLE else float("nan")
    except (ValueError, OverflowError):
        value = float("nan")
    if not isfinite(value) or spell_double(value) != text:
        raise ValueError(_NEAREST)
    return value


def integer(text: str, digits: int | None = None) -> int:
    """The integer that this text spells in decimal; `ValueError` for a sign or zeros that could be left out.

    More than `digits` characters are refused too; without that argument, more than the limit `digits` allows.

    Examples
    --------
    >>> integer("-12"), integer(spell_integer(10**5000)) == 10**5000
    (-12, True)
    """
    most = current_limits().digits if digits is None else digits
    if len(text) > most:
        raise (ValueError if digits is not None else TooManyDigits)(f"at most {most:,} digits")
    if not _INTEGER.fullmatch(text):
        raise ValueError(_WHOLE)
    if len(text) <= PLAIN:
        return int(text)
    from flint import fmpz

    return int(fmpz(text))


def positive(text: str) -> int:
    """
    Examples
    --------
    >>> positive("12")
    12
    """
    value = integer(text)
    if value <= 0:
        raise ValueError("a whole number greater than 0")
    return value


def spell_offset(value: float | Fraction) -> str:
    """A double in hexadecimal, a fraction as p/q in lowest terms.

    Examples
    --------
    >>> spell_offset(Fraction(-3, 10)), spell_offset(Fraction(2)), spell_offset(0.25)
    ('-3/10', '2/1', '0x1.0000000000000p-2')
    """
    if isinstance(value, Fraction):
        return f"{spell_integer(value.numerator)}/{spell_integer(value.denominator)}"
    return spell_double(value)


def offset(text: str) -> float | Fraction:
    """
    Examples
    --------
    >>> offset("-3/10"), offset("0x1.0000000000000p-2")
    (Fraction(-3, 10), 0.25)
    """
    above, stroke, below = text.partition("/")
    if not stroke:
        return double(text)
    p, q = integer(above, FRACTION_DIGITS), integer(below, FRACTION_DIGITS)
    if q <= 0 or Fraction(p, q).denominator != q:
        raise ValueError("a fraction p/q in lowest terms with q > 0")
    return Fraction(p, q)


def fraction(text: str) -> Fraction:
    """
    Examples
    --------
    >>> fraction("-3/10"), fraction("2")
    (Fraction(-3, 10), Fraction(2, 1))
    """
    above, stroke, below = text.partition("/")
    p, q = integer(above), integer(below) if stroke else 1
    if stroke and (q <= 1 or not coprime(p, q)):
        raise ValueError("a whole number, or a fraction p/q in lowest terms with q > 1")
    return in_lowest_terms(p, q)
