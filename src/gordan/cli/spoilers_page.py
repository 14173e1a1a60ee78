"""The pages of `gordan spoilers`: which few rows of a file have to go, of its classes or of a model, and the proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.cli import INSEPARABLE, SEPARABLE, UNDECIDED
from gordan.cli.answer import equation
from gordan.cli.clean import clean
from gordan.cli.deciding import distances, whose
from gordan.cli.digits import brief, counted, seconds
from gordan.cli.question import place
from gordan.cli.sheet import Sheet, lay_out
from gordan.cli.sides import Sides, data_sentence, take_sides
from gordan.file.table import Table
from gordan.file.table.columns import COLUMNAR
from gordan.file.table.wording import source_name
from gordan.outcome import Claim, IntegerSeparator, Rows, Separable
from gordan.outcome.record import __version__
from gordan.outcome.spoilers import ModelSpoilers, Removal, Spoilers
from gordan.problem import Points

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gordan.file.table.frame import Frame
    from gordan.regression.model.system import Posed

__all__ = ["ModelSpoilersPage", "SpoilersPage"]

_SHOWN = 20  # rows of the page
_LISTED = 12  # lines of the concise answer
_CELL = 24  # characters of a value


class _Page(ABC):
    """What both pages share; each has the `answer`, the `lines` of its rows, and what `place` these count."""

    answer: Removal
    lines: Sequence[int]
    place: str
    checked_on = "the raw rows"

    @property
    def code(self) -> int:
        """0 where no row has to go, 1 where it is proved that some have to, 3 where that was not proved."""
        if not self.answer.rows:
            return SEPARABLE
        return INSEPARABLE if self.answer.lower else UNDECIDED

    @property
    def colour(self) -> int:
        """The exit code whose colour the headline has."""
        return self.code

    @abstractmethod
    def described(self) -> Iterator[tuple[str, str]]:
        """What was asked about."""

    @abstractmethod
    def needed(self) -> str:
        """Why so many rows have to go."""

    @abstractmethod
    def enough(self) -> str:
        """What is true of the others."""

    @abstractmethod
    def shown(self) -> Iterator[tuple[str, str]]:
        """The hyperplane, or the direction, that separates the others."""

    @abstractmethod
    def sheet(self, width: int) -> tuple[str, Sheet]:
        """The first rows to leave out, below their title."""

    def full(self, width: int) -> Iterator[RenderableType]:
        from gordan.cli.grid import checklist, draw_sheet, headline, pairs

        answer = self.answer
        yield headline(answer.kind.capitalize(), answer.words(), self.colour)
        yield ""
        yield pairs((word, clean(sentence, None)) for word, sentence in self._facts())
        if answer.rows:
            more = [counted(answer.upper - _SHOWN, "more row")] if answer.upper > _SHOWN else []
            yield from draw_sheet(*self.sheet(width), more)
        yield from checklist(answer.verdict, "answer", width, on=self.checked_on)

    def _facts(self) -> Iterator[tuple[str, str]]:
        answer = self.answer
        yield from self.described()
        if answer.lower:
            yield "needed", f"{counted(answer.lower, 'row')} at least: {self.needed()}"
        if answer.rows:
            yield "enough", f"{counted(answer.upper, 'row')}: {self.enough()}"
        yield from self.shown()
        yield "work", f"{counted(answer.n_iter, 'question')}, {seconds(answer.seconds)}"
        if answer.reason:
            yield "", f"{str(answer.reason)[:1].upper()}{str(answer.reason)[1:]}."

    def concise(self) -> str:
        answer = self.answer
        judged = "verified" if answer.verdict.holds else "not verified"
        if not answer.rows:
            return f"{answer.kind}  no row has to go  {judged}"
        listed = ", ".join(map(str, self.lines[:_LISTED])) + (", …" if answer.upper > _LISTED else "")
        noun = self.place + ("s" if answer.upper > 1 else "")
        return f"{answer.kind}  {noun} {listed}  at least {answer.lower:,}, {answer.upper:,} suffice  {judged}"


@dataclass(frozen=True)
class SpoilersPage(_Page):
    """The rows of one file that spoil the separation of its classes."""

    table: Table
    problem: Points
    answer: Spoilers

    @cached_property
    def lines(self) -> list[int]:  # type: ignore[override]
        return self.table.lines[self.rows].tolist()  # type: ignore[no-any-return]

    @property
    def place(self) -> str:  # type: ignore[override]
        return place(self.table)

    @cached_property
    def sides(self) -> Sides:
        return take_sides(self.table, self.problem)

    @cached_property
    def rows(self) -> Rows:
        return np.array(self.answer.rows, dtype=np.int64)

    @cached_property
    def separator(self) -> Separable | None:
        """The hyperplane between the rest; None where the rest is of one class, or empty."""
        proof = self.answer.separator
        if proof is None:
            return None
        if isinstance(proof, IntegerSeparator):
            return Separable(claim=Claim(proof=proof, **proof.shown))
        at_zero = float(proof.offset) - float(proof.direction @ proof.centre)
        claim = Claim(coef=proof.direction, intercept=at_zero, centre=proof.centre, offset=proof.offset)
        return Separable(claim=claim)

    @cached_property
    def hyperplane(self) -> str | None:
        """The equation of that hyperplane, with digits enough to separate the rest as printed."""
        if self.separator is None:
            return None
        rest = self.problem.subset(np.setdiff1d(np.arange(self.problem.n), self.rows).tolist())
        return equation(self.table, rest, self.separator, self.sides)

    @cached_property
    def depths(self) -> Array | None:
        """Signed distances of the rows to that hyperplane: below zero is the wrong side."""
        return None if self.separator is None else distances(self.problem, self.separator, self.rows)

    def described(self) -> Iterator[tuple[str, str]]:
        yield "data", data_sentence(self.table, self.problem, self.sides)

    def needed(self) -> str:
        several = self.answer.lower > 1
        return "certificates that share no row say so" if several else "all rows together are inseparable"

    def enough(self) -> str:
        left = self.answer.n - self.answer.upper
        return f"the hyperplane has the other {left:,} on their sides" if self.separator else "the rest is of one class"

    def shown(self) -> Iterator[tuple[str, str]]:
        if self.hyperplane is not None:
            yield "hyperplane", self.hyperplane

    def sheet(self, width: int) -> tuple[str, Sheet]:
        rows = self.rows[:_SHOWN]
        X = self.problem.rows(rows.tolist())
        said = whose(self.table, self.problem, self.sides, rows)
        title = "The rows to leave out:"
        if self.depths is not None:
            said.append(("distance", [brief(v) for v in self.depths[:_SHOWN].tolist()]))
            title = "The rows to leave out (distance to the hyperplane, below zero on the wrong side):"
        coef = None if self.separator is None else self.separator.coef
        importance = np.abs(X).max(axis=0) if coef is None else np.abs(coef)
        return title, lay_out(self.table, said, X, importance=importance, width=width)

    def record(self) -> dict[str, object]:
        """The answer's own record, and after some of its members what the file adds."""
        table = self.table
        depths = None if self.depths is None else self.depths.tolist()
        beside: dict[str, dict[str, object]] = {
            "outcome": {"file": table.source, "label": table.label, "positive": table.positive},
            "rows": {"lines": table.lines[self.rows], "distances": depths},
            "n": {"names": table.names, "hyperplane": self.hyperplane},
        }
        record: dict[str, object] = {}
        for key, value in self.answer.to_dict().items():
            record |= {key: value, **beside.get(key, {})}
        return record


@dataclass(frozen=True)
class ModelSpoilersPage(_Page):
    """The rows of one file without which a model is separated; `columns` are those that the model names."""

    file: str
    table: Frame
    columns: tuple[str, ...]
    posed: Posed
    answer: ModelSpoilers

    checked_on = "the rows of the model"

    @cached_property
    def lines(self) -> list[int]:  # type: ignore[override]
        return [int(self.table.index[row]) for row in self.answer.rows]

    @property
    def place(self) -> str:  # type: ignore[override]
        """What `lines` count: rows in files that have no lines."""
        return "row" if self.file.lower().endswith((*COLUMNAR, ".dta")) else "line"

    @property
    def colour(self) -> int:
        # Of a model it is good news that rows have to go: its estimates exist.
        return {SEPARABLE: INSEPARABLE, INSEPARABLE: SEPARABLE}.get(self.code, self.code)

    def described(self) -> Iterator[tuple[str, str]]:
        from gordan.regression.model.system import FAMILIES

        design = self.posed.design
        yield "model", f"{design.formula} ({FAMILIES[self.posed.family]})"
        used = "all of them used" if design.n == design.n_given else f"{design.n:,} of them used"
        yield "data", f"{source_name(self.file)}: {counted(design.n_given, 'row')}, {used}"

    def needed(self) -> str:
        count, shared = len(self.answer.refutations), self.answer.shared
        if count == 1:
            return "with all rows the estimates exist"
        if shared == 1:
            return f"{count:,} sets of rows, no two with a row in common, each keep the estimates in existence"
        return f"{count:,} sets of rows each keep the estimates in existence, and no row is in more than {shared:,}"

    def enough(self) -> str:
        return f"the other {self.posed.design.n - self.answer.upper:,} rows are separated along the direction"

    def shown(self) -> Iterator[tuple[str, str]]:
        names = self.posed.system.names
        moved = [f"{name} {way:+,}" for name, way in zip(names, self.answer.direction, strict=True) if way]
        more = f", and {len(moved) - _LISTED:,} more" if len(moved) > _LISTED else ""
        yield "direction", ", ".join(moved[:_LISTED]) + more

    def sheet(self, width: int) -> tuple[str, Sheet]:
        columns = [(self.place, [str(line) for line in self.lines[:_SHOWN]])]
        room = width - 4 - max(len(cell) for cell in (self.place, *columns[0][1]))
        for name in self.columns:
            heading, cells = clean(name, _CELL), [_cell(self.table[name][row]) for row in self.answer.rows[:_SHOWN]]
            room -= 2 + max(map(len, [heading, *cells]))
            if room < 0:
                break
            columns.append((heading, cells))
        across = tuple(zip(*(column for _, column in columns), strict=True))
        left_out = len(self.columns) + 1 - len(columns)
        sheet = Sheet(tuple(heading for heading, _ in columns), across, None, len(columns), left_out)
        return "The rows to leave out:", sheet

    def record(self) -> dict[str, object]:
        """The answer's own record, and what the file and the model add."""
        model = {"formula": self.posed.design.formula, "family": self.posed.family, "names": self.posed.system.names}
        return {**self.answer.to_dict(), "file": self.file, "lines": self.lines, **model, "gordan": __version__}


def _cell(value: object) -> str:
    """A cell of the file, or a blank where it is missing."""
    if value is None:
        return ""
    return brief(float(value), 6) if isinstance(value, float) else clean(str(value), _CELL)
