"""`read_lp(path)`: a linear program in an LP file, the format that people write by hand.

objective      min | max  [name:] terms and perhaps a constant
constraints    [name:] terms <= number, or number <= terms <= number
bounds         number <= x <= number, x >= number, x = number, x free; columns are otherwise not negative
generals, binaries
end
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from gordan.errors import InputError
from gordan.file.mps.line import Line
from gordan.file.table.source import fetch
from gordan.file.table.text import Text, decode, refuse_costly
from gordan.problem.draft import Draft, ObjectiveNote, Row
from gordan.problem.program import Program

__all__ = ["is_lp", "program_of_lp", "read_lp"]

_SECTIONS = {
    "objective": r"(?:min|max)(?:imi[sz]e|imum)?",
    "rows": r"subject\s+to|such\s+that|s\.t\.?|st\.?",
    "bounds": r"bounds?",
    "integers": r"general(?:s)?|gen|integers?|int",
    "binaries": r"binar(?:y|ies)|bin",
    "refused": r"semi-?continuous|semis?|sos[12]?|lazy\s+constraints|user\s+cuts|pwlobj|gencons?",
    "end": r"end",
}
_HEAD = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _SECTIONS.items()), re.IGNORECASE)
_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)"
    r"|(?P<compare><=|>=|=<|=>|<|>|=)"
    r"|(?P<sign>[-+:*^]|->|\[|\]|/)"
    r"|(?P<name>[^\s\d<>=+\-*^:\[\]/.][^\s<>=+\-*^:/]*)"
)
_GOES_ON = re.compile(r"[\d.]|[,_]\d")  # behind a number: 1.2.3, 2e1234, 1,5 and 1_000 are none, nor two of them
_INFINITE = re.compile(r"inf(inity)?", re.IGNORECASE)
_FLIP = {"<": ">", ">": "<", "=": "="}


class Token(NamedTuple):
    kind: str
    text: str
    line: Line


def read_lp(path: str | os.PathLike[str]) -> Program:
    """Read a linear program in LP format, plain or compressed; decimals are kept as they are written.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Program
        With the objective, if it is linear. Integers are relaxed, and a note says so.

    Raises
    ------
    InputError
        The file cannot be used; the sentence names the line.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "one.lp")
    ...     with open(path, "w") as file:
    ...         _ = file.write("max 2 x + y st cap: x + 0.1 y <= 3 bounds y free end")
    ...     program = read_lp(path)
    >>> program.row_names, program.A.values, program.row_upper, program.lower
    (('cap',), (Fraction(1, 1), Fraction(1, 10)), (Fraction(3, 1),), (Fraction(0, 1), None))
    """
    source = os.fspath(path)
    return program_of_lp(decode(fetch(source), source))


def is_lp(text: Text) -> bool:
    """Whether a text begins as an LP file does: with a comment behind a backslash, or with min or max."""
    first = next((line.strip() for line in text.lines() if line.strip()), "")
    head = _HEAD.match(first)
    return first.startswith("\\") or (head is not None and head.lastgroup == "objective" and _ends(first, head.end()))


def program_of_lp(text: Text) -> Program:
    """The program in the text of an LP file."""
    refuse_costly(text, "lp")
    return _Reader(text).program()


class _Reader:
    """The tokens of a section with the place that reading has come to, and the draft of the program that they make."""

    def __init__(self, text: Text) -> None:
        self._draft = Draft("LP file")
        self._place: dict[str, int] = {}
        self._named: set[str] = set()
        self._text = text
        self._tokens: list[Token] = []
        self._at = 0

    def program(self) -> Program:
        source = self._text.source
        read = {
            "objective": self._objective,
            "rows": self._rows,
            "bounds": self._bounds,
            "integers": self._integers,
            "binaries": self._integers,
        }
        seen: set[str] = set()
        for name, head, tokens in _sections(self._text):
            if name == "refused":  # empty ones are written by HiGHS
                if not tokens:
                    continue
                head.line.refuse(f"the section {head.text!r} goes beyond linear programs", "a linear program")
            if name == "end":
                return self._draft.program("decimal", source=source)
            if (name == "objective") == bool(seen):
                head.line.refuse(f"{head.text!r} stands here", "an LP file: one objective first, then st, …, end")
            seen.add(name)
            # With a last token of its own kind, looking ahead needs no test for the end of the section.
            self._tokens, self._at = [*tokens, Token("end", "", tokens[-1].line if tokens else head.line)], 0
            read[name](head)
        raise InputError(f"{source} has no end; expected a whole LP file, that is min, st, …, end, so get it again")

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _name(self, default: str) -> str:
        """The name that a colon follows, if one stands here."""
        if self._now.kind == "name" and self._tokens[self._at + 1].text == ":":
            self._at += 2
            return self._tokens[self._at - 2].text
        return default

    def _column(self, name: str) -> int:
        if name not in self._place:
            self._place[name] = self._draft.column(name, Fraction(0), None)
        return self._place[name]

    def _objective(self, head: Token) -> None:
        name = self._name("objective")
        self._draft.maximise = head.text.lower().startswith("max")
        if any(token.text == "[" for token in self._tokens):
            self._draft.notes.append(ObjectiveNote("the objective has squares or products and plays no part"))
            return
        terms, constant = self._terms()
        if self._now.kind != "end":
            self._now.line.refuse(f"{self._now.text!r} stands in the objective", "terms only")
        self._draft.objective = Row(name, terms, constant=constant)

    def _rows(self, head: Token) -> None:
        while self._now.kind != "end":
            line, row = self._now.line, Row(self._name(""), [])
            if row.name and row.name in self._named:
                line.refuse(f"the row {row.name!r} is there twice", "a name of its own for every row")
            self._named.add(row.name)
            first, constant = self._terms()
            compare = self._compare()
            second, other = self._terms() if not first or self._is_sum() else ([], self._number())
            if first:
                row.terms = first + [(j, -v) for j, v in second]
                _set(row, compare, other - constant)
            else:
                row.terms = second
                _set(row, _FLIP[compare], constant - other)
            if self._now.kind == "compare":  # number <= terms <= number
                again = self._compare()
                if first or not second or again != compare or again == "=":
                    self._now.line.refuse("a row is compared twice", "number <= terms <= number")
                _set(row, again, self._number() - other)
            self._draft.rows.append(row)

    def _is_sum(self) -> bool:
        """Whether columns stand on the right-hand side: a number alone, as the format has it, ends a row."""
        at = self._at
        while self._tokens[at].text in ("+", "-"):
            at += 1
        here, after = self._tokens[at], self._tokens[min(at + 1, len(self._tokens) - 1)]
        return here.kind == "name" or (after.kind in ("name", "sign") and after.line.number == here.line.number)

    def _number(self) -> Fraction:
        sign = self._sign()
        if self._now.kind != "number":
            self._now.line.refuse(f"{self._now.text!r} stands where a number was expected", "a right-hand side")
        token = self._next()
        return sign * token.line.value(token.text)

    def _sign(self) -> int:
        sign = 1
        while self._now.text in ("+", "-"):
            sign *= -1 if self._next().text == "-" else 1
        return sign

    def _compare(self) -> str:
        """`<`, `>` or `=`."""
        token = self._next()
        if token.kind != "compare":
            what = f"{token.text!r} stands" if token.text else "the section ends"
            token.line.refuse(f"{what} where <=, >= or = was expected", "one of them")
        return token.text.strip("=") or "="

    def _terms(self) -> tuple[list[tuple[int, Fraction]], Fraction]:
        """Terms and the constant beside them. After the first, what has no sign before it begins the next row."""
        terms: list[tuple[int, Fraction]] = []
        constant, begun = Fraction(0), False
        while self._now.kind not in ("compare", "end"):
            signed = self._now.text in ("+", "-")
            if begun and not signed:
                break
            begun, sign = True, self._sign()
            if self._now.text == "[":
                self._now.line.refuse("a row has squares or products in brackets", "linear terms")
            if self._now.kind not in ("number", "name"):
                self._now.line.refuse(f"{self._now.text!r} stands where a term was expected", "linear terms")
            value = Fraction(sign)
            if self._now.kind == "number":
                token = self._next()
                value *= token.line.value(token.text)
                if self._now.text == "*":
                    self._at += 1
                if self._now.kind != "name" or self._tokens[self._at + 1].text == ":":
                    constant += value
                    continue
            token = self._next()
            if _INFINITE.fullmatch(token.text):  # in bounds it is no column either
                token.line.refuse(f"{token.text!r} stands where a term was expected", "finite sides, and none for none")
            terms.append((self._column(token.text), value))
        return terms, constant

    def _bounds(self, head: Token) -> None:
        while self._now.kind != "end":
            left = self._side()
            if isinstance(left, Token) and self._now.text.lower() == "free":
                self._at += 1
                place = self._column(left.text)
                self._draft.lower[place] = self._draft.upper[place] = None
                continue
            compare, right = self._compare(), self._side()
            if isinstance(left, Token) == isinstance(right, Token):
                self._now.line.refuse("a bound has no column, or two", "a column and a number")
            if isinstance(left, Token):
                self._bound(left, compare, right)
            else:
                self._bound(right, _FLIP[compare], left)
                if self._now.kind == "compare":
                    again = self._compare()
                    if again != compare or again == "=":
                        self._now.line.refuse("a column is compared twice", "number <= column <= number")
                    self._bound(right, again, self._side())

    def _bound(self, column: Fraction | float | Token, compare: str, value: Fraction | float | Token) -> None:
        assert isinstance(column, Token)
        if isinstance(value, Token):
            value.line.refuse("a bound has two columns", "number <= column <= number")
        place = self._column(column.text)
        if (value == float("inf") and compare != "<") or (value == -float("inf") and compare != ">"):
            column.line.refuse(f"the bound of {column.text!r} is infinite, which nothing satisfies", "a finite number")
        if compare != "<":
            self._draft.lower[place] = value
        if compare != ">":
            self._draft.upper[place] = value

    def _side(self) -> Fraction | float | Token:
        """A signed number, an infinity, or a column."""
        sign, token = self._sign(), self._next()
        if token.kind == "number":
            return sign * token.line.bound(token.text)
        if token.kind != "name":
            what = repr(token.text) if token.text else "nothing"
            token.line.refuse(f"{what} stands where a number or a column was expected", "a bound such as x >= 1")
        if _INFINITE.fullmatch(token.text):
            return sign * float("inf")
        if sign < 0:
            token.line.refuse(f"-{token.text} has a bound", "the bound of the column itself, such as x >= -1")
        return token

    def _integers(self, head: Token) -> None:
        for token in self._tokens[:-1]:
            if token.kind != "name":
                token.line.refuse(f"{token.text!r} stands where a column was expected", "names of columns")
            column = self._column(token.text)
            self._draft.integer.append(column)
            if head.text.lower().startswith("bin"):
                self._draft.lower[column], self._draft.upper[column] = Fraction(0), Fraction(1)


def _set(row: Row, compare: str, value: Fraction) -> None:
    if compare != "<":
        row.lower = value
    if compare != ">":
        row.upper = value


def _sections(text: Text) -> Iterator[tuple[str, Token, list[Token]]]:
    """The sections of the file in their order, each with the words that head it and its tokens."""
    name, tokens = "", list[Token]()
    head = Token("head", "", Line(text.source, 1, ()))
    for number, raw in enumerate(text.lines(), start=1):
        line, rest, at = Line(text.source, number, ()), raw.partition("\\")[0].rstrip(), 0
        while at < len(rest):
            if rest[at].isspace():
                at += 1
                continue
            match = _HEAD.match(rest, at)
            if match and _ends(rest, match.end()):
                if name:
                    yield name, head, tokens
                name, head, tokens = str(match.lastgroup), Token("head", match.group(), line), []
            else:
                match = _TOKEN.match(rest, at)
                if match is None or not name:
                    line.refuse(f"{rest[at : at + 40]!r} is not known here", "an LP file: min, st, …, end")
                if match.lastgroup == "number" and _GOES_ON.match(rest, match.end()):
                    line.refuse(f"{rest[at : at + 40].split()[0]!r} is no number", "a decimal such as 1.5 or 2e3")
                tokens.append(Token(str(match.lastgroup), match.group(), line))
            at = match.end()
    if name:
        yield name, head, tokens


def _ends(rest: str, at: int) -> bool:
    """Whether a word ends here, and no colon makes it the name of a row."""
    return at == len(rest) or (rest[at].isspace() and not rest[at : at + 80].lstrip().startswith(":"))
