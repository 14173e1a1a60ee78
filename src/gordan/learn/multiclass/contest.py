"""A contest of classes, the settings of its answer, and `separate_one_by_one`: the questions one after another."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from gordan.arithmetic.deadline import deadline as limited
from gordan.arithmetic.deadline import now as clock_now
from gordan.engine.loop.separate import Watch, solve
from gordan.engine.loop.settings import positive_number
from gordan.engine.oracle.held import hold
from gordan.engine.solver import Solver
from gordan.learn.multiclass.labelled import Labelled
from gordan.learn.multiclass.sides import Rows, Sides, all_sides
from gordan.outcome import Outcome
from gordan.problem import Gram, Points

__all__ = ["NO_TIME", "Answer", "Arithmetic", "Asked", "Contest", "Goal", "Way", "separate_one_by_one"]

Goal = Literal["decide", "margin"]
Arithmetic = Literal["rounded", "exact"]
NO_TIME = 1e-9  # seconds for what comes after the budget is spent: one candidate, and the outcome says why


@dataclass(frozen=True)
class Way:
    """The settings of `solve`; `max_seconds` is for all questions together, the other budgets are for each.

    So many `workers` answer questions that are answered together, None for as many as there are cores.
    """

    solver: str | Solver = "auto"
    goal: Goal | None = None
    tol: float = 1e-6
    eps: float = 1e-6
    proof: Arithmetic = "rounded"
    polish: bool | None = None
    max_iter: int | None = None
    max_seconds: float | None = None
    random_state: int | None = None
    workers: int | None = 1

    @property
    def automatic(self) -> bool:
        """Whether it is left to gordan how a question is answered, so that small ones may be answered together."""
        return self.solver == "auto" and self.polish is None and self.max_iter is None

    def deadline(self) -> float:
        """When the last question must be answered, if they begin now."""
        return math.inf if self.max_seconds is None else clock_now() + positive_number("max_seconds", self.max_seconds)

    def solve(
        self,
        problem: Points | Gram,
        *,
        deadline: float = math.inf,
        start: Outcome | None = None,
        watch: Watch = None,
        solver: Any = None,
    ) -> Outcome:
        """Answer one question with what is left of the time; `solver` stands in for the one of the settings."""
        left = None if deadline == math.inf else max(deadline - clock_now(), NO_TIME)
        # A message names the budget that was given, not what is left for this question.
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


class Asked(NamedTuple):
    """A question by its number and in words, the problem, and when its answer is due."""

    number: int
    words: str
    problem: Points | Gram
    deadline: float


@dataclass(frozen=True, eq=False)
class Contest:
    """One class against another, or against the rest.

    Attributes
    ----------
    negative, positive : the classes; None as well where the negative side is the rest, see `sides`.
    rows : numbers of the rows that took part, None for all.
    problem : the question.
    outcome : the answer, whose own row numbers count among `rows`.
    sides, words : the classes' numbers, and who is against whom.
    questions, until : how many there are in all, and when this one's share of the time is over, its pocket included.
    """

    negative: object
    positive: object
    rows: Rows | None
    problem: Points | Gram
    outcome: Outcome
    sides: Sides
    words: str
    questions: int = 1
    until: float = math.inf

    def given_rows(self, numbers: Sequence[int] | Rows) -> Rows:
        """Row numbers of the problem as those of the data that were given."""
        numbers = np.asarray(numbers, dtype=np.int64)
        return numbers if self.rows is None else self.rows[numbers]


Answer = Callable[[Asked], Outcome]


def separate_one_by_one(
    labelled: Labelled, *, scheme: str = "ovr", way: Way | None = None, answer: Answer | None = None
) -> Iterator[Contest]:
    """Pose and answer one question after another.

    The rows of a pair have to be copied; the copy is released with its answer. Products of points under a kernel do not
    depend on labels: they are computed once for all questions, and kept until the last is answered. A question may use
    the time that is left divided by the number of questions that are left, itself included: so a hard one leaves time
    for the rest, and what an easy one does not use is shared by the rest.
    """
    way = way or Way()
    deadline, names = way.deadline(), labelled.classes
    questions = all_sides(len(names), scheme)
    # The products of one question are shared with no other.
    with hold(labelled.kernel if len(questions) > 1 else None, labelled.X) as whole:
        for number, sides in enumerate(questions):
            until = _share(deadline, len(questions) - number)
            rows, problem = labelled.pose(sides)
            with hold(problem.kernel, getattr(problem, "X", None), whole, rows):
                asked = Asked(number, sides.words(names), problem, until)
                outcome = way.solve(problem, deadline=until) if answer is None else answer(asked)
                named = sides.names(names)
                yield Contest(*named, rows, problem, outcome, sides, asked.words, len(questions), until)


def _share(deadline: float, shares: int) -> float:
    """When the first of so many even shares of the time left ends."""
    now = clock_now()
    return now + (deadline - now) / shares
