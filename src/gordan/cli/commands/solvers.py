"""`gordan solvers`: every algorithm with what it does and what its theorem promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gordan.cli import SEPARABLE
from gordan.cli.automatic import AUTO
from gordan.cli.option import FORMATS
from gordan.cli.printer import Format, show
from gordan.engine.solver import PAPER_NAMES, POSITIVE_SOLVERS, SOLVERS, named
from gordan.engine.solver.auto import Question, choose

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

__all__ = ["solvers"]

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
