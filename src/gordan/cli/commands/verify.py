"""`gordan verify CERTIFICATE DATA`: the second opinion, from file to verdict.

Neither this command nor anything it imports knows how answers are found: it reads the certificate and the data, poses
the question and asks the verifier.
"""

from __future__ import annotations

from typing import Annotated

import typer

from gordan.certificate import Certificate
from gordan.cli.code import ACCEPTED, INTERRUPTED, REJECTED
from gordan.cli.opinion import Opinion
from gordan.cli.option import FORMATS
from gordan.cli.printer import Format, show, talk
from gordan.cli.question import place
from gordan.cli.reopen import reopen
from gordan.table import Table
from gordan.verify import verify as judge

__all__ = ["verify"]


def verify(
    certificate: Annotated[
        str, typer.Argument(metavar="CERTIFICATE", help="A file that `gordan check --certificate` wrote.")
    ],
    data: Annotated[str, typer.Argument(metavar="DATA", help="The data it is about, in any format that check reads.")],
    label: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Label column; without it, the one that the certificate names.")
    ] = None,
    positive: Annotated[
        str | None,
        typer.Option(metavar="CLASS", help="Class against all others; without it, the one of the certificate."),
    ] = None,
    output_format: Annotated[
        Format, typer.Option(**FORMATS, help="A page, a line, or all of it for a program.")
    ] = "full",
) -> int:
    """Does CERTIFICATE prove what it claims about DATA? Everything is recomputed from the two files.

    The exit code is 0 if it is accepted, 1 if it is rejected, and 2 if one of the files cannot be used.
    """
    try:
        claimed, table, problem = reopen(certificate, data, label=label, positive=positive)
        verdict = judge(problem, claimed)
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    for note in table.notes:
        talk(note)
    _note_lines(claimed, table)
    show(Opinion(certificate, claimed, table, problem, verdict), output_format)
    return ACCEPTED if verdict.holds else REJECTED


def _note_lines(claimed: Certificate, table: Table) -> None:
    """Lines are for people and prove nothing; in a file of another layout the same rows stand elsewhere."""
    if claimed.lines is None or claimed.question.n != len(table.lines):
        return
    for row, line in zip(claimed.rows, claimed.lines, strict=True):
        if table.lines[row] != line:
            talk(
                f"row {row} stands on {place(table)} {table.lines[row]} of these data, the certificate says line "
                f"{line}; what is proved is about rows, wherever they stand"
            )
            return
