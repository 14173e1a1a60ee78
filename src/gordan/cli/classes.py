"""The answer to `gordan check` of three or more classes: every pair, and each class against the rest, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.arithmetic.deadline import deadline, part_of, seconds_left
from gordan.cli import CODES, INTERRUPTED
from gordan.cli.answer import Answer
from gordan.cli.clean import clean
from gordan.cli.digits import bracket_ends, counted
from gordan.cli.question import pose
from gordan.engine.loop.separate import solve
from gordan.errors import InputError, Interrupted
from gordan.file.table import Table
from gordan.file.table.read import class_parts
from gordan.file.table.wording import source_name
from gordan.outcome import Inseparable
from gordan.outcome.record import __version__
from gordan.problem.batches import is_batches
from gordan.problem.kernel import read_kernel

if TYPE_CHECKING:
    from rich.console import RenderableType

    from gordan.show.report.classes_page import Question

__all__ = ["ClassTable", "answer_classes", "has_several"]

_MOST = 50  # classes: 1,275 questions, and a table that somebody reads
_BROAD = 96  # columns of the page from which the rows that decide are shown too
_COLOUR = {"separable": "green", "inseparable": "magenta", "undecided": "yellow"}
_REST = "all others"


def has_several(table: Table) -> bool:
    """Whether the table has three or more classes, few enough to ask about them all."""
    return not is_batches(table.X) and 2 < np.unique(table.y).size <= _MOST


@dataclass(frozen=True)
class Asked:
    """One question of the table: the class, what it is set against (None for the rest), and the answer."""

    first: str
    second: str | None
    answer: Answer

    @property
    def kind(self) -> str:
        return self.answer.outcome.kind


@dataclass
class ClassTable:
    """All questions about the classes of one table, as far as they were answered."""

    table: Table
    asked: list[Asked] = field(default_factory=list)
    interrupted: bool = False

    @cached_property
    def classes(self) -> list[str]:
        return [str(each) for each in np.unique(self.table.y).tolist()]

    @property
    def kind(self) -> str:
        """The worst answer: what is not known, else what does not separate."""
        kinds = {each.kind for each in self.asked}
        return next((kind for kind in ("undecided", "inseparable") if kind in kinds), "separable")

    @property
    def code(self) -> int:
        return INTERRUPTED if self.interrupted else CODES[self.kind]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import pairs, rigid

        yield Text(f"{self._sentence()}.", style="bold")
        yield ""
        size = f"{counted(len(self.table.y), 'row')}, {counted(self.table.X.shape[1], 'column')}"
        where = f"{clean(source_name(self.table.source), 60)}: {size} and the label {clean(self.table.label)}"
        yield pairs([("data", where), ("margin", "half the distance between the two sides")])
        yield ""
        headings = ("class", "against", "rows", "answer", "margin", *(["decided by"] if width >= _BROAD else []))
        rows: list[list[str | Text]] = []
        for each in self.asked:
            words, n = Text(each.kind, style=_COLOUR[each.kind]), f"{each.answer.problem.n:,}"
            decided = [self._rows(each)] if width >= _BROAD else []
            rows.append([_short(each.first), _short(each.second), n, words, _margin(each), *decided])
        yield rigid(headings, rows, right=("rows",))
        yield ""
        yield Text(self._verified())
        yield Text(f"--positive {_quoted(self.classes[0])} shows one class against the rest, with rows and checks.")

    def _sentence(self) -> str:
        return f"{self.kind.capitalize()}: {self.summary()}" if self.asked else self.summary()

    def summary(self) -> str:
        """How many pairs, and how many classes against the rest, were answered in which way."""
        parts = []
        for what, chosen in (("pairs of classes", self._pairs), ("classes against the rest", self._rests)):
            counts = {kind: sum(each.kind == kind for each in chosen) for kind in _COLOUR}
            said = [f"{'all ' if n == len(chosen) else ''}{n:,} {kind}" for kind, n in counts.items() if n]
            parts.append(f"of {len(chosen):,} {what} {' and '.join(said)}" if chosen else "")
        return "; ".join(filter(None, parts)) or "nothing was answered"

    @property
    def _pairs(self) -> list[Asked]:
        return [each for each in self.asked if each.second is not None]

    @property
    def _rests(self) -> list[Asked]:
        return [each for each in self.asked if each.second is None]

    def _rows(self, each: Asked) -> str:
        outcome, lines = each.answer.outcome, each.answer.table.lines
        shown = [str(lines[row]) for row in outcome.support[:4].tolist()]
        more = ", …" if len(outcome.support) > len(shown) else ""
        place = "line" if self.table.on_lines else "row"
        return f"{place}{'s' if len(shown) > 1 else ''} {', '.join(shown)}{more}" if shown else ""

    def _verified(self) -> str:
        checks = [check for each in self.asked for check in each.answer.outcome.verdict.checks]
        holding = sum(check.holds for check in checks)
        return f"The answers were verified on the raw rows: {holding:,} of {counted(len(checks), 'check')} hold."

    def concise(self) -> str:
        lines = []
        for each in self.asked:
            kind, _, said = each.answer.concise().partition("  ")
            lines.append(f"{kind}  {clean(each.first)} | {clean(each.second or _REST)}  {said}")
        return "\n".join(lines)

    def record(self) -> dict[str, object]:
        questions = [
            {"first": each.first, "second": each.second, "against": "rest" if each.second is None else "class"}
            | each.answer.record()
            for each in self.asked
        ]
        named = {"file": self.table.source, "label": self.table.label, "classes": self.classes}
        return {"outcome": self.kind, **named, "questions": questions, "gordan": __version__}

    def questions(self) -> list[Question]:
        """The questions with their answers, as pictures and reports take them."""
        from gordan.show.report.classes_page import Question

        asked = ((each, each.answer) for each in self.asked)
        return [Question(each.first, each.second, a.problem, a.outcome, a.table) for each, a in asked]


def answer_classes(table: Table, asked: dict[str, Any], settings: dict[str, Any]) -> ClassTable:
    """Ask about every pair of classes, then about each class and the rest; the time left is shared evenly."""
    if asked["positive"]:
        raise InputError("--nonnegative asks about one class and the others; choose it with --positive")
    if "kernel" in asked:
        kernel = {name: asked[name] for name in ("gamma", "degree", "coef0")}
        # The same kernel in every question: gamma is taken from all rows.
        asked = asked | {"kernel": read_kernel(asked["kernel"], table.X, **kernel)}
    page = ClassTable(table)
    questions = list(class_parts(table))
    for number, (first, second, part) in enumerate(questions):
        left = seconds_left()
        share = None if left == float("inf") else max(left / (len(questions) - number), 1e-9)
        problem = pose(part, **asked)
        try:
            against = clean(str(_REST if second is None else second), 20)
            words = f"{clean(str(first), 20)} | {against}, {number + 1:,} of {len(questions):,}"
            with deadline(share, shown=share), part_of(words, number / len(questions)):
                outcome = solve(problem, **settings)
        except Interrupted as interrupted:
            outcome, page.interrupted = interrupted.outcome, True
        except KeyboardInterrupt:
            page.interrupted = True
            break
        page.asked.append(Asked(str(first), None if second is None else str(second), Answer(part, problem, outcome)))
        if page.interrupted:
            break
    return page


def _margin(each: Asked) -> str:
    outcome = each.answer.outcome
    return "at most 0" if isinstance(outcome, Inseparable) else bracket_ends(outcome.bracket, short=True)


def _short(name: str | None) -> str:
    return _REST if name is None else clean(name, 20)


def _quoted(name: str) -> str:
    return f'"{clean(name)}"' if " " in name else clean(name)
