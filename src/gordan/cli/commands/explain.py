"""`gordan explain NAME`: one algorithm, as its file documents it, or one word of an answer.

The text comes from cli/manual.json, which `python tools/manual.py` writes from the docstrings of the solvers.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import fields
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gordan.cli import SEPARABLE
from gordan.cli.commands.solvers import AUTO, Automatic, refuse_unknown_solver
from gordan.cli.parameter import FORMATS
from gordan.cli.printer import Format, Page, show
from gordan.engine.solver import Solver, named
from gordan.engine.solver.base import Terms

if TYPE_CHECKING:
    from rich.console import RenderableType


__all__ = ["CONCEPTS", "Concept", "Manual", "explain", "read_manual"]

CONCEPTS: dict[str, tuple[str, ...]] = {
    "margin": (
        "How far the best hyperplane stays from the nearest point: ρ = max over w of min over j of y_j(w·x_j + b)/‖w‖, "
        "in the units of the data. With an intercept it is half the distance between the two classes' convex hulls.",
        "ρ > 0 means that the classes can be separated. Where they cannot ρ ≤ 0; how far below 0 it is, the depth, is "
        "NP-hard to say. With --normalise every point is scaled to length 1, as in the papers: then ρ is the sine of "
        "an angle.",
        "Iterations of the papers' algorithms grow as 1/ρ² (perceptrons, von Neumann) or 1/ρ (smoothed ones, Mirror "
        "Prox); `gordan solvers` lists the bounds.",
    ),
    "depth": (
        "How far rows must be on the wrong side of any hyperplane, where none separates: |ρ| of a margin ρ ≤ 0, the "
        "radius of the greatest ball about the origin inside the hull of the signed points. With an intercept that "
        "hull is made of half the differences between the classes.",
        "It is NP-hard to compute, and bracketed instead: by the best hyperplane found from above, and with --depth by "
        "a ball inside the hull from below, both proved. Four linear programs for every column find the ball; the "
        "certificate has it.",
        "It is 0 where the points lie in a space of fewer dimensions than there are columns.",
    ),
    "guarantee": (
        "What an algorithm's theorem allows: at most so many iterations to separate, as a function of the margin ρ, or "
        "at most so many to weights with ‖Ax‖ ≤ ε. `gordan solvers` lists the formulas and what their letters mean.",
        "A number is printed where the margin is known well enough for one that says something; it holds for the "
        "algorithm as published, and nothing is promised of finding the maximum margin.",
    ),
    "certificate": (
        "The proof of an answer in a file, with a hash of the data: `gordan check FILE --certificate PATH` writes it, "
        "and `gordan verify PATH DATA` checks it against the data, without any solver.",
        "Separable: a hyperplane, whose sign on every row is settled by rigorous rounding bounds or by integers. "
        "Inseparable: positive weights of a few rows that cancel exactly, which no hyperplane allows (Gordan's "
        "theorem). A bracket on the margin is proved beside it.",
        "docs/certificate-format.md describes every field, and how to check it by hand.",
    ),
    "bracket": (
        "Two proved ends between which the margin ρ lies: lowest(A*w)/‖w‖ ≤ ρ ≤ ‖Ax‖, for any direction w and any "
        "convex weights x of the signed points a_j = y_j x_j.",
        "Every candidate of every algorithm tightens it. It closes where ρ > 0; where ρ ≤ 0 its upper end goes to 0, "
        "and only weights that cancel exactly prove that the classes are inseparable.",
    ),
    "polish": (
        "To turn an algorithm's rounded vectors into a proof: the least-norm point of the heaviest rows, a support as "
        "small as can be, and integers or an enclosure for its weights.",
        "auto and the finite methods polish as they go. The papers' algorithms run as published: their own exits, "
        "counts and vectors, and at the end one attempt to make a proof of what they hold. --polish asks for it "
        "while they run, which often ends them early; --no-polish forbids it to the others.",
    ),
}


class Concept:
    """One word as a page.

    Examples
    --------
    >>> Concept("margin").concise()[:43]
    'margin  How far the best hyperplane stays f'
    """

    def __init__(self, name: str) -> None:
        self.name, self.paragraphs = name, CONCEPTS[name]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.text import Text

        yield Text(self.name, style="bold")
        for paragraph in self.paragraphs:
            yield ""
            yield Padding(Text(paragraph), (0, 0, 0, 2))

    def concise(self) -> str:
        return f"{self.name}  {self.paragraphs[0]}"

    def record(self) -> dict[str, object]:
        return {"name": self.name, "text": list(self.paragraphs)}


# Of solvers that are only known to end, the theorem's number of iterations is infinite for any data.
_ORDINARY = Terms(rho=0.5, eps=0.1, n=9, m=2, reach=1.0, radius=1.0, theta=1.0, spread=1.0, spectral=1.0)


class Manual(NamedTuple):
    """A title, paragraphs of numbered steps or of prose, the named sections, and the meaning of each parameter."""

    title: str
    blocks: list[list[str]]
    sections: dict[str, str]
    parameters: dict[str, str]


def read_manual(name: str) -> Manual:
    """The manual of the solver of this name.

    Examples
    --------
    >>> read_manual("mirror-prox").sections["Needs"]
    'Products.'
    """
    return Manual(**json.loads(files("gordan.cli").joinpath("manual.json").read_text(encoding="utf-8"))[name])


_NAMES = "A name of `gordan solvers`, one of the papers such as MPLFP, auto, or a word such as margin."


class Explanation:
    """The manual of one solver as a page."""

    def __init__(self, solver: Solver) -> None:
        self.solver, self.manual = solver, read_manual(solver.name)
        values = {field.name: repr(getattr(solver, field.name)) for field in fields(solver)}  # type: ignore[arg-type]
        self.parameters = [
            {"name": name, "default": value, "meaning": self.manual.parameters[name]} for name, value in values.items()
        ]

    def full(self, width: int) -> Iterator[RenderableType]:
        from rich.text import Text

        from gordan.cli.grid import indented

        yield Text.assemble((self.solver.name, "bold"), f": {self.manual.title}")
        for block in self.manual.blocks:
            yield ""
            yield from map(_step, block)
        for heading, text in self.manual.sections.items():
            yield ""
            yield Text(heading, style="bold")
            yield indented(text)
        yield ""
        yield Text("Parameters", style="bold")
        if not self.parameters:
            yield indented("none")
            return
        for parameter in self.parameters:
            yield indented(Text(f"{parameter['name']} = {parameter['default']}", style="cyan"))
            yield indented(parameter["meaning"], by=6)
        yield ""
        call = re.sub(r"\b([A-Z]\w*)\(", r"gordan.solver.\1(", repr(self.solver))
        yield Text(f"With other parameters, in Python: gordan.solve(problem, solver={call})")

    def concise(self) -> str:
        solver = self.solver
        most = "at most " if math.isfinite(solver.bound(_ORDINARY)) else ""
        return f"{solver.name}  {solver.summary}  {most}{solver.formula} iterations"

    def record(self) -> dict[str, object]:
        return {
            "name": self.solver.name,
            "summary": self.solver.summary,
            "formula": self.solver.formula,
            "title": self.manual.title,
            "algorithm": ["\n".join(block) for block in self.manual.blocks],
            **{heading.lower(): text for heading, text in self.manual.sections.items()},
            "parameters": self.parameters,
        }


def _step(line: str) -> RenderableType:
    """One line of a block; a numbered step continues below its text, not below its number."""
    from rich.table import Table
    from rich.text import Text

    from gordan.cli.grid import indented

    grid = Table.grid(padding=0)
    number, _, rest = line.lstrip().partition(" ")
    if number.rstrip(".").isdecimal():
        deep = len(rest) - len(rest.lstrip())
        grid.add_row(Text(f"{number} ".ljust(3) + " " * deep, style="dim"), Text(rest.lstrip()))
    else:
        grid.add_row(Text(line.strip()))
    return indented(grid, by=2 + len(line) - len(line.lstrip()))


def explain(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help=_NAMES),
    ],
    output_format: Annotated[
        Format, typer.Option(**FORMATS, help="A page, a line, or all of it for a program.")
    ] = "full",
) -> int:
    """Tell about one algorithm: its steps, guarantee, needs, reference and parameters; or what a word means."""
    show(_page(name), output_format)
    return SEPARABLE


def _page(name: str) -> Page:
    if name == AUTO:
        return Automatic()
    if name in CONCEPTS:
        return Concept(name)
    refuse_unknown_solver(name, besides=tuple(CONCEPTS))
    return Explanation(named(name))
