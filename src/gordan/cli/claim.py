"""What is claimed of which data, each in a sentence."""

from __future__ import annotations

import os

from gordan.cli.clean import clean
from gordan.cli.digits import counted
from gordan.cli.sides import Sides
from gordan.file.table import Table
from gordan.problem import Points

__all__ = ["said", "told"]


def said(alternative: str, sides: Sides, problem: Points) -> str:
    """What an alternative says of the rows, without a full stop."""
    origin = "" if problem.intercept else " through the origin"
    origin += " without negative coefficients" if problem.positive else ""
    origin += f" in the space of {problem.space}" if problem.implicit else ""
    parts = f"{sides.rows_above()} from {sides.rows_below()}"
    if sides.below is None:
        parts = f"{sides.rows_above()} on one side"
    verb = "separates" if sides.below is not None else "has"
    return {
        "separable": f"a hyperplane{origin} {verb} {parts}",
        "inseparable": f"no hyperplane{origin} {verb} {parts}",
        "undecided": f"it is not known whether a hyperplane{origin} {verb} {parts}",
    }[alternative]


def told(table: Table, problem: Points, sides: Sides) -> str:
    """The file by its name, its size and its label."""
    size = f"{counted(problem.n, 'row')}, {counted(problem.m, 'column')}"
    label = "" if table.format == "svmlight" else f" and the label {sides.label}"
    return f"{clean(os.path.basename(table.source), 60)}: {size}{label}"
