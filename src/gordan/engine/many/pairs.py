"""`Pairs`: the classes of one table of points, two at a time, as stacks of their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.engine.many.batch import Batch, Question, Read, together
from gordan.problem import Points

__all__ = ["Pairs"]

_ROOM = 1.25  # rows of the longest problem of a stack for one of the shortest: what is added is computed for nothing


class Pairs:
    """One problem for each row (negative, positive) of `sides`, which has the numbers of two of the `labels`.

    X is dense, of finite float32 or float64 numbers, and `codes` are the numbers of its rows' classes. The rows of a
    problem stand in the order of X. Problems of nearly one length share a stack, in which the shorter ones repeat their
    first row as often as needed, under the sign 0: such rows are none of theirs.
    """

    def __init__(self, X: Array, codes: Positions, sides: Positions, labels: Sequence[object], how: Question) -> None:
        self.X, self.sides, self.labels, self.how = X, sides, labels, how
        self.size, self.taken = len(sides), 0
        counts = np.bincount(codes, minlength=len(labels))
        self._sizes = counts[sides].sum(axis=1)
        # Rows of each class, and after them a number beyond the last row, whose class is none.
        self._codes = np.append(codes, -1)
        self._members = np.full((len(labels), int(counts.max())), len(codes))
        self._members[np.arange(self._members.shape[1]) < counts[:, None]] = np.argsort(codes, kind="stable")
        # The ends of every column in every class: those of two classes follow without another pass.
        classes = [X[rows[: int(count)]] for rows, count in zip(self._members, counts, strict=True)]
        self._least = np.array([rows.min(axis=0) for rows in classes], dtype=np.float64)
        self._greatest = np.array([rows.max(axis=0) for rows in classes], dtype=np.float64)
        self._parts = self._divided()

    def __iter__(self) -> Iterator[Callable[[], Read]]:
        return self.rest()

    def rest(self) -> Iterator[Callable[[], Read]]:
        """What has not been handed out."""
        while self._parts:
            index = self._parts.pop()
            self.taken += index.size
            yield partial(self._read, index)

    def rows(self, j: int) -> Positions:
        """The numbers of the rows of problem j."""
        return np.asarray(self._rows(np.array([j]))[0])

    def problem(self, j: int) -> Points:
        """Problem j as a user would pose it."""
        rows = self.rows(j)
        labels = np.array([self.labels[k] for k in self.sides[j]], dtype=object)
        return Points(self.X[rows], labels[(self._codes[rows] == self.sides[j, 1]).astype(int)], **self.how)

    def _divided(self) -> list[Positions]:
        """The numbers of the problems of each stack."""
        order, parts, start = np.argsort(self._sizes, kind="stable"), [], 0
        sizes = self._sizes[order]
        while start < self.size:
            longest = int(np.searchsorted(sizes, _ROOM * sizes[start], side="right"))
            count = together(int(sizes[longest - 1]), self.X.shape[1])
            parts.append(order[start : min(longest, start + count)])
            start = min(longest, start + count)
        return parts[::-1]

    def _rows(self, index: Positions) -> Positions:
        """Rows of the problems `index` in ascending order, as many as the longest has."""
        rows = np.sort(np.concatenate([self._members[self.sides[index, side]] for side in (0, 1)], axis=1), axis=1)
        return np.asarray(rows[:, : int(self._sizes[index].max())])

    def _read(self, index: Positions) -> Read:
        rows, sides = self._rows(index), self.sides[index]
        codes = self._codes[rows]
        signs = (codes == sides[:, 1:]).astype(np.float64) - (codes == sides[:, :1])
        X = self.X[np.where(signs == 0, rows[:, :1], rows)]
        least = np.minimum(self._least[sides[:, 0]], self._least[sides[:, 1]])
        greatest = np.maximum(self._greatest[sides[:, 0]], self._greatest[sides[:, 1]])
        whole = Batch(
            index,
            lambda i: self.problem(int(index[i])),
            _Sides(self.labels, sides),
            X,
            signs,
            ends=(least, greatest),
            **self.how,
        )
        return Read([whole], {})


class _Sides(Sequence[tuple[object, ...]]):
    """Pairs of labels, made when asked for."""

    def __init__(self, labels: Sequence[object], sides: Positions) -> None:
        self._labels, self._sides = labels, sides

    def __len__(self) -> int:
        return len(self._sides)

    def __getitem__(self, i: int) -> tuple[object, ...]:  # type: ignore[override]
        return tuple(self._labels[k] for k in self._sides[i])
