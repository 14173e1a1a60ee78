"""The fields of a certificate about a linear program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.limit import current_limits
from gordan.file.certificate.codec import (
    DOUBLE,
    FRACTION,
    HASH,
    POSITIVE,
    TEXT,
    TRUTH,
    AnyCodec,
    Codec,
    Json,
    Refusal,
    count,
    doubles,
    list_of,
    optional,
    rising,
    word,
)
from gordan.file.certificate.points import FILE_NAME
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramSide, Term
from gordan.outcome.certificate.program import ProgramCertificate, ProgramQuestion
from gordan.outcome.objective import Bound, Optimum, Ray
from gordan.outcome.repair import Change, RepairProof

__all__ = ["PROGRAM"]

Names = tuple[str, ...]
_PROOFS = {
    "feasible": ("point",),
    "infeasible": ("contradiction", "contradiction ball"),
    "optimal": ("optimum",),
    "unbounded": ("ray",),
    "repaired": ("repair",),
}
_ALTERNATIVES = {"program": ("feasible", "infeasible"), "optimum": ("optimal", "unbounded"), "repair": ("repaired",)}
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


class _NamedBall(NamedTuple):
    """A contradiction in a ball, and the names of its rows and columns."""

    proof: ContradictionBall
    names: Names


class _NamedOptimum(NamedTuple):
    """An optimum, and the names of its columns that are not 0 and of its sides."""

    proof: Optimum
    names: Names


class _NamedRay(NamedTuple):
    """A ray, and the names of the columns that are not 0 in its point and its direction."""

    proof: Ray
    names: Names


class _NamedRepair(NamedTuple):
    """A repair, and the names of its columns that are not 0, of its sides, and of its changes."""

    proof: RepairProof
    names: Names


_Named = _NamedPoint | _NamedContradiction | _NamedBall | _NamedOptimum | _NamedRay | _NamedRepair


class _ChangedSide(NamedTuple):
    """The changes of a repair on one side, which all are of rows or of columns."""

    numbers: tuple[int, ...]
    names: Names
    amounts: tuple[Fraction, ...]


class _WeighedSide(NamedTuple):
    """The terms of a contradiction in a ball on one side."""

    numbers: tuple[int, ...]
    names: Names
    weights: Array


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


def _read_false(value: Json) -> bool:
    if TRUTH.read(value):
        raise Refusal("is true", "false: an optimum or a repair is not asked for strictly")
    return False


_NOT_STRICT = Codec(_read_false, TRUTH.spell)
PROBLEM = problem_section(
    ProgramQuestion,
    Field("kind", word(*_ALTERNATIVES)),
    Field("rows", count(0)),
    Field("columns", Codec(_read_columns, count(0).spell)),
    Field("entries", count(0)),
    Field("strict", lambda known: TRUTH if known["kind"] == "program" else _NOT_STRICT),
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


def _side_fields(question: ProgramQuestion) -> list[Field]:
    sizes = {"row": question.rows, "column": question.columns}
    return [Field(part, _side(sizes[place])) for part, (place, _) in _SIDES.items()]


def _join_sides(sides: Mapping[str, _Side]) -> tuple[tuple[Term, ...], Names]:
    """The terms of all four sides, and their names."""
    terms: list[Term] = []
    names: list[str] = []
    for part, (place, side) in _SIDES.items():
        terms += [Term(place, k, side, v) for k, v in zip(sides[part].numbers, sides[part].weights, strict=True)]
        names += sides[part].names
    return tuple(terms), tuple(names)


def _part_sides(terms: tuple[Term, ...], names: Names) -> dict[str, _Side]:
    sides = {}
    for part, which in _SIDES.items():
        own = [k for k, term in enumerate(terms) if (term.place, term.side) == which]
        numbers, weights = tuple(terms[k].number for k in own), tuple(terms[k].weight for k in own)
        sides[part] = _Side(numbers, tuple(names[k] for k in own), weights)
    return sides


def _contradiction(question: ProgramQuestion) -> Codec[_NamedContradiction]:
    def make(*, irreducible: bool, **sides: _Side) -> _NamedContradiction:
        terms, names = _join_sides(sides)
        return _NamedContradiction(Contradiction(terms, irreducible), names)

    def take(whole: _NamedContradiction) -> Values:
        return {"irreducible": whole.proof.irreducible, **_part_sides(whole.proof.terms, whole.names)}

    return record(make, Field("irreducible", TRUTH), *_side_fields(question), take=take)


def _contradiction_ball(question: ProgramQuestion) -> Codec[_NamedBall]:
    sizes = {"row": question.rows, "column": question.columns}

    def make(*, radius: float, **sides: _WeighedSide) -> _NamedBall:
        terms = tuple(
            ProgramSide(place, k, side) for part, (place, side) in _SIDES.items() for k in sides[part].numbers
        )
        weights = np.concatenate([sides[part].weights for part in _SIDES])
        names = tuple(name for part in _SIDES for name in sides[part].names)
        return _NamedBall(ContradictionBall(terms, weights, radius), names)

    def take(whole: _NamedBall) -> Values:
        sides = {}
        for part, which in _SIDES.items():
            own = [k for k, term in enumerate(whole.proof.terms) if (term.place, term.side) == which]
            numbers, names = (whole.proof.terms[k].number for k in own), (whole.names[k] for k in own)
            sides[part] = _WeighedSide(tuple(numbers), tuple(names), whole.proof.weights[own])
        return {"radius": whole.proof.radius, **sides}

    fields = [
        Field(
            part,
            record(
                _WeighedSide,
                Field("numbers", rising(0, sizes[place], empty=True)),
                Field("names", lambda known: list_of(TEXT, len(known["numbers"]))),
                Field("weights", lambda known: doubles(len(known["numbers"]))),
            ),
        )
        for part, (place, _) in _SIDES.items()
    ]
    return record(make, Field("radius", DOUBLE), *fields, take=take)


def _parted(point: Point, names: Names) -> tuple[_NamedPoint, Names]:
    """The point with the names that are its own, and the others."""
    count = sum(1 for value in point.values if value)
    return _NamedPoint(point, names[:count]), names[count:]


def _optimum(question: ProgramQuestion) -> Codec[_NamedOptimum]:
    def make(*, value: Fraction, point: _NamedPoint, denominator: int, **sides: _Side) -> _NamedOptimum:
        terms, names = _join_sides(sides)
        return _NamedOptimum(Optimum(value, point.proof, Bound(terms, denominator)), (*point.names, *names))

    def take(whole: _NamedOptimum) -> Values:
        proof = whole.proof
        point, names = _parted(proof.point, whole.names)
        sides = _part_sides(proof.bound.terms, names)
        return {"value": proof.value, "point": point, "denominator": proof.bound.denominator, **sides}

    fields = Field("value", FRACTION), Field("point", _point(question.columns)), Field("denominator", POSITIVE)
    return record(make, *fields, *_side_fields(question), take=take)


def _changed(size: int) -> Codec[_ChangedSide]:
    return record(
        _ChangedSide,
        Field("numbers", rising(0, size, empty=True)),
        Field("names", lambda known: list_of(TEXT, len(known["numbers"]))),
        Field("amounts", lambda known: list_of(FRACTION, len(known["numbers"]))),
    )


def _changes(question: ProgramQuestion) -> Codec[tuple[tuple[Change, ...], Names]]:
    """The changes of all four sides, and their names."""
    sizes = {"row": question.rows, "column": question.columns}

    def make(**sides: _ChangedSide) -> tuple[tuple[Change, ...], Names]:
        changes: list[Change] = []
        for part, (place, side) in _SIDES.items():
            pairs = zip(sides[part].numbers, sides[part].amounts, strict=True)
            changes += [Change(place, k, side, amount) for k, amount in pairs]
        return tuple(changes), tuple(name for part in _SIDES for name in sides[part].names)

    def take(whole: tuple[tuple[Change, ...], Names]) -> Values:
        sides = {}
        for part, which in _SIDES.items():
            own = [(change, name) for change, name in zip(*whole, strict=True) if (change.place, change.side) == which]
            numbers, amounts = tuple(c.number for c, _ in own), tuple(c.amount for c, _ in own)
            sides[part] = _ChangedSide(numbers, tuple(name for _, name in own), amounts)
        return sides

    return record(make, *[Field(part, _changed(sizes[place])) for part, (place, _) in _SIDES.items()], take=take)


def _repair(question: ProgramQuestion) -> Codec[_NamedRepair]:
    def make(
        *, point: _NamedPoint, denominator: int, changes: tuple[tuple[Change, ...], Names], **others: Any
    ) -> _NamedRepair:
        terms, names = _join_sides({part: others.pop(part) for part in _SIDES})
        proof = RepairProof(point=point.proof, changes=changes[0], bound=Bound(terms, denominator), **others)
        return _NamedRepair(proof, (*point.names, *names, *changes[1]))

    def take(whole: _NamedRepair) -> Values:
        proof = whole.proof
        point, names = _parted(proof.point, whole.names)
        count = len(proof.bound.terms)
        others = {name: getattr(proof, name) for name in ("value", "norm", "row_prices", "column_prices")}
        sides = _part_sides(proof.bound.terms, names[:count])
        changes = proof.changes, names[count:]
        return {**others, "point": point, "denominator": proof.bound.denominator, "changes": changes, **sides}

    return record(
        make,
        Field("value", FRACTION),
        Field("norm", word("sum", "max")),
        Field("point", _point(question.columns)),
        Field("changes", _changes(question)),
        Field("denominator", POSITIVE),
        *_side_fields(question),
        Field("row_prices", list_of(optional(FRACTION), question.rows)),
        Field("column_prices", list_of(optional(FRACTION), question.columns)),
        take=take,
    )


def _ray(question: ProgramQuestion) -> Codec[_NamedRay]:
    def make(*, point: _NamedPoint, ray: _NamedPoint) -> _NamedRay:
        return _NamedRay(Ray(point.proof, ray.proof), (*point.names, *ray.names))

    def take(whole: _NamedRay) -> Values:
        point, names = _parted(whole.proof.point, whole.names)
        return {"point": point, "ray": _NamedPoint(whole.proof.direction, names)}

    both = [Field(name, _point(question.columns)) for name in ("point", "ray")]
    return record(make, *both, take=take)


def _proof(known: Values) -> AnyCodec:
    question: ProgramQuestion = known["problem"]["question"]
    kinds: dict[str, tuple[type, AnyCodec]] = {
        "point": (_NamedPoint, _point(question.columns)),
        "contradiction": (_NamedContradiction, _contradiction(question)),
        "contradiction ball": (_NamedBall, _contradiction_ball(question)),
        "optimum": (_NamedOptimum, _optimum(question)),
        "ray": (_NamedRay, _ray(question)),
        "repair": (_NamedRepair, _repair(question)),
    }
    return one_of(kinds, _PROOFS.get(known["alternative"], ()))


_RECORDS: Mapping[type, Callable[[Any, Names], _Named]] = {
    Point: _NamedPoint,
    Contradiction: _NamedContradiction,
    ContradictionBall: _NamedBall,
    Optimum: _NamedOptimum,
    Ray: _NamedRay,
    RepairProof: _NamedRepair,
}


def _certificate(*, proof: _Named, **others: Any) -> ProgramCertificate:
    return ProgramCertificate(proof=proof.proof, names=proof.names, **others)


def _alternative(known: Values) -> Codec[str]:
    question: ProgramQuestion = known["problem"]["question"]
    return word(*_ALTERNATIVES[question.kind])


PROGRAM = certificate(
    _certificate,
    PROBLEM,
    Field("file", optional(FILE_NAME)),
    Field("alternative", _alternative),
    Field("proof", _proof),
    take=lambda whole: {"proof": _RECORDS[type(whole.proof)](whole.proof, whole.names)},
)
