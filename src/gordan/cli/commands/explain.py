"""`gordan explain NAME`: one algorithm, told by the file that holds it, or one word of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gordan.cli.automatic import AUTO, Automatic
from gordan.cli.code import SEPARABLE
from gordan.cli.concept import CONCEPTS, Concept
from gordan.cli.manual import Manual, read_manual
from gordan.cli.option import FORMATS
from gordan.cli.printer import Format, Page, show
from gordan.cli.solver_name import refuse_unknown_solver
from gordan.engine.solver import named

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["explain"]


_NAMES = "A name of `gordan solvers`, one of the papers such as MPLFP, auto, or a word such as margin."


class Explanation:
    """The manual of one solver as a page."""

    def __init__(self, manual: Manual) -> None:
        self.manual = manual

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        manual = self.manual
        yield Text.assemble((manual.name, "bold"), f": {manual.title}")
        for block in manual.blocks:
            yield ""
            # A numbered step continues below its text, not below its number.
            for line in block:
                indent = 2 + len(line) - len(line.lstrip())
                grid = Table.grid(padding=0)
                number, _, rest = line.lstrip().partition(" ")
                if number.rstrip(".").isdecimal():
                    deep = len(rest) - len(rest.lstrip())
                    grid.add_row(Text(f"{number} ".ljust(3) + " " * deep, style="dim"), Text(rest.lstrip()))
                else:
                    grid.add_row(Text(line.strip()))
                yield Padding(grid, (0, 0, 0, indent))
        for heading, text in manual.sections.items():
            yield ""
            yield Text(heading, style="bold")
            yield Padding(Text(text), (0, 0, 0, 2))
        yield ""
        yield Text("Parameters", style="bold")
        if not manual.parameters:
            yield Padding(Text("none"), (0, 0, 0, 2))
            return
        for parameter in manual.parameters:
            yield Padding(Text.assemble((f"{parameter.name} = {parameter.default}", "cyan")), (0, 0, 0, 2))
            yield Padding(Text(parameter.meaning), (0, 0, 0, 6))
        yield ""
        yield Text(f"With other parameters, in Python: gordan.solve(problem, solver={manual.call})")

    def concise(self) -> str:
        return f"{self.manual.name}  {self.manual.summary}  {self.manual.promise} iterations"

    def record(self) -> dict[str, Any]:
        manual = self.manual
        return {
            "name": manual.name,
            "summary": manual.summary,
            "formula": manual.formula,
            "title": manual.title,
            "algorithm": ["\n".join(block) for block in manual.blocks],
            **{heading.lower(): text for heading, text in manual.sections.items()},
            "parameters": [parameter._asdict() for parameter in manual.parameters],
        }


def explain(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help=_NAMES),
    ],
    output_format: Annotated[
        Format, typer.Option(**FORMATS, help="A page, a line, or all of it for a program.")
    ] = "full",
) -> int:
    """Tell about one algorithm: its steps, guarantee, needs, reference and parameters; or what a word means."""
    show(_page(name), output_format)
    return SEPARABLE


def _page(name: str) -> Page:
    if name == AUTO:
        return Automatic()
    if name in CONCEPTS:
        return Concept(name)
    refuse_unknown_solver(name, besides=tuple(CONCEPTS))
    return Explanation(read_manual(named(name)))
