"""A part of a paper's page: a table, a figure or a theorem as a list of cells, each measured once and kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["SIZES", "Cell", "Missing", "Part", "Record", "Size"]

Size = Literal["quick", "usual", "full"]
SIZES: tuple[Size, ...] = ("quick", "usual", "full")

Record = dict[str, Any]


class Missing(Exception):
    """A cell needs data or a package that is not there; it is left out and asked for again the next time."""


@dataclass(frozen=True)
class Cell:
    """One measurement.

    `key` says what is measured, in values that JSON has; `measure` gets the records that its part has so far and
    returns the rest of its own. A cell belongs to its size and to all larger ones.
    """

    key: Record
    measure: Callable[[list[Record]], Record]
    size: Size = "quick"


@dataclass(frozen=True)
class Part:
    """The cells of one table, figure or theorem, and how the page shows their records.

    `show` returns Markdown and may write pictures beside the page. `minutes` is what the usual size takes on two idle
    cores; `timed` parts show seconds, which depend on what else runs. A part that is
    `ready` has something to show before anything is measured.
    """

    paper: str
    name: str
    title: str
    cells: Callable[[], Sequence[Cell]]
    show: Callable[[list[Record]], str]
    minutes: float = 1.0
    timed: bool = False
    ready: bool = False

    def wanted(self, size: Size) -> list[Cell]:
        """The cells of this size and of smaller ones."""
        return [cell for cell in self.cells() if SIZES.index(cell.size) <= SIZES.index(size)]
