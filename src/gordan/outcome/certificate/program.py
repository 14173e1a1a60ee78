"""The certificate of a linear program in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramSide, Term
from gordan.outcome.certificate.page import CertificatePage
from gordan.outcome.objective import Optimum, Ray
from gordan.outcome.record import CERTIFICATE_VERSION
from gordan.outcome.repair import Change, RepairProof
from gordan.problem.program import Program

__all__ = ["ProgramCertificate", "ProgramProof", "ProgramQuestion", "names_of"]

ProgramProof = Point | Contradiction | ContradictionBall | Optimum | Ray | RepairProof


class ProgramQuestion(NamedTuple):
    """Whether a program of so many rows, columns and entries has a solution, or its optimum, or its repair.

    `kind` is "program", "optimum" or "repair"; only of an optimum is the objective part of the data.
    """

    kind: str
    rows: int
    columns: int
    entries: int
    strict: bool

    @property
    def size(self) -> str:
        """How large it is, in words."""
        strict = ", strictly" if self.strict else ""
        return f"{self.kind}, {self.rows} rows, {self.columns} columns{strict}"

    @classmethod
    def of(cls, program: Program, *, strict: bool, kind: str = "program") -> ProgramQuestion:
        return cls(kind, *program.shape, len(program.A.values), strict)


@dataclass(frozen=True, eq=False, kw_only=True)
class ProgramCertificate(CertificatePage):
    """What the certificate of a program holds. `gordan.verify(program, certificate)` judges it.

    `alternative` is "feasible" with a `Point`, "infeasible" with a `Contradiction` or, where its weights are known in
    doubles only, with a `ContradictionBall`, "optimal" with an `Optimum`,
    "unbounded" with a `Ray` or "repaired" with a `RepairProof`. `names` are those of the columns of the point that are
    not 0, or of the sides in the contradiction, in the order of the proof; of an optimum first the point's and then the
    sides', of a ray the point's and the direction's, of a repair those of point, sides and changes. `file` is where the
    program was read from, without its folder. `unaltered` says whether the file's checksum was that of its fields.

    Examples
    --------
    >>> import os, tempfile, gordan
    >>> program = gordan.Program([[1, 1]], row_lower=[3], upper=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "no.json")
    ...     gordan.certify(program, gordan.feasible(program), path)
    ...     certificate = gordan.read_certificate(path)
    >>> certificate.alternative, certificate.names
    ('infeasible', ('r1', 'x1', 'x2'))
    """

    gordan: str
    question: ProgramQuestion
    digest: str
    file: str | None
    alternative: str
    proof: ProgramProof
    names: tuple[str, ...]
    version: int = CERTIFICATE_VERSION
    unaltered: bool = True


def names_of(program: Program, proof: ProgramProof) -> tuple[str, ...]:
    """The names that go with a proof: of the columns that are not 0, and of the rows and columns of the sides."""
    if isinstance(proof, Optimum):
        return (*_columns(program, proof.point), *_sides(program, proof.bound.terms))
    if isinstance(proof, RepairProof):
        sides = _sides(program, proof.bound.terms), _sides(program, proof.changes)
        return (*_columns(program, proof.point), *sides[0], *sides[1])
    if isinstance(proof, Ray):
        return (*_columns(program, proof.point), *_columns(program, proof.direction))
    return _columns(program, proof) if isinstance(proof, Point) else _sides(program, proof.terms)


def _columns(program: Program, point: Point) -> tuple[str, ...]:
    return tuple(name for name, v in zip(program.column_names, point.values, strict=True) if v)


def _sides(program: Program, terms: Sequence[Term | Change | ProgramSide]) -> tuple[str, ...]:
    names = {"row": program.row_names, "column": program.column_names}
    return tuple(names[term.place][term.number] for term in terms)
