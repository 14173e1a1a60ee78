"""`gordan verify CERTIFICATE DATA`: the second opinion, from file to verdict.

Neither this command nor anything it imports knows how answers are found: it reads the certificate and the data, poses
the question and asks the verifier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import typer

from gordan.cli import ACCEPTED, INTERRUPTED, REJECTED, parameter
from gordan.cli.bounded import bounded
from gordan.cli.live import live
from gordan.cli.printer import show, talk
from gordan.cli.question import place, reopen
from gordan.cli.verification_case import (
    Case,
    case_of_bodies,
    case_of_cone,
    case_of_constraints,
    case_of_mixture,
    case_of_points,
    case_of_program,
    case_of_split,
)
from gordan.cli.verification_page import VerificationPage
from gordan.errors import InputError
from gordan.file.certificate import read_certificate
from gordan.file.table import Table
from gordan.outcome import Verdict
from gordan.outcome.certificate import (
    AnyCertificate,
    BodiesCertificate,
    Certificate,
    ConicCertificate,
    ConstraintsCertificate,
    MixtureCertificate,
    PanelCertificate,
    ProgramCertificate,
    RiskCertificate,
    SplitCertificate,
)
from gordan.problem import Conic
from gordan.verify import verify as judge
from gordan.verify import with_formula, with_names

__all__ = ["verify"]


def verify(
    certificate: Annotated[
        str,
        typer.Argument(
            metavar="CERTIFICATE",
            help="What `--certificate` of check, diagnose, feasible or optimum wrote, or gordan.certify.",
        ),
    ],
    data: Annotated[
        str | None,
        typer.Argument(
            metavar="DATA",
            help="The data it is about, in any format that the command reads; none for constraints of CVXPY, which the "
            "certificate states.",
        ),
    ] = None,
    label: parameter.NamedLabel = None,
    positive: parameter.NamedPositive = None,
    pair: Annotated[
        bool, typer.Option("--pair", help="Take only the rows of the certificate's two classes, where DATA has more.")
    ] = False,
    formula: Annotated[
        str | None,
        typer.Option(metavar="FORMULA", help="The model of a diagnosis; without it, the one of the certificate."),
    ] = None,
    python_formula: parameter.PythonFormula = None,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """Does CERTIFICATE prove what it claims about DATA? Everything is recomputed from the two files.

    A certificate of `gordan diagnose` describes its model: the rows are rebuilt from DATA, and nothing of the
    certificate is run. A formula in it that gives other rows is rejected; one that cannot be read is named. DATA of a
    certificate of `gordan feasible` or `optimum` is an MPS file. A certificate about a cone has the cone with it, and
    DATA is the map: an .npy or .npz file; one about two bodies has their forms, and DATA has their numbers, in an .npz
    file, and so it has A, b and mass of a mixture. One about the constraints of a CVXPY problem states them, and has no
    DATA: that they are the problem's own is for `gordan.verify` in Python to compare. The exit code is 0 if it is
    accepted, 1 if it is rejected, 3 if the time or memory allowed did not suffice to tell, and 2 if one of the files
    cannot be used.
    """
    try:
        with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit), live("verify"):
            page = _judged(certificate, data, _Options(label, positive, pair or None, formula, python_formula))
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    show(page, output_format)
    return ACCEPTED if page.verdict.holds else REJECTED


class _Options(NamedTuple):
    """What the reader said beside the two files."""

    label: str | None
    positive: str | None
    pair: bool | None
    formula: str | None
    python_formula: str | None


def _points(claimed: Certificate, data: str, options: _Options) -> tuple[Verdict, Case]:
    _, table, problem = reopen(claimed, data, label=options.label, positive=options.positive, pair=bool(options.pair))
    verdict = judge(problem, claimed)
    if table.names:
        verdict = with_names(verdict, table.names, claimed)
    for note in table.notes:
        talk(note)
    _note_lines(claimed, table)
    return verdict, case_of_points(claimed, table, problem, proved_here=verdict.holds)


def _diagnosis(
    claimed: SplitCertificate | PanelCertificate | RiskCertificate, data: str, options: _Options
) -> tuple[Verdict, Case]:
    # Formulas need much that points do not.
    from gordan.cli.repose import repose

    reposed = repose(claimed, data, options.formula, options.python_formula)
    verdict = judge(reposed.problem, claimed)
    if reposed.formula in ("same", "other") and not reposed.carries:
        verdict = with_formula(verdict, reposed.formula)
    for note in reposed.notes:
        talk(note)
    return verdict, case_of_split(claimed, reposed, proved_here=verdict.holds)


def _program(claimed: ProgramCertificate, data: str, _: _Options) -> tuple[Verdict, Case]:
    from gordan.file.program import read_program

    program = read_program(data)
    verdict = judge(program, claimed)
    for note in program.notes:
        talk(note)
    return verdict, case_of_program(claimed, program)


def _cone(claimed: ConicCertificate, data: str, _: _Options) -> tuple[Verdict, Case]:
    from gordan.file.table.npz import read_linear_map
    from gordan.problem.cone_part import cone_of

    A = read_linear_map(data, shape=(claimed.question.m, claimed.question.n))
    try:
        problem = Conic(A, cone_of(claimed.question.cone))
    except InputError as error:
        raise InputError(f"{data} holds no map for the certificate's cone: {error}") from error
    return judge(problem, claimed), case_of_cone(claimed, data)


def _bodies(claimed: BodiesCertificate, data: str, _: _Options) -> tuple[Verdict, Case]:
    from gordan.file.table.npz import read_bodies

    question = claimed.question
    problem = read_bodies(data, question.K, question.L, dimension=question.dimension)
    return judge(problem, claimed), case_of_bodies(claimed, data)


def _mixture(claimed: MixtureCertificate, data: str, _: _Options) -> tuple[Verdict, Case]:
    from gordan.file.table.npz import read_mixture

    return judge(read_mixture(data), claimed), case_of_mixture(claimed, data)


def _constraints(claimed: ConstraintsCertificate, data: str | None, _: _Options) -> tuple[Verdict, Case]:
    if data is not None:
        raise InputError(
            f"{data} is given, but the certificate is about constraints over cones, which it states itself; leave DATA "
            "out, and compare with a CVXPY problem by gordan.verify(gordan.read_model(problem), certificate)"
        )
    return judge(claimed.question.system(), claimed), case_of_constraints(claimed)


class _Kind(NamedTuple):
    """How a kind of certificate is judged, what it is about, and which options it has no use for."""

    judge: Callable[[Any, Any, _Options], tuple[Verdict, Case]]
    about: str
    misplaced: tuple[str, ...]


_LABELS, _FORMULAS = ("label", "positive", "pair"), ("formula", "python_formula")
_BOTH = _LABELS + _FORMULAS
_KINDS: dict[type[AnyCertificate], _Kind] = {
    Certificate: _Kind(_points, "points, which have a label", _FORMULAS),
    SplitCertificate: _Kind(_diagnosis, "a diagnosis, which has a formula", _LABELS),
    PanelCertificate: _Kind(_diagnosis, "a diagnosis with fixed effects, whose model it describes", _BOTH),
    RiskCertificate: _Kind(_diagnosis, "a diagnosis of a Cox model, which it describes", _BOTH),
    ProgramCertificate: _Kind(_program, "a linear program, which has neither", _BOTH),
    BodiesCertificate: _Kind(_bodies, "two bodies, which have neither", _BOTH),
    MixtureCertificate: _Kind(_mixture, "a mixture of columns, which has neither", _BOTH),
    ConstraintsCertificate: _Kind(_constraints, "constraints over cones, which it states itself", _BOTH),
    ConicCertificate: _Kind(_cone, "a linear map and a cone, which have neither", _BOTH),
}


def _judged(path: str, data: str | None, options: _Options) -> VerificationPage:
    claimed = read_certificate(path)
    kind = _KINDS[type(claimed)]
    for name in kind.misplaced:
        if getattr(options, name) is not None:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} is given, but the certificate is about {kind.about}; leave {option} out")
    if data is None and not isinstance(claimed, ConstraintsCertificate):
        raise InputError(
            f"the certificate is about {kind.about.partition(', wh')[0]}, and no data are named; name their file after "
            "it: gordan verify CERTIFICATE DATA"
        )
    return VerificationPage(path, claimed, *kind.judge(claimed, data, options))


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
