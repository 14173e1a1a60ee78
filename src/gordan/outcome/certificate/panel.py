"""The certificate of a panel's split in memory: sizes, the model with its effects, and the structural proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Mask
from gordan.outcome.certificate.split import Model, ModelCertificate
from gordan.outcome.panel import Absorbed, PanelProof, PanelWeights
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.problem.panel import Panel

__all__ = ["PanelCertificate", "PanelQuestion"]


class PanelQuestion(NamedTuple):
    """Which of so many inequalities can be strict, beside so many equalities, with regressors and levels of effects.

    `levels` has the number of levels of each effect.
    """

    kind: str
    inequalities: int
    equalities: int
    regressors: int
    levels: tuple[int, ...]
    numbers: str

    @property
    def size(self) -> str:
        """How large it is, in words."""
        levels = " + ".join(map(str, self.levels))
        return (
            f"{self.kind}, {self.inequalities} + {self.equalities} rows, {self.regressors} regressors, {levels} levels"
        )

    @property
    def n(self) -> int:
        return self.inequalities + self.equalities

    @property
    def vertices(self) -> int:
        """All levels; with one effect, one more for the constant."""
        return sum(self.levels) + (len(self.levels) == 1)

    @classmethod
    def of(cls, panel: Panel) -> PanelQuestion:
        """The question that a panel poses."""
        inequalities = int(np.count_nonzero(panel.signs))
        return cls("panel", inequalities, panel.n - inequalities, panel.k, panel.sizes, panel.numbers)


@dataclass(frozen=True, eq=False, kw_only=True)
class PanelCertificate(ModelCertificate):
    """What the certificate of a model with fixed effects holds. `gordan.verify(panel, certificate)` judges it.

    `alternative` is "complete", "quasi" or "overlap"; `rows` are the rows that can be strict, counted from 0 among
    those of the panel; `names` are those of the regressors. `model` describes how the panel
    follows from a table. `unaltered` says whether the file's checksum was that of its fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> data = {"trade": [0, 0, 3, 1, 2], "exporter": ["a", "a", "b", "b", "c"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "trade.json")
    ...     gordan.diagnose("trade ~ 1 | exporter", data=data, family="poisson").write_certificate(path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.rows, certificate.model.effects
    ('quasi', (0, 1), (('exporter',),))
    """

    question: PanelQuestion
    model: Model
    proof: PanelProof | PanelWeights
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True

    @property
    def full_rank(self) -> bool:
        """Whether no regressor depends on the others and the effects, on the rows that cannot be strict."""
        return len(self.finite) == len(self.names)

    def _moving(self) -> tuple[Absorbed, ...]:
        return self.proof.absorbed

    def strict(self) -> Mask:
        """A mark for every row; to be asked for once the panel is known to have as many."""
        return self._marks(self.question.n)
