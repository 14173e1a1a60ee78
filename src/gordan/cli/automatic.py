"""What `auto` means today: the table in the file that chooses, as a page."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gordan.engine.solver import auto

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["AUTO", "Automatic"]

AUTO = "auto"


class Automatic:
    """The choices of `auto`: for which data and question, which solver, and why.

    Examples
    --------
    >>> Automatic().concise()
    'auto  working-set'
    """

    def __init__(self) -> None:
        title, *lines = inspect.cleandoc(auto.__doc__ or "").splitlines()
        rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("|")]
        self.title = title
        # The second line of such a table is only a rule.
        self.headings = rows[0] if rows else []
        self.rows = rows[2:]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        yield Text.assemble((AUTO, "bold"), f": {self.title}")
        yield ""
        grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        for heading in self.headings:
            grid.add_column(heading)
        for row in self.rows:
            grid.add_row(*row)
        yield Padding(grid, (0, 0, 0, 2))
        yield ""
        yield Text("It is the default of --solver. `gordan explain NAME` tells more about the solver it chooses.")

    def concise(self) -> str:
        return f"{AUTO}  {auto.choose(auto.Question())[0].name}"

    def record(self) -> dict[str, Any]:
        choices = [dict(zip(self.headings, row, strict=True)) for row in self.rows]
        return {"name": AUTO, "title": self.title, "choices": choices}
