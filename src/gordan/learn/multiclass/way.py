"""`Way`: how every one of several questions is to be answered."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from gordan.arithmetic.deadline import deadline as limited
from gordan.arithmetic.deadline import now as clock_now
from gordan.engine.loop import solve
from gordan.engine.loop.option import positive
from gordan.engine.solver import Solver
from gordan.outcome import Outcome
from gordan.problem import Gram, Points

__all__ = ["Way"]

_NO_TIME = 1e-9  # seconds for what comes after the budget is spent: one candidate, and the outcome says why


@dataclass(frozen=True)
class Way:
    """The settings of `solve`; `max_seconds` is for all questions together, the other budgets are for each."""

    solver: str | Solver = "auto"
    goal: Literal["decide", "margin"] | None = None
    tol: float = 1e-6
    eps: float = 1e-6
    proof: Literal["rounded", "exact"] = "rounded"
    polish: bool | None = None
    max_iter: int | None = None
    max_seconds: float | None = None
    random_state: int | None = None

    def deadline(self) -> float:
        """When the last question must be answered, if they begin now."""
        return math.inf if self.max_seconds is None else clock_now() + positive("max_seconds", self.max_seconds)

    def solve(
        self,
        problem: Points | Gram,
        *,
        deadline: float = math.inf,
        start: Outcome | None = None,
        watch: Any = None,
        solver: Any = None,
    ) -> Outcome:
        """Answer one question with what is left of the time; `solver` stands in for the one of the settings."""
        left = None if deadline == math.inf else max(deadline - clock_now(), _NO_TIME)
        # What is left for this question is not a number that anybody has given.
        with limited(left, shown=self.max_seconds):
            return solve(
                problem,
                solver=self.solver if solver is None else solver,
                goal=self.goal,
                tol=self.tol,
                eps=self.eps,
                proof=self.proof,
                polish=self.polish,
                start=start,
                max_iter=self.max_iter,
                random_state=self.random_state,
                watch=watch,
            )
