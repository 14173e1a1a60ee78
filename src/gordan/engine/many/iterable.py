"""Problems as they come, grouped by shape and question; what is large or sparse goes by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized

import numpy as np

from gordan.engine.many.batch import Batch, Question, Read, fits, together
from gordan.errors import GordanError, InputError
from gordan.problem import Points
from gordan.problem.matrix import is_sparse

__all__ = ["Problems"]


class Problems:
    """An iterable of `Points`, or of pairs (X, y) to make them of; read as far as there is work to hand out.

    `size` is the number of problems where it is known beforehand, and None where only the end will tell; `taken` is
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
        )
        return Read([batch], {})

    return read
