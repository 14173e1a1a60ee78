"""`gordan race FILE`: several algorithms on the same points, live on a terminal, then one table and one picture."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gordan.arithmetic.deadline import overtime
from gordan.cli import CODES, FAILED, INTERRUPTED, parameter
from gordan.cli.bounded import bounded
from gordan.cli.clean import clean
from gordan.cli.commands.solvers import refuse_unknown_solver
from gordan.cli.digits import bracket_ends, percent, seconds
from gordan.cli.printer import show, talk
from gordan.cli.question import counters, number_or_word, pose, refuse_contradiction, refuse_idle
from gordan.cli.written import refuse_places, save_picture
from gordan.engine.race import Race, Result
from gordan.engine.race import race as run
from gordan.engine.watch import Event, closed
from gordan.file.table import Table, read
from gordan.file.table.selection import Selection
from gordan.file.table.wording import source_name
from gordan.outcome import Outcome
from gordan.problem import Points

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as Grid

__all__ = ["RacePage", "race"]

Solvers = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="Algorithms, with commas between them; all that can answer without it."),
]
Each = Annotated[float, typer.Option("--max-seconds", **parameter.amount("S"), help="Seconds for each algorithm.")]
_EVERY = 0.75  # seconds between two drawings of the table: of twenty rows each takes 6 ms, within one per cent
_CELLS = 10
_BROAD = 88  # columns of the page from which the theorem's number is shown
_NARROW = 70  # columns below which share and passes are not


@dataclass(frozen=True)
class RacePage:
    """One race on the points of one file."""

    table: Table
    problem: Points
    race: Race

    @property
    def kind(self) -> str:
        """The answer that at least one solver proved, else "undecided"."""
        kinds = {each.outcome.kind for each in self.race.results.values() if each.outcome is not None}
        return next((kind for kind in ("separable", "inseparable") if kind in kinds), "undecided")

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import rigid

        ranked = self.race.ranked()
        decided = sum(each.outcome is not None and each.outcome.kind != "undecided" for each in ranked)
        yield Text(f"{self.kind.capitalize()}: {decided} of {len(ranked)} algorithms decided it.", style="bold")
        yield ""
        name = clean(source_name(self.table.source), 60)
        space = f" in the space of {self.problem.space}" if self.problem.implicit else ""
        size = f"{self.problem.n:,} rows, {self.problem.m:,} columns{space}"
        yield Text(f"{name}: {size}; each decides, nothing is polished.")
        yield ""
        broad = width >= _BROAD
        counts = ["iterations", *(["at most"] if broad else []), "share", "passes", "time"]
        rows = [_cells(each, len(counts) + 1, broad=broad) for each in ranked]
        if width < _NARROW:
            hidden = {2 + counts.index(name) for name in ("share", "passes")}
            rows = [[cell for k, cell in enumerate(row) if k not in hidden] for row in rows]
            counts = ["iterations", "time"]
        yield rigid(["solver", "answer", *counts, "margin"], rows, right=counts)
        yield ""
        share = "share: of the iterations that the theorem allows; nothing where it promises no number."
        if "share" in counts:
            yield Text(share, style="dim")
        for each in ranked:
            if each.refusal:
                yield Text(f"{each.name}: {clean(each.refusal, None)}.", style="dim")

    def concise(self) -> str:
        return "\n".join("  ".join(filter(None, _cells(each, 5, broad=False))) for each in self.race.ranked())

    def record(self) -> dict[str, object]:
        rows: list[dict[str, object]] = []
        for each in self.race.ranked():
            row = {key: None if _unknown(value) else value for key, value in each.row().items()}
            rows.append(row | ({"refusal": each.refusal} if each.refusal else {}))
        return {"outcome": self.kind, "file": self.table.source, "label": self.table.label, "solvers": rows}


def _unknown(value: object) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _cells(each: Result, width: int, *, broad: bool) -> list[str]:
    """A row of the table; of a refused one the name alone."""
    if each.outcome is None:
        return [clean(each.name, 42), "refused", *[""] * width]
    row, outcome = each.row(), each.outcome
    bound = "" if math.isnan(row["bound"]) else f"{row['bound']:,.0f}" if row["bound"] < 1e12 else f"{row['bound']:.1e}"
    promised = [bound, "" if math.isnan(row["share"]) else percent(row["share"])]
    ends = "at most 0" if outcome.kind == "inseparable" else bracket_ends(outcome.bracket, short=True)
    work = [f"{outcome.n_iter:,}", *promised[0 if broad else 1 :], f"{outcome.n_passes:,}", seconds(outcome.seconds)]
    return [clean(each.name, 42), outcome.kind, *work, ends]


def race(
    file: parameter.PointsFile,
    label: parameter.Label = None,
    positive: parameter.Against = None,
    columns: parameter.Columns = None,
    drop: parameter.Drop = None,
    solvers: Solvers = None,
    no_intercept: parameter.NoIntercept = False,
    normalise: parameter.Normalise = False,
    kernel: parameter.Kernel = "linear",
    gamma: parameter.Gamma = "scale",
    degree: parameter.Degree = 3,
    coef0: parameter.Coef0 = 0.0,
    eps: parameter.Eps = 1e-6,
    max_iter: parameter.MaxIter = None,
    max_seconds: Each = 5.0,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    plot: parameter.Picture = None,
    force: parameter.ReplaceFile = False,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """Let several algorithms decide whether a hyperplane separates the two classes of FILE.

    They run one after another, each as published. The exit code is 0 if one of them proved that they separate, 1 if one
    proved that they do not, 3 if none decided, 2 if the question could not be put, and 130 after Ctrl-C.
    """
    refuse_contradiction(intercept=not no_intercept, normalise=normalise, kernel=kernel)
    refuse_idle(kernel, gamma=(gamma, "scale"), degree=(degree, 3), coef0=(coef0, 0.0))
    asked: dict[str, Any] = {"intercept": not no_intercept, "normalise": normalise, "kernel": kernel}
    asked |= {"gamma": number_or_word(gamma), "degree": degree, "coef0": coef0}
    names = [name.strip() for each in solvers or () for name in _split_names(each)]
    for name in names:
        refuse_unknown_solver(name)
    refuse_places(None, plot, file, force=force)
    selection = Selection(tuple(columns or ()), tuple(drop or ()))
    with bounded(max_memory=max_memory, limit=limit):
        with overtime():
            table = read(file, label=label, positive=positive, selection=selection)
            problem = pose(table, **asked)
        for note in (*table.notes, *counters(table)):
            talk(note)
        with Board() as board:
            ran = run(
                problem,
                names or None,
                eps=eps,
                max_iter=max_iter,
                max_seconds=max_seconds,
                watch=board.watchers if board.on else None,
            )
    page = RacePage(table, problem, ran)
    if not ran.results:
        talk("interrupted before anything was known")
        return INTERRUPTED
    show(page, output_format)
    if plot is not None and not save_picture(plot, lambda: _picture(ran), force=force):
        return FAILED
    return INTERRUPTED if ran.interrupted else CODES[page.kind]


def _picture(ran: Race) -> Any:
    from gordan.show.trace import display_of_race

    return display_of_race(ran)


def _split_names(text: str) -> list[str]:
    """Names with commas between them; what has a colon is one solver with its parameters."""
    return [text] if ":" in text else [name for name in text.split(",") if name.strip()]


class Board:
    """The table while it fills, on a terminal: each solver with its bar, which is its bracket as it closes."""

    def __init__(self) -> None:
        self.on = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.rows: dict[str, _Row] = {}
        self._live: Any = None
        self._drawn, self._stack = 0.0, ExitStack()

    def __enter__(self) -> Board:
        if self.on:
            from rich.console import Console
            from rich.live import Live

            console = Console(file=sys.stderr, markup=False, emoji=False, highlight=False)
            self._live = self._stack.enter_context(Live(console=console, auto_refresh=False, transient=True))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def watchers(self, name: str) -> Sequence[_Row]:
        self.rows[name] = _Row(self, name)
        return [self.rows[name]]

    def draw(self, *, now: bool = False) -> None:
        """Redraw, at most so many times a second."""
        if self._live is None or (time.monotonic() - self._drawn < _EVERY and not now):
            return
        self._drawn = time.monotonic()
        self._live.update(self._grid(), refresh=True)

    def _grid(self) -> Grid:
        from gordan.cli.grid import columns

        grid = columns("solver", "bracket", "margin", "iterations", "time", no_wrap=True)
        for row in self.rows.values():
            grid.add_row(*row.cells())
        return grid


class _Row:
    """One solver on the board: a watcher."""

    needs_lower = True

    def __init__(self, board: Board, name: str) -> None:
        self._board, self._name = board, name
        self._event: Event | None = None
        self._first, self._kind = math.inf, ""

    def start(self, problem: object, solver: str, note: str) -> None:
        self._board.draw()  # not at once: the solver's own time has begun

    def step(self, event: Event) -> None:
        self._event = event
        self._first = event.upper if self._first == math.inf else self._first
        self._board.draw()

    def stop(self, outcome: Outcome) -> None:
        self._kind = outcome.kind
        self._board.draw(now=True)

    def cells(self) -> list[str]:
        event = self._event
        if event is None:
            return [clean(self._name, 30), self._kind, "", "", ""]
        done = round(_CELLS * closed(event.lower, event.upper, self._first))
        bar = self._kind or f"{'#' * done}{'.' * (_CELLS - done)}"
        margin = f"[{event.lower:.3g}, {event.upper:.3g}]"
        return [clean(self._name, 30), bar, margin, f"{event.n_iter:,}", f"{event.seconds:.1f} s"]
