"""From the text of a VIPR file to its records, strictly by the specification (1.0 and 1.1); standard library only.

This is the second opinion on what gordan exports: it shares no line with the exporter. Every number is a rational,
nothing may be left out or follow, and what the specification does not allow is refused with the place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import dropwhile
from typing import NoReturn

from benchmarks.vipr.record import Constraint, Derivation, File, Refused, Terms

__all__ = ["read"]

_INDEX = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
_VALUE = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+)|/([0-9]+))?", re.ASCII)
_SENSES = {"G": 1, "E": 0, "L": -1}


def read(text: str) -> File:
    """The file, or Refused."""
    lines = dropwhile(lambda line: line.startswith("%"), text.split("\n"))
    return _Reader(token for line in lines for token in line.split()).file()


class _Reader:
    def __init__(self, tokens: Iterator[str]) -> None:
        self.tokens, self.count, self.n = tokens, 0, 0
        self.objective: Terms = {}

    def file(self) -> File:
        self.word("VER")
        self.word("1.0", "1.1")
        self.word("VAR")
        self.n = self.index()
        variables = [self.token() for _ in range(self.n)]
        self.word("INT")
        integers = [self.index(self.n) for _ in range(self.index(self.n + 1))]
        self.distinct(integers)
        self.word("OBJ")
        minimise = self.word("min", "max") == "min"
        self.objective = self.terms(self.index(), self.n)
        self.word("CON")
        size, bounds = self.index(), self.index()
        constraints = [self.constraint() for _ in range(size)]
        if bounds > size or any(len(each.terms) != 1 for each in constraints[:bounds]):
            self.refuse(f"{bounds} bound constraints, which do not come first")
        self.word("RTP")
        infeasible = self.word("infeas", "range") == "infeas"
        lower = None if infeasible else self.value_or("-inf")
        upper = None if infeasible else self.value_or("inf")
        self.word("SOL")
        solutions = [self.solution() for _ in range(self.index())]
        self.word("DER")
        derivations = [self.derivation(size + i) for i in range(self.index())]
        self.distinct([each.name for each in constraints] + [each.constraint.name for each in derivations])
        if (extra := next(self.tokens, None)) is not None:
            self.refuse(f"{extra!r} after the last section")
        claim = infeasible, lower, upper
        return File(variables, integers, minimise, self.objective, constraints, *claim, solutions, derivations)

    def constraint(self) -> Constraint:
        name, sense, bound = self.token(), _SENSES[self.word(*_SENSES)], self.value()
        count = self.index_or("OBJ")
        terms = self.objective if count is None else self.terms(count, self.n)
        return Constraint(name, sense, bound, terms)

    def solution(self) -> Terms:
        self.token()
        return self.terms(self.index(), self.n)

    def derivation(self, own: int) -> Derivation:
        constraint = self.constraint()
        self.word("{")
        reason = self.token()
        if reason != "lin":
            self.refuse(f"the reason {reason!r}; this reader knows `lin` alone")
        count = self.index_or("weak", "incomplete")
        if count is None:
            self.refuse("an incomplete derivation, which proves nothing yet")
        multipliers = self.terms(count, own)
        self.word("}")
        return Derivation(constraint, multipliers, self.index_or("-1"))

    def terms(self, count: int, limit: int) -> Terms:
        pairs = [(self.index(limit), self.value()) for _ in range(count)]
        self.distinct([index for index, _ in pairs])
        return {index: value for index, value in pairs if value}

    def index(self, limit: int = 10**9) -> int:
        token = self.token()
        if not _INDEX.fullmatch(token) or int(token) >= limit:
            self.refuse(f"{token!r} where an index below {limit} belongs")
        return int(token)

    def index_or(self, *words: str) -> int | None:
        token = self.token()
        if token not in words and not _INDEX.fullmatch(token):
            self.refuse(f"{token!r} where an index or {' or '.join(words)} belongs")
        return None if token in words else int(token)

    def value(self) -> Fraction:
        return self.rational(self.token())

    def value_or(self, word: str) -> Fraction | None:
        token = self.token()
        return None if token == word else self.rational(token)

    def rational(self, token: str) -> Fraction:
        found = _VALUE.fullmatch(token)
        if not found or (found[4] is not None and not found[4].strip("0")):
            self.refuse(f"{token!r} where a rational number belongs")
        sign, whole, decimals, below = found.groups()
        above = _integer(whole + (decimals or ""))
        return Fraction(-above if sign else above, _integer(below) if below else 10 ** len(decimals or ""))

    def word(self, *allowed: str) -> str:
        token = self.token()
        if token not in allowed:
            self.refuse(f"{token!r} where {' or '.join(allowed)} belongs")
        return token

    def token(self) -> str:
        self.count += 1
        token = next(self.tokens, None)
        if token is None:
            self.refuse("the end of the file, too early")
        return token

    def distinct(self, listed: Sequence[Hashable]) -> None:
        if len(set(listed)) != len(listed):
            self.refuse("a list that names something twice")

    def refuse(self, what: str) -> NoReturn:
        raise Refused(f"word {self.count}: {what}")


def _integer(digits: str) -> int:
    # By way of Decimal: Python itself refuses to read more than 4,300 digits.
    return int(Decimal(digits))
