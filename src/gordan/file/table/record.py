"""`Table`: the points and labels of a file with their places in it; `LabelColumn`: labels as they are collected."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.limit import raise_limit, spell_size
from gordan.errors import InputError, OverLimit
from gordan.file.table.source import memory_for
from gordan.file.table.wording import is_missing, number, shown

__all__ = ["LabelColumn", "Table", "whole"]

Labels = NDArray[Any]  # texts, integers or doubles


# Two tables are compared by looking at their arrays, not by `==`, whose answer on arrays is an array.
@dataclass(frozen=True, eq=False)
class Table:
    """Raw numbers and labels of one file, with enough left of the file to point back into it.

    Parameters
    ----------
    X
        The points as rows: a C-ordered array (n by m), or a CSR array when the file was svmlight.
    y
        One label for each row: text, or numbers when every label of the file is one.
    names
        The feature columns' names; empty when the format has none (see `name`).
    label
        What the label column is called.
    lines
        Line of the file, counted from 1, on which each row begins; for npz the row's index, counted from 0.
    source
        The path as it was given.
    format
        "csv", "tsv", "svmlight" or "npz", or the suffix of another binary file: "npy", "parquet", "arrow" or "zarr".
    notes
        Sentences about what was assumed while reading, for a person to see.
    positive
        The class set against all others, when one was asked for; then `y` holds it and "not " + it.
    first
        The number that an unnamed first feature carries (0 in an svmlight file that counts from 0).
    part
        Whether these are the first rows of a file that may have more.
    files
        Of a folder with several files: their paths in it, and how many rows each has.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> table = Table(X, np.array(["a", "b"]), ("height", "width"), "kind", np.array([2, 3]), "t.csv", "csv")
    >>> table.name(1)
    'width'
    """

    X: Matrix
    y: Labels
    names: tuple[str, ...]
    label: str
    lines: NDArray[np.int64]
    source: str
    format: str
    notes: tuple[str, ...] = ()
    positive: str | None = None
    first: int = 1
    part: bool = False
    files: tuple[tuple[str, int], ...] = ()

    @property
    def on_lines(self) -> bool:
        """Whether rows stand on lines of a text."""
        return self.format in ("csv", "tsv", "svmlight")

    def name(self, j: int) -> str:
        """The name of feature `j`, or its number in the file when the file gives no names.

        Examples
        --------
        >>> import numpy as np
        >>> Table(np.eye(2), np.array([0, 1]), (), "y", np.arange(2), "t.npz", "npz").name(0)
        '1'
        """
        return self.names[j] if self.names else str(j + self.first)


# From here on a double no longer tells neighbouring integers apart, and two labels could silently become one.
_EXACT = 2.0**53
_PLAIN = 64  # characters of a label that is no sentence


class LabelColumn:
    """A growing column of labels that keeps each different text once.

    Examples
    --------
    >>> column = LabelColumn("t.csv", "kind")
    >>> for line, cell in enumerate(["+1", "-1", "1"], 1):
    ...     column.add(cell, line)
    >>> column.array().tolist()
    [1, -1, 1]
    """

    def __init__(self, source: str, name: str) -> None:
        self._source = source
        self._name = name
        self._codes = array("q")
        self._places: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._codes)

    def add(self, cell: str, line: int) -> None:
        """Append one label; a missing one is refused with its line."""
        place = self._places.get(cell)
        if place is None:
            if is_missing(cell):
                raise InputError(
                    f"{self._source}, line {line}: the label in column {shown(self._name)} is missing "
                    f"({shown(cell)}); expected a class, so fill it or drop the row"
                )
            place = self._places[cell] = len(self._places)
        self._codes.append(place)

    def extend(self, cells: Sequence[str], codes: NDArray[np.int64], *, line: int) -> None:
        """Append `cells[code]` for each of the codes, on consecutive lines from `line` on."""
        missing = np.flatnonzero(np.array([is_missing(cell) for cell in cells], dtype=np.bool_)[codes])
        if missing.size:
            self.add(cells[codes[missing[0]]], line + int(missing[0]))
        places = np.array([self._places.setdefault(cell, len(self._places)) for cell in cells], dtype=np.int64)
        self._codes.frombytes(places[codes].tobytes())

    def array(self) -> Labels:
        """All labels: integers, doubles, or text if one of them is no number."""
        codes = np.frombuffer(self._codes, dtype=np.int64)
        texts = list(self._places)
        numbers = [value for value in map(number, texts) if value is not None and abs(value) < _EXACT]
        if len(numbers) < len(texts):
            self._refuse_long(texts)
            return np.array(texts, dtype=np.str_)[codes]
        return whole(np.array(numbers, dtype=np.float64))[codes]

    def _refuse_long(self, texts: list[str]) -> None:
        """An array of text has the width of its longest for every row."""
        longest = max(texts, key=len)
        needed = 4 * len(longest) * len(self._codes)
        if len(longest) > _PLAIN and needed > memory_for(self._source):
            raise OverLimit(
                f"{self._source}: the label {shown(longest)} has {len(longest):,} characters, which for "
                f"{len(self._codes):,} rows take {spell_size(needed)} of memory; expected the names of classes, so "
                f"choose another column, or {raise_limit('memory', 2 * needed)}"
            )


def whole(numbers: NDArray[np.float64]) -> Labels:
    """The numbers as integers if they all are.

    Examples
    --------
    >>> whole(np.array([0.0, 1.0])).dtype.kind, whole(np.array([0.5])).dtype.kind
    ('i', 'f')
    """
    integral = bool(np.all(numbers == np.floor(numbers)) and np.all(np.abs(numbers) < _EXACT))
    return numbers.astype(np.int64) if integral else numbers
