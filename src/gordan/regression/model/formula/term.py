"""The algebra of terms: what + − : * / and powers make of factors, in the order in which the columns will stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gordan.file.table.wording import shown
from gordan.problem.description.limit import TERM_FACTORS, refuse_beyond
from gordan.regression.model.formula.node import Call, Name, Node, spelling
from gordan.regression.model.formula.syntax import Reader

__all__ = ["FormulaFactor", "read_terms"]


class FormulaFactor(NamedTuple):
    """One factor of a formula: its name, and the expression that it is."""

    name: str
    column: bool  # a column as it is; two factors are the same if they agree in this and their name
    node: Node

    @property
    def key(self) -> tuple[str, bool]:
        return self.name, self.column


Term = tuple[FormulaFactor, ...]
_ONE: Term = ()
_BRACKETS = 32  # inside one another


def read_terms(text: str) -> list[Term]:
    """The terms of a right side, by their degree; the intercept is the empty term.

    Examples
    --------
    >>> [":".join(factor.name for factor in term) or "1" for term in read_terms("a*b + I(a+1) - b")]
    ['1', 'a', 'I(a + 1)', 'a:b']
    """
    reader = Reader(text)
    terms = _Terms(reader).sum({_key(_ONE): _ONE}, 0)
    if reader.place < len(reader.signs):
        reader.misplaced("a sign between terms, such as +,")
    return sorted(terms.values(), key=len)


Set = dict[frozenset[tuple[str, bool]], Term]


def _key(term: Term) -> frozenset[tuple[str, bool]]:
    return frozenset(factor.key for factor in term)


class _Terms:
    """Sets of terms that keep their order, read with the precedence ** before : before * and / before + and −."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def sum(self, terms: Set, depth: int) -> Set:
        """Terms joined by + and −, after those that are there; − takes away. A 0 is − 1."""
        if depth > _BRACKETS:
            self.reader.refuse("so many brackets", "leave some out")
        first = True
        while True:
            sign = self._sign(first)
            if sign is None:
                return terms
            if self.reader.peek() == ("number", "0"):
                self.reader.take()
                sign, right = -sign, {_key(_ONE): _ONE}
            else:
                right = self.crossed(depth)
            # Inside of brackets a leading − has nothing to take from, as in other implementations.
            if sign > 0:
                terms = {**terms, **{k: v for k, v in right.items() if k not in terms}}
                refuse_beyond(len(terms), "TERMS", "terms", "leave out some")
            else:
                terms = {k: v for k, v in terms.items() if k not in right}
            first = False

    def _sign(self, first: bool) -> int | None:
        sign, any_sign = 1, False
        while mark := self.reader.accept("+", "-"):
            sign, any_sign = (-sign if mark == "-" else sign), True
        if any_sign:
            return sign
        kind, text = self.reader.peek()
        return 1 if first and kind != "end" and text != ")" else None

    def crossed(self, depth: int) -> Set:
        left = self.joined(depth)
        while mark := self.reader.accept("*", "/"):
            right = self.joined(depth)
            if mark == "/":
                everything = self.product(*({_key(term): term} for term in left.values()))
                left = {**left, **_new(self.product(everything, right), left)}
            else:
                both = {**left, **_new(right, left)}
                left = {**both, **_new(self.product(left, right), both)}
        return left

    def joined(self, depth: int) -> Set:
        left = self.raised(depth)
        while self.reader.accept(":"):
            left = self.product(left, self.raised(depth))
        return left

    def raised(self, depth: int) -> Set:
        left = self.factor(depth)
        if self.reader.accept("**", "^"):
            kind, text = self.reader.take()
            if kind != "number" or not text.isdecimal() or not 1 <= int(text[:3]) <= TERM_FACTORS or len(text) > 2:
                self.reader.refuse(
                    f"the power {shown(text)} of terms",
                    f"give a whole number from 1 to {TERM_FACTORS}, or write the power of a number in I( )",
                )
            result = left
            for _ in range(int(text) - 1):
                result = self.product(result, left)
            return result
        return left

    def factor(self, depth: int) -> Set:
        reader = self.reader
        kind, text = reader.peek()
        if reader.accept("("):
            terms = self.sum({}, depth + 1)
            reader.expect(")")
            return terms
        if reader.accept("{"):
            node = reader.expression()
            reader.expect("}")
            if isinstance(node, Name):
                return self._one(FormulaFactor(spelling(node), not node.quoted, node))
            return self._one(FormulaFactor(spelling(node), False, Call("I", (node,))))
        if kind == "quoted":
            reader.take()
            return self._one(FormulaFactor(text[1:-1], True, Name(text[1:-1], quoted=True)))
        if kind == "number" and text == "1":
            reader.take()
            return {_key(_ONE): _ONE}
        if kind == "name" and reader.peek(1) == ("mark", "("):
            node = reader.atom()
            return self._one(FormulaFactor(spelling(node), False, node))
        if kind == "name":
            reader.take()
            return self._one(FormulaFactor(text, True, Name(text)))
        if kind == "number":
            scaled = reader.peek(1) == ("mark", ":")  # which formulaic has
            reader.refuse(
                f"the number {shown(text)} as a term", "write arithmetic in I( ), such as I(2 * x)", python=scaled
            )
        if text == "%" and kind == "mark":
            reader.refuse("the operation '%' between terms", "write a:b for a product, or arithmetic in I( )")
        reader.misplaced("a term")

    def _one(self, factor: FormulaFactor) -> Set:
        return {_key((factor,)): (factor,)}

    def product(self, *sets: Set) -> Set:
        """Each term of one with each of the next."""
        result: Set = {_key(_ONE): _ONE}
        for each in sets:
            refuse_beyond(len(result) * len(each), "CROSSED", "terms in a crossing", "cross fewer of them")
            result = _set(_together(a, b) for a in result.values() for b in each.values())
        return result


def _set(terms: Iterable[Term]) -> Set:
    result: Set = {}
    for term in terms:
        refuse_beyond(len(term), "TERM_FACTORS", "factors in a term", "cross fewer of them")
        result.setdefault(_key(term), term)
    return result


def _together(a: Term, b: Term) -> Term:
    seen = {factor.key for factor in a}
    return a + tuple(factor for factor in b if factor.key not in seen)


def _new(right: Set, left: Set) -> Set:
    return {k: v for k, v in right.items() if k not in left}
