"""The fields of a certificate about the split of a system, and about the regression model that the system is of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from gordan.file.certificate.codec import (
    HASH,
    INTEGER,
    TEXT,
    AnyCodec,
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
from gordan.file.certificate.points import FILE_NAME, block_hashes, file_hashes
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.outcome.certificate.split import Model, SplitCertificate, SplitQuestion
from gordan.outcome.record import FILES_VERSION
from gordan.outcome.split import Core, Dependence, Relation, SplitProof

__all__ = ["FAMILIES", "SPLIT", "dependence_codec", "model_codec"]

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


def dependence_codec(columns: int, rows: int) -> Codec[Dependence]:
    """Which of so many columns are independent, on witnesses among so many rows, and how the others follow."""
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


class _MarkedCore(NamedTuple):
    """The same of a core, with its rows and the number of strict rows of the whole system."""

    core: tuple[int, ...]
    strict: int
    rows: tuple[int, ...]
    halves: SplitProof


def _proof(known: Values) -> Codec[_Marked | _MarkedCore]:
    """Integers throughout; whether they prove anything is the verifier's matter."""
    question: SplitQuestion = known["problem"]["question"]
    edge, total, columns = question.inequalities, question.inequalities + question.equalities, question.columns
    halves = record(
        lambda *, rows, **halves: _Marked(rows, SplitProof(**halves)),
        *_halves(columns, lambda _: edge, lambda _: total),
        take=lambda marked: {"rows": marked.rows, **vars(marked.halves)},
    )
    if known["version"] < FILES_VERSION:
        return one_of({"halves": (_Marked, halves)})
    core = record(
        lambda *, core, strict, rows, **halves: _MarkedCore(core, strict, rows, SplitProof(**halves)),
        Field("core", rising(0, total)),
        Field("strict", count(0, edge)),
        *_halves(columns, lambda known: bisect_left(known["core"], edge), lambda known: len(known["core"])),
        take=lambda marked: {**marked._asdict(), **vars(marked.halves)},
    )
    return one_of({"halves": (_Marked, halves), "core": (_MarkedCore, core)})


def _halves(columns: int, edge: Callable[[Values], int], total: Callable[[Values], int]) -> Iterator[Field]:
    """Both halves of the proof, of so many inequalities and rows in all."""
    yield Field("rows", lambda known: rising(0, edge(known), empty=True))
    yield Field("direction", list_of(INTEGER, columns))
    yield Field("weights", lambda known: list_of(INTEGER, total(known) - len(known["rows"])))
    yield Field("flat", lambda known: dependence_codec(columns, total(known)))
    yield Field("table", lambda known: dependence_codec(columns, total(known)))


def _blocks(known: Values) -> AnyCodec | None:
    question: SplitQuestion = known["problem"]["question"]
    return None if known["version"] < FILES_VERSION else block_hashes(question.inequalities + question.equalities)


def _files(known: Values) -> AnyCodec | None:
    question: SplitQuestion = known["problem"]["question"]
    return None if known["version"] < FILES_VERSION else file_hashes(question.inequalities, question.equalities)


def _certificate(*, proof: _Marked | _MarkedCore, **others: Any) -> SplitCertificate:
    core = Core(proof.core, proof.strict) if isinstance(proof, _MarkedCore) else None
    return SplitCertificate(rows=proof.rows, proof=proof.halves, core=core, **others)


def _marked(whole: SplitCertificate) -> _Marked | _MarkedCore:
    return _Marked(whole.rows, whole.proof) if whole.core is None else _MarkedCore(*whole.core, whole.rows, whole.proof)


SPLIT = certificate(
    _certificate,
    PROBLEM,
    Field("model", _model),
    Field("alternative", word("complete", "quasi", "overlap")),
    Field("proof", _proof),
    Field("blocks", _blocks),
    Field("files", _files),
    take=lambda whole: {"proof": _marked(whole)},
)
