"""Which class lies on which side, and how the classes are called in a sentence.

`Points` sorts the classes and counts the second as positive. The reader may have named another one: then the
hyperplane is turned round, so that the named class is always where it is greater.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.cli.clean import clean
from gordan.cli.digits import counted
from gordan.file.table import Table
from gordan.file.table.wording import source_name
from gordan.problem import Points

__all__ = ["Sides", "claim_sentence", "data_sentence", "take_sides"]


@dataclass(frozen=True)
class Sides:
    """The class above the hyperplane, that below it (None where there is only one), and their rows.

    `turn` is −1 where the outcome's hyperplane has to change sign to have `above` above.
    """

    above: str
    below: str | None
    n_above: int
    n_below: int
    turn: float
    label: str
    against_rest: bool

    def rows_above(self) -> str:
        return self._rows(self.n_above, self.above)

    def rows_below(self) -> str:
        if self.against_rest:
            return f"the {self.n_below:,} others" if self.n_below > 1 else "the other row"
        return self._rows(self.n_below, self.below or "")

    def where(self) -> str:
        """The class above as a sentence calls it."""
        return self._called(self.above)

    def other(self) -> str:
        """The class below as a sentence calls it."""
        return "the others" if self.against_rest else self._called(self.below or "")

    def _called(self, name: str) -> str:
        # A bare number in a sentence would look like arithmetic.
        return f"{self.label} = {name}" if _is_number(name) else name

    def _rows(self, count: int, name: str) -> str:
        number, noun = ("one", "row") if count == 1 else (f"{count:,}", "rows")
        return f"the {number} {noun} with {self.label} = {name}" if _is_number(name) else f"the {number} {name} {noun}"


def take_sides(table: Table, problem: Points) -> Sides:
    """Put the class that was asked for above, else the second one."""
    names = [clean(str(each)) for each in problem.classes]
    positive = int(np.count_nonzero(problem.signs > 0))
    counts = [problem.n - positive, positive] if len(names) == 2 else [positive]
    turned = len(names) == 2 and table.positive is not None and str(problem.classes[0]) == table.positive
    if turned:
        names, counts = names[::-1], counts[::-1]
    return Sides(
        above=names[-1],
        below=names[0] if len(names) == 2 else None,
        n_above=counts[-1],
        n_below=counts[0] if len(names) == 2 else 0,
        turn=-1.0 if turned else 1.0,
        label=f"column {table.label}" if table.label.isdecimal() else clean(table.label),
        against_rest=table.positive is not None,
    )


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True


def claim_sentence(alternative: str, sides: Sides, problem: Points) -> str:
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


def data_sentence(table: Table, problem: Points, sides: Sides) -> str:
    """The file by its name, its size and its label; that it may be longer, where only its first rows were read."""
    size = f"{'the first ' if table.part else ''}{counted(problem.n, 'row')}, {counted(problem.m, 'column')}"
    label = "" if table.format == "svmlight" else f" and the label {sides.label}"
    return f"{clean(source_name(table.source), 60)}: {size}{label}"
