"""The tables of a page: words beside sentences, columns under headings, and tables that are never squeezed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

__all__ = ["Wide", "columns", "indented", "pairs"]

_ENDLESS = 10_000  # columns; measuring within the page would answer with the page


def pairs(rows: Iterable[tuple[str, str | Text]], style: str = "dim", gap: int = 2) -> Table:
    """Two columns without headings; the first has the style."""
    grid = Table.grid(padding=(0, gap))
    grid.add_column(style=style)
    grid.add_column()
    for name, words in rows:
        grid.add_row(Text(name), Text(words) if isinstance(words, str) else words)
    return grid


def columns(*headings: str, no_wrap: bool = False, footer: bool = False) -> Table:
    """An empty table with these headings and without lines."""
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", show_footer=footer)
    for heading in headings:
        grid.add_column(heading, no_wrap=no_wrap)
    return grid


def indented(part: RenderableType, by: int = 2) -> Padding:
    """The part, some columns to the right."""
    return Padding(Text(part) if isinstance(part, str) else part, (0, 0, 0, by))


@dataclass
class Wide:
    """A part drawn at least as wide as its longest words, over the edge of the page where need be."""

    part: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        least = Measurement.get(console, options.update(width=_ENDLESS), self.part).minimum
        yield from console.render(self.part, options.update(width=max(options.max_width, least)))
