"""One line of an MPS file: its fields, by blanks or by columns, and its numbers without rounding."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, NoReturn

from gordan.errors import InputError
from gordan.file.table.wording import shown

__all__ = ["Line", "WrongLine", "by_blanks", "by_columns"]

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d{1,3})?", re.ASCII)
_LONGEST = 4000  # digits with those that an exponent adds: Python writes out no more than 4,300
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.ASCII | re.IGNORECASE)
_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))  # of the format of punched cards
_HUGE = Fraction(10) ** 30  # from here on writers of MPS files mean that there is no bound


class WrongLine(InputError):
    """A line of an MPS file that cannot be used; `line` is its number, from 1."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.line = line


class Line(NamedTuple):
    """The fields of a line, and where it stands."""

    source: str
    number: int
    fields: tuple[str, ...]

    def refuse(self, what: str, expected: str) -> NoReturn:
        sentence = f"{self.source}, line {self.number}: {what}; expected {expected}, so correct that line"
        raise WrongLine(sentence, self.number)

    def is_of_first_set(self, chosen: str, sets: dict[str, None]) -> bool:
        """Whether the line counts, of whose set the name is now known; names left out on some lines are refused."""
        sets.setdefault(chosen)
        if len(sets) > 1 and "" in sets:
            self.refuse("some lines name their set, and others do not", "the name of the set on all of them or on none")
        return chosen == next(iter(sets))

    def value(self, text: str) -> Fraction:
        """A decimal, of at most three digits in its exponent."""
        if not _NUMBER.fullmatch(text):
            self.refuse(f"{shown(text)} is no number", "a decimal such as -1.5 or 2e3")
        mantissa, _, exponent = text.lower().replace("d", "e").partition("e")
        if len(mantissa) + abs(int(exponent or 0)) > _LONGEST:
            self.refuse(f"{text[:12]}… has {len(mantissa):,} characters", f"numbers of at most {_LONGEST:,} digits")
        return Fraction(f"{mantissa}e{exponent or 0}")

    def bound(self, text: str) -> Fraction | float:
        """A decimal, or an infinity where it is written out or is of size 1e30 and more."""
        if _INFINITE.fullmatch(text):
            return float(text)
        value = self.value(text)
        return value if abs(value) < _HUGE else float("inf" if value > 0 else "-inf")


def by_blanks(text: str) -> tuple[str, ...]:
    """Free format.

    Examples
    --------
    >>> by_blanks(" UP BND  x1  4.5")
    ('UP', 'BND', 'x1', '4.5')
    """
    return tuple(text.split())


def by_columns(text: str) -> tuple[str, ...]:
    """Fixed format, where names may have blanks inside; empty fields at the end are left out, others are empty text.

    Examples
    --------
    >>> by_columns("    a b       row 1            1.5")
    ('', 'a b', 'row 1', '1.5')
    """
    fields = [text[low:high].strip() for low, high in _FIELDS]
    while fields and not fields[-1]:
        fields.pop()
    return tuple(fields)


Split = Callable[[str], tuple[str, ...]]
