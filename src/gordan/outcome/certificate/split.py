"""The certificate of a split in memory: the system, the model it was posed from, and both halves of the proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Mask
from gordan.outcome.certificate.page import CertificatePage
from gordan.outcome.certificate.points import FileHash
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.outcome.split import Core, SplitProof
from gordan.problem.description import Description
from gordan.problem.long_system import LongSystem
from gordan.problem.system import System

__all__ = ["Model", "ModelCertificate", "SplitCertificate", "SplitQuestion"]


class SplitQuestion(NamedTuple):
    """Which of so many inequalities A_I b ≥ 0 can be strict, beside so many equalities A_E b = 0."""

    kind: str
    inequalities: int
    equalities: int
    columns: int
    numbers: str

    @property
    def size(self) -> str:
        """How large it is, in words."""
        return f"{self.kind}, {self.inequalities} + {self.equalities} rows, {self.columns} columns"

    @classmethod
    def of(cls, system: System | LongSystem) -> SplitQuestion:
        """The question that a system poses."""
        return cls("split", system.n_inequalities, system.n_equalities, system.n_columns, system.numbers)


class Model(NamedTuple):
    """The regression model that the system was posed from.

    `design` says how its rows follow from a table; it is None where they came from arrays, and in certificates of
    version 1, which have a formula only. `formula` is what somebody wrote, for people. `weights`, `offset` and
    `strata` are names of columns. `file` is the table, without its folder. `effects` are the columns of each fixed
    effect, several for one of each combination; `groups` are the columns whose combinations are the strata of a Cox
    model.
    """

    family: str
    formula: str | None = None
    weights: str | None = None
    offset: str | None = None
    strata: str | None = None
    file: str | None = None
    design: Description | None = None
    effects: tuple[tuple[str, ...], ...] = ()
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelCertificate(CertificatePage):
    """What the certificates of all diagnoses hold; `rows` are those that can be strict, counted from 0."""

    gordan: str
    question: Any
    digest: str
    names: tuple[str, ...]
    model: Any
    alternative: str
    rows: tuple[int, ...]
    proof: Any

    @property
    def n_strict(self) -> int:
        """How many of the rows asked about can be strict."""
        return len(self.rows)

    @property
    def finite(self) -> tuple[str, ...]:
        """The coefficients that stay finite, if the certificate holds: those that no flat direction moves.

        The relations of `flat` span the directions that vanish on all rows but the strict ones. Which way other
        coefficients go is no part of the certificate.
        """
        moved = {c for relation in self._moving() for c, v in zip(relation[0], relation[1], strict=True) if v != 0}
        return tuple(name for c, name in enumerate(self.names) if c not in moved)

    def _moving(self) -> tuple[Any, ...]:
        """Relations of columns, each with its integers, that move the coefficients."""
        relations: tuple[Any, ...] = self.proof.flat.relations
        return relations

    def _marks(self, size: int) -> Mask:
        marks = np.zeros(size, dtype=bool)
        marks[list(self.rows)] = True
        return marks


@dataclass(frozen=True, eq=False, kw_only=True)
class SplitCertificate(ModelCertificate):
    """What the certificate of a split holds. `gordan.verify(system, certificate)` judges it.

    `alternative` is "complete", "quasi" or "overlap"; `rows` are the inequalities that can be strict, counted from 0;
    `proof` has the direction that makes them so and the weights that keep all others from it, in integers.
    Where there is a `core`, `rows` and `proof` are those of its rows alone, by which all others are judged. `blocks`
    are the hashes of every 65,536 rows, and `files` those of the files, where the data are several. `unaltered` says
    whether the file's checksum was that of its fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> data = {"dose": [1, 2, 3, 3, 4, 5], "ill": [0, 0, 0, 1, 1, 1]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "ill.json")
    ...     gordan.diagnose("ill ~ dose", data=data, proof="exact").write_certificate(path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.rows, certificate.proof.direction
    ('quasi', (0, 1, 4, 5), (-3, 1))
    """

    question: SplitQuestion
    model: Model | None
    proof: SplitProof
    core: Core | None = None
    blocks: tuple[str, ...] | None = None
    files: tuple[FileHash, ...] | None = None
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True

    @property
    def n_strict(self) -> int:
        return len(self.rows) if self.core is None else self.core.n_strict

    @property
    def full_rank(self) -> bool:
        """Whether no column depends on the others, on all rows."""
        return self.proof.table.rank == self.question.columns

    def strict(self) -> Mask:
        """A mark for every inequality; to be asked for once the system is known to have as many.

        Of a split by a core, the marks are those of the core's inequalities.
        """
        core = self.core
        return self._marks(
            self.question.inequalities if core is None else core.inequalities(self.question.inequalities)
        )
