"""`gordan check FILE`: can a hyperplane separate the two classes of a file, and what is the proof?"""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from gordan.cli.answer import Answer
from gordan.cli.automatic import AUTO
from gordan.cli.code import FAILED, INSEPARABLE, INTERRUPTED, SEPARABLE, UNDECIDED
from gordan.cli.keep import keep, refuse_place
from gordan.cli.option import FORMATS, amount, count, one_of
from gordan.cli.printer import Format, show, talk
from gordan.cli.question import pose, refuse_contradiction, refuse_idle
from gordan.cli.solver_name import refuse_unknown_solver
from gordan.errors import Interrupted
from gordan.outcome import Outcome
from gordan.solve import solve
from gordan.table import read
from gordan.watch import Log, Progress, Watcher

__all__ = ["check"]

_CODES = {"separable": SEPARABLE, "inseparable": INSEPARABLE, "undecided": UNDECIDED}


def check(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="CSV or TSV, svmlight (also .gz, .xz, .bz2), or npz with arrays X and y."),
    ],
    label: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Label column: its name, or its number from 1. Without it, the only column of text, else the column "
            "called label, class, y, target or outcome, else the last one.",
        ),
    ] = None,
    positive: Annotated[str | None, typer.Option(metavar="CLASS", help="Set this class against all others.")] = None,
    solver: Annotated[str, typer.Option(metavar="NAME", help="An algorithm of `gordan solvers`.")] = AUTO,
    no_intercept: Annotated[bool, typer.Option("--no-intercept", help="The hyperplane passes through 0.")] = False,
    normalise: Annotated[
        bool,
        typer.Option(
            "--normalise", help="Scale points to length 1, as the papers do; with --no-intercept or a kernel."
        ),
    ] = False,
    kernel: Annotated[
        Literal["linear", "poly", "rbf", "laplacian"],
        typer.Option(
            **one_of("linear", "poly", "rbf", "laplacian"), help="Ask in the space of this kernel, as in scikit-learn."
        ),
    ] = "linear",
    gamma: Annotated[str, typer.Option(metavar="X", help="The kernel's gamma: a number, scale or auto.")] = "scale",
    degree: Annotated[int, typer.Option(**count("N"), help="The degree of the poly kernel.")] = 3,
    coef0: Annotated[float, typer.Option(metavar="X", help="The constant of the poly kernel.")] = 0.0,
    goal: Annotated[
        Literal["decide", "margin"] | None,
        typer.Option(
            **one_of("decide", "margin"),
            help="Stop at a proof, or go on to the greatest margin.",
            show_default="as suits the solver",
        ),
    ] = None,
    tol: Annotated[float, typer.Option(**amount("X"), help="Relative gap of the margin that is good enough.")] = 1e-6,
    eps: Annotated[
        float, typer.Option(**amount("X"), help="Level, relative to the longest point, at which to give up.")
    ] = 1e-6,
    proof: Annotated[
        Literal["rounded", "exact"],
        typer.Option(**one_of("rounded", "exact"), help="Let rigorous rounding bounds settle signs, or integers only."),
    ] = "rounded",
    max_iter: Annotated[int | None, typer.Option(**count("N"), help="Iterations before ending undecided.")] = None,
    max_seconds: Annotated[float | None, typer.Option(**amount("S"), help="Seconds before ending undecided.")] = None,
    certificate: Annotated[
        str | None, typer.Option(metavar="PATH", help="Write the answer and its proof there, for `gordan verify`.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --certificate replace a file.")] = False,
    log: Annotated[bool, typer.Option("--log", help="Write a table of the iterations to standard error.")] = False,
    output_format: Annotated[
        Format, typer.Option(**FORMATS, help="A page, a line, or all of it for a program.")
    ] = "full",
) -> int:
    """Can a hyperplane separate the two classes of FILE? Answers with a proof.

    The exit code is 0 for separable, 1 for inseparable, 3 for undecided, 2 if the question could not be put or the
    certificate not be written, and 130 after Ctrl-C.
    """
    refuse_contradiction(intercept=not no_intercept, normalise=normalise, kernel=kernel)
    refuse_idle(kernel, gamma=(gamma, "scale"), degree=(degree, 3), coef0=(coef0, 0.0))
    refuse_unknown_solver(solver)  # before a large file is read
    refuse_place(certificate, file, force=force)
    try:
        table = read(file, label=label, positive=positive)
        problem = pose(
            table,
            intercept=not no_intercept,
            normalise=normalise,
            kernel=kernel,
            gamma=_number_or_word(gamma),
            degree=degree,
            coef0=coef0,
        )
        for note in table.notes:
            talk(note)
        outcome: Outcome = solve(
            problem,
            solver=solver,
            goal=goal,
            tol=tol,
            eps=eps,
            proof=proof,
            max_iter=max_iter,
            max_seconds=max_seconds,
            watch=_watchers(log),
        )
        code = _CODES[outcome.kind]
    except Interrupted as interrupted:
        outcome, code = interrupted.outcome, INTERRUPTED
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    answer = Answer(table, problem, outcome)
    show(answer, output_format)
    if certificate is None:
        return code
    if code == INTERRUPTED:
        talk("interrupted, so no certificate was written")
        return code
    return code if keep(certificate, answer, force=force) else FAILED


def _number_or_word(given: str) -> float | str:
    """A number where it is one; what else is a word is for the kernel to say."""
    try:
        return float(given)
    except ValueError:
        return given


def _watchers(log: bool) -> list[Watcher]:
    if log:
        return [Log()]
    return [Progress()] if sys.stderr.isatty() else []
