"""`gordan certificate export CERTIFICATE DATA`: the proof in a format that other programs check."""

from __future__ import annotations

import numpy as np

from gordan.cli import ACCEPTED, INTERRUPTED, REJECTED, parameter
from gordan.cli.bounded import bounded
from gordan.cli.live import live
from gordan.cli.printer import pour, refuse_place, talk
from gordan.cli.question import reopen
from gordan.errors import InputError
from gordan.file.certificate import read_certificate
from gordan.file.export import WRITERS, lines
from gordan.file.program import read_program
from gordan.outcome import Claim
from gordan.outcome.alternative import Contradiction, ContradictionBall, Point, ProgramClaim
from gordan.outcome.certificate import AnyCertificate, Certificate, ProgramCertificate, SplitCertificate
from gordan.outcome.objective import Optimum, Ray
from gordan.outcome.split import SplitClaim
from gordan.problem import Gram, Points, Program, System
from gordan.verify import verify

__all__ = ["export"]


def export(
    certificate: parameter.WrittenCertificate,
    data: parameter.CheckedData,
    format: parameter.ExportFormat = "vipr",
    output: parameter.Output = None,
    force: parameter.ReplaceFile = False,
    label: parameter.NamedLabel = None,
    positive: parameter.NamedPositive = None,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
) -> int:
    """Write the proof in CERTIFICATE about DATA in another format, once it has been verified.

    The exit code is 0 if it was written, 1 if the certificate is rejected, 3 if the time or memory allowed did not
    suffice to tell, and 2 if one of the files cannot be used.
    """
    refuse_place(output, certificate, data, force=force, option="output")
    try:
        with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit), live("export"):
            claimed = read_certificate(certificate)
            problem, answer = _reopened(certificate, claimed, data, label, positive)
            verdict = verify(problem, claimed)
        if not verdict.holds:
            talk(f"the certificate is rejected ({verdict}), so nothing is written; `gordan verify` shows the checks")
            return REJECTED
        if output is None:
            pour(lines(problem, answer, format))
        else:
            WRITERS[format](output, problem, answer, overwrite=force)
    except KeyboardInterrupt:
        talk("interrupted before anything was written")
        return INTERRUPTED
    return ACCEPTED


def _reopened(
    path: str, claimed: AnyCertificate, data: str, label: str | None, positive: str | None
) -> tuple[Points | Gram | Program | System, Claim | ProgramClaim | SplitClaim | Optimum | Ray]:
    """The problem that the data make, and what the certificate claims of it."""
    if isinstance(claimed, Certificate):
        _, _, problem = reopen(claimed, data, label=label, positive=positive)
        return problem, claimed.claim(problem)
    if isinstance(claimed, ProgramCertificate) and isinstance(claimed.proof, Point | Contradiction | ContradictionBall):
        return read_program(data), ProgramClaim(claimed.proof, claimed.question.strict)
    if isinstance(claimed, ProgramCertificate) and isinstance(claimed.proof, Optimum | Ray):
        return read_program(data), claimed.proof
    if isinstance(claimed, SplitCertificate):
        from gordan.cli.repose import repose

        system = repose(claimed, data, None, None).posed.system
        strict = np.zeros(claimed.question.inequalities, dtype=bool)
        strict[list(claimed.rows)] = True
        return system, SplitClaim(strict, claimed.proof)
    raise InputError(
        f"{path} is no claim about one linear program; check it with `gordan verify`, for only certificates about "
        "points, programs and diagnoses without fixed effects or risk sets can be exported"
    )
