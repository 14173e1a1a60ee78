"""What every page about a certificate has: the verdict in a sentence, the facts, and the checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from gordan.outcome import Verdict
from gordan.outcome.certificate.version import __version__

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["compose_record", "draw", "failed", "word"]


def word(verdict: Verdict) -> str:
    return "accepted" if verdict.holds else "rejected"


def failed(verdict: Verdict) -> str:
    """The names of the checks that do not hold."""
    return ", ".join(check.name for check in verdict.failed)


def compose_record(verdict: Verdict, path: str, *, claimed: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
    """The record for a program: the verdict on the certificate, what it claims, about which data, and every check."""
    return {
        "verdict": word(verdict),
        "failed": [check.name for check in verdict.failed],
        "certificate": path,
        "claimed": claimed,
        **about,
        "checks": [vars(check) for check in verdict.checks],
        "gordan": __version__,
    }


def draw(
    verdict: Verdict, sentence: str, facts: Iterable[tuple[str, str]], width: int, *, on: str = "the raw rows"
) -> Iterator[RenderableType]:
    """The parts of the page; `sentence` says what is proved, for a rejected certificate it is replaced."""
    from rich.table import Table as Grid
    from rich.text import Text

    from gordan.cli.checklist import checklist

    if not verdict.holds:
        sentence = f"the certificate does not prove its claim of these data. Failed: {failed(verdict)}."
    style = "bold green" if verdict.holds else "bold red"
    yield Text.assemble((f"{word(verdict).capitalize()}: ", style), (sentence, "bold"))
    yield ""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column()
    for name, words in facts:
        grid.add_row(name, Text(words))
    yield grid
    yield from checklist(verdict, "certificate", width, on=on)
