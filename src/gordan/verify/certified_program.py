"""Whether the certificate of a program proves what it claims: its origin, its names, and the proof itself."""

from __future__ import annotations

from gordan.outcome import Check, Verdict
from gordan.outcome.alternative import Contradiction, Point, ProgramClaim
from gordan.outcome.certificate.program import ProgramCertificate, ProgramQuestion, names_of
from gordan.problem.program import Program
from gordan.verify.check import fact
from gordan.verify.origin import compared, is_the_data, is_unaltered
from gordan.verify.program import verify_program

__all__ = ["judge_program_certificate"]


def judge_program_certificate(program: Program, certificate: ProgramCertificate) -> Verdict:
    """Every step in integers; what it is about comes first."""
    claimed = certificate.question
    here = ProgramQuestion.of(program, strict=claimed.strict)
    told = (_size(here), _size(claimed)) if claimed == here else compared(here._asdict(), claimed._asdict())
    checks = [
        is_unaltered(certificate.unaltered),
        fact("question is the certificate's", *told, claimed == here),
        is_the_data(program.digest(), certificate.digest),
    ]
    if claimed != here:
        return Verdict(tuple(checks), "exact")
    proof, expected = certificate.proof, Point if certificate.alternative == "feasible" else Contradiction
    kind = type(proof).__name__.lower(), expected.__name__.lower()
    known = certificate.alternative in ("feasible", "infeasible")
    checks.append(fact("proof is of its kind", *kind, known and isinstance(proof, expected)))
    found = verify_program(program, ProgramClaim(proof, claimed.strict))
    if found.checks[0].holds:
        checks.append(_names(names_of(program, proof), certificate.names))
    return Verdict((*checks, *found.checks), "exact")


def _names(here: tuple[str, ...], there: tuple[str, ...]) -> Check:
    first = next((pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]), None)
    found, needed = f"{len(here)} names", f"{len(there)} names"
    if first is not None:
        found, needed = f"data have {first[0]!r}", f"certificate has {first[1]!r}"
    return fact("names are the certificate's", found, needed, here == there)


def _size(question: ProgramQuestion) -> str:
    strict = ", strictly" if question.strict else ""
    return f"{question.kind}, {question.rows} rows, {question.columns} columns{strict}"
