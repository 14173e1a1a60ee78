"""From what was proved of a program to its certificate."""

from __future__ import annotations

from dataclasses import replace

from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.certificate.program import ProgramCertificate, ProgramQuestion
from gordan.outcome.certificate.version import __version__
from gordan.problem.program import Program

__all__ = ["compose_program", "named"]


def compose_program(
    program: Program, proof: Point | Contradiction, *, strict: bool, file: str | None
) -> ProgramCertificate:
    """The certificate; the sides of a contradiction in the order of the file."""
    if isinstance(proof, Contradiction):
        proof = replace(proof, terms=tuple(sorted(proof.terms, key=_in_order)))
    return ProgramCertificate(
        gordan=__version__,
        question=ProgramQuestion.of(program, strict=strict),
        digest=program.digest(),
        file=file,
        alternative="feasible" if isinstance(proof, Point) else "infeasible",
        proof=proof,
        names=named(program, proof),
    )


def named(program: Program, proof: Point | Contradiction) -> tuple[str, ...]:
    """The names that go with a proof: of the columns that are not 0, or of the rows and columns of the sides."""
    if isinstance(proof, Point):
        return tuple(name for name, v in zip(program.column_names, proof.values, strict=True) if v)
    names = {"row": program.row_names, "column": program.column_names}
    return tuple(names[term.place][term.number] for term in proof.terms)


def _in_order(term: Term) -> tuple[bool, bool, int]:
    return term.place == "column", term.side == "upper", term.number
