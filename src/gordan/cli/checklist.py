"""The second opinion as a table: every check of the verifier on a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from gordan.cli.digits import counted, shorten
from gordan.outcome import Check, Outcome, Undecided
from gordan.verify.bounds import ROUNDED

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["checklist"]

_NAME = ((96, 42), (76, 34), (0, 20))  # room for a check's name by the width of the page: at 80 nearly all fit a line
_SHORT = 12  # characters up to which two equal things are both shown


def checklist(outcome: Outcome, width: int) -> Iterator[RenderableType]:
    """What the verifier recomputed, what came out beside what was needed, and in which arithmetic."""
    verdict = outcome.verdict
    holding = sum(check.holds for check in verdict.checks)
    what = "bracket" if isinstance(outcome, Undecided) else "answer"
    yield ""
    yield Text.assemble(
        (f"The {what} was verified on the raw rows: " if verdict.holds else "The verifier did not agree: ", "bold"),
        f"{holding} of {counted(len(verdict.checks), 'check')} hold.",
    )
    yield ""
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    grid.add_column("", no_wrap=True)
    grid.add_column("check", width=next(columns for least, columns in _NAME if width >= least))
    grid.add_column("found and needed")
    grid.add_column("arithmetic", no_wrap=True, style="dim")
    for check in verdict.checks:
        mark = Text("✓", style="green") if check.holds else Text("✗", style="bold red")
        arithmetic = "rounded" if check.arithmetic == ROUNDED else check.arithmetic
        grid.add_row(mark, check.name, _compared(check), arithmetic)
    yield Padding(grid, (0, 0, 0, 2))
    if any(check.arithmetic == ROUNDED for check in verdict.checks):
        yield Text(f"  rounded: {ROUNDED}", style="dim")


def _compared(check: Check) -> str:
    """What came out beside what was needed, without the punctuation of Python's tuples."""
    found, needed = (_bare(shorten(text)) for text in (check.quantity, check.bound))
    if needed == found:
        return f"{found} = {needed}" if len(found) < _SHORT else found
    relation = needed.split()[0] in (">", "≥", "≤", "of", "among")
    return f"{found} {needed}" if relation else f"{found}, {needed}"


def _bare(text: str) -> str:
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1].replace("'", "").rstrip(",")
    return text.replace(">=", "≥").replace("<=", "≤")
