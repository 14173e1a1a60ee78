"""`gordan feasible MODEL.mps`: does a linear program have a solution, and what is the proof?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from gordan.arithmetic.deadline import overtime
from gordan.arithmetic.fraction import spell_fraction
from gordan.cli import FAILED, FEASIBLE, INFEASIBLE, INTERRUPTED, UNDECIDED
from gordan.cli import parameter as given
from gordan.cli.bounded import bounded
from gordan.cli.clean import clean
from gordan.cli.digits import brief, counted, seconds, size_of
from gordan.cli.live import live
from gordan.cli.printer import keep, refuse_place, show, talk
from gordan.cli.reported import refuse_report, write_report
from gordan.outcome import Answer
from gordan.outcome.alternative import Contradiction
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible
from gordan.problem import Program

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["FeasibilityPage", "contradiction", "feasible", "listed", "number", "record_of"]

_CODES = {"feasible": FEASIBLE, "infeasible": INFEASIBLE, "undecided": UNDECIDED}
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

        from gordan.cli.grid import checklist, pairs

        answer = self.answer
        yield Text.assemble((f"{answer.kind.capitalize()}: ", _COLOUR[answer.kind]), (answer.words(), "bold"))
        yield ""
        size = f"{clean(os.path.basename(self.program.source), 60)}: {size_of(self.program)}"
        yield pairs([("program", size), ("time", seconds(answer.seconds))])
        if isinstance(answer, Feasible):
            yield from self._point(answer)
        elif isinstance(answer, Infeasible):
            yield from contradiction(answer)
        if answer.verdict.checks:
            yield from checklist(answer.verdict, "proof", width)

    def _point(self, answer: Feasible) -> Iterator[RenderableType]:
        used = [(name, value) for name, value in answer.values.items() if value]
        count = f"{len(used):,} of {counted(len(answer.names), 'column')} are not 0"
        yield from listed("The point:", count, [(clean(name), number(value)) for name, value in used])
        if answer.implied is not None:
            count = f"{counted(len(answer.implied), 'inequality')} that every solution meets with equality"
            yield from listed("Implied equalities:", count, [(clean(m.words, 60), "") for m in answer.implied])

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

    def record(self) -> dict[str, object]:
        return record_of(self.program, self.answer)


def contradiction(answer: Infeasible) -> Iterator[RenderableType]:
    """The constraints that contradict one another, with their weights."""
    assert isinstance(answer.proof, Contradiction)
    least = ", irreducible: without any one of them the others can be satisfied" if answer.irreducible else ""
    count = f"{counted(len(answer.subsystem), 'inequality')}{least}"
    weights = [number(Fraction(term.weight)) for term in answer.proof.terms]
    members = [(clean(m.words, 60), f"× {w}") for m, w in zip(answer.subsystem, weights, strict=True)]
    yield from listed("The contradiction:", count, members)
    if answer.blame is not None:
        yield ""
    for line in answer.blamed():
        yield f"{clean(line[0].upper() + line[1:], 400)}."


def record_of(program: Program, answer: Answer) -> dict[str, object]:
    """The answer's own record, with the file and the size of the program."""
    rows, columns = program.shape
    posed = {"rows": rows, "columns": columns, "entries": len(program.A.values)}
    record = answer.to_dict()
    return {"outcome": record.pop("outcome"), "file": program.source, "posed": posed, **record}


def number(value: Fraction) -> str:
    """A fraction, or how long it is, or the double next to it, in a few characters."""
    text = spell_fraction(value)
    if len(text) <= _LONG:
        return text
    if value.denominator == 1:
        return f"a number of {len(text):,} digits"
    return f"≈ {brief(value.numerator / value.denominator, 9)}"


def listed(title: str, count: str, lines: list[tuple[str, str]]) -> Iterator[RenderableType]:
    """A heading, and the first lines below it."""
    from rich.text import Text

    from gordan.cli.grid import indented, pairs

    yield ""
    yield Text.assemble((f"{title} ", "bold"), f"{count}.")
    if lines:
        yield ""
        yield indented(pairs(lines[:_LISTED], style=""))
    if len(lines) > _LISTED:
        yield indented(Text(f"{len(lines) - _LISTED:,} more: --output-format json has them all.", style="dim"))


def feasible(
    model: given.Model,
    strict: Annotated[
        bool, typer.Option("--strict", help="Ask for a point that satisfies every inequality strictly.")
    ] = False,
    implied: Annotated[
        bool, typer.Option("--implied", help="List the inequalities that every solution meets with equality.")
    ] = False,
    solver: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Decide by an algorithm of `gordan solvers`, such as perceptron, in the place of linear programming.",
        ),
    ] = None,
    hard: given.Hard = None,
    smallest: Annotated[
        bool,
        typer.Option("--smallest", help="Go on for the fewest names to blame, and prove how few there are at least."),
    ] = False,
    several: Annotated[
        bool, typer.Option("--all", help="List more contradictions, no two with a name to blame in common.")
    ] = False,
    max_seconds: given.MaxSeconds = None,
    max_memory: given.MaxMemory = None,
    limit: given.Limit = None,
    certificate: given.Certificate = None,
    report: given.ReportPage = None,
    force: given.ForceReport = False,
    output_format: given.OutputFormat = "full",
) -> int:
    """Can all constraints of a linear program be satisfied together? Answers with an exact proof.

    A feasible program gets a point in fractions, an infeasible one the irreducible part that contradicts itself. The
    decimals of MODEL are taken as they are written. Whole numbers are not asked for: the relaxation is decided. The
    exit code is 0 for feasible, 1 for infeasible, 3 for undecided, also where the time or memory allowed did not
    suffice, 2 if the question could not be put or the certificate not be written, and 130 after Ctrl-C.
    """
    from gordan.feasibility.feasible import feasible as decide
    from gordan.file.program import read_program

    refuse_place(certificate, model, force=force and (certificate is not None or report is None))
    refuse_report(report, model, certificate, force=force)
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        try:
            with overtime():
                program = read_program(model)
            for note in program.notes:
                talk(note)
            with live("feasible"):
                answer = decide(
                    program,
                    strict=strict,
                    implied=implied,
                    solver=solver,
                    hard=hard or (),
                    smallest=smallest,
                    all=several,
                    max_seconds=max_seconds,
                )
            for note in answer.notes[len(program.notes) :]:
                talk(note)
            show(FeasibilityPage(program, answer), output_format)
        except KeyboardInterrupt:
            talk("interrupted before anything was known")
            return INTERRUPTED
        code = _CODES[answer.kind]
        if not write_report(report, program, answer, force=force):
            return FAILED
        if certificate is None:
            return code
        if code == UNDECIDED:
            talk("undecided, so no certificate was written")
            return UNDECIDED
        return code if keep(certificate, program, answer, force=force) else FAILED
