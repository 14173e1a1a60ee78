"""A delimited text as a frame of columns: numbers where every cell is one, text elsewhere, for formulas to name."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import watched
from gordan.errors import InputError
from gordan.file.table.delimited import part
from gordan.file.table.grid import Block, Texts, Unplain, blocks, is_large
from gordan.file.table.heading import column_names
from gordan.file.table.record import whole
from gordan.file.table.rounding import Rounding
from gordan.file.table.source import fetch, inner_suffix
from gordan.file.table.text import Text, decode, refuse_costly
from gordan.file.table.wording import MISSING_NUMBERS, is_missing, is_text, number, shown

__all__ = ["Frame", "read_frame"]

Cells = NDArray[Any]  # doubles, integers, or texts and None
_GUESSES = 4  # readings, each of which may come upon text in columns that were numbers so far


@dataclass(frozen=True, eq=False)
class Frame:
    """Columns by name (numbers, or text with None where a cell is missing), and the line each row begins on.

    It answers as a data frame does to `columns`, `index` and `frame[name]`; its index are the lines of the file. Of a
    column with a number that no double holds `refused` has the sentence, which is raised when the column is asked for:
    the identifiers of rows may be such numbers, and no formula names them.
    """

    values: dict[str, Cells]
    index: NDArray[np.int64]
    source: str
    notes: tuple[str, ...] = ()
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        return list(self.values)

    def __getitem__(self, name: str) -> Cells:
        if name in self.refused:
            raise InputError(self.refused[name])
        return self.values[name]

    def __len__(self) -> int:
        return int(self.index.size)


def read_frame(path: str | os.PathLike[str]) -> Frame:
    """Read a CSV or TSV file whose first line has the columns' names, or a data set of Stata, .dta.

    They may be compressed as .gz, .xz or .bz2.

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
    if inner_suffix(source)[0] == ".dta":
        return _stata(fetch(source), source)
    return parse_frame(decode(fetch(source), source))


def _stata(raw: bytes, source: str) -> Frame:
    """A data set of Stata, by pandas; labelled values are their labels, and its rows are counted from 0."""
    import pandas as pd

    try:
        table = pd.read_stata(io.BytesIO(raw), convert_dates=False)
    except Exception as error:  # of many kinds, for files of other formats and broken ones
        text = " ".join(str(error).split())[:120]
        raise InputError(f"{source} cannot be read as a data set of Stata ({text}); save it again, or as CSV") from None
    if not len(table):
        raise InputError(f"{source} has no rows; give at least one")
    values: dict[str, Cells] = {}
    for name, column in table.items():
        if column.dtype.kind in "iuf":
            # Single precision stands for the decimals it shows.
            plain = column.to_numpy()
            wide = plain.astype(str).astype(np.float64) if plain.dtype.itemsize < 8 else plain.astype(np.float64)
            values[str(name)] = wide if np.isnan(wide).any() else whole(wide)
        else:
            cells = [None if pd.isna(v) or v == "" else str(v) for v in watched(column.tolist(), f"reading {source}")]
            values[str(name)] = np.array(cells, dtype=object)
    return Frame(values, np.arange(len(table)), source)


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
    if is_large(text, delimiter) and (frame := _in_blocks(text, delimiter, names, start + 1)) is not None:
        return frame
    rows, lines = [], []
    for line, cells in records:
        rows.append([cell.strip() for cell in cells])
        lines.append(line)
    if not rows:
        raise InputError(f"{text.source} has column names on line {start} but no rows below them; give at least one")
    columns = {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
    rounding = Rounding(text, place=lambda name: f"column {shown(name)}", comma=delimiter == ";")
    read: dict[str, Cells] = {}
    refused: dict[str, str] = {}
    for name, cells in columns.items():
        try:
            read[name] = _read(name, cells, lines, text, rounding, comma=delimiter == ";")
        except InputError as refusal:
            read[name], refused[name] = np.empty(0), str(refusal)
    return Frame(read, np.array(lines, dtype=np.int64), text.source, text.notes + rounding.notes(), refused)


def _in_blocks(text: Text, delimiter: str, names: Sequence[str], line: int) -> Frame | None:
    """The frame of a plain grid, read a few megabytes at a time; None where the text is not one."""
    texts: list[int] = []
    for _ in range(_GUESSES):
        rounding = Rounding(text, place=lambda name: f"column {shown(name)}")
        numeric = [column for column in range(len(names)) if column not in texts]
        parts: list[tuple[Array, list[Texts]]] = []
        block = None
        try:
            for block in blocks(text, delimiter, line=line, width=len(names)):
                parts.append(block.parse(texts, MISSING_NUMBERS))
                rounding.scan(block, parts[-1][0], columns=np.array(numeric, int), names=[names[j] for j in numeric])
        except InputError:  # a number that no double holds: whose column it is, single cells tell
            return None
        except Unplain:
            more = [] if block is None else _textual(block, numeric)
            if not more:
                return None
            texts = sorted({*texts, *more})
            continue
        return _joined(parts, names, texts, text, line, rounding.notes()) if parts else None
    return None


def _textual(block: Block, numeric: Sequence[int]) -> list[int]:
    """Columns of text among those that were taken for numbers."""
    rows = [block.cells(i) for i in range(len(block.starts))]
    return [column for column in numeric if any(is_text(row[column]) for row in rows)]


def _joined(
    parts: Sequence[tuple[Array, list[Texts]]],
    names: Sequence[str],
    texts: Sequence[int],
    text: Text,
    line: int,
    notes: tuple[str, ...],
) -> Frame | None:
    """One column of all blocks' ones; None where a column has texts and no words, which single cells explain."""
    columns: dict[int, Cells] = {}
    for k, column in enumerate(texts):
        if not any(is_text(cell) for _, read in parts for cell in read[k].different):
            return None
        words = [[None if is_missing(cell) else cell for cell in read[k].different] for _, read in parts]
        columns[column] = np.concatenate(
            [np.array(each, dtype=object)[read[k].codes] for each, (_, read) in zip(words, parts, strict=True)]
        )
    for k, column in enumerate(column for column in range(len(names)) if column not in texts):
        doubles = np.concatenate([numbers[:, k] for numbers, _ in parts])
        columns[column] = doubles if np.isnan(doubles).any() else whole(doubles)
    values = {name: columns[column] for column, name in enumerate(names)}
    n = len(columns[0])
    return Frame(values, np.arange(line, line + n), text.source, text.notes + notes)


def _read(name: str, cells: list[str], lines: list[int], text: Text, rounding: Rounding, *, comma: bool) -> Cells:
    what = f"reading {text.source}"
    if any(is_text(cell, comma=comma) for cell in watched(cells, what)):
        kept = [None if is_missing(cell) else cell for cell in watched(cells, what)]
        return np.array(kept, dtype=object)
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
    return doubles if np.isnan(doubles).any() else whole(doubles)


def _names(cells: list[str], source: str, *, comma: bool) -> tuple[str, ...]:
    names = [cell.strip() for cell in cells]
    if all(not name or number(name, comma=comma) is not None for name in names):
        raise InputError(
            f"{source} begins with numbers, not with names of columns, which a formula needs; add a line of names"
        )
    return column_names(names, source)
