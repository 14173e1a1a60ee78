"""Problems that are answered in one go, stacked where they are small, dense and of one shape; and the question."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Literal, NamedTuple, TypedDict

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.outcome import Code, Reason
from gordan.problem import Points
from gordan.problem.numbers import Numbers

__all__ = ["Batch", "Classes", "Question", "Read", "Settings", "fits", "together"]

Classes = Sequence[tuple[object, ...]]  # of every problem

_ENTRIES = 1 << 17  # of one problem that is small: its products cost less than the interpreter's share of a step
_FEATURES = 128  # the systems of enclosures are of this order, squared for every problem
_TOGETHER = 1 << 18  # entries of one batch, two mebibytes of doubles: few calls, and the cache holds what they compute


class Question(TypedDict):
    """The keyword arguments of `Points` that all problems of a call have in common."""

    intercept: bool
    normalise: bool
    numbers: Numbers


@dataclass(frozen=True)
class Settings:
    """The options of one call; goal None stands for "margin" in a batch, and for the default of `solve` elsewhere.

    `halt` is set when the run is interrupted: work that has begun looks at it between two steps.
    """

    goal: Literal["decide", "margin"] | None = None
    tol: float = 1e-6
    proof: Literal["rounded", "exact"] = "rounded"
    max_seconds: float = math.inf
    began: float = field(default_factory=now)
    halt: Event = field(default_factory=Event)

    @property
    def seconds(self) -> float:
        return now() - self.began

    @property
    def left(self) -> float:
        return self.max_seconds - self.seconds

    def over(self) -> Reason | None:
        """Stop reason, or None."""
        if self.halt.is_set():
            return Reason("The run was interrupted.", Code.INTERRUPTED)
        if self.left > 0:
            return None
        words = f"Stopped because {setting('max_seconds', self.max_seconds)} was reached."
        return Reason(words, Code.MAX_SECONDS, max_seconds=self.max_seconds)


@dataclass(frozen=True, eq=False)
class Batch:
    """Problem i, at position index[i] of the whole, has points X[i] (X[0] where all share them) and labels' signs[i].

    X is None where the problems are not stacked; `problem(i)` makes the question as a user would.
    """

    index: Positions
    problem: Callable[[int], Points]
    classes: Classes
    X: Matrix = None
    signs: Array = field(default_factory=lambda: np.empty((0, 0)))
    intercept: bool = True
    normalise: bool = False
    numbers: Numbers = "binary"

    @classmethod
    def single(cls, j: int, problem: Points) -> Batch:
        """A problem that goes by itself."""
        return cls(np.array([j]), lambda i: problem, [problem.classes])

    @property
    def size(self) -> int:
        return int(self.index.size)

    def take(self, rows: Positions) -> Batch:
        """Some of the problems."""
        if rows.size == self.size:
            return self
        shared = self.X is None or self.X.shape[0] < self.size
        return replace(
            self,
            index=self.index[rows],
            problem=lambda i: self.problem(int(rows[i])),
            classes=[self.classes[i] for i in rows],
            X=self.X if shared else self.X[rows],
            signs=self.signs[rows] if self.signs.size else self.signs,
        )


class Read(NamedTuple):
    """What came of reading: batches to answer, and by position what is wrong with the rest."""

    batches: list[Batch]
    failed: dict[int, Exception]


def fits(n: int, m: int) -> bool:
    """Whether problems of this shape are small enough to be stacked."""
    return n * m <= _ENTRIES and m <= _FEATURES


def together(n: int, m: int) -> int:
    """How many problems of this shape make a batch."""
    return max(16, _TOGETHER // max(n * m, (m + 2) ** 2))
