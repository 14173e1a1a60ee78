"""Small integer questions for hypothesis, with their exact answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

import gordan
from zoo.min_norm import margin_squared_exactly
from zoo.truth import separable_exactly

__all__ = ["MAX_SECONDS", "Question", "answer", "few", "questions"]

# Reached only when something hangs; a run on these sizes takes milliseconds.
MAX_SECONDS = 20.0


def few(examples: int) -> settings:
    """The same examples in every run: a failure here is a failure everywhere."""
    return settings(max_examples=examples, deadline=None, derandomize=True, print_blob=False)


@dataclass(frozen=True, eq=False)
class Question:
    """Integer points (as doubles) with signs, and whether an intercept is allowed."""

    X: Any
    y: Any
    intercept: bool

    @cached_property
    def separable(self) -> bool:
        return separable_exactly(self.X, self.y, self.intercept)

    @cached_property
    def square(self) -> Fraction:
        """The squared margin; 0 where it is not positive."""
        return margin_squared_exactly(self.X, self.y, self.intercept)

    @property
    def margin(self) -> float:
        return float(self.square) ** 0.5

    def contains(self, lower: float, upper: float) -> bool:
        """Whether lower ≤ margin ≤ upper in exact arithmetic; a margin that is not positive is only known as that."""
        below = lower <= 0 or Fraction(lower) ** 2 <= self.square
        return below and upper >= 0 and (upper == np.inf or Fraction(upper) ** 2 >= self.square)


@st.composite
def questions(
    draw: st.DrawFn, *, rows: int = 6, columns: int = 3, reach: int = 3, intercept: bool | None = None
) -> Question:
    """Up to `rows` points with entries from −reach to reach."""
    allowed = draw(st.booleans()) if intercept is None else intercept
    n = draw(st.integers(2 if allowed else 1, rows))
    m = draw(st.integers(1, columns))
    entry = st.integers(-reach, reach)
    X = draw(st.lists(st.lists(entry, min_size=m, max_size=m), min_size=n, max_size=n))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    if allowed:
        y[:2] = [1, -1]
    elif 1 not in y:
        # The only class there is counts as positive.
        y = [1] * n
    return Question(np.array(X, dtype=np.float64), np.array(y), allowed)


def answer(question: Question, X: Any = None, y: Any = None, *, solver: str = "min-norm-point", **how: Any) -> Any:
    """An outcome for the question, or for the same question put about other rows; verified once more."""
    posed = {name: how.pop(name) for name in ("normalise", "numbers") if name in how}
    rows, labels = question.X if X is None else X, question.y if y is None else y
    problem = gordan.Points(rows, labels, intercept=question.intercept, **posed)
    outcome = gordan.solve(problem, solver=solver, max_seconds=MAX_SECONDS, **how)
    verdict = gordan.verify(problem, outcome)
    assert verdict.holds, str(verdict)
    return outcome
