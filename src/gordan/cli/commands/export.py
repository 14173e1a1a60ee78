"""`gordan certificate export CERTIFICATE DATA`: the proof in a format that other programs check."""

from __future__ import annotations

from gordan.cli import ACCEPTED, INTERRUPTED, REJECTED
from gordan.cli import parameter as given
from gordan.cli.bounded import bounded
from gordan.cli.printer import pour, refuse_place, talk
from gordan.cli.question import reopen
from gordan.errors import InputError
from gordan.file.certificate import read_certificate
from gordan.file.vipr import lines, write_vipr
from gordan.outcome import answer_of
from gordan.outcome.certificate import Certificate, ConicCertificate, ProgramCertificate, SplitCertificate
from gordan.verify import verify

__all__ = ["export"]


def export(
    certificate: given.WrittenCertificate,
    data: given.CheckedData,
    format: given.ExportFormat = "vipr",
    output: given.Output = None,
    force: given.ReplaceFile = False,
    label: given.NamedLabel = None,
    positive: given.NamedPositive = None,
    max_seconds: given.MaxSeconds = None,
    max_memory: given.MaxMemory = None,
    limit: given.Limit = None,
) -> int:
    """Write the proof in CERTIFICATE about DATA in another format, once it has been verified.

    The exit code is 0 if it was written, 1 if the certificate is rejected, 3 if the time or memory allowed did not
    suffice to tell, and 2 if one of the files cannot be used.
    """
    refuse_place(output, certificate, data, force=force, option="output")
    try:
        with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
            claimed = _read_points(certificate)
            _, _, problem = reopen(claimed, data, label=label, positive=positive)
            verdict = verify(problem, claimed)
        if not verdict.holds:
            talk(f"the certificate is rejected ({verdict}), so nothing is written; `gordan verify` shows the checks")
            return REJECTED
        outcome = answer_of(claimed.claim(problem), verdict)
        if output is None:
            pour(lines(problem, outcome))
        else:
            write_vipr(output, problem, outcome, overwrite=force)
    except KeyboardInterrupt:
        talk("interrupted before anything was written")
        return INTERRUPTED
    return ACCEPTED


def _read_points(path: str) -> Certificate:
    """The certificate, if it is about points; the others are no single linear program."""
    claimed = read_certificate(path)
    if isinstance(claimed, Certificate):
        return claimed
    about = {
        SplitCertificate: "the split of a system, which is two claims and not one linear program",
        ProgramCertificate: "a linear program",
        ConicCertificate: "a cone, which linear programs do not have",
    }
    raise InputError(
        f"{path} is about {about[type(claimed)]}; check it with `gordan verify`, for only certificates of "
        "`gordan check` can be exported"
    )
