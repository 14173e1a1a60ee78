"""`gordan spoilers FILE`: which few rows keep classes, or a model, from being separated, and how many have to go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import overtime
from gordan.cli import INSEPARABLE, INTERRUPTED, SEPARABLE, UNDECIDED
from gordan.cli import parameter as given
from gordan.cli.answer import equation
from gordan.cli.bounded import bounded
from gordan.cli.deciding import distances, whose
from gordan.cli.digits import brief, counted, seconds
from gordan.cli.live import live
from gordan.cli.model_spoilers import ModelSpoilersPage
from gordan.cli.printer import show, talk
from gordan.cli.question import counters, place, pose, refuse_contradiction
from gordan.cli.sheet import lay_out
from gordan.cli.sides import Sides, data_sentence, take_sides
from gordan.engine.spoilers import find_spoilers
from gordan.errors import InputError, Interrupted
from gordan.file.table import Table, read
from gordan.file.table.selection import Selection
from gordan.outcome import Claim, IntegerSeparator, Rows, Separable
from gordan.outcome.spoilers import Spoilers
from gordan.problem import Points
from gordan.problem.batches import is_batches

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["SpoilersPage", "spoilers"]

_SHOWN = 20  # rows of the page
_LISTED = 12  # lines of the concise answer
_CODES = {"separable": SEPARABLE, "spoilt": INSEPARABLE, "undecided": UNDECIDED}
_COLOUR = {"separable": "bold green", "spoilt": "bold magenta", "undecided": "bold yellow"}


@dataclass(frozen=True)
class SpoilersPage:
    """The rows of one file that spoil the separation of its classes."""

    table: Table
    problem: Points
    answer: Spoilers

    @property
    def code(self) -> int:
        """0 where no row has to go, 1 where it is proved that some have to, 3 where that was not proved."""
        return _CODES[self.answer.kind]

    @cached_property
    def sides(self) -> Sides:
        return take_sides(self.table, self.problem)

    @cached_property
    def rows(self) -> Rows:
        return np.array(self.answer.rows, dtype=np.int64)

    @cached_property
    def separator(self) -> Separable | None:
        """The hyperplane between the rest; None where the rest is of one class, or empty."""
        found = self.answer.separator
        if found is None:
            return None
        if isinstance(found, IntegerSeparator):
            return Separable(claim=Claim(proof=found, **found.shown))
        at_zero = float(found.offset) - float(found.direction @ found.centre)
        claim = Claim(coef=found.direction, intercept=at_zero, centre=found.centre, offset=found.offset)
        return Separable(claim=claim)

    @cached_property
    def hyperplane(self) -> str | None:
        """The equation of that hyperplane, with digits enough to separate the rest as printed."""
        if self.separator is None:
            return None
        rest = self.problem.subset(np.setdiff1d(np.arange(self.problem.n), self.rows).tolist())
        return equation(self.table, rest, self.separator, self.sides)

    @cached_property
    def depths(self) -> Array | None:
        """Signed distances of the rows to that hyperplane: below zero is the wrong side."""
        return None if self.separator is None else distances(self.problem, self.separator, self.rows)

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import checklist, pairs

        kind = self.answer.kind
        yield Text.assemble((f"{kind.capitalize()}: ", _COLOUR[kind]), (self.answer.words(), "bold"))
        yield ""
        yield pairs(self._facts())
        if self.answer.rows:
            yield from self._sheet(width)
        yield from checklist(self.answer.verdict, "answer", width)

    def _facts(self) -> Iterator[tuple[str, str]]:
        answer = self.answer
        yield "data", data_sentence(self.table, self.problem, self.sides)
        if answer.lower:
            each = "certificates that share no row say so" if answer.lower > 1 else "all rows together are inseparable"
            yield "needed", f"{counted(answer.lower, 'row')} at least: {each}"
        if answer.rows:
            yield "enough", f"{counted(answer.upper, 'row')}: {self._rest()}"
        if self.hyperplane is not None:
            yield "hyperplane", self.hyperplane
        yield "work", f"{counted(answer.n_iter, 'question')}, {seconds(answer.seconds)}"
        if answer.reason:
            yield "", f"{str(answer.reason)[:1].upper()}{str(answer.reason)[1:]}."

    def _rest(self) -> str:
        left = self.answer.n - self.answer.upper
        return f"the hyperplane has the other {left:,} on their sides" if self.separator else "the rest is of one class"

    def _sheet(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.full import grid_of
        from gordan.cli.grid import indented

        rows = self.rows[:_SHOWN]
        X = self.problem.rows(rows.tolist())
        said = whose(self.table, self.problem, self.sides, rows)
        if self.depths is not None:
            said.append(("distance", [brief(v) for v in self.depths[:_SHOWN].tolist()]))
        shown = None if self.separator is None else self.separator.coef
        importance = np.abs(X).max(axis=0) if shown is None else np.abs(shown)
        yield ""
        beside = "" if self.depths is None else " (distance to the hyperplane, below zero on the wrong side)"
        yield Text(f"The rows to leave out{beside}:", style="bold")
        yield ""
        sheet = lay_out(self.table, said, X, importance=importance, width=width)
        yield grid_of(sheet)
        rest = [f"{counted(sheet.left_out, 'column')} not shown."] if sheet.left_out else []
        if self.answer.upper > _SHOWN:
            rest.append(f"--output-format json has {counted(self.answer.upper - _SHOWN, 'more row')}.")
        if rest:
            yield indented(Text(" ".join(rest), style="dim"))

    def concise(self) -> str:
        answer = self.answer
        judged = "verified" if answer.verdict.holds else "not verified"
        if not answer.rows:
            return f"separable  no row has to go  {judged}"
        lines = self.table.lines[self.rows].tolist()
        listed = ", ".join(map(str, lines[:_LISTED])) + (", …" if len(lines) > _LISTED else "")
        noun = place(self.table) + ("s" if len(lines) > 1 else "")
        return f"{answer.kind}  {noun} {listed}  at least {answer.lower:,}, {answer.upper:,} suffice  {judged}"

    def record(self) -> dict[str, object]:
        """The answer's own record, and after some of its members what the file adds."""
        table = self.table
        depths = None if self.depths is None else self.depths.tolist()
        beside: dict[str, dict[str, object]] = {
            "outcome": {"file": table.source, "label": table.label, "positive": table.positive},
            "rows": {"lines": table.lines[self.rows], "distances": depths},
            "n": {"names": table.names, "hyperplane": self.hyperplane},
        }
        record: dict[str, object] = {}
        for key, value in self.answer.to_dict().items():
            record |= {key: value, **beside.get(key, {})}
        return record


def spoilers(
    file: given.PointsFile,
    label: given.Label = None,
    positive: given.Against = None,
    columns: given.Columns = None,
    drop: given.Drop = None,
    no_intercept: given.NoIntercept = False,
    normalise: given.Normalise = False,
    formula: given.Formula = None,
    family: given.FamilyOrNone = None,
    weights: given.Weights = None,
    offset: given.Offset = None,
    max_seconds: given.MaxSeconds = None,
    max_memory: given.MaxMemory = None,
    limit: given.Limit = None,
    output_format: given.OutputFormat = "full",
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
