"""Stacked problems, or many labellings of the same points, as batches: nothing is copied but what is at work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from gordan.engine.many.batch import Batch, Positions, Read, fits, together
from gordan.engine.many.labels import read_label_rows, read_label_table
from gordan.errors import GordanError, InputError
from gordan.problem import Points
from gordan.problem.labels import read_labels
from gordan.problem.matrix import is_sparse, read_matrix

__all__ = ["Arrays"]


class Arrays:
    """X of shape (n, m) with Y of shape (B, n), or X of shape (B, n, m) with Y of shape (B, n) or (n,).

    Iterated over, it gives functions that read one batch after another: `size` problems in all, `taken` of them handed
    out.
    """

    def __init__(self, X: Any, Y: Any, how: dict[str, Any]) -> None:
        Points([[1.0], [2.0]], [0, 1], **how)  # refuses a question that contradicts itself, whatever the data
        self.how, self.taken = how, 0
        self.X = _points(X)
        self.Y = read_label_table(Y)
        self.shared = self.X.ndim == 2
        self._agree()
        self.size = int(self.Y.shape[0] if self.shared else self.X.shape[0])
        if self.size == 0:
            raise InputError("there are no problems: the first axis is empty; give at least one labelling")
        # What is wrong with the only points, or with the only labels, is wrong with every problem.
        if self.Y.ndim == 1:
            read_labels(self.Y, self.X.shape[1], bool(how["intercept"]))
        if self.shared:
            self.X = Points(self.X, np.arange(self.X.shape[0]) > 0, **(how | {"intercept": False})).X
        self.stacked = not is_sparse(self.X) and self.X.dtype in (np.float32, np.float64) and fits(*self.X.shape[-2:])

    def __iter__(self) -> Iterator[Callable[[], Read]]:
        return self.rest()

    def rest(self) -> Iterator[Callable[[], Read]]:
        """What has not been handed out."""
        n, m = self.X.shape[-2:]
        step = together(n, m) if self.stacked else 1
        while self.taken < self.size:
            index = np.arange(self.taken, min(self.taken + step, self.size))
            self.taken += index.size
            yield partial(self._read, index)

    def problem(self, j: int) -> Points:
        return Points(self.X if self.shared else self.X[j], self._labels(j), **self.how)

    def _labels(self, j: int) -> Any:
        return self.Y[j] if self.Y.ndim == 2 else self.Y

    def _read(self, index: Positions) -> Read:
        rows = (
            self.Y[index[0] : index[-1] + 1] if self.Y.ndim == 2 else np.broadcast_to(self.Y, (index.size, self.Y.size))
        )
        batches: list[Batch] = []
        failed: dict[int, Exception] = {}
        sound = np.zeros(index.size, np.bool_)
        if self.stacked:
            signs, sound, classes = read_label_rows(rows, bool(self.how["intercept"]))
            sound &= self._finite(index)
            stack = self.X[None] if self.shared else self.X[index[0] : index[-1] + 1]
            whole = Batch(index, lambda i: self.problem(int(index[i])), classes, stack, signs, **self.how)
            batches += [whole.take(np.flatnonzero(sound))] if sound.any() else []
        for j in index[~sound].tolist():
            try:
                batches.append(_single(j, self.problem(j)))
            except GordanError as error:
                failed[j] = error
        return Read(batches, failed)

    def _finite(self, index: Positions) -> Any:
        if self.shared:
            return True
        X = self.X[index[0] : index[-1] + 1]
        sound = np.isfinite(X).all(axis=(1, 2))
        if self.how["normalise"]:
            sound &= X.any(axis=2).all(axis=1)
        return sound

    def _agree(self) -> None:
        X, Y = self.X.shape, self.Y.shape
        if len(X) == 2:
            if len(Y) != 2:
                raise InputError(
                    f"X has shape {X} and Y {Y}; give one row of {X[0]} labels per problem, or use separate for a "
                    "single labelling"
                )
            if Y[1] != X[0]:
                raise InputError(f"X has {X[0]} points but the rows of Y have {Y[1]} labels; give one label per point")
        elif len(Y) not in (1, 2) or Y[-1] != X[1] or (len(Y) == 2 and Y[0] != X[0]):
            raise InputError(f"X has shape {X} and Y {Y}; give labels of shape {X[:2]}, or ({X[1]},) for all problems")
        elif 0 in X[1:]:
            raise InputError(f"X has shape {X}; give every problem at least one point and one column")


def _single(j: int, problem: Points) -> Batch:
    return Batch(np.array([j]), lambda i: problem, [problem.classes])


def _points(X: Any) -> Any:
    """X as a table or a stack of tables; numbers that are not floats become float64 where no digit is lost."""
    if is_sparse(X) or hasattr(type(X), "columns"):
        return read_matrix(X)[0]
    masked = isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X)
    try:
        array = X if masked else np.asarray(X)
    except ValueError:
        raise InputError("the problems of X have different shapes; give them as a list of Points") from None
    if array.ndim not in (2, 3):
        raise InputError(
            f"X has {array.ndim} dimension(s); give points (n, m) with many labellings, or stacked problems (B, n, m)"
        )
    if masked or array.dtype in (np.float32, np.float64):
        return array
    if array.dtype.kind in "cUSmM":
        raise InputError(f"X holds {array.dtype}, not real numbers; convert or encode it, for instance astype(float)")
    exact = array.dtype.kind == "b" or array.dtype == np.float16
    if array.dtype.kind in "iu":
        exact = array.size == 0 or max(-int(array.min()), int(array.max())) <= 2**53
    # What else there is, problem by problem: a number that no double holds spoils its own problem only.
    return array.astype(np.float64) if exact else array
