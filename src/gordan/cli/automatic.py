"""What `auto` means: the table that it chooses by, as a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gordan.engine.solver import auto

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["AUTO", "Automatic"]

AUTO = "auto"
_TITLE = "The choice of an algorithm when none is named."
_HEADINGS = ("data", "asked", "chosen", "why")


class Automatic:
    """The choices of `auto`: for which data and question, which solver, and why.

    Examples
    --------
    >>> Automatic().concise()
    'auto  working-set'
    """

    @property
    def rows(self) -> list[list[str]]:
        """The choices in the order in which they are tried."""
        return [[getattr(choice, heading) for heading in _HEADINGS] for choice in auto.CHOICES]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        yield Text.assemble((AUTO, "bold"), f": {_TITLE}")
        yield ""
        grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        for heading in _HEADINGS:
            grid.add_column(heading)
        for row in self.rows:
            grid.add_row(*row)
        yield Padding(grid, (0, 0, 0, 2))
        yield ""
        yield Text("It is the default of --solver. `gordan explain NAME` tells more about the solver it chooses.")

    def concise(self) -> str:
        return f"{AUTO}  {auto.choose(auto.Question())[0].name}"

    def record(self) -> dict[str, Any]:
        choices = [dict(zip(_HEADINGS, row, strict=True)) for row in self.rows]
        return {"name": AUTO, "title": _TITLE, "choices": choices}
