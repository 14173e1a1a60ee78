"""Problems that are answered in one go, stacked where they are small, dense and of one shape; and the question.

`Problems` makes such batches of an iterable; what is large or sparse goes by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Literal, NamedTuple, Protocol, TypedDict

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import now
from gordan.arithmetic.setting import setting
from gordan.engine.loop.settings import one_of, positive_number
from gordan.errors import GordanError, InputError
from gordan.outcome import Code, Reason
from gordan.problem import Points
from gordan.problem.matrix import is_sparse
from gordan.problem.numbers import Numbers

__all__ = ["Batch", "Classes", "Names", "Problems", "Question", "Read", "Settings", "Source", "fits", "together"]

Classes = Sequence[tuple[object, ...]]  # of every problem
Names = Sequence[tuple[str, ...]]  # of the columns of every problem; empty where none has any

_ENTRIES = 1 << 17  # of one problem that is small: its products cost less than the interpreter's share of a step
_FEATURES = 128  # the systems of enclosures are of this order, squared for every problem
_TOGETHER = 1 << 19  # entries of one batch, four mebibytes of doubles: few calls, and little memory


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

    @classmethod
    def read(cls, goal: object, tol: object, proof: object, max_seconds: object) -> Settings:
        """Read the options, and refuse values that are not allowed."""
        return cls(
            goal=one_of("goal", goal, ("decide", "margin")),
            tol=positive_number("tol", tol),
            proof=one_of("proof", proof, ("rounded", "exact")) or "rounded",
            max_seconds=math.inf if max_seconds is None else positive_number("max_seconds", max_seconds),
        )

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

    X is None where the problems are not stacked; `problem(i)` makes the question as a user would. `names` has those of
    the columns, `ends` the least and the greatest entry of every column of every X[i] where these are known.
    """

    index: Positions
    problem: Callable[[int], Points]
    classes: Classes
    X: Matrix = None
    signs: Array = field(default_factory=lambda: np.empty((0, 0)))
    intercept: bool = True
    normalise: bool = False
    numbers: Numbers = "binary"
    names: Names = ()
    ends: tuple[Array, Array] | None = None

    @classmethod
    def single(cls, j: int, problem: Points) -> Batch:
        """A problem that goes by itself."""
        return cls(np.array([j]), lambda i: problem, [problem.classes], names=[problem.names])

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
            names=[self.names[i] for i in rows] if self.names else (),
            ends=self.ends if shared or self.ends is None else (self.ends[0][rows], self.ends[1][rows]),
        )


class Read(NamedTuple):
    """What came of reading: batches to answer, and by position what is wrong with the rest."""

    batches: list[Batch]
    failed: dict[int, Exception]


class Source(Protocol):
    """Functions that read one batch after another: `size` problems in all, if that is known, `taken` handed out."""

    taken: int

    @property
    def size(self) -> int | None: ...
    def __iter__(self) -> Iterator[Callable[[], Read]]: ...
    def rest(self) -> Iterator[Callable[[], Read]]:
        """What has been read and not handed out."""
        ...


def fits(n: int, m: int) -> bool:
    """Whether problems of this shape are small enough to be stacked."""
    return n * m <= _ENTRIES and m <= _FEATURES


def together(n: int, m: int) -> int:
    """How many problems of this shape make a batch."""
    return max(16, _TOGETHER // max(n * m, (m + 2) ** 2))


class Problems:
    """An iterable of `Points`, or of pairs (X, y) to make them of; read as far as there is work to hand out.

    `size` is the number of problems where it is known beforehand, and None where only the end shows it; `taken` is
    how many have been read.
    """

    def __init__(self, problems: object, how: Question) -> None:
        if isinstance(problems, np.ndarray):
            raise InputError("X is an array and there are no labels; give Y, or an iterable of Points")
        if not isinstance(problems, Iterable) or isinstance(problems, str | bytes | dict):
            raise InputError(f"problems is {problems!r:.60}; give Points, or X with a row of labels per problem")
        self.problems, self.how, self.taken = problems, how, 0
        self.size = len(problems) if isinstance(problems, Sized) else None
        self._waiting: dict[tuple[object, ...], list[tuple[int, Points]]] = {}

    def __iter__(self) -> Iterator[Callable[[], Read]]:
        source = iter(self.problems)
        while True:
            try:
                given = next(source)
                problem = self._problem(given)
            except StopIteration:
                break
            except GordanError as error:
                # A generator that refuses one problem has ended, and the next turn will find it so.
                yield _refusal(self.taken, error)
                self.taken += 1
                continue
            yield from self._sorted_in(problem)
        if self.taken == 0:
            raise InputError("there are no problems: the iterable is empty; give at least one")
        yield from self.rest()

    def rest(self) -> Iterator[Callable[[], Read]]:
        """What has been read and not handed out."""
        while self._waiting:
            yield _stacked(self._waiting.popitem()[1])

    def _problem(self, given: object) -> Points:
        if isinstance(given, Points):
            if given.implicit:
                raise InputError(
                    f"problem {self.taken} has a kernel; solve such problems one by one, with gordan.solve"
                )
            if given.positive:
                raise InputError(
                    f"problem {self.taken} asks for w ≥ 0; solve such problems one by one, with gordan.solve"
                )
            return given
        if isinstance(given, tuple) and len(given) == 2:
            return Points(*given, **self.how)
        raise InputError(f"problem {self.taken} is a {type(given).__name__}; give Points, or a pair (X, y)")

    def _sorted_in(self, problem: Points) -> Iterator[Callable[[], Read]]:
        j = self.taken
        self.taken += 1
        if is_sparse(problem.X) or not fits(problem.n, problem.m):
            yield lambda: Read([Batch.single(j, problem)], {})
            return
        key = (problem.n, problem.m, problem.X.dtype, problem.intercept, problem.normalise, problem.numbers)
        group = self._waiting.setdefault(key, [])
        group.append((j, problem))
        if len(group) >= together(problem.n, problem.m):
            yield _stacked(self._waiting.pop(key))


def _refusal(j: int, error: Exception) -> Callable[[], Read]:
    return lambda: Read([], {j: error})


def _stacked(group: list[tuple[int, Points]]) -> Callable[[], Read]:
    problems = [problem for _, problem in group]
    first = problems[0]

    def read() -> Read:
        batch = Batch(
            np.array([j for j, _ in group]),
            problems.__getitem__,
            [problem.classes for problem in problems],
            np.stack([problem.X for problem in problems]),
            np.stack([problem.signs for problem in problems]),
            bool(first.intercept),
            bool(first.normalise),
            first.numbers,
            [problem.names for problem in problems],
        )
        return Read([batch], {})

    return read
