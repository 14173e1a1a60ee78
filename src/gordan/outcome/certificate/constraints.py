"""The certificate of constraints over cones in memory, such as those of a CVXPY problem: it states them itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.limit import current_limits, raise_limit
from gordan.errors import OverLimit
from gordan.outcome.alternative import FaceChain, Multipliers, PointBall, PointExact
from gordan.outcome.certificate.page import CertificatePage
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.problem.cone_part import FORMS, ConePart
from gordan.problem.constraints import Constraints

__all__ = ["ConstraintsCertificate", "ConstraintsProof", "ConstraintsQuestion", "StatedRow"]

ConstraintsProof = PointBall | PointExact | Multipliers | FaceChain
_BYTES = 64  # for each entry of the dense matrices, and of what the verifier makes of them


class StatedRow(NamedTuple):
    """A row by its entries that are not 0, and its right-hand side."""

    columns: tuple[int, ...]
    values: tuple[float, ...]
    right: float


class ConstraintsQuestion(NamedTuple):
    """Whether some x solves the equations and has right-hand sides minus rows in the cone with these parts.

    `equation_of` and `part_of` have, for every equation and every part, the number of its name.
    """

    kind: str
    unknowns: int
    names: tuple[str, ...]
    equations: tuple[StatedRow, ...]
    equation_of: tuple[int, ...]
    cone: tuple[ConePart, ...]
    part_of: tuple[int, ...]
    rows: tuple[StatedRow, ...]

    @property
    def size(self) -> str:
        """How large it is, in words."""
        return f"{self.kind}, {self.unknowns} unknowns, {len(self.equations)} equations, {len(self.cone)} cones"

    @classmethod
    def of(cls, system: Constraints) -> ConstraintsQuestion:
        """The question that a system poses, with the names that some equation or part has."""
        used = sorted({*system.equation_of, *system.part_of})
        place = {number: k for k, number in enumerate(used)}
        return cls(
            "constraints",
            system.n,
            tuple(system.names[number] for number in used),
            _stated(system.C, system.d),
            tuple(place[number] for number in system.equation_of),
            system.described,
            tuple(place[number] for number in system.part_of),
            _stated(system.G, system.h),
        )

    def system(self) -> Constraints:
        """The constraints that are stated."""
        need = _BYTES * (self.unknowns + 1) * (len(self.equations) + len(self.rows) + 1)
        if need > (most := current_limits().memory):
            raise OverLimit(
                f"the constraints of the certificate have {self.unknowns:,} unknowns and would take {need:,} bytes of "
                f"memory, more than the {most:,} allowed; {raise_limit('memory', need)}"
            )
        return Constraints(
            *_dense(self.equations, self.unknowns),
            *_dense(self.rows, self.unknowns),
            tuple(FORMS[part.form](part.order) for part in self.cone),
            names=self.names,
            equation_of=self.equation_of,
            part_of=self.part_of,
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class ConstraintsCertificate(CertificatePage):
    """What the certificate of constraints over cones holds. `gordan.verify(system, certificate)` judges it.

    The constraints stand in it with the modeller's names, so that it can be checked without the model:
    `question.system()` returns them. Of an infeasible problem they are those that contradict one another, and
    `gordan.verify(gordan.read_model(problem), certificate)` checks that they are among the problem's.

    `alternative` is "feasible" with a `PointBall` or `PointExact`, "infeasible" with `Multipliers` or a `FaceChain`.
    `unaltered` says whether the file's checksum was that of its fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> from gordan.feasibility.constraint import decide
    >>> from gordan.problem.constraints import Constraints
    >>> none = np.zeros((0, 1)), np.zeros(0)
    >>> system = Constraints(*none, [[-1.0], [1.0]], [-2.0, 1.0], (gordan.cone.Orthant(2),))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "no.json")
    ...     gordan.certify(system, decide(system, max_seconds=20.0), path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.question.names
    ('infeasible', ('Orthant(n=2)',))
    >>> gordan.verify(system, certificate).holds
    True
    """

    gordan: str
    question: ConstraintsQuestion
    digest: str
    alternative: str
    proof: ConstraintsProof
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True


def _stated(A: Array, right: Array) -> tuple[StatedRow, ...]:
    stated = []
    for row, value in zip(A, right.tolist(), strict=True):
        columns = np.flatnonzero(row)
        stated.append(StatedRow(tuple(columns.tolist()), tuple(row[columns].tolist()), value))
    return tuple(stated)


def _dense(rows: Sequence[StatedRow], n: int) -> tuple[Array, Array]:
    A = np.zeros((len(rows), n))
    for k, row in enumerate(rows):
        A[k, list(row.columns)] = row.values
    return A, np.array([row.right for row in rows], dtype=np.float64)
