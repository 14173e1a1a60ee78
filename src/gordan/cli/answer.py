"""The answer to `gordan check`: the question, the outcome, and the three ways to show them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

import gordan
from gordan.arithmetic.array import Array
from gordan.cli.digits import bracket_ends, counted
from gordan.cli.hyperplane import equation
from gordan.cli.sides import Sides, take_sides
from gordan.file.table import Table
from gordan.outcome import (
    Cancellation,
    Cancels,
    Enclosure,
    Inseparable,
    KernelSeparator,
    Outcome,
    Separates,
    Separator,
    Undecided,
)
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
            proved = f"{counted(len(outcome.support), 'row')} cancel"
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
        return {"outcome": self.outcome.kind, **self._asked(), **self._found(), **self._effort(), **self._judged()}

    def _asked(self) -> dict[str, Any]:
        table, problem = self.table, self.problem
        return {
            "file": table.source,
            "label": table.label,
            "names": table.names,
            "classes": self.outcome.classes,
            "positive": table.positive,
            "posed": {
                "n": problem.n,
                "m": problem.m,
                "intercept": problem.intercept,
                "normalise": problem.normalise,
                "numbers": problem.numbers,
                **({"kernel": _kernel(problem.kernel)} if problem.implicit else {}),
            },
        }

    def _found(self) -> dict[str, Any]:
        outcome, support = self.outcome, self.outcome.support
        return {
            "bracket": {"lower": outcome.bracket.lower, "upper": outcome.bracket.upper},
            "coef": outcome.coef,
            "intercept": None if outcome.coef is None and outcome.dual_coef is None else outcome.intercept,
            "hyperplane": self.hyperplane,
            "nearest": outcome.nearest,
            "support": support,
            "weights": None if outcome.weights is None else outcome.weights[support],
            "lines": self.table.lines[support],
            "proof": _proof(outcome.proof),
            "reason": str(outcome.reason),
            "reason_code": outcome.reason.code.value,
            **({} if outcome.dual_coef is None else {"dual_coef": _coefficients(outcome.dual_coef)}),
        }

    def _effort(self) -> dict[str, Any]:
        outcome = self.outcome
        promised = outcome.guarantee
        return {
            "solver": outcome.solver,
            "n_iter": outcome.n_iter,
            "n_passes": outcome.n_passes,
            "seconds": outcome.seconds,
            "guarantee": None if promised is None else {"iterations": promised.iterations, "text": promised.text},
        }

    def _judged(self) -> dict[str, Any]:
        verdict = self.outcome.verdict
        checks = [
            {key: getattr(check, key) for key in ("name", "quantity", "bound", "arithmetic", "holds")}
            for check in verdict.checks
        ]
        return {"verdict": {"holds": verdict.holds, "checks": checks}, "gordan": gordan.__version__}


def _kernel(kernel: Kernel) -> dict[str, Any]:
    return {"name": kernel.name, "gamma": kernel.gamma, "degree": kernel.degree, "coef0": kernel.coef0}


def _coefficients(c: Array) -> dict[str, Any]:
    """The rows that have a coefficient, and these."""
    rows = np.flatnonzero(c)
    return {"rows": rows, "values": c[rows]}


def _proof(proof: Separates | Cancels | None) -> dict[str, Any] | None:
    """Integers and fractions are written out as text: many readers of JSON round numbers to doubles."""
    if proof is None:
        return None
    if isinstance(proof, Enclosure):
        return {"support": proof.support, "centre": proof.centre, "radius": proof.radius}
    sys.set_int_max_str_digits(0)  # a certificate in hundreds of dimensions has integers of thousands of digits
    if isinstance(proof, Cancellation):
        return {"support": proof.support, "integers": [str(v) for v in proof.integers]}
    if isinstance(proof, KernelSeparator):
        return {**_coefficients(proof.coefficients), "offset": str(Fraction(proof.offset))}
    assert isinstance(proof, Separator)  # points have no other proofs
    return {"direction": proof.direction, "offset": str(Fraction(proof.offset)), "centre": proof.centre}
