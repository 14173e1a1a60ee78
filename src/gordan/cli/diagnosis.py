"""The answer to `gordan diagnose`: a file, a model, and the three ways to show what is proved about it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gordan
from gordan.cli.clean import clean

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from gordan.regression.diagnose import Diagnosis
    from gordan.regression.diagnose.account import Account

__all__ = ["Page"]

_COLOUR = {
    "overlap": "bold green",
    "quasi": "bold magenta",
    "complete": "bold magenta",
    "undecided": "bold yellow",
}
_NAME = 48  # characters of a coefficient's name: interactions of factors are long


@dataclass(frozen=True)
class Page:
    """One diagnosis of the model in one file; `carried` are columns whose values its certificate will hold, if any."""

    source: str
    found: Diagnosis
    carried: tuple[str, ...] | None = None

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.text import Text

        from gordan.cli.wide import Wide
        from gordan.regression.diagnose.account import account

        told = account(self.found, on_lines=True)
        yield Text.assemble((f"{told.title}: ", _COLOUR[told.kind]), (told.claim, "bold"))
        yield ""
        yield self._facts(told)
        if told.table:
            yield ""
            yield Wide(Padding(_coefficients(told), (0, 0, 0, 2)))
        if told.table and told.left_out:
            yield Padding(
                Text(f"{told.left_out:,} more: --output-format json has them all.", style="dim"), (0, 0, 0, 2)
            )
        if told.advice:
            yield ""
            yield Text("What is usually done next:", style="bold")
            yield ""
            for each in told.advice:
                yield _item(each)

    def _facts(self, told: Account) -> Table:
        from rich.table import Table
        from rich.text import Text

        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim")
        grid.add_column()
        for word, sentence in told.facts:
            if word == "data":
                sentence = f"{os.path.basename(self.source)}: {sentence}"
            grid.add_row(word, Text(clean(sentence, None)))
        return grid

    def concise(self) -> str:
        found = self.found
        verified = "verified" if found.verdict.holds else "not verified"
        if found.kind == "undecided":
            return f"undecided  {clean(found.reason, None)}"
        infinite = ", ".join(f"{name} {found.coefficients[name]}" for name in found.infinite)
        rows = f"{len(found.rows):,} of {found.n:,} rows separated"
        parts = [found.kind, rows, *([infinite] if infinite else []), f"rank {found.rank}", verified]
        return "  ".join(clean(part, None) for part in parts)

    def record(self) -> dict[str, Any]:
        carried = {} if self.carried is None else {"values_in_certificate": list(self.carried)}
        return {**self.found.to_dict(), **carried, "file": self.source, "gordan": gordan.__version__}


def _coefficients(told: Account) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in ("coefficient", "estimate", "direction", ""):
        grid.add_column(heading, no_wrap=True)
    for name, state, direction, remark in told.table:
        style = "" if state == "finite" else "magenta"
        grid.add_row(clean(name, _NAME), Text(state, style=style), direction, Text(remark, style="dim"))
    return grid


def _item(sentence: str) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1))
    grid.add_row("  -", Text(clean(sentence, None)))
    return grid
