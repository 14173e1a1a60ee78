"""`gordan verify CERTIFICATE DATA`: the second opinion, from file to verdict.

Neither this command nor anything it imports knows how answers are found: it reads the certificate and the data, poses
the question and asks the verifier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gordan.cli import parameter as given
from gordan.cli.bounded import bounded
from gordan.cli.code import ACCEPTED, INTERRUPTED, REJECTED
from gordan.cli.opinion import Opinion
from gordan.cli.printer import show, talk
from gordan.cli.question import place
from gordan.cli.reopen import reopen
from gordan.errors import InputError
from gordan.file.certificate import read_certificate
from gordan.file.table import Table
from gordan.outcome.certificate import (
    AnyCertificate,
    Certificate,
    ConicCertificate,
    ProgramCertificate,
    SplitCertificate,
)
from gordan.verify import judge_formula, judge_names
from gordan.verify import verify as judge

if TYPE_CHECKING:
    from gordan.cli.conic_opinion import ConicOpinion
    from gordan.cli.program_opinion import ProgramOpinion
    from gordan.cli.split_opinion import SplitOpinion

__all__ = ["verify"]


def verify(
    certificate: Annotated[
        str, typer.Argument(metavar="CERTIFICATE", help="What `--certificate` of check, diagnose or feasible wrote.")
    ],
    data: Annotated[
        str, typer.Argument(metavar="DATA", help="The data it is about, in any format that the command reads.")
    ],
    label: given.NamedLabel = None,
    positive: given.NamedPositive = None,
    formula: Annotated[
        str | None,
        typer.Option(metavar="FORMULA", help="The model of a diagnosis; without it, the one of the certificate."),
    ] = None,
    python_formula: given.PythonFormula = None,
    max_seconds: given.MaxSeconds = None,
    max_memory: given.MaxMemory = None,
    limit: given.Limit = None,
    output_format: given.OutputFormat = "full",
) -> int:
    """Does CERTIFICATE prove what it claims about DATA? Everything is recomputed from the two files.

    A certificate of `gordan diagnose` describes its model: the rows are rebuilt from DATA, and nothing of the
    certificate is run. A formula in it that gives other rows is rejected; one that cannot be read is told. DATA of a
    certificate of `gordan feasible` is an MPS file. A certificate about a cone has the cone with it, and DATA is the
    map: an .npy or .npz file. The exit code is 0 if it is accepted, 1 if it is rejected, 3 if the time or memory
    allowed did not suffice to tell, and 2 if one of the files cannot be used.
    """
    try:
        with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
            page = _judge(
                certificate, data, label=label, positive=positive, formula=formula, python_formula=python_formula
            )
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    show(page, output_format)
    return ACCEPTED if page.verdict.holds else REJECTED


def _judge(
    path: str,
    data: str,
    *,
    label: str | None,
    positive: str | None,
    formula: str | None,
    python_formula: str | None,
) -> Opinion | SplitOpinion | ProgramOpinion | ConicOpinion:
    claimed = read_certificate(path)
    _refuse_misplaced(claimed, label=label, positive=positive, formula=formula, python_formula=python_formula)
    if isinstance(claimed, SplitCertificate):
        return _split(path, claimed, data, formula, python_formula)
    if isinstance(claimed, ProgramCertificate):
        return _program(path, claimed, data)
    if isinstance(claimed, ConicCertificate):
        return _conic(path, claimed, data)
    return _points(path, claimed, data, label=label, positive=positive)


def _points(path: str, claimed: Certificate, data: str, *, label: str | None, positive: str | None) -> Opinion:
    _, table, problem = reopen(claimed, data, label=label, positive=positive)
    verdict = judge(problem, claimed)
    if table.names:
        verdict = judge_names(verdict, table.names, claimed.names)
    for note in table.notes:
        talk(note)
    _note_lines(claimed, table)
    return Opinion(path, claimed, table, problem, verdict)


def _split(path: str, claimed: SplitCertificate, data: str, formula: str | None, python: str | None) -> SplitOpinion:
    # Formulas need much that points do not.
    from gordan.cli.repose import repose
    from gordan.cli.split_opinion import SplitOpinion

    reposed = repose(claimed, data, formula, python)
    verdict = judge(reposed.posed.system, claimed)
    if reposed.formula in ("same", "other") and not reposed.carries:
        verdict = judge_formula(verdict, reposed.formula)
    for note in reposed.frame.notes:
        talk(note)
    return SplitOpinion(path, claimed, reposed, verdict)


def _program(path: str, claimed: ProgramCertificate, data: str) -> ProgramOpinion:
    from gordan.cli.program_opinion import ProgramOpinion
    from gordan.file.mps import read_mps

    program = read_mps(data)
    verdict = judge(program, claimed)
    for note in program.notes:
        talk(note)
    return ProgramOpinion(path, claimed, program, verdict)


def _conic(path: str, claimed: ConicCertificate, data: str) -> ConicOpinion:
    from gordan.cli.conic_opinion import ConicOpinion
    from gordan.cli.remap import remap

    problem = remap(claimed, data)
    return ConicOpinion(path, claimed, data, problem, judge(problem, claimed))


def _refuse_misplaced(claimed: AnyCertificate, **given: str | None) -> None:
    what = "points, which have a label"
    misplaced: tuple[str, ...] = ("formula", "python_formula")
    if isinstance(claimed, SplitCertificate):
        what, misplaced = "a diagnosis, which has a formula", ("label", "positive")
    elif isinstance(claimed, ProgramCertificate):
        what, misplaced = "a linear program, which has neither", ("label", "positive", *misplaced)
    elif isinstance(claimed, ConicCertificate):
        what, misplaced = (
            "a linear map and a cone, which have neither",
            ("label", "positive", *misplaced),
        )
    for name in misplaced:
        if given[name] is not None:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} is given, but the certificate is about {what}; leave {option} out")


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
