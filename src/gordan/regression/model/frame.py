"""A data frame of pandas or polars, or a mapping of columns, behind one face."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.setting import names_options, setting
from gordan.errors import InputError
from gordan.file.table.wording import listed, nearest, shown
from gordan.regression.model.column import Column, Mask, read_column

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Extra", "Frame", "Labels", "model_frame", "placed_at", "read_extra", "read_frame", "refuse_misaligned"]

Labels: TypeAlias = Any  # of rows: an array, or the index of a pandas frame


@dataclass(frozen=True, eq=False)
class Frame:
    """The names of the columns, how to get one, and the labels of the rows."""

    native: Any
    keys: tuple[object, ...]
    labels: Labels

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The columns' names as text; pandas lets them be anything."""
        return tuple(map(str, self.keys))

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, name in enumerate(self.names):
            places.setdefault(name, []).append(place)
        return places

    @property
    def n(self) -> int:
        return len(self.labels)

    def has_one(self, name: str) -> bool:
        """Whether exactly one column has this name."""
        return len(self._places.get(name, ())) == 1

    def raw(self, name: str) -> Any:
        """The column as the frame has it."""
        return self.native[self.keys[self._places[name][0]]]

    def column(self, name: str, what: str = "") -> Column:
        """One column by its name.

        Raises
        ------
        InputError
            There is no such column, or more than one; the sentence has the nearest names.
        """
        where = f"{what} " if what else ""
        if name not in self._places:
            there = listed(self.names) or "none"
            raise InputError(
                f"{where}{shown(name)} is not a column of the data; its columns are {there}{nearest(name, self.names)}"
            )
        if len(self._places[name]) > 1:
            raise InputError(f"two columns are named {shown(name)}; give every column a name of its own")
        return read_column(self.raw(name), name)


def refuse_misaligned(given: object, labels: Labels, what: str) -> None:
    """A series whose index differs from the data's: by place or by label, somebody would be surprised."""
    index = getattr(given, "index", None)
    if index is None or callable(index) or not hasattr(labels, "equals") or len(index) != len(labels):
        return
    if not labels.equals(index):
        raise InputError(
            f"the index of {what} is not that of the data; align them with reindex, or give {what} as an array to take "
            "it row by row"
        )


def read_frame(data: Any) -> Frame:
    """The frame behind `data`.

    Examples
    --------
    >>> read_frame({"a": [1, 2], "b": ["x", "y"]}).column("b").values.tolist()
    ['x', 'y']
    """
    if isinstance(data, Frame):
        return data
    if hasattr(data, "collect"):
        raise InputError("data is a lazy frame; collect() it first")
    if isinstance(data, Mapping):
        lengths = {name: len(column) for name, column in data.items()}
        if len(set(lengths.values())) > 1:
            raise InputError(f"the columns of data have different lengths ({lengths}); give one value for each row")
        return Frame(data, tuple(data), np.arange(next(iter(lengths.values()), 0)))
    if not hasattr(type(data), "columns"):
        raise InputError(f"data is a {type(data).__name__}; give a data frame, or a dict of columns")
    labels = data.index if hasattr(data, "index") and not callable(data.index) else np.arange(len(data))
    return Frame(data, tuple(data.columns), labels)


def model_frame(model: Any, X: Array) -> pd.DataFrame:
    """The design as a frame with the model's own names and row labels, where it has them."""
    import pandas as pd

    names = list(getattr(model, "exog_names", None) or [f"x{j}" for j in range(1, X.shape[1] + 1)])[: X.shape[1]]
    labels = getattr(getattr(model, "data", None), "row_labels", None)
    index = labels if labels is not None and len(labels) == len(X) else None
    return pd.DataFrame(X, columns=[str(name) for name in names], index=index)


def placed_at(labels: Labels, place: int) -> str:
    """Where a row stands, for a sentence: on a line of a file, or in a row of a frame."""
    return f"{'on line' if names_options() else 'in row'} {labels[place]}"


@dataclass(frozen=True, eq=False)
class Extra:
    """Each a column with one value for each row that was given, or None.

    `names` has an entry for each that is not None: the name of a column of the data, or None for an array.
    """

    weights: Column | None = None
    offset: Column | None = None
    strata: Column | None = None
    names: tuple[tuple[str, str | None], ...] = ()

    def missing(self, n: int) -> Mask:
        """Rows in which one of them is missing."""
        gone = np.zeros(n, bool)
        for column in (self.weights, self.offset, self.strata):
            if column is not None:
                gone |= column.missing
        return gone

    def zero_weight(self, keep: Mask, labels: Labels = None) -> Mask:
        """Rows among the kept whose weight is 0: they are no part of the likelihood.

        The sizes of the other weights do not matter: frequencies, survey weights and inverse probabilities alike.
        """
        if self.weights is None:
            return np.zeros(keep.size, bool)
        values = self.weights.numbers("the column of weights")
        wrong = keep & ~((values >= 0) & np.isfinite(values))
        if wrong.any():
            first = int(wrong.argmax())
            at = "" if labels is None else f" {placed_at(labels, first)}"
            raise InputError(
                f"{setting('weights')} holds {values[first]:g}{at}; give finite numbers from 0 on, or leave the row out"
            )
        return np.asarray(keep & (values == 0), dtype=bool)

    def check_offset(self, keep: Mask, labels: Labels = None) -> None:
        """An offset moves the estimates but not whether they exist; it must be finite."""
        if self.offset is None:
            return
        wrong = keep & ~np.isfinite(self.offset.numbers("the offset"))
        if wrong.any():
            at = "" if labels is None else f", the first {placed_at(labels, int(wrong.argmax()))}"
            raise InputError(f"the offset holds infinite numbers{at}; give finite ones, or drop those rows")


def read_extra(weights: object, offset: object, strata: object, frame: Frame | None, n: int) -> Extra:
    """Each given as an array of n values, or as the name of a column of the frame."""
    given = {"weights": weights, "offset": offset, "strata": strata}
    columns = {what: _one(each, what, frame, n) for what, each in given.items()}
    names = [(what, each if isinstance(each, str) else None) for what, each in given.items() if each is not None]
    return Extra(columns["weights"], columns["offset"], columns["strata"], tuple(names))


def _one(given: object, what: str, frame: Frame | None, n: int) -> Column | None:
    if given is None:
        return None
    if isinstance(given, str):
        if frame is None:
            raise InputError(f"{what} is {given!r}, but there are no data with such a column; give an array, or data=")
        return frame.column(given, setting(what))
    column = read_column(given, what)
    if column.values.size != n:
        raise InputError(f"{what} has {column.values.size} values for {n} rows; give one for each row")
    return column
