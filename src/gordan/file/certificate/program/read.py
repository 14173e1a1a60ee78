"""The certificate of a program, field by field; whatever is not exactly of the format is refused with its name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from gordan.arithmetic.limit import current_limits, raise_limit
from gordan.errors import OverLimit
from gordan.file.certificate import number
from gordan.file.certificate.posed import refuse_folder
from gordan.file.certificate.section import Section
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.certificate.program import ProgramQuestion

__all__ = ["PARTS", "read_program"]

PARTS: dict[str, tuple[Literal["row", "column"], Literal["lower", "upper"]]] = {
    "row_lower": ("row", "lower"),
    "row_upper": ("row", "upper"),
    "column_lower": ("column", "lower"),
    "column_upper": ("column", "upper"),
}


def read_program(top: Section) -> dict[str, Any]:
    """The fields of a `ProgramCertificate`, refused where no program whatever could have them."""
    problem = top.section("problem")
    question = ProgramQuestion(
        kind=problem.text("kind", "program"),
        rows=problem.count("rows", 0),
        columns=problem.count("columns", 0),
        entries=problem.count("entries", 0),
        strict=problem.take("strict", bool),
    )
    most = current_limits().columns
    if question.columns > most:
        raise OverLimit(
            f"the certificate speaks of {question.columns:,} columns, and the limit is {most:,}; if that is meant, "
            f"{raise_limit('columns', question.columns)}"
        )
    told: dict[str, Any] = {"question": question, "digest": problem.hash("digest")}
    problem.end()
    told["file"] = top.take("file", str, type(None))
    if told["file"] is not None:
        refuse_folder(top, told["file"])
    told["alternative"] = top.text("alternative", "feasible", "infeasible")
    proof = top.section("proof")
    if told["alternative"] == "feasible":
        told["proof"], told["names"] = _point(proof, question)
    else:
        told["proof"], told["names"] = _contradiction(proof, question)
    proof.end()
    return told


def _point(proof: Section, question: ProgramQuestion) -> tuple[Point, tuple[str, ...]]:
    proof.text("kind", "point")
    columns = proof.rising("columns", 0, question.columns, empty=True)
    names = _names(proof, len(columns))
    values = [Fraction(0)] * question.columns
    for j, value in zip(columns, proof.numbers("values", number.fraction, len(columns)), strict=True):
        values[j] = value
    return Point(tuple(values)), names


def _contradiction(proof: Section, question: ProgramQuestion) -> tuple[Contradiction, tuple[str, ...]]:
    proof.text("kind", "contradiction")
    irreducible = proof.take("irreducible", bool)
    terms: list[Term] = []
    names: list[str] = []
    for part, (place, side) in PARTS.items():
        section = proof.section(part)
        count = question.rows if place == "row" else question.columns
        numbers = section.rising("numbers", 0, count, empty=True)
        names += _names(section, len(numbers))
        weights = section.numbers("weights", number.positive, len(numbers))
        terms += [Term(place, k, side, weight) for k, weight in zip(numbers, weights, strict=True)]
        section.end()
    return Contradiction(tuple(terms), irreducible), tuple(names)


def _names(section: Section, length: int) -> tuple[str, ...]:
    names = section.take("names", list)
    if len(names) != length or not all(type(name) is str for name in names):
        section.refuse("names", f"has {len(names):,} members", f"{length:,} texts")
    return tuple(names)
