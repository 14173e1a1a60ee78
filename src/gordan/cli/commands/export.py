"""`gordan certificate export CERTIFICATE DATA`: the proof in a format that other programs check."""

from __future__ import annotations

import os
from typing import Annotated, Literal

import typer

from gordan.certificate import ConicCertificate, ProgramCertificate, SplitCertificate, read_certificate
from gordan.certificate.save import refuse_target
from gordan.cli.code import ACCEPTED, INTERRUPTED, REJECTED
from gordan.cli.option import one_of
from gordan.cli.printer import pour, talk
from gordan.cli.reopen import reopen
from gordan.errors import InputError
from gordan.verify import verify
from gordan.vipr import lines, write_vipr

__all__ = ["export"]


def export(
    certificate: Annotated[
        str, typer.Argument(metavar="CERTIFICATE", help="A file that `gordan check --certificate` wrote.")
    ],
    data: Annotated[str, typer.Argument(metavar="DATA", help="The data it is about, in any format that check reads.")],
    format: Annotated[
        Literal["vipr"], typer.Option(**one_of("vipr"), help="The format: VIPR, for checkers of linear programs.")
    ] = "vipr",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to; without it, to standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file of that name.")] = False,
    label: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Label column; without it, the one that the certificate names.")
    ] = None,
    positive: Annotated[
        str | None,
        typer.Option(metavar="CLASS", help="Class against all others; without it, the one of the certificate."),
    ] = None,
) -> int:
    """Write the proof in CERTIFICATE about DATA in another format, once it has been verified.

    The exit code is 0 if it was written, 1 if the certificate is rejected, and 2 if one of the files cannot be used.
    """
    _refuse_place(output, certificate, data, force=force)
    try:
        claimed = read_certificate(certificate)
        if isinstance(claimed, SplitCertificate):
            raise InputError(
                f"{certificate} is about the split of a system, which is two claims and not one linear program; check "
                "it with `gordan verify`, for only certificates of `gordan check` can be exported"
            )
        if isinstance(claimed, ProgramCertificate):
            raise InputError(
                f"{certificate} is about a linear program; check it with `gordan verify`, for only certificates of "
                "`gordan check` can be exported"
            )
        if isinstance(claimed, ConicCertificate):
            raise InputError(
                f"{certificate} is about a cone, which linear programs do not have; check it with `gordan verify`, for "
                "only certificates of `gordan check` can be exported"
            )
        _, _, problem = reopen(claimed, data, label=label, positive=positive)
        verdict = verify(problem, claimed)
        if not verdict.holds:
            talk(f"the certificate is rejected ({verdict}), so nothing is written; `gordan verify` shows the checks")
            return REJECTED
        outcome = claimed.outcome(problem)
        if output is None:
            pour(lines(problem, outcome))
        else:
            write_vipr(output, problem, outcome, overwrite=force)
    except KeyboardInterrupt:
        talk("interrupted before anything was written")
        return INTERRUPTED
    return ACCEPTED


def _refuse_place(output: str | None, certificate: str, data: str, *, force: bool) -> None:
    """What stands against the place is said before any work is done."""
    if output is None:
        if force:
            raise InputError("--force replaces an old file; name it with --output, or leave --force out")
        return
    for source in (certificate, data):
        if os.path.exists(output) and os.path.exists(source) and os.path.samefile(output, source):
            raise InputError(f"the output would replace {source!r}, which it is made from; name another place")
    refuse_target(output, overwrite=force)
