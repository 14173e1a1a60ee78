"""From what was proved of a program to its certificate."""

from __future__ import annotations

from dataclasses import replace

from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.outcome.certificate.program import ProgramCertificate, ProgramQuestion, names_of
from gordan.outcome.certificate.version import __version__
from gordan.problem.program import Program

__all__ = ["compose_program"]


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
        names=names_of(program, proof),
    )


def _in_order(term: Term) -> tuple[bool, bool, int]:
    return term.place == "column", term.side == "upper", term.number
