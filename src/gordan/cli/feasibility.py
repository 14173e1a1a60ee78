"""The answer to `gordan feasible`: a program, and the three ways to show what is proved about it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gordan.cli.clean import clean
from gordan.cli.digits import brief, counted, seconds
from gordan.cli.size import size_of
from gordan.file.number import spell_fraction, spell_integer
from gordan.outcome.certificate.version import __version__
from gordan.problem import Program

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from gordan.feasibility.program import Answer, Feasible, Infeasible

__all__ = ["FeasibilityPage"]

_COLOUR = {"feasible": "bold green", "infeasible": "bold magenta", "undecided": "bold yellow"}
_LISTED = 24  # columns of a point, or members of a contradiction, on the page
_LONG = 18  # characters of a number: beyond, its size says more


@dataclass(frozen=True)
class FeasibilityPage:
    """One program and what was found of it."""

    program: Program
    found: Answer

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.checklist import checklist

        yield Text.assemble((f"{self.found.kind.capitalize()}: ", _COLOUR[self.found.kind]), (self._claim(), "bold"))
        yield ""
        yield _pairs(self._facts())
        if self.found.kind == "feasible":
            yield from self._point(self.found)  # type: ignore[arg-type]
        elif self.found.kind == "infeasible":
            yield from self._members(self.found)  # type: ignore[arg-type]
        if self.found.kind != "undecided":
            yield from checklist(self.found.verdict, "proof", width)

    def _claim(self) -> str:
        words = self.found.words()
        return f"{words[:1].lower()}{words[1:]}"

    def _facts(self) -> Iterator[tuple[str, str]]:
        yield "program", f"{clean(os.path.basename(self.program.source), 60)}: {size_of(self.program)}"
        yield "time", seconds(self.found.seconds["total"])

    def _point(self, found: Feasible) -> Iterator[RenderableType]:
        used = [(name, value) for name, value in found.values.items() if value]
        told = f"{len(used):,} of {counted(len(found.names), 'column')} are not 0"
        yield from _listed("The point:", told, [(clean(name), _number(value)) for name, value in used])
        if found.implied is not None:
            told = f"{counted(len(found.implied), 'inequality')} that every solution meets with equality"
            yield from _listed("Implied equalities:", told, [(clean(m.words, 60), "") for m in found.implied])

    def _members(self, found: Infeasible) -> Iterator[RenderableType]:
        least = ", irreducible: without any one of them the others can be satisfied" if found.irreducible else ""
        told = f"{counted(len(found.subsystem), 'inequality')}{least}"
        weights = [_number(Fraction(term.weight)) for term in found.proof.terms]
        members = [(clean(m.words, 60), f"× {w}") for m, w in zip(found.subsystem, weights, strict=True)]
        yield from _listed("The contradiction:", told, members)

    def concise(self) -> str:
        found = self.found
        if found.kind == "undecided":
            return f"undecided  {clean(found.reason, None)}"  # type: ignore[union-attr]
        if found.kind == "feasible":
            proved = "strict point" if found.strict else "point"
        else:
            members = found.subsystem  # type: ignore[union-attr]
            least = "irreducible" if found.irreducible else "not reduced"  # type: ignore[union-attr]
            proved = f"{counted(len(members), 'inequality')}  {least}"
        return (
            f"{found.kind}  {size_of(self.program)}  {proved}  {'verified' if found.verdict.holds else 'not verified'}"
        )

    def record(self) -> dict[str, Any]:
        found: Any = self.found
        told: dict[str, Any] = {
            "outcome": found.kind,
            "file": self.program.source,
            "posed": dict(zip(("rows", "columns"), self.program.shape, strict=True)),
            "strict": found.strict,
            "notes": found.notes,
        }
        told["posed"]["entries"] = len(self.program.A.values)
        if found.kind == "feasible":
            told["point"] = {name: spell_fraction(value) for name, value in found.values.items()}
            told["implied"] = None if found.implied is None else [m._asdict() for m in found.implied]
        elif found.kind == "infeasible":
            told["irreducible"] = found.irreducible
            told["subsystem"] = [
                {**m._asdict(), "weight": spell_integer(term.weight)}
                for m, term in zip(found.subsystem, found.proof.terms, strict=True)
            ]
        else:
            told["reason"] = found.reason
        checks = [vars(check) for check in found.verdict.checks]
        told["verdict"] = {"holds": found.verdict.holds, "checks": checks}
        return {**told, "seconds": found.seconds, "gordan": __version__}


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
