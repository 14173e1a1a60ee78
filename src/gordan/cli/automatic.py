"""What `auto` means: the table that it chooses by, as a page."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from gordan.engine.solver import PAPER_NAMES, POSITIVE_SOLVERS, SOLVERS, auto
from gordan.errors import InputError
from gordan.file.table.wording import nearest, shown

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["AUTO", "Automatic", "refuse_unknown_solver"]

AUTO = "auto"
_TITLE = "The choice of an algorithm when none is named."
_HEADINGS = ("data", "asked", "chosen", "why")


class Automatic:
    """The choices of `auto`: for which data and question, which solver, and why.

    Examples
    --------
    >>> Automatic().concise()
    'auto  min-norm-point'
    """

    @property
    def rows(self) -> list[list[str]]:
        """The choices in the order in which they are tried."""
        return [[getattr(choice, heading) for heading in _HEADINGS] for choice in auto.CHOICES]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import columns, indented

        yield Text.assemble((AUTO, "bold"), f": {_TITLE}")
        yield ""
        grid = columns(*_HEADINGS)
        for row in self.rows:
            grid.add_row(*row)
        yield indented(grid)
        yield ""
        yield Text("It is the default of --solver. `gordan explain NAME` tells more about the solver it chooses.")

    def concise(self) -> str:
        return f"{AUTO}  {auto.choose(auto.Question())[0].name}"

    def record(self) -> dict[str, object]:
        choices = [dict(zip(_HEADINGS, row, strict=True)) for row in self.rows]
        return {"name": AUTO, "title": _TITLE, "choices": choices}


def refuse_unknown_solver(name: str, *, besides: tuple[str, ...] = ()) -> None:
    """A slip of the pen is answered with at most three names, of which there are always some, or one of `besides`.

    Examples
    --------
    >>> refuse_unknown_solver("auto")
    >>> refuse_unknown_solver("ISNKPVN")
    >>> refuse_unknown_solver("Winnow")
    """
    names = (AUTO, *SOLVERS, *POSITIVE_SOLVERS, *besides)
    if name in names or name.casefold() in {known.casefold() for known in (*SOLVERS, *POSITIVE_SOLVERS, *PAPER_NAMES)}:
        return
    question = nearest(name.replace("_", "-"), names)
    if not question:
        nearer = get_close_matches(name, names, n=3, cutoff=0.0)
        question = f"; the nearest names are {', '.join(nearer)}"
    raise InputError(f"there is no solver {shown(name)}{question} (`gordan solvers` lists them all)")
