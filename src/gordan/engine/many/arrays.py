"""Stacked problems, or many labellings of the same points, as batches: nothing is copied but what is at work.

Labels are read many rows at once: any two values per row, the second in sorted order positive, as in `problem.labels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.engine.many.batch import Batch, Classes, Question, Read, fits, together
from gordan.errors import GordanError, InputError
from gordan.problem import Points
from gordan.problem.labels import read_labels
from gordan.problem.matrix import is_sparse, read_matrix

__all__ = ["Arrays"]

Mask = npt.NDArray[np.bool_]


class Arrays:
    """X of shape (n, m) with Y of shape (B, n), or X of shape (B, n, m) with Y of shape (B, n) or (n,).

    Iterated over, it gives functions that read one batch after another: `size` problems in all, `taken` of them handed
    out.
    """

    def __init__(self, X: object, Y: object, how: Question) -> None:
        Points([[1.0], [2.0]], [0, 1], **how)  # refuses a question that contradicts itself, whatever the data
        self.how, self.taken = how, 0
        self.X, self.names = _points(X)
        self.Y = _label_table(Y)
        self.shared = self.X.ndim == 2
        self._agree()
        self.size = int(self.Y.shape[0] if self.shared else self.X.shape[0])
        if self.size == 0:
            raise InputError("there are no problems: the first axis is empty; give at least one labelling")
        # What is wrong with the only points, or with the only labels, is wrong with every problem.
        if self.Y.ndim == 1:
            read_labels(self.Y, self.X.shape[1], bool(how["intercept"]))
        if self.shared:
            linear = Question(intercept=False, normalise=how["normalise"], numbers=how["numbers"])
            self.X = Points(self.X, np.arange(self.X.shape[0]) > 0, **linear).X
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

    def _labels(self, j: int) -> Matrix:
        return self.Y[j] if self.Y.ndim == 2 else self.Y

    def _read(self, index: Positions) -> Read:
        rows = (
            self.Y[index[0] : index[-1] + 1] if self.Y.ndim == 2 else np.broadcast_to(self.Y, (index.size, self.Y.size))
        )
        batches: list[Batch] = []
        failed: dict[int, Exception] = {}
        sound = np.zeros(index.size, np.bool_)
        if self.stacked:
            signs, sound, classes = _read_label_rows(rows, bool(self.how["intercept"]))
            sound &= self._finite(index)
            stack = self.X[None] if self.shared else self.X[index[0] : index[-1] + 1]
            names = [self.names] * index.size if self.names else ()
            whole = Batch(index, lambda i: self.problem(int(index[i])), classes, stack, signs, names=names, **self.how)
            batches += [whole.take(np.flatnonzero(sound))] if sound.any() else []
        for j in index[~sound].tolist():
            try:
                batches.append(replace(Batch.single(j, self.problem(j)), names=[self.names]))
            except GordanError as error:
                failed[j] = error
        return Read(batches, failed)

    def _finite(self, index: Positions) -> Mask:
        if self.shared:
            return np.ones(index.size, np.bool_)
        X = self.X[index[0] : index[-1] + 1]
        sound = np.asarray(np.isfinite(X).all(axis=(1, 2)))
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


def _points(X: object) -> tuple[Matrix, tuple[str, ...]]:
    """X as a table or a stack of tables, and the names of the columns that a data frame has.

    Numbers that are not floats become float64 where no digit is lost.
    """
    if is_sparse(X) or hasattr(type(X), "columns"):
        return read_matrix(X)[:2]
    masked = isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X)
    try:
        array: Matrix = X if masked else np.asarray(X)
    except ValueError:
        raise InputError("the problems of X have different shapes; give them as a list of Points") from None
    if array.ndim not in (2, 3):
        raise InputError(
            f"X has {array.ndim} dimension(s); give points (n, m) with many labellings, or stacked problems (B, n, m)"
        )
    if masked or array.dtype in (np.float32, np.float64):
        return array, ()
    if array.dtype.kind in "cUSmM":
        raise InputError(f"X holds {array.dtype}, not real numbers; convert or encode it, for instance astype(float)")
    exact = array.dtype.kind == "b" or array.dtype == np.float16
    if array.dtype.kind in "iu":
        exact = array.size == 0 or max(-int(array.min()), int(array.max())) <= 2**53
    # What else there is, problem by problem: a number that no double holds spoils its own problem only.
    return (array.astype(np.float64) if exact else array), ()


class _Labels(NamedTuple):
    """Signs (b, n), which rows are in order, and the classes of each of these."""

    signs: Array
    sound: Mask
    classes: Classes


class _Pairs(Sequence[tuple[object, ...]]):
    """Tuples of classes, made when asked for."""

    def __init__(self, low: Matrix, high: Matrix) -> None:
        self._low, self._high = low, high

    def __len__(self) -> int:
        return len(self._low)

    def __getitem__(self, i: int) -> tuple[object, ...]:  # type: ignore[override]
        low, high = self._low[i].item(), self._high[i].item()
        return (low,) if low == high else (low, high)


def _label_table(Y: Matrix) -> Matrix:
    """Y as an array of rows of numbers or text; rows of anything else stay as they were given."""
    if isinstance(Y, np.ma.MaskedArray) and np.ma.is_masked(Y):
        return Y
    try:
        table = np.asarray(Y)
    except ValueError:
        raise InputError("the rows of Y have different lengths; give one label per point in every row") from None
    if table.dtype.kind in "US" and not isinstance(Y, np.ndarray):
        # NumPy has made text of whatever stood among the text; row by row the mixture shows.
        return np.array([[*row] for row in Y], dtype=object) if table.ndim == 2 else np.asarray(Y, dtype=object)
    return table


def _read_label_rows(rows: Matrix, intercept: bool) -> _Labels:
    """Signs and classes of a rectangle of labels."""
    if isinstance(rows, np.ma.MaskedArray) or rows.dtype.kind not in "biufUS":
        return _one_by_one(rows, intercept)
    codes, values = rows, None
    if rows.dtype.kind in "US":
        values, codes = np.unique(rows, return_inverse=True)
        codes = codes.reshape(rows.shape)
    low, high = codes.min(axis=1), codes.max(axis=1)
    up = codes == high[:, None]
    # A missing label is equal to nothing, not even to itself: its row is not in order.
    sound = (up | (codes == low[:, None])).all(axis=1)
    if intercept:
        sound &= low != high
    if values is not None:
        low, high = values[low], values[high]
    return _Labels(np.where(up, 1.0, -1.0), sound, _Pairs(low, high))


def _one_by_one(rows: Matrix, intercept: bool) -> _Labels:
    """Labels that have an order of their own, or may be missing."""
    classes: list[tuple[object, ...]] = [()] * len(rows)
    labels = _Labels(np.ones(rows.shape), np.ones(len(rows), np.bool_), classes)
    for i, row in enumerate(rows):
        try:
            classes[i], labels.signs[i] = read_labels(row, row.size, intercept)
        except InputError:
            labels.sound[i] = False
    return labels
