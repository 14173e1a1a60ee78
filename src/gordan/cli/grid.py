"""The tables of a page: words beside sentences, columns under headings, every check of the verifier on a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gordan.arithmetic.quantity import ROUNDED
from gordan.cli import UNBOUNDED, UNDECIDED
from gordan.cli.digits import counted, shorten
from gordan.cli.sheet import Sheet
from gordan.outcome import Check, Verdict

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


__all__ = ["Wide", "checklist", "columns", "draw_sheet", "headline", "indented", "pairs", "rigid"]

_ENDLESS = 10_000  # columns; measuring within the page would answer with the page
_COLOUR = {0: "bold green", 1: "bold magenta", UNDECIDED: "bold yellow", UNBOUNDED: "bold cyan"}  # by exit code


def headline(word: str, sentence: str, code: int) -> Text:
    """The answer in a word, in the colour of an exit code, and the sentence that says it."""
    return Text.assemble((f"{word}: ", _COLOUR[code]), (sentence, "bold"))


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


def rigid(headings: Sequence[str], rows: Sequence[Sequence[str | Text]], right: Sequence[str] = ()) -> Wide:
    """A table none of whose cells is cut off or broken; the columns `right` are flush right."""
    grid = columns()
    for k, heading in enumerate(headings):
        least = max(len(heading), *(len(row[k]) for row in rows)) if rows else len(heading)
        grid.add_column(heading, no_wrap=True, min_width=least, justify="right" if heading in right else "left")
    for row in rows:
        grid.add_row(*row)
    return Wide(indented(grid))


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


def draw_sheet(title: str, sheet: Sheet, hidden: Sequence[str] = ()) -> Iterator[RenderableType]:
    """The sheet below its title, columns of numbers flush right; and what it leaves out, `hidden` what JSON has."""
    grid = columns(footer=sheet.last is not None)
    last = sheet.last or ("",) * len(sheet.headings)
    for k, (heading, below) in enumerate(zip(sheet.headings, last, strict=True)):
        left = k < sheet.words and not all(_numeric(row[k]) for row in sheet.rows)
        grid.add_column(heading, footer=below, justify="left" if left else "right", no_wrap=True, footer_style="dim")
    for row in sheet.rows:
        grid.add_row(*row)
    yield ""
    yield Text(title, style="bold")
    yield ""
    yield Wide(indented(grid))
    rest = [f"{counted(sheet.left_out, 'column')} not shown."] if sheet.left_out else []
    if hidden:
        rest.append(f"--output-format json has {' and '.join(hidden)}.")
    if rest:
        yield indented(Text(" ".join(rest), style="dim"))


def _numeric(cell: str) -> bool:
    return cell.replace(",", "").replace(".", "").replace("-", "").replace("e", "").isdecimal()


_NAME = ((96, 42), (76, 34), (0, 20))  # room for a check's name by the width of the page: at 80 nearly all fit a line
_NARROW = 60  # columns of the page below which what was found stands below the check, not beside it


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
    if any(check.rounded for check in verdict.checks):
        yield Text(f"  rounded: {ROUNDED}", style="dim")


def _beside(checks: Iterable[Check], width: int) -> Table:
    grid = columns()
    grid.add_column("", no_wrap=True)
    grid.add_column("check", width=next(columns for least, columns in _NAME if width >= least))
    grid.add_column("found and needed")
    grid.add_column("arithmetic", no_wrap=True, style="dim")
    for check in checks:
        grid.add_row(_mark(check), check.name, check.compared(shorten), _arithmetic(check))
    return grid


def _below(checks: Iterable[Check]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for check in checks:
        grid.add_row(_mark(check), Text(check.name))
        grid.add_row("", Text(f"{check.compared(shorten)} ({_arithmetic(check)})", style="dim"))
    return grid


def _mark(check: Check) -> Text:
    return Text("✓", style="green") if check.holds else Text("✗", style="bold red")


def _arithmetic(check: Check) -> str:
    return "rounded" if check.rounded else check.arithmetic
