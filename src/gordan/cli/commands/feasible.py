"""`gordan feasible MODEL.mps`: does a linear program have a solution, and what is the proof?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gordan.cli import parameter
from gordan.cli.bounded import bounded
from gordan.cli.clean import clean
from gordan.cli.digits import counted
from gordan.cli.printer import refuse_place
from gordan.cli.program_page import ProgramPage, answer_program, listed, listed_point
from gordan.cli.written import refuse_report
from gordan.outcome.feasibility import Feasibility, Feasible

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["FeasibilityPage", "feasible"]


@dataclass(frozen=True)
class FeasibilityPage(ProgramPage):
    """The page of `gordan feasible`."""

    answer: Feasibility

    def parts(self) -> Iterator[RenderableType]:
        answer = self.answer
        if not isinstance(answer, Feasible):
            return
        yield from listed_point("The point:", answer.values)
        if answer.implied is not None:
            count = f"{counted(len(answer.implied), 'inequality')} that every solution meets with equality"
            yield from listed("Implied equalities:", count, [(clean(m.words, 60), "") for m in answer.implied])

    def proved(self) -> str:
        if isinstance(self.answer, Feasible):
            return "strict point" if self.answer.strict else "point"
        return super().proved()


def feasible(
    model: parameter.Model,
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
    hard: parameter.Hard = None,
    smallest: Annotated[
        bool,
        typer.Option("--smallest", help="Go on for the fewest names to blame, and prove how few there are at least."),
    ] = False,
    several: Annotated[
        bool, typer.Option("--all", help="List more contradictions, no two with a name to blame in common.")
    ] = False,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    certificate: parameter.Certificate = None,
    report: parameter.ReportPage = None,
    force: parameter.ForceReport = False,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """Can all constraints of a linear program be satisfied together? Answers with an exact proof.

    A feasible program gets a point in fractions, an infeasible one the irreducible part that contradicts itself. The
    decimals of MODEL are taken as they are written. Whole numbers are not asked for: the relaxation is decided. The
    exit code is 0 for feasible, 1 for infeasible, 3 for undecided, also where the time or memory allowed did not
    suffice, 2 if the question could not be put or the certificate not be written, and 130 after Ctrl-C.
    """
    from gordan.feasibility.feasible import feasible as decide

    refuse_place(certificate, model, force=force and (certificate is not None or report is None))
    refuse_report(report, model, certificate, force=force)
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        asked: dict[str, Any] = {"strict": strict, "implied": implied, "solver": solver, "hard": hard or ()}
        asked |= {"smallest": smallest, "all": several, "max_seconds": max_seconds}
        return answer_program(
            model,
            FeasibilityPage,
            lambda program: decide(program, **asked),
            output_format,
            command="feasible",
            certificate=certificate,
            report=report,
            force=force,
        )
