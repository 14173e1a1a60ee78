"""`gordan optimum MODEL.mps`: what is the optimum of a linear program, as a fraction, and what is the proof?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from gordan.arithmetic.fraction import as_float, spell_fraction
from gordan.cli import parameter
from gordan.cli.bounded import bounded
from gordan.cli.clean import clean
from gordan.cli.printer import refuse_place
from gordan.cli.program_page import ProgramPage, answer_program, listed, listed_point, number
from gordan.outcome.optimum import Optimal, OptimumAnswer, Range, Unbounded

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["OptimumPage", "optimum"]

_LONG = 60  # characters of the optimum on the page


@dataclass(frozen=True)
class OptimumPage(ProgramPage):
    """The page of `gordan optimum`."""

    answer: OptimumAnswer

    def facts(self) -> list[tuple[str, str]]:
        [(word, size)] = super().facts()
        lines = [(word, f"{size}, {'maximise' if self.program.maximise else 'minimise'}")]
        if not isinstance(self.answer, Optimal):
            return lines
        text = spell_fraction(self.answer.value)
        long = len(text) > _LONG
        exact = f"a fraction of {len(text):,} characters (--output-format json has it)" if long else text
        return [*lines, ("optimum", exact), ("nearest", f"{as_float(self.answer.value)!r}".removesuffix(".0"))]

    def parts(self) -> Iterator[RenderableType]:
        if isinstance(self.answer, Optimal):
            yield from _optimal(self.answer)
        elif isinstance(self.answer, Unbounded):
            yield from _unbounded(self.answer)

    def proved(self) -> str:
        if isinstance(self.answer, Optimal):
            return number(self.answer.value)
        return "a point and a ray" if isinstance(self.answer, Unbounded) else super().proved()

    def concise(self) -> str:
        # A bracket on the optimum is among the words.
        return (
            f"undecided  {clean(self.answer.words(), None)}" if self.answer.kind == "undecided" else super().concise()
        )


def _optimal(answer: Optimal) -> Iterator[RenderableType]:
    yield from listed_point("The point:", answer.values)
    weights = [(f"{clean(name)}, {side}", number(w)) for (_, name, side), w in answer.multipliers.items()]
    # At a degenerate optimum the next unit may cost more: the weights prove a bound, whatever the side becomes.
    least = "most" if answer.maximise else "least"
    sides = "this side" if len(weights) == 1 else f"each of {len(weights):,} sides"
    meaning = f"what one unit more of {sides} adds to the optimum, at {least}"
    yield from listed("Multipliers:", meaning if weights else "none", weights)
    if answer.ranges is not None:
        rows = [(f"{clean(each.name)}, {each.kind}", _between(each)) for each in answer.ranges]
        yield from listed("Ranges:", "each number alone may move so far, and the basis stays optimal", rows)


def _between(each: Range) -> str:
    low, high = "-∞" if each.low is None else number(each.low), "∞" if each.high is None else number(each.high)
    return f"{number(each.value)} in [{low}, {high}]"


def _unbounded(answer: Unbounded) -> Iterator[RenderableType]:
    yield from listed_point("The point:", answer.point)
    steps = [(clean(name), v) for name, v in answer.ray.items() if v]
    ray = [(name, f"{'+' if v > 0 else '-'} {number(abs(v))} t") for name, v in steps]
    yield from listed("The ray:", "for every t > 0 the point so moved satisfies every constraint", ray)


def optimum(
    model: parameter.Model,
    ranges: Annotated[
        bool,
        typer.Option("--ranges", help="List how far each cost and each side may move while the basis stays optimal."),
    ] = False,
    max_seconds: parameter.MaxSeconds = None,
    max_memory: parameter.MaxMemory = None,
    limit: parameter.Limit = None,
    certificate: parameter.Certificate = None,
    force: parameter.Force = False,
    output_format: parameter.OutputFormat = "full",
) -> int:
    """What is the optimum of a linear program? Answers with a fraction and an exact proof.

    An optimum comes with a point and with weights of the constraints that prove that no point is better; an unbounded
    program with a ray; an infeasible one with the part that contradicts itself. The decimals of MODEL are taken as they
    are written. Whole numbers are not asked for: the relaxation is solved. The exit code is 0 for optimal, 1 for
    infeasible, 4 for unbounded, 3 for undecided, also where the time or memory allowed did not suffice, 2 if the
    question could not be put or the certificate not be written, and 130 after Ctrl-C.
    """
    from gordan.feasibility.optimum import optimum as optimise

    refuse_place(certificate, model, force=force)
    with bounded(max_seconds=max_seconds, max_memory=max_memory, limit=limit):
        return answer_program(
            model,
            OptimumPage,
            lambda program: optimise(program, ranges=ranges, max_seconds=max_seconds),
            output_format,
            command="optimum",
            certificate=certificate,
            force=force,
        )
