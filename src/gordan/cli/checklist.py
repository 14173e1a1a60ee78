"""The second opinion as a table: every check of the verifier on a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from gordan.arithmetic.quantity import ROUNDED
from gordan.cli.digits import counted, shorten
from gordan.cli.grid import Wide, columns, indented
from gordan.outcome import Check, Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["checklist"]

_NAME = ((96, 42), (76, 34), (0, 20))  # room for a check's name by the width of the page: at 80 nearly all fit a line
_NARROW = 60  # columns of the page below which what was found stands below the check, not beside it
_SHORT = 12  # characters up to which two equal things are both shown


def checklist(verdict: Verdict, what: str, width: int, *, on: str = "the raw rows") -> Iterator[RenderableType]:
    """What the verifier recomputed, what came out beside what was needed, and in which arithmetic."""
    holding = sum(check.holds for check in verdict.checks)
    yield ""
    yield Text.assemble(
        (f"The {what} was verified on {on}: " if verdict.holds else "The verifier did not agree: ", "bold"),
        f"{holding} of {counted(len(verdict.checks), 'check')} hold.",
    )
    yield ""
    yield Wide(indented(_below(verdict.checks) if width < _NARROW else _beside(verdict.checks, width)))
    if any(check.arithmetic == ROUNDED for check in verdict.checks):
        yield Text(f"  rounded: {ROUNDED}", style="dim")


def _beside(checks: Iterable[Check], width: int) -> Grid:
    grid = columns()
    grid.add_column("", no_wrap=True)
    grid.add_column("check", width=next(columns for least, columns in _NAME if width >= least))
    grid.add_column("found and needed")
    grid.add_column("arithmetic", no_wrap=True, style="dim")
    for check in checks:
        grid.add_row(_mark(check), check.name, _compared(check), _arithmetic(check))
    return grid


def _below(checks: Iterable[Check]) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for check in checks:
        grid.add_row(_mark(check), Text(check.name))
        grid.add_row("", Text(f"{_compared(check)} ({_arithmetic(check)})", style="dim"))
    return grid


def _mark(check: Check) -> Text:
    return Text("✓", style="green") if check.holds else Text("✗", style="bold red")


def _arithmetic(check: Check) -> str:
    return "rounded" if check.arithmetic == ROUNDED else check.arithmetic


def _compared(check: Check) -> str:
    """What came out beside what was needed, without the punctuation of Python's tuples."""
    if check.bound == "True":
        return "yes" if check.quantity == "True" else "no"
    if check.quantity == check.bound == "-inf":
        return "none"
    found, needed = (_bare(shorten(text)) for text in (check.quantity, check.bound))
    if needed == found:
        return f"{found} = {needed}" if len(found) < _SHORT else found
    relation = needed.split()[0] in ("<", ">", "≥", "≤", "of", "among")
    return f"{found} {needed}" if relation else f"{found}, {needed}"


def _bare(text: str) -> str:
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1].replace("'", "").rstrip(",")
    return text.replace(">=", "≥").replace("<=", "≤")
