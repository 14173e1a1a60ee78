"""The answer to `gordan feasible`: a program, and the three ways to show what is proved about it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gordan.arithmetic.fraction import spell_fraction
from gordan.cli.clean import clean
from gordan.cli.digits import brief, counted, seconds
from gordan.cli.size import size_of
from gordan.outcome.alternative import Contradiction
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible
from gordan.problem import Program

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["FeasibilityPage"]

_COLOUR = {"feasible": "bold green", "infeasible": "bold magenta", "undecided": "bold yellow"}
_LISTED = 24  # columns of a point, or members of a contradiction, on the page
_LONG = 18  # characters of a number: beyond, its size says more


@dataclass(frozen=True)
class FeasibilityPage:
    """One program and the answer to it."""

    program: Program
    answer: Feasibility

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.checklist import checklist

        answer = self.answer
        yield Text.assemble((f"{answer.kind.capitalize()}: ", _COLOUR[answer.kind]), (answer.words(), "bold"))
        yield ""
        yield _pairs(self._facts())
        if isinstance(answer, Feasible):
            yield from self._point(answer)
        elif isinstance(answer, Infeasible):
            yield from self._members(answer)
        if answer.verdict.checks:
            yield from checklist(answer.verdict, "proof", width)

    def _facts(self) -> Iterator[tuple[str, str]]:
        yield "program", f"{clean(os.path.basename(self.program.source), 60)}: {size_of(self.program)}"
        yield "time", seconds(self.answer.seconds)

    def _point(self, answer: Feasible) -> Iterator[RenderableType]:
        used = [(name, value) for name, value in answer.values.items() if value]
        told = f"{len(used):,} of {counted(len(answer.names), 'column')} are not 0"
        yield from _listed("The point:", told, [(clean(name), _number(value)) for name, value in used])
        if answer.implied is not None:
            told = f"{counted(len(answer.implied), 'inequality')} that every solution meets with equality"
            yield from _listed("Implied equalities:", told, [(clean(m.words, 60), "") for m in answer.implied])

    def _members(self, answer: Infeasible) -> Iterator[RenderableType]:
        assert isinstance(answer.proof, Contradiction)
        least = ", irreducible: without any one of them the others can be satisfied" if answer.irreducible else ""
        told = f"{counted(len(answer.subsystem), 'inequality')}{least}"
        weights = [_number(Fraction(term.weight)) for term in answer.proof.terms]
        members = [(clean(m.words, 60), f"× {w}") for m, w in zip(answer.subsystem, weights, strict=True)]
        yield from _listed("The contradiction:", told, members)

    def concise(self) -> str:
        answer = self.answer
        if isinstance(answer, Feasible):
            proved = "strict point" if answer.strict else "point"
        elif isinstance(answer, Infeasible):
            least = "irreducible" if answer.irreducible else "not reduced"
            proved = f"{counted(len(answer.subsystem), 'inequality')}  {least}"
        else:
            return f"undecided  {clean(answer.reason, None)}"
        verified = "verified" if answer.verdict.holds else "not verified"
        return f"{answer.kind}  {size_of(self.program)}  {proved}  {verified}"

    def record(self) -> dict[str, Any]:
        """The answer's own record, with the file and the size of the program."""
        rows, columns = self.program.shape
        posed = {"rows": rows, "columns": columns, "entries": len(self.program.A.values)}
        told = self.answer.to_dict()
        return {"outcome": told.pop("outcome"), "file": self.program.source, "posed": posed, **told}


def _number(value: Fraction) -> str:
    text = spell_fraction(value)
    if len(text) <= _LONG:
        return text
    if value.denominator == 1:
        return f"a number of {len(text):,} digits"
    return f"≈ {brief(value.numerator / value.denominator, 9)}"


def _listed(title: str, told: str, lines: list[tuple[str, str]]) -> Iterator[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    yield ""
    yield Text.assemble((f"{title} ", "bold"), f"{told}.")
    if not lines:
        return
    yield ""
    yield Padding(_pairs(iter(lines[:_LISTED]), style=""), (0, 0, 0, 2))
    if len(lines) > _LISTED:
        more = f"{len(lines) - _LISTED:,} more: --output-format json has them all."
        yield Padding(Text(more, style="dim"), (0, 0, 0, 2))


def _pairs(pairs: Iterator[tuple[str, str]], style: str = "dim") -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=style)
    grid.add_column()
    for name, words in pairs:
        grid.add_row(Text(name), Text(words))
    return grid
