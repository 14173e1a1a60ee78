"""A data frame of pandas or polars, or a mapping of columns, behind one face."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file.table.wording import listed, nearest, shown
from gordan.regression.model.column import Column, read_column

__all__ = ["Frame", "read_frame", "refuse_misaligned"]


@dataclass(frozen=True, eq=False)
class Frame:
    """The names of the columns, how to get one, and the labels of the rows."""

    native: Any
    keys: tuple[Any, ...]
    labels: Any

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The columns' names as text; pandas lets them be anything."""
        return tuple(map(str, self.keys))

    @property
    def n(self) -> int:
        return len(self.labels)

    def raw(self, name: str) -> Any:
        """The column as the frame has it."""
        return self.native[self.keys[self.names.index(name)]]

    def column(self, name: str, what: str = "") -> Column:
        """One column by its name.

        Raises
        ------
        InputError
            There is no such column, or more than one; the sentence has the nearest names.
        """
        where = f"{what} " if what else ""
        if name not in self.names:
            there = listed(self.names) or "none"
            raise InputError(
                f"{where}{shown(name)} is not a column of the data; its columns are {there}{nearest(name, self.names)}"
            )
        if self.names.count(name) > 1:
            raise InputError(f"two columns are named {shown(name)}; give every column a name of its own")
        return read_column(self.raw(name), name)


def refuse_misaligned(given: Any, labels: Any, what: str) -> None:
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
