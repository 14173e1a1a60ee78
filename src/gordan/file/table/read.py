"""One function that reads any table file gordan knows."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from gordan.errors import InputError
from gordan.file.table.delimited import read_delimited
from gordan.file.table.npz import read_npz
from gordan.file.table.record import Table
from gordan.file.table.scan import BINARY, is_long, scan_table
from gordan.file.table.selection import EVERYTHING, Selection
from gordan.file.table.source import fetch, inner_suffix, open_file
from gordan.file.table.svmlight import looks_svmlight, read_svmlight
from gordan.file.table.text import decode
from gordan.file.table.wording import listed, nearest, number, shown

__all__ = ["against_others", "class_parts", "read"]

_FORMATS = {
    ".csv": "delimited",
    ".tsv": "delimited",
    ".tab": "delimited",
    ".svm": "svmlight",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".npz": "npz",
}
_SAMPLE = 20  # lines looked at when the suffix tells nothing; the first examples may have no features
_LISTED = 10_000  # files of a folder looked at for one of a known format
_ZIP = b"PK\x03\x04"


def read(
    path: str | os.PathLike[str],
    *,
    label: str | int | None = None,
    positive: str | None = None,
    rows: int | None = None,
    selection: Selection = EVERYTHING,
) -> Table:
    """Read a table file: delimited text, svmlight, npz, npy, Parquet, Arrow or Zarr; text also as .gz, .xz or .bz2.

    What is larger than the memory that reading may take (`gordan.limits(memory=…)`, 512 MB) is read in batches.

    Parameters
    ----------
    path
        The file. Its suffix says the format; where it does not, the content does.
    label
        The label column, by name or by number from 1 (in an npz file, the array's name). By default the only column of
        text, else a column called label, class, y, target or outcome, else the last one.
    positive
        A class to set against all others.
    rows
        How many of the first rows are read of a binary or long file; None is all.
    selection
        Columns that are coordinates, or that are none; all but the label unless given.

    Returns
    -------
    Table
        Points, labels and their places in the file. Nothing is ever written.

    Raises
    ------
    InputError
        The file cannot be used; the sentence says where and what to do.

    Examples
    --------
    >>> from gordan.data import path
    >>> table = read(path("iris.csv"), positive="setosa")
    >>> table.X.shape, table.names[0], table.label
    ((150, 4), 'sepal_length', 'species')
    """
    source = os.fspath(path)
    if inner_suffix(source)[0] in BINARY or is_long(source) or _is_folder_of_tables(source):
        return scan_table(source, label=label, positive=positive, rows=rows, selection=selection)
    table = _read(source, label, selection)
    return table if positive is None else against_others(table, str(positive))


def _is_folder_of_tables(source: str) -> bool:
    """Whether this is a folder with Parquet files in it, or in the folders of its partitions, or a Zarr array."""
    if not os.path.isdir(source):
        return False
    names = (name for _, _, names in os.walk(source) for name in names)
    return any(name.endswith((".parquet", ".pq", "zarr.json", ".zarray")) for name in islice(names, _LISTED))


def _read(source: str, label: str | int | None, selection: Selection) -> Table:
    suffix, packed = inner_suffix(source)
    format = _FORMATS.get(suffix)
    if format == "npz" and not packed:
        # Straight from the file: an array of several gigabytes should not stand in memory twice.
        with open_file(source) as file:
            return selection.of_table(read_npz(file, source=source, label=label))
    raw = fetch(source)
    if format == "npz" or (format is None and raw.startswith(_ZIP)):
        return selection.of_table(read_npz(io.BytesIO(raw), source=source, label=label))
    text = decode(raw, source)
    if format is None and looks_svmlight(text.head(_SAMPLE)):
        format = "svmlight"
    if format != "svmlight":
        return read_delimited(text, label=label, selection=selection)
    if label is not None:
        raise InputError(
            f"{source} is svmlight text, whose label always comes first on the line, "
            f"but the label column {label!r} was asked for; leave the label out"
        )
    return selection.of_table(read_svmlight(text))


def against_others(table: Table, positive: str) -> Table:
    """The same table with two labels: `positive` and "not " + `positive`.

    Which of them is the positive side is recorded in the table's `positive`, not left to their order.

    Examples
    --------
    >>> y = np.array([1, 2, 3])
    >>> three = Table(np.eye(3), y, (), "y", np.arange(3), "t.npz", "npz")
    >>> against_others(three, "+2").y.tolist()
    ['not 2', '2', 'not 2']
    """
    classes = np.unique(table.y)
    wanted: str | float | None = positive
    if classes.dtype.kind != "U":
        wanted = number(positive)
    texts = [_text(each) for each in classes]
    if wanted is None or wanted not in classes.tolist():
        raise InputError(
            f"{table.source} has no class {shown(positive)} in its label column {shown(table.label)}; "
            f"expected one of {listed(texts)}{nearest(positive, texts)}"
        )
    text = texts[classes.tolist().index(wanted)]
    return replace(table, y=np.where(table.y == wanted, text, f"not {text}"), positive=text)


def class_parts(table: Table) -> Iterator[tuple[Any, Any, Table]]:
    """Every pair of classes with the table of its rows, then each class, None, and the table of it against the rest.

    Examples
    --------
    >>> three = Table(np.eye(3), np.array(["a", "b", "c"]), (), "y", np.arange(3), "t.npz", "npz")
    >>> [(first, second, len(part.y)) for first, second, part in class_parts(three)][2:4]
    [('b', 'c', 2), ('a', None, 3)]
    """
    values, codes = np.unique(table.y, return_inverse=True)
    classes = values.tolist()
    for a in range(values.size):
        for b in range(a + 1, values.size):
            rows = np.flatnonzero((codes == a) | (codes == b))
            yield classes[a], classes[b], replace(table, X=table.X[rows], y=table.y[rows], lines=table.lines[rows])
    for name in classes:
        yield name, None, against_others(table, str(name))


def _text(label: np.generic) -> str:
    return str(label.item())
