"""`gordan check FILE`: can a hyperplane separate the classes of a file, and what is the proof?"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.deadline import overtime
from gordan.cli import CODES, FAILED, INTERRUPTED, parameter
from gordan.cli.answer import Answer
from gordan.cli.bounded import bounded
from gordan.cli.classes import ClassTable, answer_classes, has_several
from gordan.cli.commands.solvers import AUTO, SolverName, refuse_unknown_solver
from gordan.cli.live import live
from gordan.cli.printer import Format, keep, show, talk
from gordan.cli.question import counters, number_or_word, pose, refuse_contradiction, refuse_idle
from gordan.cli.written import draw_picture, refuse_places, save_picture
from gordan.engine.loop.separate import solve
from gordan.engine.watch import Log, Progress, Watcher
from gordan.errors import InputError, Interrupted
from gordan.file.table import Table, read
from gordan.file.table.scan import is_long, scan_cluster
from gordan.file.table.selection import Selection
from gordan.outcome import Outcome
from gordan.problem import Points

__all__ = ["check"]

_FIRST = 20_000  # rows of a long file that are looked at before all of them are


def check(
    file: parameter.PointsFile,
    label: parameter.Label = None,
    positive: parameter.Positive = None,
    columns: parameter.Columns = None,
    drop: parameter.Drop = None,
    solver: SolverName = AUTO,
    no_intercept: parameter.NoIntercept = False,
    normalise: parameter.Normalise = False,
    nonnegative: parameter.Nonnegative = False,
    depth: parameter.Depth = False,
    kernel: parameter.Kernel = "linear",
    gamma: parameter.Gamma = "scale",
    degree: parameter.Degree = 3,
    coef0: parameter.Coef0 = 0.0,
    goal: parameter.Goal = None,
    tol: parameter.Tol = 1e-6,
    eps: parameter.Eps = 1e-6,
    proof: parameter.Proof = "rounded",
    polish: parameter.Polish = None,
    max_iter: parameter.MaxIter = None,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    checkpoint: parameter.Checkpoint = None,
    scheduler: parameter.Scheduler = None,
    certificate: parameter.Certificate = None,
    plot: parameter.Picture = None,
    force: parameter.ForceBoth = False,
    log: parameter.LogTable = False,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """Can a hyperplane separate the classes of FILE? Answers with a proof.

    The exit code is 0 for separable, 1 for inseparable, 3 for undecided, also where the time or memory allowed did not
    suffice, 2 if the question could not be put or a file not be written, and 130 after Ctrl-C. Of three and more
    classes it is that of the worst answer: 3 if one is undecided, else 1 if one is inseparable.
    """
    refuse_contradiction(intercept=not no_intercept, normalise=normalise, kernel=kernel, nonnegative=nonnegative)
    if depth and (nonnegative or kernel != "linear"):
        raise InputError("--depth is of the hull of the points themselves; drop it, or --kernel and --nonnegative")
    refuse_idle(kernel, gamma=(gamma, "scale"), degree=(degree, 3), coef0=(coef0, 0.0))
    refuse_unknown_solver(solver)  # before a large file is read
    refuse_places(certificate, plot, file, force=force)
    if scheduler is not None and positive is not None:
        raise InputError("--positive is for files that are read here; leave it out, or --scheduler")
    selection = Selection(tuple(columns or ()), tuple(drop or ()))
    if scheduler is not None and selection:
        raise InputError("--columns and --drop are for files that are read here; leave them out, or --scheduler")
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit), _cluster(scheduler):
        asked: dict[str, Any] = {"intercept": not no_intercept, "normalise": normalise, "positive": nonnegative}
        asked |= {"kernel": kernel, "gamma": number_or_word(gamma), "degree": degree, "coef0": coef0}
        try:
            alone = scheduler is None and is_long(file) and kernel == "linear"
            chosen = {"label": label, "positive": positive, "selection": selection}
            part = _first_rows(file, chosen, asked) if alone else None
            settings: dict[str, Any] = {"solver": solver, "goal": goal, "tol": tol, "eps": eps, "proof": proof}
            settings |= {"polish": polish, "max_iter": max_iter, "watch": _watchers(log)}
            posed: Points | None
            with overtime(), live("check"):
                if scheduler is not None:
                    table = scan_cluster(file, label=label)
                    posed = pose(table, **asked)
                else:
                    table, posed = part or _posed(file, chosen, asked)
            for note in (*table.notes, *counters(table)):
                talk(note)
            if posed is None:
                _refuse_single(certificate, depth, checkpoint, table)
                with nullcontext() if log else live("check"):
                    page = answer_classes(table, asked, settings | {"watch": [Log()] if log else None})
                return _several(page, plot, output_format, force=force)
            _refuse_unnamed(certificate, table, selection)
            problem = posed
            outcome: Outcome = solve(problem, depth=depth, checkpoint=checkpoint, max_seconds=max_seconds, **settings)
            code = CODES[outcome.kind]
        except Interrupted as interrupted:
            outcome = interrupted.outcome
            code = INTERRUPTED
        except KeyboardInterrupt:
            talk("interrupted before anything was known")
            return INTERRUPTED
        show(Answer(table, problem, outcome), output_format)
        if depth and outcome.kind == "separable":
            talk("--depth had nothing to prove: it is about points that do not separate, and these do")
        if code == INTERRUPTED and certificate is not None:
            talk("interrupted, so no certificate was written")
        elif certificate is not None and not keep(certificate, problem, outcome, table=table, force=force):
            return FAILED
        return code if draw_picture(plot, outcome, problem, table=table, force=force) else FAILED


def _cluster(scheduler: str | None) -> AbstractContextManager[object]:
    """The cluster that was asked for, in force."""
    if scheduler is None:
        return nullcontext()
    from gordan.problem.batches.scheduler import connected

    return connected(scheduler)


def _posed(
    file: str, chosen: dict[str, Any], asked: dict[str, Any], rows: int | None = None
) -> tuple[Table, Points | None]:
    """The table and its question; None for the question where there are three and more classes."""
    table = read(file, rows=rows, **chosen)
    return table, None if has_several(table) else pose(table, **asked)


def _refuse_single(certificate: str | None, depth: bool, checkpoint: str | None, table: Table) -> None:
    """Refuse what is made of one answer only, where several are asked for."""
    for option, value in (("--certificate", certificate), ("--depth", depth), ("--checkpoint", checkpoint)):
        if value:
            n = np.unique(table.y).size
            raise InputError(
                f"{option} is for one question, and {table.source} has {n} classes, so that all pairs and each class "
                f"against the rest are asked about; choose a class with --positive, or leave {option} out"
            )


def _refuse_unnamed(certificate: str | None, table: Table, selection: Selection) -> None:
    """A certificate names the columns it is about: by that they are found again in the file."""
    if certificate is not None and selection and any(name.isdecimal() for name in table.names):
        raise InputError(
            f"the columns of {table.source} have no names, by which `gordan verify` would find the chosen ones again; "
            "name them in the first line of a CSV file, or leave --certificate out"
        )


def _several(page: ClassTable, plot: str | None, output_format: Format, *, force: bool) -> int:
    """Show the answers about several classes, and draw them."""
    show(page, output_format)
    if plot is None or not page.asked:
        return page.code
    from gordan.show import SeparabilityDisplay
    from gordan.show.report.classes_page import frame_of

    drawn = save_picture(plot, lambda: SeparabilityDisplay.from_frame(frame_of(page.questions())), force=force)
    return page.code if drawn else FAILED


def _first_rows(file: str, chosen: dict[str, Any], asked: dict[str, Any]) -> tuple[Table, Points] | None:
    """The first rows of a long file where they alone are inseparable: then all of them are, and no more is read."""
    try:
        table, problem = _posed(file, chosen, asked, rows=_FIRST)
        if problem is None:
            return None
        inseparable = solve(problem, goal="decide").kind == "inseparable"
    except InputError:  # a class that comes later, or a row that all of the file will be refused for
        return None
    if not inseparable:
        return None
    note = (
        "these alone cannot be separated, so that the whole file cannot; the answer and its certificate are about them"
    )
    return replace(table, notes=(*table.notes, note)), problem


def _watchers(log: bool) -> list[Watcher]:
    if log:
        return [Log()]
    return [Progress()] if sys.stderr.isatty() else []
