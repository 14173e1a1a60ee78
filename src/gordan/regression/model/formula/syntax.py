"""`Reader`: the signs of a formula, and the expressions they make, with the precedence that Python gives them."""

from __future__ import annotations

import keyword
import re
from typing import NoReturn

from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.file.table.wording import shown
from gordan.problem.description.limit import DEPTH, PARTS
from gordan.regression.model.formula.node import (
    COMPARE,
    LEVELS,
    UNARY,
    Call,
    Infix,
    Listed,
    Literal,
    Name,
    Node,
    Prefix,
    inside,
)

__all__ = ["Misspelt", "OutsideGrammar", "Reader", "ask_for_python"]

LENGTH = 100_000  # characters: some thousand columns by name
_BRACKETS = 32  # inside one another
_SIGN = re.compile(
    r"\s*(?:(?P<quoted>`[^`]*`)|(?P<text>'[^'\\\n]*'|\"[^\"\\\n]*\")|"
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)|(?P<name>[^\W\d](?:[\w.]*\w)?)|"
    r"(?P<mark>\*\*|<=|>=|==|!=|[-+*/:^()\[\]{},=<>&|%]))"
)
_PYTHON = ("%", "//", "[")  # signs of Python that the grammar does not have; "[" where no list can stand
# What is often meant by signs that are nowhere, or not where they stand.
_QUOTES = "a quotation mark or backtick has no other: close it"
_SLIPS = {
    "=": "between the response and the terms stands ~, and in a comparison ==",
    "^": "a power of numbers is written **",
    "$": "name the column alone, without that of its table",
    "!": "write != or == in a comparison",
    "'": _QUOTES,
    '"': _QUOTES,
    "`": _QUOTES,
    ")": "a bracket is closed that was not opened",
    "<": "a comparison stands in I( )",
    ">": "a comparison stands in I( )",
}


class OutsideGrammar(InputError):
    """The formula has something that the closed grammar does not have.

    Parameters
    ----------
    what
        What it has.
    instead
        What to do about it, in a sentence without its end.
    python
        Whether a formula that is run as Python may have it. If so, `python` can be asked for; if not, the sentence is
        better than any of Python's.
    run
        What follows `instead` for one whose formulas are not run as Python.
    """

    def __init__(self, what: str, instead: str = "", *, python: bool = False, run: str = "", where: str = "") -> None:
        self.python, self._parts = python, (what, instead, where)
        ways = [*([instead] if instead else []), *([ask_for_python()] if python else [])]
        advice = ", or ".join(ways) or "check it"
        super().__init__(
            f"the formula {where}has {what}, which the grammar of formulas does not know (docs/formula.md); "
            f"{advice}{run}"
        )

    def in_python(self) -> OutsideGrammar:
        """The refusal in the words for formulas that are run as Python."""
        what, instead, where = self._parts
        return OutsideGrammar(what, instead, where=where)


def ask_for_python() -> str:
    """How to have a formula run as Python."""
    return f"ask with {setting('python', True)}, which runs the formula as Python"


class Misspelt(OutsideGrammar):
    """The formula is not written as formulas are; no other grammar could read it."""

    def __init__(self, sentence: str) -> None:
        self.python = False
        InputError.__init__(self, sentence)

    def in_python(self) -> OutsideGrammar:
        return self


class Reader:
    """The signs of a formula, one after the other, and the expressions that they make."""

    def __init__(self, text: str) -> None:
        if len(text) > LENGTH:
            raise InputError(f"the formula has {len(text):,} characters; at most {LENGTH:,} are read, so shorten it")
        self.text = text
        self.signs: list[tuple[str, str]] = []
        self.place = self.parts = 0
        end, whole = 0, text.rstrip()
        while end < len(whole):
            match = _SIGN.match(text, end)
            if match is None or match.lastgroup is None:
                sign = text[end:].lstrip()[:1]
                self.refuse(f"the sign {shown(sign)}", _SLIPS.get(sign, ""), python=sign == "@")
            self.signs.append((match.lastgroup, match[match.lastgroup]))
            end = match.end()

    def refuse(self, what: str, instead: str = "", *, python: bool = False) -> NoReturn:
        """Raise OutsideGrammar for something in this part of the formula."""
        raise OutsideGrammar(what, instead, python=python, where=f"{shown(' '.join(self.text.split()))} ")

    def misplaced(self, expected: str) -> NoReturn:
        """Raise OutsideGrammar for the next sign, where something else was expected."""
        kind, sign = self.peek()
        before = self.peek(-1)[1] if self.place else ""
        if sign == "%" and self.peek(1) == ("name", "in") and self.peek(2) == ("mark", "%"):
            self.refuse("R's %in%", "write a:b, which is the same")
        for word in (before + sign, sign, before):
            if word in _PYTHON or keyword.iskeyword(word):
                self.refuse(f"Python's {shown(word)}", "make a column of it in the table", python=True)
        state = "ends" if kind == "end" else f"has {shown(sign)}"
        slip = _SLIPS.get(sign, "") if kind == "mark" else ""
        raise Misspelt(
            f"the formula {shown(' '.join(self.text.split()))} {state} where {expected} was expected; "
            f"{slip or 'check how it is written (docs/formula.md)'}"
        )

    def peek(self, ahead: int = 0) -> tuple[str, str]:
        place = self.place + ahead
        return self.signs[place] if place < len(self.signs) else ("end", "its end")

    def take(self) -> tuple[str, str]:
        sign = self.peek()
        self.place += 1
        return sign

    def accept(self, *marks: str) -> str | None:
        """The next sign if it is one of the marks, which is then behind."""
        kind, sign = self.peek()
        if kind != "mark" or sign not in marks:
            return None
        self.place += 1
        return sign

    def expect(self, mark: str) -> None:
        if self.accept(mark) is None:
            self.misplaced(mark)

    def expression(self) -> Node:
        """An expression, as far as it goes."""
        return self._bounded(self._expression(1))

    def atom(self) -> Node:
        """A name, a literal, a call, or what stands in brackets."""
        return self._bounded(self._atom(1))

    def _bounded(self, node: Node) -> Node:
        """The node, if its tree is no deeper than what functions that follow it can go down."""
        below, depth = [node], 0
        while below:
            depth += 1
            if depth > DEPTH:
                self.refuse("so many operations in one expression", "make a column of some", python=True)
            below = [inner for each in below for inner in inside(each)]
        return node

    def _expression(self, depth: int, level: int = COMPARE) -> Node:
        """What binds at least as closely as `level`."""
        self.parts += 1
        if depth > _BRACKETS or self.parts > 16 * PARTS:
            self.refuse("so many brackets and operations", "make a column of some", python=True)
        if level == UNARY:
            sign = self.accept("-", "+")
            if sign:
                return Prefix(sign, self._expression(depth + 1, UNARY))
            return self._power(depth)
        left = self._expression(depth, level + 1)
        while sign := self.accept(*LEVELS[level]):
            if level == COMPARE and isinstance(left, Infix) and left.sign in LEVELS[COMPARE]:
                self.refuse("a chain of comparisons", "write (a < b) & (b < c)")
            left = Infix(sign, left, self._expression(depth + 1, level + 1))
        return left

    def _power(self, depth: int) -> Node:
        base = self._atom(depth)
        if self.accept("**"):
            return Infix("**", base, self._expression(depth + 1, UNARY))
        return base

    def _atom(self, depth: int) -> Node:
        kind, sign = self.take()
        if kind == "quoted":
            return Name(sign[1:-1], quoted=True)
        if kind == "text":
            return Literal(sign[1:-1])
        if kind == "number":
            return Literal(number(sign, self))
        if kind == "name":
            return self._call(sign, depth) if self.peek() == ("mark", "(") else Name(sign)
        if sign == "(" and kind == "mark":
            inner = self._expression(depth + 1)
            self.expect(")")
            return inner
        if sign == "[" and kind == "mark":
            return Listed(tuple(self._arguments("]", depth)[0]))
        self.place -= 1
        self.misplaced("a column, a number or a function")

    def _call(self, function: str, depth: int) -> Call:
        self.expect("(")
        arguments, named = self._arguments(")", depth)
        return Call(function, tuple(arguments), tuple(named))

    def _arguments(self, end: str, depth: int) -> tuple[list[Node], list[tuple[str, Node]]]:
        arguments: list[Node] = []
        named: list[tuple[str, Node]] = []
        while not self.accept(end):
            kind, word = self.peek()
            if kind == "name" and self.peek(1) == ("mark", "=") and end == ")":
                self.place += 2
                if word in dict(named):
                    self.refuse(f"the argument {shown(word)} twice")
                named.append((word, self._expression(depth + 1)))
            elif named:
                self.refuse("an argument without a name behind one with a name")
            else:
                arguments.append(self._expression(depth + 1))
            if self.peek() != ("mark", end):
                self.expect(",")
        return arguments, named


def number(sign: str, reader: Reader) -> float | int:
    """A literal: an integer where it is written as one, else the nearest double."""
    if sign.isdecimal():
        if len(sign) > 15:
            reader.refuse(f"the number {shown(sign)}")
        return int(sign)
    value = float(sign)
    if value - value != 0:
        reader.refuse(f"the number {shown(sign)}")
    return value
