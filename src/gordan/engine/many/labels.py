"""Many rows of labels at once: any two values per row, the second in sorted order positive, as in `problem.labels`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.problem.labels import read_labels

__all__ = ["Labels", "read_label_rows", "read_label_table"]


class Labels(NamedTuple):
    """Signs (b, n), which rows are in order, and the classes of each of these."""

    signs: Array
    sound: npt.NDArray[np.bool_]
    classes: Sequence[tuple[Any, ...]]


class _Pairs(Sequence[Any]):
    """Tuples of classes, made when asked for."""

    def __init__(self, low: Any, high: Any) -> None:
        self._low, self._high = low, high

    def __len__(self) -> int:
        return len(self._low)

    def __getitem__(self, i: Any) -> tuple[Any, ...]:
        low, high = self._low[i].item(), self._high[i].item()
        return (low,) if low == high else (low, high)


def read_label_table(Y: Any) -> Any:
    """Y as an array of rows of numbers or text; rows of anything else stay as they were given."""
    if isinstance(Y, np.ma.MaskedArray) and np.ma.is_masked(Y):
        return Y
    try:
        table = np.asarray(Y)
    except ValueError:
        raise InputError("the rows of Y have different lengths; give one label per point in every row") from None
    if table.dtype.kind in "US" and not isinstance(Y, np.ndarray):
        # NumPy has made text of whatever stood among the text; row by row the mixture is told.
        return np.array([[*row] for row in Y], dtype=object) if table.ndim == 2 else np.asarray(Y, dtype=object)
    return table


def read_label_rows(rows: Any, intercept: bool) -> Labels:
    """What a rectangle of labels says."""
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
    return Labels(np.where(up, 1.0, -1.0), sound, _Pairs(low, high))


def _one_by_one(rows: Any, intercept: bool) -> Labels:
    """Labels that have an order of their own, or may be missing."""
    classes: list[tuple[Any, ...]] = [()] * len(rows)
    found = Labels(np.ones(rows.shape), np.ones(len(rows), np.bool_), classes)
    for i, row in enumerate(rows):
        try:
            classes[i], found.signs[i] = read_labels(row, row.size, intercept)
        except InputError:
            found.sound[i] = False
    return found
