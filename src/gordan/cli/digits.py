"""Numbers as a person reads them: few digits, and never more than what was proved.

The ends of a bracket are rounded outwards, so that the sentence about the margin stays true as printed. A double is
taken for its shortest decimal, as everywhere when files are read: 0.1 is shown as 0.1 and not as 0.1001.
"""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from math import isfinite

from gordan.outcome import Bracket
from gordan.problem import Program

__all__ = ["bracket_ends", "bracket_words", "brief", "counted", "percent", "seconds", "shorten", "size_of"]

_CLOSED = 1e-3  # relative gap below which one number with its uncertainty says more than two
_KNOWN = 12  # digits that no rounding of a computation changes
_EXACT = Context(prec=60)  # enough to subtract any two doubles of like size without rounding
_LONG = re.compile(r"-?\d+\.\d{4,}(?:e[-+]?\d+)?")


def brief(value: float, digits: int = 4) -> str:
    """The number to a few significant digits; a half is rounded to even, whatever the last bit of the computation was.

    Examples
    --------
    >>> brief(0.69353226), brief(-1e-9), brief(1.8125000000000002)
    ('0.6935', '-1e-09', '1.812')
    """
    return f"{float(f'{value:.{_KNOWN}g}') if digits < _KNOWN else value:.{digits}g}"


def shorten(text: str) -> str:
    """The text with the long numbers in it cut to four significant digits.

    Examples
    --------
    >>> shorten(">= 0.6935322616312346")
    '>= 0.6935'
    """
    return _LONG.sub(lambda found: brief(float(found.group())), text)


def counted(number: int, noun: str) -> str:
    """
    Examples
    --------
    >>> counted(1, "row"), counted(1500, "pass")
    ('1 row', '1,500 passes')
    >>> counted(2, "equality")
    '2 equalities'
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else noun + ("es" if noun.endswith("s") else "s")
    return f"{number:,} {noun if number == 1 else plural}"


def percent(value: float) -> str:
    """A fraction as hundredths, one digit, rounded up.

    Examples
    --------
    >>> percent(0.000501), percent(0.25)
    ('0.06 %', '30 %')
    """
    return f"{_decimal(Context(prec=1, rounding=ROUND_CEILING).create_decimal(Decimal(100.0 * value)))} %"


def seconds(value: float) -> str:
    """
    Examples
    --------
    >>> seconds(0.00284), seconds(75.3)
    ('0.0028 s', '75 s')
    """
    return f"{brief(value, 2) if value < 100 else f'{value:,.0f}'} s"


def bracket_ends(bracket: Bracket, *, short: bool = False) -> str:
    """The bracket without a word; a `short` one has four digits, however narrow it is.

    Examples
    --------
    >>> bracket_ends(Bracket(0.69353, 1.98702)), bracket_ends(Bracket(0.8175557, 0.8175559))
    ('0.6935..1.988', '0.8175558±1e-7')
    >>> bracket_ends(Bracket(0.8175557, 0.8175559), short=True)
    '0.8175..0.8176'
    """
    if _closed(bracket) and not short:
        return "±".join(_middle(bracket))
    return f"{_outwards(bracket.lower, ROUND_FLOOR)}..{_outwards(bracket.upper, ROUND_CEILING)}"


def bracket_words(bracket: Bracket) -> str:
    """The bracket as the end of a sentence that begins with "margin".

    Examples
    --------
    >>> bracket_words(Bracket(0.69353, 1.98702)), bracket_words(Bracket(upper=0.1))
    ('between 0.6935 and 1.988', 'at most 0.1')
    """
    low, high = _outwards(bracket.lower, ROUND_FLOOR), _outwards(bracket.upper, ROUND_CEILING)
    if not isfinite(bracket.lower):
        return f"at most {high}" if isfinite(bracket.upper) else "unknown"
    if not isfinite(bracket.upper):
        return f"at least {low}"
    return " ± ".join(_middle(bracket)) if _closed(bracket) else f"between {low} and {high}"


def _closed(bracket: Bracket) -> bool:
    return isfinite(bracket.upper) and bracket.gap <= _CLOSED


def _outwards(value: float, rounding: str) -> str:
    if not isfinite(value):
        return str(value)
    return _decimal(Context(prec=4, rounding=rounding).create_decimal(_shortest(value)).normalize())


def _middle(bracket: Bracket) -> tuple[str, ...]:
    """The middle, to the last digit that is certain within one, and how far the ends are from it at most."""
    low, high = Decimal(_shortest(bracket.lower)), Decimal(_shortest(bracket.upper))
    half = _EXACT.divide(_EXACT.subtract(high, low), Decimal(2))
    if half == 0:
        return (_decimal(low.normalize()),)
    middle = _EXACT.quantize(_EXACT.add(low, half), Decimal(1).scaleb(half.adjusted()))
    farthest = max(_EXACT.subtract(high, middle), _EXACT.subtract(middle, low))
    around = Context(prec=1, rounding=ROUND_CEILING).plus(farthest)
    return _decimal(middle), _decimal(around)


def _shortest(value: float) -> str:
    return repr(float(value) + 0.0)  # 0 has no sign for a reader


def _decimal(value: Decimal) -> str:
    return f"{value:{'f' if -5 < value.adjusted() < 9 else 'e'}}"


def size_of(program: Program) -> str:
    m, n = program.shape
    return f"{counted(m, 'row')}, {counted(n, 'column')}, {counted(len(program.A.values), 'entry')}"
