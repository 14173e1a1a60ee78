"""`Asked`: two sides and the question about them. `Contest`: the same with its answer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gordan.learn.multiclass.sides import Sides
from gordan.outcome import Outcome
from gordan.problem import Gram, Points

__all__ = ["Asked", "Contest"]


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
    negative, positive : the classes; a negative of None is the rest, which `sides` tells from a class called None.
    rows : numbers of the rows that took part, None for all.
    problem : the question.
    outcome : the answer, whose own row numbers count among `rows`.
    sides, words : the classes' numbers, and who is against whom.
    questions, until : how many there are in all, and when this one's share of the time is over, also for whoever looks
        at its answer.
    """

    negative: Any
    positive: Any
    rows: Any
    problem: Points | Gram
    outcome: Outcome
    sides: Sides
    words: str
    questions: int = 1
    until: float = math.inf

    def given_rows(self, numbers: Any) -> Any:
        """Row numbers of the problem as those of the data that were given."""
        numbers = np.asarray(numbers, dtype=np.int64)
        return numbers if self.rows is None else self.rows[numbers]
