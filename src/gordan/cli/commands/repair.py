"""`gordan repair MODEL` and `gordan tolerance MODEL`: the least change that makes a linear program feasible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from gordan.cli import parameter
from gordan.cli.bounded import bounded
from gordan.cli.clean import clean
from gordan.cli.digits import counted
from gordan.cli.printer import refuse_place
from gordan.cli.program_page import ProgramPage, answer_program, listed, listed_point, number
from gordan.errors import InputError
from gordan.outcome.feasibility import Infeasible, UndecidedFeasibility
from gordan.outcome.repair import Repaired

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["RepairPage", "repair", "tolerance"]


@dataclass(frozen=True)
class RepairPage(ProgramPage):
    """The page of `gordan repair` and `gordan tolerance`."""

    answer: Repaired | Infeasible | UndecidedFeasibility

    def parts(self) -> Iterator[RenderableType]:
        if isinstance(self.answer, Repaired) and self.answer.members:
            yield from _changes(self.answer)

    def proved(self) -> str:
        if isinstance(self.answer, Repaired):
            return f"{number(self.answer.value)}  {counted(len(self.answer.members), 'change')}"
        assert isinstance(self.answer, Infeasible)
        return counted(len(self.answer.subsystem), "inequality")


def _changes(answer: Repaired) -> Iterator[RenderableType]:
    amounts = zip(answer.members, answer.proof.changes, strict=True)
    lines = [(clean(member.words, 60), f"by {number(change.amount)}") for member, change in amounts]
    yield from listed("Changes:", counted(len(lines), "side"), lines)
    yield from listed_point("A point that satisfies everything then:", answer.values)


def repair(
    model: parameter.Model,
    hard: parameter.Hard = None,
    price: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="What a unit of change costs there, 1 elsewhere; may be repeated."),
    ] = None,
    fewest: Annotated[
        bool,
        typer.Option("--fewest", help="Change few rows and columns, and say how many have to change at least."),
    ] = False,
    certificate: parameter.Certificate = None,
    force: parameter.Force = False,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """What is the least change with which a linear program has a solution? Answers with an exact proof.

    Every side of a row and bound of a column may give way, at a price of 1 for a unit or at the one given; weights of
    the constraints prove that no repair costs less. The decimals of MODEL are taken as they are written. The exit code
    is 0 for a repair, also where nothing has to change, 1 where what is hard contradicts itself, 3 for undecided, 2 if
    the question could not be put or the certificate not be written, and 130 after Ctrl-C.
    """
    from gordan.feasibility.repair import repair as mend

    prices = _prices(price or ())
    refuse_place(certificate, model, force=force)
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        return answer_program(
            model,
            RepairPage,
            lambda program: mend(program, hard=hard or (), prices=prices, fewest=fewest, max_seconds=max_seconds),
            output_format,
            command="repair",
            certificate=certificate,
            force=force,
        )


def tolerance(
    model: parameter.Model,
    certificate: parameter.Certificate = None,
    force: parameter.Force = False,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """With which tolerance is a linear program feasible? Answers with a fraction and an exact proof.

    With the least tolerance every row and bound can be satisfied to within it, and with none that is less; it is 0 for
    a program that has a solution. The exit code is 0, 3 for undecided, 2 if the question could not be put, and 130
    after Ctrl-C.
    """
    from gordan.feasibility.repair import tolerance as least

    refuse_place(certificate, model, force=force)
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        return answer_program(
            model,
            RepairPage,
            lambda program: least(program, max_seconds=max_seconds),
            output_format,
            command="tolerance",
            certificate=certificate,
            force=force,
        )


def _prices(given_prices: Iterable[str]) -> dict[str, Fraction]:
    """Prices by name; a name may have a = in it, a number has none."""
    prices = {}
    for text in given_prices:
        name, equals, amount = text.rpartition("=")
        digits = amount.replace(".", "", 1).replace("/", "", 1)
        if not equals or len(amount) > 60 or not (digits.isascii() and digits.isdecimal()):
            raise InputError(f"--price is {text[:80]!r}; give NAME=NUMBER, such as water=2.5")
        try:
            prices[name] = Fraction(amount)
        except (ValueError, ZeroDivisionError):
            raise InputError(f"--price is {text[:80]!r}; give NAME=NUMBER, such as water=2.5") from None
    return prices
