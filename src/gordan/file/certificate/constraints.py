"""The fields of a certificate about constraints over cones, which it states."""

from __future__ import annotations

from typing import Any

from gordan.file.certificate.codec import (
    DOUBLE,
    HASH,
    INTEGER,
    POSITIVE,
    TEXT,
    Codec,
    Refusal,
    checked,
    count,
    doubles,
    list_of,
    mapped,
    rising,
    word,
)
from gordan.file.certificate.conic import kernel_ball, kernel_point, parts_of_cone
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome.alternative import FaceChain, FaceStep, Multipliers, PointBall, PointExact
from gordan.outcome.certificate.conic import ConicQuestion, Integers
from gordan.outcome.certificate.constraints import ConstraintsCertificate, ConstraintsQuestion, StatedRow
from gordan.outcome.proof import NullSpaceBall, NullSpacePoint
from gordan.problem.cone_part import ConePart

__all__ = ["CONSTRAINTS"]

_PROOFS = {"feasible": ("point ball", "point"), "infeasible": ("multipliers", "faces")}


def _rows(known: Values) -> Codec[tuple[StatedRow, ...]]:
    def row() -> Codec[StatedRow]:
        columns = Field("columns", rising(0, known["unknowns"], empty=True))
        values = Field("values", lambda own: list_of(_NOT_ZERO, len(own["columns"])))
        return record(StatedRow, columns, values, Field("right", DOUBLE))

    return list_of(row())


_NOT_ZERO = checked(DOUBLE, lambda value: None if value else ("is 0", "a number that is not 0"))


def _numbers(known: Values, length: int) -> Codec[tuple[int, ...]]:
    return list_of(count(0, len(known["names"]) - 1), length)


def _refuse_size(known: Values) -> Refusal | None:
    total, given = sum(part.size for part in known["cone"]), len(known["rows"])
    if given != total:
        return Refusal(f"has {given:,} members", f"{total:,}, which the parts of the cone have in all", ("rows",))
    if {*known["equation_of"], *known["part_of"]} != set(range(len(known["names"]))):
        return Refusal("has one that is nobody's", "names of equations and parts alone", ("names",))
    return None


PROBLEM = problem_section(
    ConstraintsQuestion,
    Field("kind", word("constraints")),
    Field("unknowns", count()),
    Field("names", list_of(TEXT)),
    Field("equations", _rows),
    Field("equation_of", lambda known: _numbers(known, len(known["equations"]))),
    Field("cone", parts_of_cone("orthant", "lorentz", "psd-plain", least=0)),
    Field("part_of", lambda known: _numbers(known, len(known["cone"]))),
    Field("rows", _rows),
    Field("digest", HASH),
    refuse=_refuse_size,
    names=False,
)


def _multipliers(question: ConstraintsQuestion) -> Codec[Multipliers]:
    """Weights of ν⁺, ν⁻ where there are equations, of the parts, and of what is left, that cancel."""
    z = len(question.equations)
    signed = (ConePart("orthant", z),) * 2 if z else ()
    cone = (*signed, *question.cone, ConePart("orthant", 1))
    n = sum(part.size for part in cone)
    conic = ConicQuestion("conic", question.unknowns + 1, n, cone)

    def sparse(point: NullSpacePoint) -> Integers:
        entries = tuple(j for j, value in enumerate(point.integers) if value)
        return Integers(entries, tuple(point.integers[j] for j in entries), point.denominator)

    point = mapped(kernel_point(n), lambda given: given.whole(n), sparse)
    kinds: dict[str, tuple[type, Codec[Any]]] = {
        "kernel ball": (NullSpaceBall, kernel_ball(conic)),
        "kernel point": (NullSpacePoint, point),
    }
    rows = Field("conditions", rising(0, question.unknowns + 1), "rows")
    return record(
        Multipliers,
        rows,
        Field("kernel", one_of(kinds)),
        take=lambda proof: {"conditions": proof.rows, "kernel": proof.kernel},
    )


def _proof(known: Values) -> Codec[Any]:
    question: ConstraintsQuestion = known["problem"]["question"]
    z, n = len(question.equations), question.unknowns
    step = record(
        FaceStep, Field("equations", list_of(INTEGER, z)), Field("cones", list_of(INTEGER, len(question.rows)))
    )
    ball = record(
        PointBall,
        Field("x", doubles(n)),
        Field("equations", rising(0, z, empty=True), "rows"),
        Field("radius", DOUBLE),
        take=lambda proof: {"x": proof.x, "equations": proof.rows, "radius": proof.radius},
    )
    kinds: dict[str, tuple[type, Codec[Any]]] = {
        "point ball": (PointBall, ball),
        "point": (
            PointExact,
            record(PointExact, Field("integers", list_of(INTEGER, n)), Field("denominator", POSITIVE)),
        ),
        "multipliers": (Multipliers, _multipliers(question)),
        "faces": (FaceChain, record(FaceChain, Field("steps", list_of(step, least=1)))),
    }
    return one_of(kinds, _PROOFS[known["alternative"]])


CONSTRAINTS = certificate(ConstraintsCertificate, PROBLEM, Field("alternative", word(*_PROOFS)), Field("proof", _proof))
