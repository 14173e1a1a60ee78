"""The page of `gordan diagnose`: a file, the diagnosis of its model, and the three ways to show it."""

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
    from gordan.regression.diagnose.report import Report

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
    diagnosis: Diagnosis
    carried: tuple[str, ...] | None = None

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.text import Text

        from gordan.cli.wide import Wide
        from gordan.regression.diagnose.report import report

        page = report(self.diagnosis, file=os.path.basename(self.source))
        yield Text.assemble((f"{page.title}: ", _COLOUR[page.kind]), (page.claim, "bold"))
        yield ""
        yield _facts(page)
        if page.table:
            yield ""
            yield Wide(Padding(_coefficients(page), (0, 0, 0, 2)))
        if page.table and page.left_out:
            yield Padding(
                Text(f"{page.left_out:,} more: --output-format json has them all.", style="dim"), (0, 0, 0, 2)
            )
        if page.advice:
            yield ""
            yield Text("What is usually done next:", style="bold")
            yield ""
            for each in page.advice:
                yield _item(each)

    def concise(self) -> str:
        diagnosis = self.diagnosis
        verified = "verified" if diagnosis.verdict.holds else "not verified"
        if isinstance(diagnosis, gordan.Undecided):
            return f"undecided  {clean(diagnosis.reason, None)}"
        infinite = ", ".join(f"{name} {diagnosis.coefficients[name]}" for name in diagnosis.infinite)
        rows = f"{len(diagnosis.rows):,} of {diagnosis.n:,} rows separated"
        parts = [diagnosis.kind, rows, *([infinite] if infinite else []), f"rank {diagnosis.rank}", verified]
        return "  ".join(clean(part, None) for part in parts)

    def record(self) -> dict[str, Any]:
        carried = {} if self.carried is None else {"values_in_certificate": list(self.carried)}
        return {**self.diagnosis.to_dict(), **carried, "file": self.source, "gordan": gordan.__version__}


def _facts(page: Report) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column()
    for word, sentence in page.facts:
        grid.add_row(word, Text(clean(sentence, None)))
    return grid


def _coefficients(page: Report) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in ("coefficient", "estimate", "direction", ""):
        grid.add_column(heading, no_wrap=True)
    for name, state, direction, remark in page.table:
        style = "" if state == "finite" else "magenta"
        grid.add_row(clean(name, _NAME), Text(state, style=style), direction, Text(remark, style="dim"))
    return grid


def _item(sentence: str) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1))
    grid.add_row("  -", Text(clean(sentence, None)))
    return grid
