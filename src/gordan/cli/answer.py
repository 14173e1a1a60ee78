"""The answer to `gordan check`: the question, the outcome, and the three ways to show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.cli.digits import bracket_ends, brief, counted
from gordan.cli.sheet import column_name
from gordan.cli.sides import Sides, take_sides
from gordan.file.table import Table
from gordan.outcome import Inseparable, IntegerSeparator, Outcome, Separable, Undecided
from gordan.problem import Points
from gordan.problem.kernel import Kernel

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Answer", "equation"]


@dataclass(frozen=True)
class Answer:
    """One table, the problem it poses, and what came of it."""

    table: Table
    problem: Points
    outcome: Outcome

    @cached_property
    def sides(self) -> Sides:
        return take_sides(self.table, self.problem)

    @cached_property
    def hyperplane(self) -> str | None:
        return equation(self.table, self.problem, self.outcome, self.sides)

    def full(self, width: int) -> Iterable[RenderableType]:
        from gordan.cli.full import draw

        return draw(self, width)

    def concise(self) -> str:
        outcome = self.outcome
        if isinstance(outcome, Inseparable):
            nowhere = "nowhere above zero" if self.problem.positive else "cancel"
            proved = f"{counted(len(outcome.support), 'row')} {nowhere}"
        else:
            proved = f"margin {bracket_ends(outcome.bracket)}"
        used = f"{outcome.solver} {counted(outcome.n_iter, 'iteration')}"
        return "  ".join([outcome.kind, proved, used, self._verdict])

    @property
    def _verdict(self) -> str:
        if not self.outcome.verdict.holds:
            return "not verified"
        return "bracket verified" if isinstance(self.outcome, Undecided) else "verified"

    def record(self) -> dict[str, object]:
        """The outcome's own record, and after some of its members what the file and the question add."""
        table = self.table
        outcome = self.outcome.to_dict() | {"names": table.names}
        beside: dict[str, dict[str, object]] = {
            "outcome": {"file": table.source, "label": table.label},
            "classes": {"positive": table.positive, "posed": self._posed()},
            "intercept": {"hyperplane": self.hyperplane},
            "weights": {"lines": table.lines[self.outcome.support]},
        }
        record: dict[str, object] = {}
        for key, value in outcome.items():
            record |= {key: value, **beside.get(key, {})}
        return record

    def _posed(self) -> dict[str, object]:
        problem = self.problem
        return {
            "n": problem.n,
            "m": problem.m,
            "intercept": problem.intercept,
            "normalise": problem.normalise,
            "numbers": problem.numbers,
            **({"first_rows_only": True} if self.table.part else {}),
            **({"nonnegative": True} if problem.positive else {}),
            **({"kernel": _kernel(problem.kernel)} if problem.implicit else {}),
        }


def _kernel(kernel: Kernel) -> dict[str, object]:
    return {"name": kernel.name, "gamma": kernel.gamma, "degree": kernel.degree, "coef0": kernel.coef0}


_TERMS = 8  # more of them are not read; the greatest are shown
_DIGITS = (3, 4, 6, 9, 12)
_EVERY = 17  # digits that give any double back
_SMALL = 10_000_000  # entries up to which looking for the fewest digits takes no noticeable time


def equation(table: Table, problem: Points, outcome: Outcome, sides: Sides) -> str | None:
    """Where the class above lies; a separating hyperplane is shown with digits enough to separate as printed."""
    if outcome.coef is None:
        return None
    digits = _enough(problem, outcome.coef, outcome.intercept) if isinstance(outcome, Separable) else _DIGITS[1]
    coef = sides.turn * outcome.coef
    # The reader copies what stands here: a right-hand side of -0 would only puzzle.
    bound = -sides.turn * outcome.intercept + 0.0
    rounded = " (rounded; the proof has it in integers)" if isinstance(outcome.proof, IntegerSeparator) else ""
    return f"{sides.where()} where {_sum(table, coef, digits)} > {_signed(bound, digits)}{rounded}"


def _sum(table: Table, coef: Array, digits: int) -> str:
    used = np.flatnonzero(coef)
    shown = used
    if used.size > _TERMS:
        shown = np.sort(used[np.argsort(-np.abs(coef[used]), kind="stable")[: _TERMS - 1]])
    text = ""
    for j in shown.tolist():
        size = brief(abs(coef[j]), digits)
        term = column_name(table, j) if size == "1" else f"{size}·{column_name(table, j)}"
        text += f" {'−' if coef[j] < 0 else '+'} {term}" if text else f"{'−' if coef[j] < 0 else ''}{term}"
    left_out = used.size - shown.size
    return f"{text} + … ({left_out:,} smaller terms)" if left_out else text


def _signed(value: float, digits: int) -> str:
    return f"{'−' if value < 0 else ''}{brief(abs(value), digits)}"


def _enough(problem: Points, coef: Array, intercept: float) -> int:
    """The fewest digits with which the printed hyperplane still has every point on its side."""
    entries = problem.X.nnz if hasattr(problem.X, "nnz") else problem.n * problem.m
    if entries > _SMALL:
        return _EVERY if np.count_nonzero(coef) <= _TERMS else _DIGITS[1]
    for digits in _DIGITS:
        w = np.array([float(brief(v, digits)) for v in coef])
        b = float(brief(intercept, digits))
        values = np.full(problem.n, b)
        for block in problem.blocks():
            values[block.rows] += block.values @ w[block.columns]
        if bool(np.all(values * problem.signs > 0)):
            return digits
    return _EVERY
