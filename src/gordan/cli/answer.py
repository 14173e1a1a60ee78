"""The answer to `gordan check`: the question, the outcome, and the three ways to show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gordan.cli.digits import bracket_ends, counted
from gordan.cli.hyperplane import equation
from gordan.cli.sides import Sides, take_sides
from gordan.file.table import Table
from gordan.outcome import Inseparable, Outcome, Undecided
from gordan.problem import Points
from gordan.problem.kernel import Kernel

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Answer"]


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

    def record(self) -> dict[str, Any]:
        """The outcome's own record, and after some of its members what the file and the question add."""
        table = self.table
        told = self.outcome.to_dict()
        told["names"] = table.names
        beside: dict[str, dict[str, Any]] = {
            "outcome": {"file": table.source, "label": table.label},
            "classes": {"positive": table.positive, "posed": self._posed()},
            "intercept": {"hyperplane": self.hyperplane},
            "weights": {"lines": table.lines[self.outcome.support]},
        }
        record: dict[str, Any] = {}
        for key, value in told.items():
            record |= {key: value, **beside.get(key, {})}
        return record

    def _posed(self) -> dict[str, Any]:
        problem = self.problem
        return {
            "n": problem.n,
            "m": problem.m,
            "intercept": problem.intercept,
            "normalise": problem.normalise,
            "numbers": problem.numbers,
            **({"positive": True} if problem.positive else {}),
            **({"kernel": _kernel(problem.kernel)} if problem.implicit else {}),
        }


def _kernel(kernel: Kernel) -> dict[str, Any]:
    return {"name": kernel.name, "gamma": kernel.gamma, "degree": kernel.degree, "coef0": kernel.coef0}
