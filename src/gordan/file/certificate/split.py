"""The fields of a certificate about the split of a system, and about the regression model that the system is of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from gordan.file.certificate.codec import (
    HASH,
    INTEGER,
    TEXT,
    Codec,
    Refusal,
    count,
    list_of,
    mapped,
    optional,
    rising,
    word,
)
from gordan.file.certificate.design import design_codec
from gordan.file.certificate.points import FILE_NAME
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome.certificate.split import Model, SplitCertificate, SplitQuestion
from gordan.outcome.split import Dependence, Relation, SplitProof

__all__ = ["FAMILIES", "SPLIT", "model_codec"]

FAMILIES = ("binomial", "poisson", "negative-binomial", "log-binomial", "multinomial", "ordinal", "conditional")
_WORDS = ("formula", "weights", "offset", "strata", "file")

PROBLEM = problem_section(
    SplitQuestion,
    Field("kind", word("split")),
    Field("inequalities", count(0)),
    Field("equalities", count(0)),
    Field("columns", count()),
    Field("numbers", word("binary", "decimal")),
    Field("names", lambda known: list_of(TEXT, most=known["columns"])),
    Field("digest", HASH),
)


def model_codec(families: tuple[str, ...], *more: Field) -> Callable[[Values], Codec[Model]]:
    """A model that is described, in certificates of later versions than 1, with further fields."""

    def described(known: Values) -> Codec[Model]:
        return record(Model, *_model_fields(families), Field("design", design_codec()), *more)

    return described


def _model_fields(families: tuple[str, ...]) -> Iterator[Field]:
    yield Field("family", word(*families))
    yield from (Field(name, optional(TEXT)) for name in _WORDS[:-1])
    yield Field("file", optional(FILE_NAME))


def _model(known: Values) -> Codec[Model | None]:
    """The model; one of version 1 has a formula in place of a design."""
    design = [] if known["version"] == 1 else [Field("design", optional(design_codec()))]
    need = "formula" if known["version"] == 1 else "design"

    def refuse(model: Values) -> Refusal | None:
        if model[need] is not None or not any(model[name] for name in _WORDS):
            return None
        return Refusal("is null", f"the {need} beside the columns and the file that it is about", (need,))

    return optional(record(Model, *_model_fields(FAMILIES), *design, refuse=refuse))


def _relation(columns: int) -> Codec[Relation]:
    return record(
        Relation,
        Field("columns", rising(0, columns)),
        Field("integers", lambda known: list_of(INTEGER, len(known["columns"]))),
    )


def _dependence(columns: int, rows: int) -> Codec[Dependence]:
    witness = mapped(
        rising(0, rows, empty=True), lambda each: np.array(each, dtype=np.int64), lambda each: tuple(each.tolist())
    )
    return record(
        Dependence,
        Field("pivots", rising(0, columns, empty=True)),
        Field("witness", witness),
        Field("relations", list_of(_relation(columns))),
    )


class _Marked(NamedTuple):
    """The rows that can be strict, and both halves of the proof."""

    rows: tuple[int, ...]
    halves: SplitProof


def _proof(known: Values) -> Codec[_Marked]:
    """Integers throughout; whether they prove anything is the verifier's matter."""
    question: SplitQuestion = known["problem"]["question"]
    total = question.inequalities + question.equalities
    dependence = _dependence(question.columns, total)
    halves = record(
        lambda *, rows, **halves: _Marked(rows, SplitProof(**halves)),
        Field("rows", rising(0, question.inequalities, empty=True)),
        Field("direction", list_of(INTEGER, question.columns)),
        Field("weights", lambda known: list_of(INTEGER, total - len(known["rows"]))),
        Field("flat", dependence),
        Field("table", dependence),
        take=lambda marked: {"rows": marked.rows, **vars(marked.halves)},
    )
    return one_of({"halves": (_Marked, halves)})


def _certificate(*, proof: _Marked, **others: Any) -> SplitCertificate:
    return SplitCertificate(rows=proof.rows, proof=proof.halves, **others)


SPLIT = certificate(
    _certificate,
    PROBLEM,
    Field("model", _model),
    Field("alternative", word("complete", "quasi", "overlap")),
    Field("proof", _proof),
    take=lambda whole: {"proof": _Marked(whole.rows, whole.proof)},
)
