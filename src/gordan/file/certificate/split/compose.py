"""From a proved split to its certificate."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.setting import setting
from gordan.errors import InputError
from gordan.outcome.certificate.split import Model, SplitCertificate, SplitQuestion
from gordan.outcome.certificate.version import __version__
from gordan.outcome.split import Dependence, SplitProof
from gordan.problem.system import System

__all__ = ["compose_split"]


def compose_split(
    system: System, strict: Any, proof: SplitProof, *, kind: str, model: Model | None
) -> SplitCertificate:
    """The certificate of a split whose proof is in integers; others would leave part of it to rounding."""
    if not proof.exact:
        raise InputError(
            "the proof of the split is rounded, and a certificate holds integers only; ask with "
            + setting("proof", "exact")
        )
    return SplitCertificate(
        gordan=__version__,
        question=SplitQuestion.of(system),
        digest=system.digest(),
        names=system.names,
        model=model,
        alternative=kind,
        rows=tuple(np.flatnonzero(strict).tolist()),
        proof=replace(proof, flat=_plain(proof.flat), table=_plain(proof.table)),
    )


def _plain(claim: Dependence) -> Dependence:
    """Columns and rows as integers of Python's, which JSON knows."""
    relations = tuple(r._replace(columns=tuple(map(int, r.columns))) for r in claim.relations)
    return Dependence(tuple(map(int, claim.pivots)), claim.witness, relations)
