"""`describe`: the right side of a formula, over the columns of a table, as the factors and terms of a description.

A factor with levels, all of them, spans the constant as well: g = 1 + g⁻, where g⁻ leaves one column out. So a term is
a sum of products of 1 and g⁻, of which those that earlier terms have are not needed again. What is needed is put
together as far as it goes, by u + u:g⁻ = u:g. (The rule of R, patsy and formulaic.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from gordan.errors import InputError
from gordan.file.table.wording import nearest, shown
from gordan.problem.description import ColumnOf, Expression, Factor, Level, count_columns
from gordan.problem.description.limit import refuse_beyond
from gordan.regression.model.column import Column
from gordan.regression.model.formula.advice import columns_in
from gordan.regression.model.formula.node import Node
from gordan.regression.model.formula.offset import Offset, cut_offsets
from gordan.regression.model.formula.sides import bare, response_levels, take_apart
from gordan.regression.model.formula.syntax import OutsideGrammar, Reader
from gordan.regression.model.formula.term import FormulaFactor, read_terms
from gordan.regression.model.formula.translate import Translator
from gordan.regression.model.frame import Frame

__all__ = [
    "Circular",
    "OutsideGrammar",
    "Parsed",
    "describe",
    "describe_left",
    "parse_formula",
    "refuse_unknown",
    "scoped_terms",
]


class Circular(InputError):
    """The response stands among its own terms; no other grammar would make sense of that."""


class Parsed(NamedTuple):
    """A formula of the closed grammar: the parts of its left side, by name, its terms, and the columns it needs.

    `orders` has the levels that each part of the left side lists, or None. `offsets` were terms of the right side.
    """

    left: tuple[tuple[str, str | Node], ...]
    terms: tuple[tuple[FormulaFactor, ...], ...]
    right: str
    needs: tuple[str, ...]
    orders: tuple[tuple[Level, ...] | None, ...]
    offsets: tuple[Offset, ...] = ()


def parse_formula(formula: str, frame: Frame) -> Parsed:
    """Take a formula apart; what is outside of the grammar, or names no column, is refused with a sentence."""
    parts, right = take_apart(formula, frame)
    right, offsets = cut_offsets(right)
    left = tuple((bare(part, frame) or part.strip(), _left(part, frame)) for part in parts)
    terms = tuple(read_terms(right))
    needs = {part for _, part in left if isinstance(part, str)}
    needs |= _columns([part for _, part in left if not isinstance(part, str)], frame)
    needs |= _columns([factor.node for term in terms for factor in term], frame)
    needs = needs.union(*(offset.columns for offset in offsets))
    refuse_unknown(needs, frame)
    _refuse_circle({part for _, part in left if isinstance(part, str)}, terms, frame)
    return Parsed(left, terms, right, tuple(sorted(needs)), tuple(map(response_levels, parts)), offsets)


def _refuse_circle(left: set[str], terms: tuple[tuple[FormulaFactor, ...], ...], frame: Frame) -> None:
    """Refuse a response that is among its own terms, for which every answer would be "separated"."""
    twice = left & {name for term in terms for factor in term for name in columns_in(factor.node, frame.names)}
    if twice:
        name = shown(min(twice))
        raise Circular(f"the response {name} stands after ~ too, where it would explain itself; leave it out there")


def _columns(nodes: list[Node], frame: Frame) -> set[str]:
    """The columns that expressions name.

    Where several expressions are refused, a refusal that `python_formula=True` would not lift is raised first.
    """
    needs: set[str] = set()
    refusal: OutsideGrammar | None = None
    for node in nodes:
        try:
            needs |= columns_in(node, frame.names)
        except OutsideGrammar as error:
            if not error.python:
                raise
            refusal = refusal or error
    if refusal is not None:
        raise refusal
    return needs


def _left(part: str, frame: Frame) -> str | Node:
    """The column that a part of the left side is, or its expression."""
    name = bare(part, frame)
    if name is not None:
        return name
    reader = Reader(part)
    braces = reader.accept("{")
    node = reader.expression()
    if braces:
        reader.expect("}")
    if reader.place < len(reader.signs):
        reader.misplaced("the end of the left side")
    return node


def refuse_unknown(needs: set[str], frame: Frame) -> None:
    """Raise InputError for a name that is no column."""
    for name in sorted(needs - set(frame.names)):
        raise InputError(
            f"the formula names {shown(name)}, which is neither a column of the data nor a function it may use"
            f"{nearest(name, frame.names) or '; the columns are ' + ', '.join(map(shown, frame.names[:8]))}"
        )


def describe(
    parsed: Parsed, cells: Mapping[str, Column], whole: set[str], n: int
) -> tuple[tuple[Factor, ...], tuple[tuple[int, ...], ...]]:
    """The factors and terms of the right side; n is the number of rows in `cells`."""
    translator = Translator(cells, whole, n)
    every = {factor.key: factor for term in parsed.terms for factor in term}
    spanning = {key for key, factor in every.items() if translator.spans(factor)}
    parts = scoped_terms([[factor.key for factor in term] for term in parsed.terms], spanning)
    places: dict[object, int] = {}
    factors: list[Factor] = []
    terms = []
    for part in (part for term in parts for part in term):
        for key, reduced in part:
            if (key, reduced) not in places:
                places[key, reduced] = len(factors)
                factors.append(translator.factor(every[key], reduced=reduced))  # type: ignore[index]
        terms.append(tuple(places[each] for each in part))
    if not terms:
        raise InputError(f"the terms {shown(parsed.right.strip())} make no column; give one, or 1 for the intercept")
    count_columns(factors, terms)
    return tuple(factors), tuple(terms)


def describe_left(parsed: Parsed, cells: Mapping[str, Column], n: int) -> tuple[Expression, ...]:
    """The expressions of the left side."""
    translator = Translator(cells, set(), n)
    return tuple(ColumnOf(part) if isinstance(part, str) else translator.expression(part) for _, part in parsed.left)


Part = tuple[tuple[Hashable, bool], ...]  # factors, each with whether it is reduced
_CROSSED = 12  # factors with levels in one term: it has 2 to their number of parts


def scoped_terms(terms: Iterable[Sequence[Hashable]], spanning: Iterable[Hashable]) -> list[list[Part]]:
    """For each term the products that it adds, each a tuple of (factor, reduced).

    Examples
    --------
    >>> scoped_terms([[], ["g"], ["g", "x"]], {"g"})
    [[()], [(('g', True),)], [(('g', False), ('x', False))]]
    """
    spans, spanned = set(spanning), set()
    result = []
    for term in terms:
        crossed = sum(factor in spans for factor in term)
        if crossed > _CROSSED:
            refuse_beyond(1 << min(crossed, 60), "TERMS", "parts in one term", "cross fewer factors with levels")
        choices = [((factor, True), None) if factor in spans else ((factor, False),) for factor in term]
        parts = {frozenset(part): part for part in (tuple(c for c in choice if c) for choice in product(*choices))}
        new = {key: part for key, part in parts.items() if key not in spanned}
        spanned |= set(new)
        result.append(list(_joined(new.values()).values()))
    return result


def _joined(parts: Iterable[Part]) -> dict[frozenset[tuple[Hashable, bool]], Part]:
    """The parts with u + u:g⁻ replaced by u:g wherever there are both."""
    joined: dict[frozenset[tuple[Hashable, bool]], Part] = {}
    for part in sorted(parts, key=len):
        factors = frozenset(part)
        for key in joined:
            difference = factors - key
            if len(factors) - 1 != len(key) or len(difference) != 1:
                continue
            (new,) = difference
            if new[1]:
                rest = [each for other, each in joined.items() if other != key]
                joined = _joined([*rest, tuple((new[0], False) if each == new else each for each in part)])
                break
        else:
            joined[factors] = part
    return joined
