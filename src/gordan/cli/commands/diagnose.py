"""`gordan diagnose FILE --formula "y ~ a + b"`: will the estimates of this regression exist?"""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from gordan.cli.code import EXISTS, FAILED, INTERRUPTED, SEPARATED, UNDECIDED
from gordan.cli.diagnosis import Page
from gordan.cli.keep import keep_diagnosis, refuse_place
from gordan.cli.option import FORMATS, amount, one_of
from gordan.cli.printer import Format, show, talk

__all__ = ["diagnose"]

_CODES = {"overlap": EXISTS, "complete": SEPARATED, "quasi": SEPARATED, "undecided": UNDECIDED}


def diagnose(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="CSV or TSV with a line of column names (also .gz, .xz, .bz2).")
    ],
    formula: Annotated[
        str,
        typer.Option(
            metavar="FORMULA",
            help='The model, such as "ill ~ age + C(site)"; counts are "successes + failures ~ …".',
        ),
    ],
    family: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="binomial, poisson, negative-binomial, log-binomial, multinomial, ordinal or conditional.",
        ),
    ] = "binomial",
    weights: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Frequencies; rows of weight 0 drop out.")
    ] = None,
    offset: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="An offset; it does not change the answer.")
    ] = None,
    strata: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Which rows belong together (conditional).")
    ] = None,
    proof: Annotated[
        Literal["rounded", "exact"],
        typer.Option(**one_of("rounded", "exact"), help="Let rigorous rounding bounds settle signs, or integers only."),
    ] = "rounded",
    max_seconds: Annotated[float | None, typer.Option(**amount("S"), help="Seconds before ending undecided.")] = None,
    certificate: Annotated[
        str | None,
        typer.Option(metavar="PATH", help="Write the answer and its exact proof there, for `gordan verify`."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --certificate replace a file.")] = False,
    output_format: Annotated[
        Format, typer.Option(**FORMATS, help="A page, a line, or all of it for a program.")
    ] = "full",
) -> int:
    """Do finite maximum-likelihood estimates of a regression model exist? Answers with a proof.

    Rows with a missing value in a column of the model are left out, and counted. The exit code is 0 if the estimates
    exist, 1 if the data are separated, 3 for undecided, 2 if the question could not be put or the certificate not be
    written, and 130 after Ctrl-C. A certificate holds integers only, so --certificate asks for an exact proof.
    """
    from gordan.diagnose import diagnose as ask
    from gordan.table.frame import read_frame

    refuse_place(certificate, file, force=force)
    try:
        frame = read_frame(file)
        for note in frame.notes:
            talk(note)
        found = ask(
            formula,
            data=frame,
            family=family,
            weights=weights,
            offset=offset,
            strata=strata,
            proof=proof if certificate is None else "exact",
            max_seconds=max_seconds,
        )
        page = Page(frame.source, found)
        show(page, output_format)
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    if certificate is None:
        return _CODES[found.kind]
    if found.kind == "undecided":
        talk("undecided, so no certificate was written")
        return UNDECIDED
    return _CODES[found.kind] if keep_diagnosis(certificate, found, file, force=force) else FAILED
