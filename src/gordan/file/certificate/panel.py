"""The fields of a certificate about a model with fixed effects: a panel, its model, and the structural proof."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Positions
from gordan.file.certificate.codec import (
    HASH,
    INTEGER,
    TEXT,
    Codec,
    checked,
    count,
    list_of,
    mapped,
    rising,
    word,
)
from gordan.file.certificate.record import Field, Values, certificate, one_of, problem_section, record
from gordan.file.certificate.split import model_codec
from gordan.outcome.certificate.panel import PanelCertificate, PanelQuestion
from gordan.outcome.panel import Absorbed, Cycle, PanelProof, PanelWeights, Tree

__all__ = ["PANEL"]

FAMILIES = ("binomial", "poisson", "negative-binomial")
_EFFECTS, _JOINED = 16, 16  # effects of a model, and columns of one
_LARGEST = 2**61  # as the verifier has it: differences of potentials are within 64 bits

PROBLEM = problem_section(
    PanelQuestion,
    Field("kind", word("panel")),
    Field("inequalities", count(0)),
    Field("equalities", count(0)),
    Field("regressors", count(0)),
    Field("levels", list_of(count(), least=1, most=_EFFECTS)),
    Field("numbers", word("binary", "decimal")),
    Field("names", lambda known: list_of(TEXT, most=known["regressors"])),
    Field("digest", HASH),
)
EFFECTS = list_of(list_of(TEXT, least=1, most=_JOINED), least=1, most=_EFFECTS)
SHORT = checked(
    INTEGER, lambda value: None if abs(value) < _LARGEST else ("is too large", "an integer between −2^61 and 2^61")
)


def _array(codec: Codec[int], length: int) -> Codec[Positions]:
    return mapped(list_of(codec, length), lambda each: np.array(each, dtype=np.int64), lambda each: each.tolist())


class _Marked(NamedTuple):
    """The rows that can be strict, and what proves it."""

    rows: tuple[int, ...]
    proof: PanelProof | PanelWeights


def _tree(question: PanelQuestion) -> Codec[Tree]:
    size = question.vertices
    rows, depths = _array(count(-1, question.n - 1), size), _array(count(0, size - 1), size)
    return record(Tree, Field("rows", rows, "row"), Field("depths", depths, "depth"))


def _proof(known: Values) -> Codec[_Marked]:
    """Every list has a length that the sizes of the question give, or one of its own record."""
    question: PanelQuestion = known["problem"]["question"]
    n, k, size = question.n, question.regressors, question.vertices
    tree, columns = _tree(question), list_of(count(0, k - 1), most=k)
    cycle = _cycle(n, least=1)
    absorbed = record(
        Absorbed,
        Field("columns", columns),
        Field("integers", lambda known: list_of(INTEGER, len(known["columns"]))),
        Field("potentials", list_of(INTEGER, size)),
    )
    direction = (
        Field("rows", rising(0, n, empty=True)),
        Field("potentials", _array(SHORT, size)),
        Field("coefficients", list_of(INTEGER, most=k)),
    )
    relations = Field("absorbed", list_of(absorbed, most=k))
    structure = record(
        lambda *, rows, **others: _Marked(rows, PanelProof(**others)),
        *direction,
        Field("component", _array(count(0, size - 1), size)),
        Field("outward", tree),
        Field("inward", tree),
        Field("pivots", columns),
        Field("cycles", list_of(cycle)),
        Field("balance", lambda known: list_of(INTEGER, len(known["cycles"]))),
        relations,
        take=_fields,
    )
    weights = record(
        lambda *, rows, **others: _Marked(rows, PanelWeights(**others)),
        *direction,
        Field("weights", _array(SHORT, n)),
        Field("factor", INTEGER),
        Field("correction", _cycle(n, least=0)),
        Field("pivots", columns),
        Field("cycles", list_of(cycle)),
        relations,
        take=_fields,
    )
    # The levels of two effects are joined by a graph, those of more by weights.
    return one_of({"structure": (_Marked, structure)} if len(question.levels) < 3 else {"weights": (_Marked, weights)})


def _fields(marked: _Marked) -> Values:
    return {"rows": marked.rows, **vars(marked.proof)}


def _cycle(n: int, *, least: int) -> Codec[Cycle]:
    return record(
        Cycle,
        Field("rows", list_of(count(0, n - 1), least=least)),
        Field("integers", lambda known: list_of(INTEGER, len(known["rows"]))),
    )


def _certificate(*, proof: _Marked, **others: Any) -> PanelCertificate:
    return PanelCertificate(rows=proof.rows, proof=proof.proof, **others)


PANEL = certificate(
    _certificate,
    PROBLEM,
    Field("model", model_codec(FAMILIES, Field("effects", EFFECTS))),
    Field("alternative", word("complete", "quasi", "overlap")),
    Field("proof", _proof),
    take=lambda whole: {"proof": _Marked(whole.rows, whole.proof)},
)
