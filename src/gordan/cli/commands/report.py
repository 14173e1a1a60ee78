"""`gordan report FILE -o report.html`: the answer of `gordan check` as a page that proves itself."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from gordan.arithmetic.deadline import overtime
from gordan.cli import CODES, FAILED, INTERRUPTED, parameter
from gordan.cli.answer import Answer
from gordan.cli.bounded import bounded
from gordan.cli.classes import answer_classes, has_several
from gordan.cli.commands.solvers import AUTO, SolverName, refuse_unknown_solver
from gordan.cli.live import live
from gordan.cli.printer import show, talk
from gordan.cli.question import counters, pose, refuse_contradiction
from gordan.cli.written import refuse_report, write_class_report, write_report
from gordan.engine.loop.separate import solve
from gordan.engine.watch import Progress
from gordan.errors import Interrupted
from gordan.file.table import read
from gordan.file.table.selection import Selection

__all__ = ["report"]


def report(
    file: parameter.PointsFile,
    output: Annotated[str, typer.Option("--output", "-o", metavar="PAGE", help="Where to, such as report.html.")],
    label: parameter.Label = None,
    positive: parameter.Positive = None,
    columns: parameter.Columns = None,
    drop: parameter.Drop = None,
    solver: SolverName = AUTO,
    no_intercept: parameter.NoIntercept = False,
    normalise: parameter.Normalise = False,
    nonnegative: parameter.Nonnegative = False,
    proof: parameter.Proof = "rounded",
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    force: parameter.ReplaceFile = False,
    output_format: parameter.OutputFormat = "concise",
) -> int:
    """Can a hyperplane separate the classes of FILE? The answer as one HTML page that proves itself.

    The page holds the verdict, the rows that decide it, a picture, every check, the certificate, and a verifier in
    JavaScript: whoever drops FILE on it sees the claim recomputed. Of three and more classes it is about all pairs and
    each class against the rest, each with its certificate. The exit code is that of `gordan check`.
    """
    refuse_contradiction(intercept=not no_intercept, normalise=normalise, nonnegative=nonnegative)
    refuse_unknown_solver(solver)
    refuse_report(output, file, force=force)
    selection = Selection(tuple(columns or ()), tuple(drop or ()))
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        try:
            with overtime(), live("report"):
                table = read(file, label=label, positive=positive, selection=selection)
                asked: dict[str, Any] = {"intercept": not no_intercept, "normalise": normalise, "positive": nonnegative}
                problem = None if has_several(table) else pose(table, **asked)
            for note in (*table.notes, *counters(table)):
                talk(note)
            if problem is None:
                with live("report"):
                    page = answer_classes(table, asked, {"solver": solver, "proof": proof})
                show(page, output_format)
                return page.code if write_class_report(output, page, force=force) else FAILED
            watch = [Progress()] if sys.stderr.isatty() else []
            outcome = solve(problem, solver=solver, proof=proof, max_seconds=max_seconds, watch=watch)
        except Interrupted:
            talk("interrupted, so no report was written")
            return INTERRUPTED
        except KeyboardInterrupt:
            talk("interrupted before anything was known")
            return INTERRUPTED
        show(Answer(table, problem, outcome), output_format)
        return CODES[outcome.kind] if write_report(output, problem, outcome, table=table, force=force) else FAILED
