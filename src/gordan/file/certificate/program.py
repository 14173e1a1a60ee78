"""The fields of a certificate about a linear program."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from gordan.arithmetic.limit import current_limits
from gordan.file.certificate.codec import (
    FRACTION,
    HASH,
    POSITIVE,
    TEXT,
    TRUTH,
    Codec,
    Json,
    Refusal,
    count,
    list_of,
    optional,
    rising,
    word,
)
from gordan.file.certificate.points import FILE_NAME
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.certificate.program import ProgramCertificate, ProgramQuestion

__all__ = ["PROGRAM"]

Names = tuple[str, ...]
_PROOFS = {"feasible": ("point",), "infeasible": ("contradiction",)}
_SIDES: Mapping[str, tuple[Literal["row", "column"], Literal["lower", "upper"]]] = {
    "row_lower": ("row", "lower"),
    "row_upper": ("row", "upper"),
    "column_lower": ("column", "lower"),
    "column_upper": ("column", "upper"),
}


class _NamedPoint(NamedTuple):
    """A point, and the names of its columns that are not 0."""

    proof: Point
    names: Names


class _NamedContradiction(NamedTuple):
    """A contradiction, and the names of its rows and columns."""

    proof: Contradiction
    names: Names


class _Side(NamedTuple):
    """The terms of a contradiction on one side, which all are of rows or of columns."""

    numbers: tuple[int, ...]
    names: Names
    weights: tuple[int, ...]


def _read_columns(value: Json) -> int:
    columns, most = count(0).read(value), current_limits().columns
    if columns > most:
        raise Refusal(f"is {columns:,}", f"at most {most:,}", limit="columns", wanted=columns)
    return columns


PROBLEM = problem_section(
    ProgramQuestion,
    Field("kind", word("program")),
    Field("rows", count(0)),
    Field("columns", Codec(_read_columns, count(0).spell)),
    Field("entries", count(0)),
    Field("strict", TRUTH),
    Field("digest", HASH),
)


def _point(n: int) -> Codec[_NamedPoint]:
    """A point of n columns, by those that are not 0."""

    def make(*, columns: tuple[int, ...], names: Names, values: tuple[Fraction, ...]) -> _NamedPoint:
        whole = [Fraction(0)] * n
        for j, value in zip(columns, values, strict=True):
            whole[j] = value
        return _NamedPoint(Point(tuple(whole)), names)

    def take(point: _NamedPoint) -> Values:
        columns = [j for j, value in enumerate(point.proof.values) if value]
        return {"columns": columns, "names": point.names, "values": [point.proof.values[j] for j in columns]}

    return record(
        make,
        Field("columns", rising(0, n, empty=True)),
        Field("names", lambda known: list_of(TEXT, len(known["columns"]))),
        Field("values", lambda known: list_of(FRACTION, len(known["columns"]))),
        take=take,
    )


def _side(size: int) -> Codec[_Side]:
    return record(
        _Side,
        Field("numbers", rising(0, size, empty=True)),
        Field("names", lambda known: list_of(TEXT, len(known["numbers"]))),
        Field("weights", lambda known: list_of(POSITIVE, len(known["numbers"]))),
    )


def _contradiction(question: ProgramQuestion) -> Codec[_NamedContradiction]:
    def make(*, irreducible: bool, **sides: _Side) -> _NamedContradiction:
        terms: list[Term] = []
        names: list[str] = []
        for part, (place, side) in _SIDES.items():
            terms += [Term(place, k, side, v) for k, v in zip(sides[part].numbers, sides[part].weights, strict=True)]
            names += sides[part].names
        return _NamedContradiction(Contradiction(tuple(terms), irreducible), tuple(names))

    def take(whole: _NamedContradiction) -> Values:
        terms, sides = whole.proof.terms, {}
        for part, which in _SIDES.items():
            own = [k for k, term in enumerate(terms) if (term.place, term.side) == which]
            numbers, weights = tuple(terms[k].number for k in own), tuple(terms[k].weight for k in own)
            sides[part] = _Side(numbers, tuple(whole.names[k] for k in own), weights)
        return {"irreducible": whole.proof.irreducible, **sides}

    sizes = {"row": question.rows, "column": question.columns}
    sides = [Field(part, _side(sizes[place])) for part, (place, _) in _SIDES.items()]
    return record(make, Field("irreducible", TRUTH), *sides, take=take)


def _proof(known: Values) -> Codec[Any]:
    question: ProgramQuestion = known["problem"]["question"]
    kinds: dict[str, tuple[type, Codec[Any]]] = {
        "point": (_NamedPoint, _point(question.columns)),
        "contradiction": (_NamedContradiction, _contradiction(question)),
    }
    return one_of(kinds, _PROOFS.get(known["alternative"], ()))


def _named(proof: Point | Contradiction, names: Names) -> _NamedPoint | _NamedContradiction:
    return _NamedPoint(proof, names) if isinstance(proof, Point) else _NamedContradiction(proof, names)


def _certificate(*, proof: _NamedPoint | _NamedContradiction, **others: Any) -> ProgramCertificate:
    return ProgramCertificate(proof=proof.proof, names=proof.names, **others)


PROGRAM = certificate(
    _certificate,
    PROBLEM,
    Field("file", optional(FILE_NAME)),
    Field("alternative", word("feasible", "infeasible")),
    Field("proof", _proof),
    take=lambda whole: {"proof": _named(whole.proof, whole.names)},
)
