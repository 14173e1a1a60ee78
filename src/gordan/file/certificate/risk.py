"""The fields of a certificate about a Cox model: rows with times, its model, and the pairs of rows that prove it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Positions
from gordan.file.certificate.codec import HASH, INTEGER, TEXT, TRUTH, Codec, count, list_of, mapped, rising, word
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.file.certificate.split import dependence_codec, model_codec
from gordan.outcome.certificate.risk import RiskCertificate, RiskQuestion
from gordan.outcome.risk import RiskProof

__all__ = ["RISK"]

_GROUPS = 16  # columns that make strata

PROBLEM = problem_section(
    RiskQuestion,
    Field("kind", word("risk")),
    Field("rows", count()),
    Field("events", count()),
    Field("covariates", count()),
    Field("starts", TRUTH),
    Field("exact", TRUTH),
    Field("numbers", word("binary", "decimal")),
    Field("names", lambda known: list_of(TEXT, most=known["covariates"])),
    Field("digest", HASH),
)


class _Marked(NamedTuple):
    """The events that can be strict, and what proves it."""

    rows: tuple[int, ...]
    proof: RiskProof


def _pairs(n: int) -> Codec[Positions]:
    row = count(0, n - 1)
    return mapped(
        list_of(list_of(row, 2)),
        lambda each: np.array(each, dtype=np.int64).reshape(-1, 2),
        lambda each: tuple(map(tuple, each.tolist())),
    )


def _proof(known: Values) -> Codec[_Marked]:
    """Integers throughout; the witnesses of the first relations are among the pairs with weights."""
    question: RiskQuestion = known["problem"]["question"]
    m = question.covariates
    pairs = record(
        lambda *, rows, **others: _Marked(rows, RiskProof(**others)),
        Field("rows", rising(0, question.rows, empty=True)),
        Field("direction", list_of(INTEGER, m)),
        Field("pairs", _pairs(question.rows)),
        Field("weights", lambda known: list_of(INTEGER, most=len(known["pairs"]))),
        Field("flat", lambda known: dependence_codec(m, len(known["weights"]))),
        Field("table", lambda known: dependence_codec(m, len(known["pairs"]))),
        take=lambda marked: {"rows": marked.rows, **vars(marked.proof)},
    )
    return one_of({"pairs": (_Marked, pairs)})


def _certificate(*, proof: _Marked, **others: Any) -> RiskCertificate:
    return RiskCertificate(rows=proof.rows, proof=proof.proof, **others)


RISK = certificate(
    _certificate,
    PROBLEM,
    Field("model", model_codec(("cox",), Field("groups", list_of(TEXT, most=_GROUPS)))),
    Field("alternative", word("complete", "quasi", "overlap")),
    Field("proof", _proof),
    take=lambda whole: {"proof": _Marked(whole.rows, whole.proof)},
)
