"""The certificate of a Cox model's diagnosis in memory: sizes, the model with its strata, and the proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Mask
from gordan.outcome.certificate.split import Model, ModelCertificate
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.outcome.risk import RiskProof
from gordan.problem.risk import RiskSets

__all__ = ["RiskCertificate", "RiskQuestion"]


class RiskQuestion(NamedTuple):
    """Which comparisons of so many events with the rows at risk at their times can be strict.

    `starts` says whether rows have a time from which on they are at risk, `exact` that events at the same time are not
    compared with one another.
    """

    kind: str
    rows: int
    events: int
    covariates: int
    starts: bool
    exact: bool
    numbers: str

    @property
    def size(self) -> str:
        """How large it is, in words."""
        return f"{self.kind}, {self.rows} rows, {self.events} events, {self.covariates} covariates"

    @classmethod
    def of(cls, risk: RiskSets) -> RiskQuestion:
        """The question that risk sets pose."""
        events = int(np.count_nonzero(risk.event))
        return cls("risk", risk.n, events, risk.m, risk.start is not None, risk.exact, risk.numbers)


@dataclass(frozen=True, eq=False, kw_only=True)
class RiskCertificate(ModelCertificate):
    """What the certificate of a Cox model holds. `gordan.verify(risk_sets, certificate)` judges it.

    `alternative` is "complete", "quasi" or "overlap"; `rows` are the events some of whose comparisons can be strict,
    counted from 0 among all rows; `names` are those of the covariates. `model` describes how the rows follow from a
    table. `unaltered` says whether the file's checksum was that of its fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> data = {"time": [1, 2, 3], "died": [1, 1, 0], "treated": [1, 1, 0]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "treated.json")
    ...     gordan.diagnose("Surv(time, died) ~ treated", data=data, family="cox").write_certificate(path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.rows, certificate.proof.direction
    ('quasi', (0, 1), (1,))
    """

    question: RiskQuestion
    model: Model
    proof: RiskProof
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True

    @property
    def full_rank(self) -> bool:
        """Whether no covariate depends on the others, on all comparisons."""
        return self.proof.table.rank == self.question.covariates

    def strict(self) -> Mask:
        """A mark for every row; to be asked for once the risk sets are known to have as many."""
        return self._marks(self.question.rows)
