"""`race`: several algorithms on the same problem, one after another, and what each of them needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from gordan.engine.loop.separate import Goal, solve
from gordan.engine.loop.settings import positive_number
from gordan.engine.solver import POSITIVE_SOLVERS, SOLVERS, Solver, named
from gordan.engine.steps import BriefTrace
from gordan.engine.watch import Watcher
from gordan.errors import InputError, Interrupted, UnsuitableSolver
from gordan.outcome import Outcome
from gordan.outcome.notebook import draw_table, enclose
from gordan.problem import Conic, Gram, Points

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Race", "Result", "race"]

_COLUMNS = ("solver", "verdict", "iterations", "passes", "seconds", "lower", "upper", "bound", "share")


@dataclass(frozen=True, eq=False)
class Result:
    """What became of one algorithm: its trace and its outcome, or the sentence by which it was refused."""

    name: str
    trace: BriefTrace
    outcome: Outcome | None
    refusal: str = ""

    def row(self) -> dict[str, Any]:
        """A row of the table; `bound` is what the theorem allows, `share` how much of it was needed."""
        outcome = self.outcome
        if outcome is None:
            return {"solver": self.name, "verdict": "refused"}
        bound = None if outcome.guarantee is None else outcome.guarantee.known
        return {
            "solver": self.name,
            "verdict": outcome.kind,
            "iterations": outcome.n_iter,
            "passes": outcome.n_passes,
            "seconds": outcome.seconds,
            "lower": outcome.bracket.lower,
            "upper": outcome.bracket.upper,
            "bound": math.nan if bound is None else bound,
            "share": math.nan if not bound else outcome.n_iter / bound,
        }


@dataclass(eq=False)
class Race:
    """The results in the order in which they ran, by name; `table()` is the comparison, `plot()` its picture."""

    results: dict[str, Result] = field(default_factory=dict)
    interrupted: bool = False
    plot: ClassVar[Callable[..., Any]]  # bound when gordan.race is asked for, since pictures are of a room above

    def table(self) -> pd.DataFrame:
        """A row for each algorithm, those that decided first, the quickest at the top.

        lower and upper are the ends of the bracket that the verifier proved; bound is the theorem's number of
        iterations, NaN where nothing is promised, and share the part of it that was needed.
        """
        import pandas as pd

        return pd.DataFrame([result.row() for result in self.ranked()], columns=list(_COLUMNS))

    def ranked(self) -> list[Result]:
        """Those that decided by their seconds, then the undecided, then the refused."""

        def order(result: Result) -> tuple[int, float]:
            if result.outcome is None:
                return 2, 0.0
            return int(result.outcome.kind == "undecided"), result.outcome.seconds

        return sorted(self.results.values(), key=order)

    def __repr__(self) -> str:
        return f"Race({len(self.results)} solvers; first {self.ranked()[0].name})" if self.results else "Race(nobody)"

    def __str__(self) -> str:
        rows = [_COLUMNS, *self._cells()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        return enclose([draw_table(_COLUMNS, self._cells())])

    def _cells(self) -> list[tuple[str, ...]]:
        """What is shown of each solver, the first to decide first."""
        return [tuple(_shown(result.row().get(name)) for name in _COLUMNS) for result in self.ranked()]


def _shown(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return value if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


def race(
    problem: Points | Gram | Conic,
    solvers: Sequence[str | Solver] | None = None,
    *,
    goal: Goal | None = "decide",
    tol: float = 1e-6,
    eps: float = 1e-6,
    max_iter: int | None = None,
    max_seconds: float = 5.0,
    random_state: int | None = None,
    watch: Callable[[str], Sequence[Watcher]] | None = None,
) -> Race:
    """Let several algorithms answer the same question, one after another.

    Parameters
    ----------
    problem : Points, Gram or Conic
        What is asked.
    solvers : sequence of names or solvers, or None
        Names of `gordan solvers` or of the papers, with or without parameters; None is all that can answer it.
    goal, tol, eps, max_iter, random_state
        As in `gordan.solve`, the same for all; the theorems promise something of "decide" alone.
    max_seconds : float
        A budget for each.
    watch : function or None
        Called with the name of each solver before it runs; returns further watchers of that run.

    Returns
    -------
    Race
        With `results`, `table()` and `plot()`. Ctrl-C ends it with what is known.

    Examples
    --------
    >>> import gordan
    >>> run = gordan.race(gordan.Points([[0.0], [1.0], [3.0]], [0, 0, 1]), ["perceptron", "VN"])
    >>> sorted(run.table()["verdict"])
    ['separable', 'separable']
    """
    positive_number("max_seconds", max_seconds)
    ran = Race()
    for name, chosen in _entrants(problem, solvers):
        if name in ran.results:
            raise InputError(f"{name} is given more than once; give each solver once")
        trace, outcome, refusal = BriefTrace(), None, ""
        watchers: list[Any] = [trace, *(watch(name) if watch is not None else ())]
        try:
            outcome = solve(
                problem,
                solver=chosen,
                goal=goal,
                tol=tol,
                eps=eps,
                max_iter=max_iter,
                max_seconds=max_seconds,
                random_state=random_state,
                watch=watchers,
            )
        except UnsuitableSolver as error:
            refusal = str(error)
            if solvers is None:
                continue
        except Interrupted as interrupted:
            outcome, ran.interrupted = interrupted.outcome, True
        except KeyboardInterrupt:
            ran.interrupted = True
            break
        ran.results[name] = Result(name, trace, outcome, refusal)
        if ran.interrupted:
            break
    return ran


def _entrants(problem: Any, solvers: Sequence[str | Solver] | None) -> list[tuple[str, Solver]]:
    if solvers is None:
        positive = isinstance(problem, Points) and problem.positive
        return [(name, named(name)) for name in (*(POSITIVE_SOLVERS if positive else ()), *SOLVERS)]
    if isinstance(solvers, str) or not len(solvers):
        raise InputError(f"solvers is {solvers!r}; give a list of names, or None for all")
    return [(each, named(each)) if isinstance(each, str) else (each.name, each) for each in solvers]
