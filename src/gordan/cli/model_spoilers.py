"""`gordan spoilers FILE --formula …`: which few observations keep a model's estimates in existence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import gordan
from gordan.cli import INSEPARABLE, SEPARABLE, UNDECIDED
from gordan.cli.clean import clean
from gordan.cli.digits import brief, counted, seconds
from gordan.file.table.columns import COLUMNAR
from gordan.file.table.wording import source_name
from gordan.outcome.spoilers import ModelSpoilers

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gordan.file.table.frame import Frame
    from gordan.regression.model.system import Posed

__all__ = ["ModelSpoilersPage"]

_SHOWN = 20  # rows of the page
_LISTED = 12  # lines of the concise answer
_CELL = 24  # characters of a value
_CODES = {"separated": SEPARABLE, "overlap": INSEPARABLE, "undecided": UNDECIDED}
_COLOUR = {"separated": "bold magenta", "overlap": "bold green", "undecided": "bold yellow"}


@dataclass(frozen=True)
class ModelSpoilersPage:
    """The rows of one file without which a model is separated; `columns` are those that the model names."""

    file: str
    table: Frame
    columns: tuple[str, ...]
    posed: Posed
    answer: ModelSpoilers

    @property
    def code(self) -> int:
        """0 where no row has to go, 1 where it is proved that some have to, 3 where that was not proved."""
        return _CODES[self.answer.kind]

    @cached_property
    def lines(self) -> list[int]:
        return [int(self.table.index[row]) for row in self.answer.rows]

    @property
    def place(self) -> str:
        """What `lines` count: rows in files that have no lines."""
        return "row" if self.file.lower().endswith((*COLUMNAR, ".dta")) else "line"

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import checklist, pairs

        kind = self.answer.kind
        yield Text.assemble((f"{kind.capitalize()}: ", _COLOUR[kind]), (self.answer.words(), "bold"))
        yield ""
        yield pairs((word, clean(sentence, None)) for word, sentence in self._facts())
        if self.answer.rows:
            yield from self._sheet(width)
        yield from checklist(self.answer.verdict, "answer", width, on="the rows of the model")

    def _facts(self) -> Iterator[tuple[str, str]]:
        from gordan.regression.model.system import FAMILIES

        answer, design = self.answer, self.posed.design
        yield "model", f"{design.formula} ({FAMILIES[self.posed.family]})"
        used = "all of them used" if design.n == design.n_given else f"{design.n:,} of them used"
        yield "data", f"{source_name(self.file)}: {counted(design.n_given, 'row')}, {used}"
        if answer.lower:
            yield "needed", f"{counted(answer.lower, 'row')} at least: {self._refuted()}"
        if answer.rows:
            left = design.n - answer.upper
            yield "enough", f"{counted(answer.upper, 'row')}: the other {left:,} rows are separated along the direction"
        yield "direction", self._along()
        yield "work", f"{counted(answer.n_iter, 'question')}, {seconds(answer.seconds)}"
        if answer.reason:
            yield "", f"{str(answer.reason)[:1].upper()}{str(answer.reason)[1:]}."

    def _refuted(self) -> str:
        count, shared = len(self.answer.refutations), self.answer.shared
        if count == 1:
            return "with all rows the estimates exist"
        if shared == 1:
            return f"{count:,} sets of rows, no two with a row in common, each keep the estimates in existence"
        return f"{count:,} sets of rows each keep the estimates in existence, and no row is in more than {shared:,}"

    def _along(self) -> str:
        """The direction by the coefficients that move along it."""
        names = self.posed.system.names
        moved = [f"{name} {way:+,}" for name, way in zip(names, self.answer.direction, strict=True) if way]
        more = f", and {len(moved) - _LISTED:,} more" if len(moved) > _LISTED else ""
        return ", ".join(moved[:_LISTED]) + more

    def _sheet(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.full import grid_of
        from gordan.cli.grid import indented
        from gordan.cli.sheet import Sheet

        rows = self.answer.rows[:_SHOWN]
        columns = [(self.place, [str(line) for line in self.lines[:_SHOWN]])]
        room = width - 4 - max(len(cell) for cell in (self.place, *columns[0][1]))
        for name in self.columns:
            heading, cells = clean(name, _CELL), [_cell(self.table[name][row]) for row in rows]
            room -= 2 + max(map(len, [heading, *cells]))
            if room < 0:
                break
            columns.append((heading, cells))
        yield ""
        yield Text("The rows to leave out:", style="bold")
        yield ""
        across = tuple(zip(*(column for _, column in columns), strict=True))
        yield grid_of(Sheet(tuple(heading for heading, _ in columns), across, None, len(columns), 0))
        left_out = len(self.columns) + 1 - len(columns)
        rest = [f"{counted(left_out, 'column')} not shown."] if left_out else []
        if self.answer.upper > _SHOWN:
            rest.append(f"--output-format json has {counted(self.answer.upper - _SHOWN, 'more row')}.")
        if rest:
            yield indented(Text(" ".join(rest), style="dim"))

    def concise(self) -> str:
        answer = self.answer
        judged = "verified" if answer.verdict.holds else "not verified"
        if not answer.rows:
            return f"separated  no row has to go  {judged}"
        listed = ", ".join(map(str, self.lines[:_LISTED])) + (", …" if answer.upper > _LISTED else "")
        noun = self.place + ("s" if answer.upper > 1 else "")
        return f"{answer.kind}  {noun} {listed}  at least {answer.lower:,}, {answer.upper:,} suffice  {judged}"

    def record(self) -> dict[str, object]:
        """The answer's own record, and what the file and the model add."""
        model = {"formula": self.posed.design.formula, "family": self.posed.family, "names": self.posed.system.names}
        return {
            **self.answer.to_dict(),
            "file": self.file,
            "lines": self.lines,
            **model,
            "gordan": gordan.__version__,
        }


def _cell(value: object) -> str:
    """A cell of the file, or a blank where it is missing."""
    if value is None:
        return ""
    return brief(float(value), 6) if isinstance(value, float) else clean(str(value), _CELL)
