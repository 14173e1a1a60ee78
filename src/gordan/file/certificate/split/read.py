"""The certificate of a split, field by field; whatever is not exactly of the format is refused with its name."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.file.certificate import number
from gordan.file.certificate.posed import read_names, refuse_folder
from gordan.file.certificate.section import Section
from gordan.file.certificate.split.design import read_design
from gordan.outcome.certificate.split import Model, SplitQuestion
from gordan.outcome.split import Dependence, Relation, SplitProof

__all__ = ["FAMILIES", "read_split"]

KINDS = ("complete", "quasi", "overlap")
FAMILIES = ("binomial", "poisson", "negative-binomial", "log-binomial", "multinomial", "ordinal", "conditional")


def read_split(top: Section, version: int) -> dict[str, Any]:
    """The fields of a `SplitCertificate`, refused where no system whatever could have them."""
    problem = top.section("problem")
    question = SplitQuestion(
        kind=problem.text("kind", "split"),
        inequalities=problem.count("inequalities", 0),
        equalities=problem.count("equalities", 0),
        columns=problem.count("columns"),
        numbers=problem.text("numbers", "binary", "decimal"),
    )
    told: dict[str, Any] = {"question": question, "digest": problem.hash("digest")}
    told["names"] = read_names(problem, question.columns, fewer=True)
    problem.end()
    told["model"] = _model(top.section_or_none("model"), version)
    told["alternative"] = top.text("alternative", *KINDS)
    proof = top.section("proof")
    proof.text("kind", "halves")
    told["rows"] = proof.rising("rows", 0, question.inequalities, empty=True)
    told["proof"] = _halves(proof, question, len(told["rows"]))
    proof.end()
    return told


def _model(section: Section | None, version: int) -> Model | None:
    if section is None:
        return None
    family = section.text("family", *FAMILIES)
    words = ("formula", "weights", "offset", "strata", "file")
    others = {name: section.take(name, str, type(None)) for name in words}
    design = section.section_or_none("design") if version > 1 else None
    model = Model(family, **others, design=None if design is None else read_design(design))
    if model.file is not None:
        refuse_folder(section, model.file)
    if version == 1 and model.formula is None and any(others.values()):
        section.refuse("formula", "is null", "text beside the columns and the file that it speaks of")
    if version > 1 and model.design is None and any(others.values()):
        section.refuse("design", "is null", "the design beside the columns and the file that it speaks of")
    section.end()
    return model


def _halves(proof: Section, question: SplitQuestion, strict: int) -> SplitProof:
    """Integers throughout; whether they prove anything is the verifier's matter."""
    others = question.inequalities - strict + question.equalities
    total = question.inequalities + question.equalities
    return SplitProof(
        direction=tuple(proof.numbers("direction", number.integer, question.columns)),
        weights=tuple(proof.numbers("weights", number.integer, others)),
        flat=_dependence(proof.section("flat"), question.columns, total),
        table=_dependence(proof.section("table"), question.columns, total),
    )


def _dependence(section: Section, columns: int, total: int) -> Dependence:
    pivots = section.rising("pivots", 0, columns, empty=True)
    witness = section.rising("witness", 0, total, empty=True)
    relations = tuple(_relation(each, columns) for each in section.sections("relations"))
    section.end()
    return Dependence(pivots, np.array(witness, dtype=np.int64), relations)


def _relation(section: Section, p: int) -> Relation:
    columns = section.rising("columns", 0, p)
    relation = Relation(columns, tuple(section.numbers("integers", number.integer, len(columns))))
    section.end()
    return relation
