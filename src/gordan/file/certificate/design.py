"""The design of a split's model: expressions, factors, terms and the response, out of a closed list."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from gordan.file.certificate.codec import (
    DOUBLE,
    TEXT,
    TRUTH,
    AnyCodec,
    Codec,
    Json,
    Refusal,
    checked,
    count,
    list_of,
    optional,
    plain,
    rising,
    typed,
    word,
)
from gordan.file.certificate.record import Field, Values, one_of, record
from gordan.problem.description import (
    OPERATIONS,
    Carried,
    ColumnOf,
    Constant,
    Description,
    Expression,
    Level,
    Levels,
    NumberFactor,
    Operation,
    Polynomial,
    Response,
    Spline,
    count_columns,
)
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

__all__ = ["design_codec"]

_EXPRESSION = "an expression of the format"


def design_codec() -> Codec[Description]:
    """The description of a model, with every limit; it is held to no data yet.

    One codec reads one design, for the carried values of all of it are counted.
    """
    carried = _carried_codec()
    return record(
        _description,
        Field("used", list_of(TEXT, most=FACTORS)),
        Field("response", _response(carried)),
        Field("factors", list_of(_factor(carried), most=FACTORS)),
        Field("terms", lambda known: list_of(_term(len(known["factors"])), least=1, most=TERMS)),
    )


def _description(**fields: Any) -> Description:
    count_columns(fields["factors"], fields["terms"])
    return Description(**fields)


def _carried_codec() -> Codec[tuple[float | None, ...]]:
    """Numbers that stand in the design itself; all lists that this codec reads have at most CARRIED in all."""
    codec, seen = list_of(optional(DOUBLE)), [0]

    def read(value: Json) -> tuple[float | None, ...]:
        seen[0] += len(value) if isinstance(value, list) else 0
        if seen[0] > CARRIED:
            raise Refusal("makes too many carried values", f"at most {CARRIED:,} in all")
        return codec.read(value)

    return Codec(read, codec.spell)


def _term(factors: int) -> Codec[tuple[int, ...]]:
    """The numbers of the factors that are multiplied, each once."""
    number = count(0, factors - 1)
    return checked(
        list_of(number, most=TERM_FACTORS),
        lambda each: ("has a factor twice", "each factor once") if len(set(each)) < len(each) else None,
    )


def _factor(carried: Codec[tuple[float | None, ...]]) -> AnyCodec:
    value = Field("value", EXPRESSION)
    several = Field("names", list_of(TEXT, least=1, most=LEVELS))

    def one_each(codec: AnyCodec, more: int = 0) -> Any:
        return lambda known: list_of(codec, len(known["names"]) + more)

    polynomial = (
        Field("names", list_of(TEXT, least=1, most=DEGREE)),
        value,
        Field("alpha", one_each(DOUBLE)),
        Field("norms", lambda known: checked(one_each(DOUBLE, 1)(known), _refuse_norms)),
    )
    return one_of(
        {
            "number": (NumberFactor, record(NumberFactor, Field("names", list_of(TEXT, 1)), value)),
            "levels": (Levels, _levels(several, value)),
            "polynomial": (Polynomial, record(Polynomial, *polynomial)),
            "spline": (Spline, _spline(several, value)),
            "carried": (Carried, record(Carried, several, Field("values", one_each(carried)))),
        }
    )


def _refuse_norms(norms: tuple[float, ...]) -> tuple[str, str] | None:
    return ("has a number that is not positive", "numbers above 0") if min(norms) <= 0 else None


def _levels(names: Field, value: Field) -> Codec[Levels]:
    """Columns by levels: indicators of some of them, or a coding with a double for every one."""

    def indicators(known: Values) -> Codec[tuple[int, ...] | None]:
        return optional(rising(0, len(known["levels"]), len(known["names"])))

    def coding(known: Values) -> Codec[tuple[tuple[float, ...], ...] | None]:
        return optional(list_of(list_of(DOUBLE, len(known["levels"])), len(known["names"])))

    def refuse(known: Values) -> Refusal | None:
        if (known["indicators"] is None) != (known["coding"] is None):
            return None
        return Refusal("and indicators are both given, or both null", "one of them", ("coding",))

    fields = Field("levels", LEVEL_LIST), Field("indicators", indicators), Field("coding", coding)
    return record(Levels, names, value, *fields, refuse=refuse)


def _spline(names: Field, value: Field) -> Codec[Spline]:
    def degree(known: Values) -> Codec[int]:
        size = len(known["knots"])
        return checked(
            count(0, DEGREE),
            lambda each: (f"is {each} with {size:,} knots", "enough knots") if size < 2 * each + 2 else None,
        )

    def functions(known: Values) -> Codec[tuple[int, ...]]:
        return rising(0, len(known["knots"]) - known["degree"] - 1, len(known["names"]))

    knots = checked(list_of(DOUBLE, most=LEVELS), _refuse_knots)
    return record(Spline, names, value, Field("knots", knots), Field("degree", degree), Field("functions", functions))


def _refuse_knots(knots: tuple[float, ...]) -> tuple[str, str] | None:
    return ("fall", "knots that do not fall") if any(a > b for a, b in pairwise(knots)) else None


def _response(carried: Codec[tuple[float | None, ...]]) -> Codec[Response]:
    """What was observed: one value for each name, which is an expression or carried."""
    inline = record(
        lambda *, carried: Carried((), (carried,)), Field("carried", carried), take=lambda v: {"carried": v.values[0]}
    )
    value: Codec[Expression | Carried] = Codec(
        lambda each: inline.read(each) if isinstance(each, dict) else EXPRESSION.read(each),
        lambda each: inline.spell(each) if isinstance(each, Carried) else EXPRESSION.spell(each),
    )

    def make(*, names: tuple[str, ...], values: tuple[Expression | Carried, ...], **others: Any) -> Response:
        named = (
            Carried((name,), each.values) if isinstance(each, Carried) else each
            for name, each in zip(names, values, strict=True)
        )
        return Response(names=names, values=tuple(named), **others)

    return record(
        make,
        Field("kind", word("classes", "proportion", "counts")),
        Field("names", lambda known: list_of(TEXT, least=1, most=LEVELS if known["kind"] == "counts" else 1)),
        Field("values", lambda known: list_of(value, len(known["names"]))),
        Field("levels", lambda known: LEVEL_LIST if known["kind"] == "classes" else plain(type(None))),
    )


def _level_type(levels: tuple[Level, ...]) -> str:
    kinds = (("text", str), ("truth", bool))
    return next((name for name, kind in kinds if all(isinstance(each, kind) for each in levels)), "number")


def _several(codec: AnyCodec) -> Codec[tuple[Any, ...]]:
    """Levels of one type, all different."""
    return checked(
        list_of(codec, least=1, most=LEVELS),
        lambda each: ("has a level twice", "different levels") if len(set(each)) < len(each) else None,
    )


LEVEL_LIST: Codec[tuple[Level, ...]] = typed(
    {"text": _several(TEXT), "truth": _several(TRUTH), "number": _several(DOUBLE)}, _level_type
)


class _Tree:
    """One expression, whose depth and number of parts are bounded."""

    def __init__(self) -> None:
        self.parts = 0

    def read(self, value: Json, depth: int = 1) -> Expression:
        self.parts += 1
        if depth > DEPTH or self.parts > PARTS:
            raise Refusal("is too large", f"at most {PARTS:,} parts, nested {DEPTH} deep")
        if type(value) is not list or not value or type(value[0]) is not str:
            raise Refusal("has a part that is no list with a word", _EXPRESSION)
        name, *rest = value
        assert isinstance(name, str)
        if name in ("column", "text", "number"):
            if len(rest) != 1 or not isinstance(rest[0], str):
                raise Refusal(f"has a {name} without its text", _EXPRESSION)
            if name == "column":
                return ColumnOf(rest[0])
            return Constant(rest[0] if name == "text" else DOUBLE.read(rest[0]))
        if len(rest) != OPERATIONS.get(name, -1):
            raise Refusal("has a word that is no operation, or other arguments than it takes", _EXPRESSION)
        arguments = tuple(self.read(each, depth + 1) for each in rest)
        if name == "power" and not _is_small_whole(arguments[1]):
            raise Refusal(f"has a power that is not whole from {-POWER} to {POWER}", _EXPRESSION)
        return Operation(name, arguments)


def _is_small_whole(exponent: Expression) -> bool:
    value = exponent.value if isinstance(exponent, Constant) else None
    return isinstance(value, float) and value == int(value) and abs(value) <= POWER


def _spell_expression(expression: Expression) -> Json:
    if isinstance(expression, ColumnOf):
        return ["column", expression.name]
    if isinstance(expression, Constant):
        value = expression.value
        return ["text", value] if isinstance(value, str) else ["number", DOUBLE.spell(value)]
    return [expression.name, *map(_spell_expression, expression.arguments)]


EXPRESSION: Codec[Expression] = Codec(lambda value: _Tree().read(plain(list).read(value)), _spell_expression)
