"""The design of a split's model, between its JSON and its record; whatever is not of the closed list is refused."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from gordan.file.certificate.number import double, spell_double
from gordan.file.certificate.section import Section
from gordan.problem.description import (
    OPERATIONS,
    Carried,
    ColumnOf,
    Constant,
    Description,
    Expression,
    Factor,
    Levels,
    NumberFactor,
    Operation,
    Polynomial,
    Response,
    Spline,
)
from gordan.problem.description.design import Level, count_columns
from gordan.problem.description.limit import (
    CARRIED,
    DEGREE,
    DEPTH,
    FACTORS,
    LEVELS,
    PARTS,
    POWER,
    TERM_FACTORS,
    TERMS,
)

__all__ = ["read_design", "spell_design"]

RESPONSES = ("classes", "proportion", "counts")
KINDS = {NumberFactor: "number", Levels: "levels", Polynomial: "polynomial", Spline: "spline", Carried: "carried"}


def read_design(section: Section) -> Description:
    """The description that the section spells, with every limit checked; it is held to no data yet."""
    used = section.words("used", FACTORS)
    room = _Room(CARRIED)
    response = _read_response(section.section("response"), room)
    factors = tuple(_read_factor(each, room) for each in section.sections("factors", FACTORS))
    lists = section.take("terms", list)
    if not lists or len(lists) > TERMS:
        section.refuse("terms", f"has {len(lists):,} members", f"from 1 to {TERMS:,}")
    terms = tuple(_read_term(section, k, each, len(factors)) for k, each in enumerate(lists))
    count_columns(factors, terms)
    section.end()
    return Description(used, response, factors, terms)


class _Room:
    """How many carried values may still come."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, section: Section, name: str, values: list[Any]) -> tuple[float | None, ...]:
        self.left -= len(values)
        if self.left < 0:
            section.refuse(name, "makes too many carried values", f"at most {CARRIED:,} in all")
        return tuple(None if v is None else section.spelt(name, k, double, v) for k, v in enumerate(values))


def _read_term(section: Section, k: int, members: Any, factors: int) -> tuple[int, ...]:
    name = f"terms[{k}]"
    if type(members) is not list or len(members) > TERM_FACTORS:
        section.refuse(name, "is no list of so few factors", f"a list of at most {TERM_FACTORS} numbers")
    for each in members:
        if type(each) is not int or not 0 <= each < factors:
            section.refuse(name, "names a factor that is not there", f"numbers of factors, from 0 to {factors - 1}")
    if len(set(members)) < len(members):
        section.refuse(name, "has a factor twice", "each factor once")
    return tuple(members)


def _read_factor(section: Section, room: _Room) -> Factor:
    kind = section.text("kind", *KINDS.values())
    names = section.words("names", LEVELS)
    if not names:
        section.refuse("names", "has 0 members", "at least one")
    factor: Factor
    if kind == "carried":
        lists = section.take("values", list)
        if len(lists) != len(names) or any(type(each) is not list for each in lists):
            section.refuse("values", "is not a list for each name", f"{len(names):,} lists")
        factor = Carried(names, tuple(room.take(section, f"values[{k}]", each) for k, each in enumerate(lists)))
    else:
        value = _read_expression(section, "value")
        if kind == "number":
            factor = NumberFactor(names, value)
        elif kind == "levels":
            factor = _read_levels(section, names, value)
        elif kind == "polynomial":
            factor = _read_polynomial(section, names, value)
        else:
            factor = _read_spline(section, names, value)
    if isinstance(factor, NumberFactor) and len(names) > 1:
        section.refuse("names", f"has {len(names):,} members", "1")
    section.end()
    return factor


def _read_levels(section: Section, names: tuple[str, ...], value: Expression) -> Levels:
    levels = _read_level_list(section)
    if (section.peek("indicators") is None) == (section.peek("coding") is None):
        section.refuse("coding", "and indicators are both given, or both null", "one of them")
    coding = section.take("coding", list, type(None))
    if coding is None:
        return Levels(names, value, levels, indicators=section.rising("indicators", 0, len(levels), len(names)))
    section.take("indicators", type(None))
    if len(coding) != len(names) or any(type(each) is not list or len(each) != len(levels) for each in coding):
        section.refuse("coding", "has another shape", f"{len(names):,} lists of {len(levels):,} doubles")
    columns = [
        tuple(section.spelt(f"coding[{k}]", i, double, v) for i, v in enumerate(c)) for k, c in enumerate(coding)
    ]
    return Levels(names, value, levels, coding=tuple(columns))


def _read_level_list(section: Section, name: str = "levels") -> tuple[Level, ...]:
    inner = section.section(name)
    kind = next((each for each in ("text", "truth") if inner.peek(each) is not None), "number")
    members = inner.take(kind, list)
    if not 0 < len(members) <= LEVELS:
        inner.refuse(kind, f"has {len(members):,} members", f"from 1 to {LEVELS:,}")
    plain = {"text": str, "truth": bool}.get(kind)
    if plain is not None and any(type(each) is not plain for each in members):
        inner.refuse(kind, "has a member of another type", "texts, or true and false")
    levels = members if plain else [inner.spelt(kind, k, double, v) for k, v in enumerate(members)]
    if len(set(levels)) < len(levels):
        inner.refuse(kind, "has a level twice", "different levels")
    inner.end()
    return tuple(levels)


def _read_polynomial(section: Section, names: tuple[str, ...], value: Expression) -> Polynomial:
    if len(names) > DEGREE:
        section.refuse("names", f"has {len(names):,} members", f"at most {DEGREE}")
    alpha = tuple(section.numbers("alpha", double, len(names)))
    norms = tuple(section.numbers("norms", double, len(names) + 1))
    if min(norms) <= 0:
        section.refuse("norms", "has a number that is not positive", "numbers above 0")
    return Polynomial(names, value, alpha, norms)


def _read_spline(section: Section, names: tuple[str, ...], value: Expression) -> Spline:
    degree = section.count("degree", 0)
    members = section.take("knots", list)
    if degree > DEGREE or not 2 * degree + 2 <= len(members) <= LEVELS:
        section.refuse("degree", f"is {degree} with {len(members):,} knots", f"at most {DEGREE}, and enough knots")
    knots = tuple(section.spelt("knots", k, double, v) for k, v in enumerate(members))
    if any(a > b for a, b in pairwise(knots)):
        section.refuse("knots", "fall", "knots that do not fall")
    functions = section.rising("functions", 0, len(knots) - degree - 1, len(names))
    return Spline(names, value, knots, degree, functions)


def _read_response(section: Section, room: _Room) -> Response:
    kind = section.text("kind", *RESPONSES)
    names = section.words("names", LEVELS)
    members = section.take("values", list)
    if not names or len(members) != len(names) or (kind != "counts" and len(names) > 1):
        section.refuse("values", f"has {len(members):,} members", "one for each name, and one unless they are counts")
    values: list[Expression | Carried] = []
    for k, each in enumerate(members):
        if type(each) is dict:
            inner = section.inside(f"values[{k}]", each)
            values.append(Carried((names[k],), (room.take(inner, "carried", inner.take("carried", list)),)))
            inner.end()
        else:
            values.append(_Tree(section, f"values[{k}]").read(each))
    levels = None
    if kind == "classes":
        levels = _read_level_list(section)
    else:
        section.take("levels", type(None))
    section.end()
    return Response(kind, names, tuple(values), levels)


def _read_expression(section: Section, name: str) -> Expression:
    return _Tree(section, name).read(section.take(name, list))


class _Tree:
    """One expression, whose depth and number of parts are bounded."""

    def __init__(self, section: Section, name: str) -> None:
        self.section, self.name = section, name
        self.parts = 0

    def read(self, value: Any, depth: int = 1) -> Expression:
        self.parts += 1
        if depth > DEPTH or self.parts > PARTS:
            self.section.refuse(self.name, "is too large", f"at most {PARTS:,} parts, nested {DEPTH} deep")
        if type(value) is not list or not value or type(value[0]) is not str:
            self.refuse("has a part that is no list with a word")
        word, *rest = value
        if word in ("column", "text", "number"):
            if len(rest) != 1 or type(rest[0]) is not str:
                self.refuse(f"has a {word} without its text")
            if word == "column":
                return ColumnOf(rest[0])
            return Constant(rest[0] if word == "text" else self.section.spelt(self.name, None, double, rest[0]))
        if len(rest) != OPERATIONS.get(word, -1):
            self.refuse("has a word that is no operation, or other arguments than it takes")
        arguments = tuple(self.read(each, depth + 1) for each in rest)
        if word == "power" and not _is_small_whole(arguments[1]):
            self.refuse(f"has a power that is not whole from {-POWER} to {POWER}")
        return Operation(word, arguments)

    def refuse(self, what: str) -> None:
        self.section.refuse(self.name, what, "an expression of the format")


def _is_small_whole(exponent: Expression) -> bool:
    value = exponent.value if isinstance(exponent, Constant) else None
    return isinstance(value, float) and value == int(value) and abs(value) <= POWER


def spell_design(design: Description) -> dict[str, Any]:
    """The members of the section."""
    response = design.response
    values = [
        {"carried": _spell_values(each.values[0])} if isinstance(each, Carried) else _spell_expression(each)
        for each in response.values
    ]
    return {
        "used": list(design.used),
        "response": {
            "kind": response.kind,
            "names": list(response.names),
            "values": values,
            "levels": None if response.levels is None else _spell_levels(response.levels),
        },
        "factors": [_spell_factor(each) for each in design.factors],
        "terms": [list(each) for each in design.terms],
    }


def _spell_factor(factor: Factor) -> dict[str, Any]:
    members: dict[str, Any] = {"kind": KINDS[type(factor)], "names": list(factor.names)}
    if isinstance(factor, Carried):
        return {**members, "values": [_spell_values(each) for each in factor.values]}
    members["value"] = _spell_expression(factor.value)
    if isinstance(factor, Levels):
        coding = None if factor.coding is None else [_spell_values(each) for each in factor.coding]
        members["levels"] = _spell_levels(factor.levels)
        members["indicators"] = None if factor.indicators is None else list(factor.indicators)
        members["coding"] = coding
    elif isinstance(factor, Polynomial):
        members |= {"alpha": _spell_values(factor.alpha), "norms": _spell_values(factor.norms)}
    elif isinstance(factor, Spline):
        members |= {"knots": _spell_values(factor.knots), "degree": factor.degree, "functions": list(factor.functions)}
    return members


def _spell_levels(levels: tuple[Level, ...]) -> dict[str, list[Any]]:
    for kind, plain in (("text", str), ("truth", bool)):
        if all(isinstance(each, plain) for each in levels):
            return {kind: list(levels)}
    return {"number": [spell_double(float(each)) for each in levels]}


def _spell_values(values: Any) -> list[str | None]:
    return [None if each is None else spell_double(each) for each in values]


def _spell_expression(expression: Expression) -> list[Any]:
    if isinstance(expression, ColumnOf):
        return ["column", expression.name]
    if isinstance(expression, Constant):
        value = expression.value
        return ["text", value] if isinstance(value, str) else ["number", spell_double(value)]
    return [expression.name, *map(_spell_expression, expression.arguments)]
