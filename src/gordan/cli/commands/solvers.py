"""`gordan solvers`: every algorithm with what it does and what its theorem promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gordan.cli import SEPARABLE
from gordan.cli.parameter import FORMATS
from gordan.cli.printer import Format, show
from gordan.engine.solver import PAPER_NAMES, POSITIVE_SOLVERS, SOLVERS, auto, named, spelling
from gordan.engine.solver.auto import Question, choose
from gordan.errors import InputError
from gordan.file.table.wording import nearest, shown

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text


__all__ = ["AUTO", "Automatic", "SolverName", "refuse_unknown_solver", "solvers"]

AUTO = "auto"
SolverName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="An algorithm of `gordan solvers`, or its name in a paper; with parameters such as "
        "mirror-prox:adaptive=false.",
        autocompletion=lambda: [AUTO, *SOLVERS, *POSITIVE_SOLVERS],
    ),
]
_TITLE = "The choice of an algorithm when none is named."
_HEADINGS = ("data", "asked", "chosen", "why")


class Automatic:
    """The choices of `auto`: for which data and question, which solver, and why.

    Examples
    --------
    >>> Automatic().concise()
    'auto  min-norm-point'
    """

    @property
    def rows(self) -> list[list[str]]:
        """The choices in the order in which they are tried."""
        return [[getattr(choice, heading) for heading in _HEADINGS] for choice in auto.CHOICES]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import columns, indented

        yield Text.assemble((AUTO, "bold"), f": {_TITLE}")
        yield ""
        grid = columns(*_HEADINGS)
        for row in self.rows:
            grid.add_row(*row)
        yield indented(grid)
        yield ""
        yield Text("It is the default of --solver. `gordan explain NAME` tells more about the solver it chooses.")

    def concise(self) -> str:
        return f"{AUTO}  {auto.choose(auto.Question())[0].name}"

    def record(self) -> dict[str, object]:
        choices = [dict(zip(_HEADINGS, row, strict=True)) for row in self.rows]
        return {"name": AUTO, "title": _TITLE, "choices": choices}


def refuse_unknown_solver(name: str, *, besides: tuple[str, ...] = ()) -> None:
    """A slip of the pen is answered with at most three names, if some are near, also of `besides`.

    Examples
    --------
    >>> refuse_unknown_solver("auto")
    >>> refuse_unknown_solver("ISNKPVN")
    >>> refuse_unknown_solver("Winnow")
    >>> refuse_unknown_solver("mirror-prox:adaptive=false")
    """
    names = (AUTO, *SOLVERS, *POSITIVE_SOLVERS, *besides)
    asked, colon, _ = name.partition(":")
    known = spelling(asked) in {each.casefold() for each in (*SOLVERS, *POSITIVE_SOLVERS, *PAPER_NAMES)}
    if known and colon:
        named(name)  # refuses parameters that it does not have
    if known or name in names:
        return
    if colon and asked == AUTO:
        raise InputError(f"auto has no parameters, and {shown(name)} gives it some; name the algorithm they are for")
    question = nearest(spelling(asked), names)
    words = f"; words are {', '.join(besides)}" if besides else ""
    raise InputError(f"there is no solver {shown(name)}{question} (`gordan solvers` lists them all{words})")


_ALL = (*SOLVERS, *POSITIVE_SOLVERS)
_SYMBOLS = (
    "ρ the margin; R, L the length of the longest point, about the origin or its class; n points, m columns; λ the "
    "greatest eigenvalue of A'A; d is 1, ½ with an intercept; E the greatest entry, about the middle of its class; ε "
    "the level of --eps; α, β, γ the solver's own parameters."
)


class Catalogue:
    """All solvers, in the order of the papers."""

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.text import Text

        yield _line(Text("solver", style="dim"), Text("iterations at most", style="dim"))
        for solver in map(named, _ALL):
            yield _line(Text(solver.name, style="bold"), Text(solver.formula, style="cyan"))
            yield Padding(Text(solver.summary), (0, 0, 0, 2))
        yield ""
        yield Text(_default())
        yield Text(_SYMBOLS, style="dim")

    def concise(self) -> str:
        return "\n".join(_ALL)

    def record(self) -> list[dict[str, object]]:
        return [
            {
                "name": solver.name,
                "summary": solver.summary,
                "formula": solver.formula,
                "needs": solver.needs.__name__,
                "exact": solver.exact,
                "auto": solver.name == choose(Question())[0].name,
            }
            for solver in map(named, _ALL)
        ]


def solvers(
    output_format: Annotated[
        Format, typer.Option(**FORMATS, help="A page, the names alone, or all of it for a program.")
    ] = "full",
) -> int:
    """List the algorithms with their guarantees."""
    show(Catalogue(), output_format)
    return SEPARABLE


def _line(name: Text, promise: Text) -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=max(map(len, _ALL)), no_wrap=True)
    grid.add_column()
    grid.add_row(name, promise)
    return grid


def _default() -> str:
    chosen, _ = choose(Question())
    return (
        f"--solver {AUTO}, the default, looks at the shape of the data and mostly means {chosen.name}. "
        f"`gordan explain {AUTO}` tells how it chooses, and `gordan explain NAME` more about one. The papers' names, "
        f"{', '.join(PAPER_NAMES)}, are understood too."
    )
