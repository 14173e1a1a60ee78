"""Problems that are answered in one go: stacked where they are small, dense and of one shape, one by one where not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.problem import Points
from gordan.problem.numbers import Numbers

__all__ = ["Batch", "Positions", "Read", "fits", "together"]

Positions = npt.NDArray[np.int64]

_ENTRIES = 1 << 17  # of one problem that is small: its products cost less than the interpreter's share of a step
_FEATURES = 128  # the systems of enclosures are of this order, squared for every problem
_TOGETHER = 1 << 17  # entries of one batch: a mebibyte of doubles, so that what is computed of them stays in the cache


@dataclass(frozen=True, eq=False)
class Batch:
    """Problem i, at position index[i] of the whole, has points X[i] (X[0] where all share them) and labels' signs[i].

    X is None where the problems are not stacked; `problem(i)` makes the question as a user would.
    """

    index: Positions
    problem: Callable[[int], Points]
    classes: Sequence[tuple[Any, ...]]
    X: Any = None
    signs: Array = field(default_factory=lambda: np.empty((0, 0)))
    intercept: bool = True
    normalise: bool = False
    numbers: Numbers = "binary"

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
