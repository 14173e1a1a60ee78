"""One question about a linear program: its command from the file to the exit code, and `ProgramPage`, what it shows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gordan.arithmetic.deadline import overtime
from gordan.arithmetic.fraction import spell_fraction
from gordan.cli import CODES, FAILED, INTERRUPTED, UNDECIDED
from gordan.cli.clean import clean
from gordan.cli.digits import brief, counted, seconds, size_of
from gordan.cli.live import live
from gordan.cli.printer import Format, keep, show, talk
from gordan.cli.written import write_report
from gordan.outcome.alternative import Contradiction, ContradictionBall
from gordan.outcome.feasibility import Infeasible
from gordan.problem import Program

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["ProgramPage", "answer_program", "listed", "listed_point", "number"]

_LISTED = 24  # columns of a point, or members of a contradiction, on the page
_LONG = 18  # characters of a number: beyond, its size says more


@dataclass(frozen=True)
class ProgramPage:
    """One program and the answer to it; commands override `facts`, `parts` and `proved`."""

    program: Program
    answer: Any

    def facts(self) -> list[tuple[str, str]]:
        """The lines above the time: the program and its size."""
        return [("program", f"{clean(os.path.basename(self.program.source), 60)}: {size_of(self.program)}")]

    def parts(self) -> Iterator[RenderableType]:
        """What stands between the facts and the checks, of an answer that is not infeasible."""
        yield from ()

    def proved(self) -> str:
        """The proof in a few words."""
        least = "irreducible" if self.answer.irreducible else "not reduced"
        return f"{counted(len(self.answer.subsystem), 'inequality')}  {least}"

    def full(self, width: int) -> Iterator[RenderableType]:
        from gordan.cli.grid import checklist, headline, pairs

        answer = self.answer
        yield headline(answer.kind.capitalize(), answer.words(), CODES[answer.kind])
        yield ""
        yield pairs([*self.facts(), ("time", seconds(answer.seconds))])
        yield from _contradiction(answer) if isinstance(answer, Infeasible) else self.parts()
        if answer.verdict.checks:
            yield from checklist(answer.verdict, "proof", width)

    def concise(self) -> str:
        answer = self.answer
        if answer.kind == "undecided":
            return f"undecided  {clean(answer.reason, None)}"
        verified = "verified" if answer.verdict.holds else "not verified"
        return f"{answer.kind}  {size_of(self.program)}  {self.proved()}  {verified}"

    def record(self) -> dict[str, object]:
        """The answer's own record, with the file and the size of the program."""
        rows, columns = self.program.shape
        posed = {"rows": rows, "columns": columns, "entries": len(self.program.A.values)}
        record = self.answer.to_dict()
        return {"outcome": record.pop("outcome"), "file": self.program.source, "posed": posed, **record}


def answer_program(
    model: str,
    page: type[ProgramPage],
    ask: Callable[[Program], Any],
    output_format: Format,
    *,
    command: str,
    certificate: str | None,
    report: str | None = None,
    force: bool,
) -> int:
    """Read the program, show the page of what `ask` answers, write certificate and report, and return the exit code."""
    from gordan.file.program import read_program

    try:
        with overtime(), live(command):
            program = read_program(model)
        for note in program.notes:
            talk(note)
        with live(command):
            answer = ask(program)
        for note in answer.notes[len(program.notes) :]:
            talk(note)
        show(page(program, answer), output_format)
    except KeyboardInterrupt:
        talk("interrupted before anything was known")
        return INTERRUPTED
    code = CODES[answer.kind]
    if not write_report(report, program, answer, force=force):
        return FAILED
    if certificate is None:
        return code
    if code == UNDECIDED:
        talk("undecided, so no certificate was written")
        return UNDECIDED
    return code if keep(certificate, program, answer, force=force) else FAILED


def _contradiction(answer: Infeasible) -> Iterator[RenderableType]:
    """The constraints that contradict one another, with their weights."""
    least = ", irreducible: without any one of them the others can be satisfied" if answer.irreducible else ""
    count = f"{counted(len(answer.subsystem), 'inequality')}{least}"
    if isinstance(answer.proof, ContradictionBall):
        weights = [f"≈ {brief(weight, 9)}" for weight in answer.proof.weights.tolist()]
    else:
        assert isinstance(answer.proof, Contradiction)
        weights = [number(Fraction(term.weight)) for term in answer.proof.terms]
    members = [(clean(m.words, 60), f"× {w}") for m, w in zip(answer.subsystem, weights, strict=True)]
    yield from listed("The contradiction:", count, members)
    if answer.blame is not None:
        yield ""
    for line in answer.blamed():
        yield f"{clean(line[0].upper() + line[1:], 400)}."


def number(value: Fraction) -> str:
    """A fraction, or how long it is, or the double next to it, in a few characters."""
    text = spell_fraction(value)
    if len(text) <= _LONG:
        return text
    if value.denominator == 1:
        return f"a number of {len(text):,} digits"
    return f"≈ {brief(value.numerator / value.denominator, 9)}"


def listed_point(title: str, values: Mapping[str, Fraction]) -> Iterator[RenderableType]:
    """A heading, and the first columns that are not 0."""
    used = [(clean(name), number(value)) for name, value in values.items() if value]
    are = "is" if len(used) == 1 else "are"
    yield from listed(title, f"{len(used):,} of {counted(len(values), 'column')} {are} not 0", used)


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
