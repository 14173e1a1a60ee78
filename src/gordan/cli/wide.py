"""A table that is never squeezed: where the page is too narrow for its cells, its lines run over the edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.measure import Measurement

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

__all__ = ["Wide"]

_ENDLESS = 10_000  # columns; measuring within the page would answer with the page


@dataclass
class Wide:
    """What it holds, drawn at least as wide as its longest words: a cell cut to an ellipsis tells nothing."""

    part: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        least = Measurement.get(console, options.update(width=_ENDLESS), self.part).minimum
        yield from console.render(self.part, options.update(width=max(options.max_width, least)))
