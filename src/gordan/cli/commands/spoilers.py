"""`gordan spoilers FILE`: which few rows keep classes, or a model, from being separated, and how many have to go."""

from __future__ import annotations

from gordan.arithmetic.deadline import overtime
from gordan.cli import INTERRUPTED, parameter
from gordan.cli.bounded import bounded
from gordan.cli.live import live
from gordan.cli.printer import show, talk
from gordan.cli.question import counters, pose, refuse_contradiction
from gordan.cli.spoilers_page import ModelSpoilersPage, SpoilersPage
from gordan.engine.spoilers import find_spoilers
from gordan.errors import InputError, Interrupted
from gordan.file.table import Table, read
from gordan.file.table.selection import Selection
from gordan.problem import Points
from gordan.problem.batches import is_batches

__all__ = ["spoilers"]


def spoilers(
    file: parameter.PointsFile,
    label: parameter.Label = None,
    positive: parameter.Against = None,
    columns: parameter.Columns = None,
    drop: parameter.Drop = None,
    no_intercept: parameter.NoIntercept = False,
    normalise: parameter.Normalise = False,
    formula: parameter.Formula = None,
    family: parameter.FamilyOrNone = None,
    weights: parameter.Weights = None,
    offset: parameter.Offset = None,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """Which few rows of FILE keep a hyperplane from separating its two classes, and how many have to go at least?

    With --formula: without which rows do the estimates of a regression model no longer exist? Both are proved: the rows
    named suffice, and so many are needed whichever are chosen. The exit code is 0 if no row has to go, 1 if some have
    to, 3 if the time or memory allowed did not suffice to tell, 2 if the question could not be put, and 130 after
    Ctrl-C.
    """
    of_points: dict[str, object] = {"label": label, "positive": positive, "columns": columns, "drop": drop}
    of_points |= {"no-intercept": no_intercept, "normalise": normalise}
    _refuse_mixture(of_points, {"family": family, "weights": weights, "offset": offset}, formula)
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        try:
            page: SpoilersPage | ModelSpoilersPage
            if formula is not None:
                page = _of_model(file, formula, family or "binomial", weights, offset, max_seconds)
            else:
                refuse_contradiction(intercept=not no_intercept, normalise=normalise)
                with overtime(), live("spoilers"):
                    selection = Selection(tuple(columns or ()), tuple(drop or ()))
                    table = read(file, label=label, positive=positive, selection=selection)
                    problem = pose(table, intercept=not no_intercept, normalise=normalise)
                page = _of_points(table, problem, max_seconds)
        except (Interrupted, KeyboardInterrupt):
            talk("interrupted before anything was known")
            return INTERRUPTED
        show(page, output_format)
        return page.code


def _refuse_mixture(of_points: dict[str, object], of_model: dict[str, object], formula: str | None) -> None:
    """Refuse options of a model without a formula, and options of points beside one."""
    wrong = [f"--{name}" for name, value in (of_points if formula is not None else of_model).items() if value]
    if wrong and formula is None:
        raise InputError(f'{", ".join(wrong)} is for a model; give one with --formula, such as "ill ~ age"')
    if wrong:
        raise InputError(
            f"{', '.join(wrong)} is for two classes of points, and --formula names a model with its own columns; "
            "leave one out"
        )


def _of_points(table: Table, problem: Points, max_seconds: float | None) -> SpoilersPage:
    if is_batches(table.X):
        raise InputError(
            f"{table.source} is so long that it is read in batches, and rows that spoil it are looked for in "
            "memory; give some of its rows, or ask `gordan check`"
        )
    for note in (*table.notes, *counters(table)):
        talk(note)
    with live("spoilers"):
        return SpoilersPage(table, problem, find_spoilers(problem, max_seconds=max_seconds))


def _of_model(
    file: str, formula: str, family: str, weights: str | None, offset: str | None, max_seconds: float | None
) -> ModelSpoilersPage:
    from gordan.cli.commands.diagnose import read_columns
    from gordan.feasibility.spoilers import spoilers as ask
    from gordan.file.table.columns import ColumnBatches
    from gordan.outcome.spoilers import ModelSpoilers
    from gordan.regression.model.closed import Beside
    from gordan.regression.model.cox import is_survival
    from gordan.regression.model.pose import pose as pose_model
    from gordan.regression.model.stream import named_columns
    from gordan.regression.model.system import named_family

    beside = Beside(weights, offset, None)
    if is_survival(formula) or named_family(family) in ("cox", "conditional"):
        raise InputError(
            "the rows of a Cox or conditional model are compared with one another, so that leaving one out changes the "
            "others; spoilers are found for binomial, poisson, negative-binomial, log-binomial and multinomial"
        )
    with overtime(), live("spoilers"):
        data = read_columns(file, formula, beside)
        if isinstance(data, ColumnBatches):
            raise InputError(
                f"{data.words} is so long that it is read in batches, and rows that spoil a model are looked for in "
                "memory; give some of its rows, or ask `gordan diagnose`"
            )
        posed = pose_model(formula, data=data, family=family, weights=weights, offset=offset, python=False)
        observed = posed.observations
    for note in (*getattr(data, "notes", ()), *posed.design.notes):
        talk(note)
    with live("spoilers"):
        answer = ask(observed, max_seconds=max_seconds)
    assert isinstance(answer, ModelSpoilers)
    return ModelSpoilersPage(file, data, named_columns(formula, list(data.columns), beside), posed, answer)
