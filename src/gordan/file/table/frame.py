"""A delimited text as a frame of columns: numbers where every cell is one, text elsewhere, for formulas to name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.deadline import watched
from gordan.errors import InputError
from gordan.file.table.delimited import part
from gordan.file.table.heading import column_names
from gordan.file.table.record import whole
from gordan.file.table.rounding import Rounding
from gordan.file.table.source import fetch, inner_suffix
from gordan.file.table.text import Text, decode, refuse_costly
from gordan.file.table.wording import is_missing, is_text, number, shown

__all__ = ["Frame", "read_frame"]

Cells = NDArray[Any]  # doubles, integers, or texts and None


@dataclass(frozen=True, eq=False)
class Frame:
    """Columns by name (numbers, or text with None where a cell is missing), and the line each row begins on.

    It answers as a data frame does to `columns`, `index` and `frame[name]`; its index are the lines of the file.
    """

    values: dict[str, Cells]
    index: NDArray[np.int64]
    source: str
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        return list(self.values)

    def __getitem__(self, name: str) -> Cells:
        return self.values[name]

    def __len__(self) -> int:
        return int(self.index.size)


def read_frame(path: str | os.PathLike[str]) -> Frame:
    """Read a CSV or TSV file whose first line has the columns' names; also compressed as .gz, .xz or .bz2.

    Raises
    ------
    InputError
        The file cannot be used; the sentence says where and what to do.

    Examples
    --------
    >>> from gordan.data import path
    >>> frame = read_frame(path("iris.csv"))
    >>> frame["sepal_length"][:2].tolist(), frame["species"][0], frame.index[:2].tolist()
    ([5.1, 4.9], 'setosa', [2, 3])
    """
    source = os.fspath(path)
    if inner_suffix(source)[0] in (".npz", ".svm", ".svmlight", ".libsvm"):
        raise InputError(f"{source} has no named columns, which a formula needs; give a CSV or TSV file with a heading")
    return parse_frame(decode(fetch(source), source))


def parse_frame(text: Text) -> Frame:
    """The frame in a text.

    Examples
    --------
    >>> parse_frame(decode(b"a,b\\n1,x\\n,y\\n", "t.csv"))["a"].tolist()
    [1.0, nan]
    """
    refuse_costly(text, "frame")
    _, delimiter, start, first, records = part(text, "a line of column names and rows below it")
    names = _names(first, text.source, comma=delimiter == ";")
    rows, lines = [], []
    for line, cells in records:
        rows.append([cell.strip() for cell in cells])
        lines.append(line)
    if not rows:
        raise InputError(f"{text.source} has column names on line {start} but no rows below them; give at least one")
    columns = {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
    read, notes = _read(columns, lines, text, comma=delimiter == ";")
    return Frame(read, np.array(lines, dtype=np.int64), text.source, text.notes + notes)


def _read(
    columns: dict[str, list[str]], lines: list[int], text: Text, *, comma: bool
) -> tuple[dict[str, Cells], tuple[str, ...]]:
    rounding = Rounding(text, place=lambda name: f"column {shown(name)}", comma=comma)
    read: dict[str, Cells] = {}
    what = f"reading {text.source}"
    for name, cells in columns.items():
        if any(is_text(cell, comma=comma) for cell in watched(cells, what)):
            kept = [None if is_missing(cell) else cell for cell in watched(cells, what)]
            read[name] = np.array(kept, dtype=object)
            continue
        values = [number(cell, comma=comma) for cell in watched(cells, what)]
        for cell, value, line in zip(watched(cells, what), values, lines, strict=True):
            if value is not None:
                rounding.look([cell], [value], line=line, names=[name])
            elif cell.strip("+-").casefold() in ("inf", "infinity") or cell[-1:].isdigit():
                raise InputError(
                    f"{text.source}, line {line}, column {shown(name)}: {shown(cell)} is infinite or too large for a "
                    "double; expected a finite number, so drop the row or rescale the column"
                )
        doubles = np.array([np.nan if value is None else value for value in values])
        read[name] = doubles if np.isnan(doubles).any() else whole(doubles)
    return read, rounding.notes()


def _names(cells: list[str], source: str, *, comma: bool) -> tuple[str, ...]:
    names = [cell.strip() for cell in cells]
    if all(not name or number(name, comma=comma) is not None for name in names):
        raise InputError(
            f"{source} begins with numbers, not with names of columns, which a formula needs; add a line of names"
        )
    return column_names(names, source)
