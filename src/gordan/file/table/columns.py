"""`ColumnBatches`: the named columns of a table of any length, some rows at a time, for formulas to name.

Parquet and Arrow files read the columns that are asked for and no others. Text is cut at the ends of lines, and each
part is read as a table of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from gordan.arithmetic.array import Positions
from gordan.arithmetic.limit import current_limits, raise_limit
from gordan.errors import InputError, OverBudget
from gordan.file.table.frame import Cells, Frame, parse_frame
from gordan.file.table.scan import text_parts
from gordan.file.table.source import inner_suffix
from gordan.file.table.text import Text
from gordan.file.table.wording import listed, shown
from gordan.problem.batches import arrow_cells, arrow_dataset, arrow_stream, dataset_files, is_collection

__all__ = ["COLUMNAR", "ColumnBatches", "open_columns", "placed"]

COLUMNAR = (".parquet", ".pq", ".arrow", ".feather")  # formats whose columns have names and types
_LEAST = 1 << 26  # bytes of columns that are held whatever the limit
_ROWS = 1 << 17  # rows of a batch of a dataset


class ColumnBatches:
    """Columns by name, batch by batch, as often as wanted; `files` are those of a folder, with their numbers of rows.

    Examples
    --------
    >>> batches = open_columns(lambda: iter([{"a": [1, 2], "b": ["x", "y"]}, {"a": [3], "b": ["x"]}]))
    >>> batches.names, [list(map(len, part.values())) for _, part in batches.read(("a",))]
    (['a', 'b'], [[2], [1]])
    """

    def __init__(
        self,
        words: str,
        read: Callable[[Sequence[str] | None], Iterator[tuple[Positions, Any]]],
        files: tuple[tuple[str, int], ...] = (),
    ) -> None:
        self.words, self._read, self.files = words, read, files
        first = next(read(None), None)
        if first is None:
            raise InputError(f"there are no rows in {words}; give at least one batch with a row")
        self.names = list(map(str, first[1].keys() if isinstance(first[1], Mapping) else first[1].columns))

    @property
    def source(self) -> str:
        """The file, or what else it is, in words."""
        return self.words

    def read(self, columns: Sequence[str]) -> Iterator[tuple[Positions, dict[str, Cells]]]:
        """A new pass: the labels of some rows, and the columns asked for."""
        for index, (labels, batch) in enumerate(self._read(columns)):
            there = set(map(str, batch.keys() if isinstance(batch, Mapping) else batch.columns))
            gone = next((name for name in columns if name not in there), None)
            if gone is not None:
                raise InputError(f"{self.words}, batch {index + 1}: there is no column {shown(gone)}, as in the first")
            yield labels, {name: batch[name] for name in columns}

    def kept(self, columns: Sequence[str]) -> ColumnBatches:
        """The same, with these columns in memory where they take at most a quarter of what reading may take."""
        parts, room = [], current_limits().memory // 4
        for labels, part in self.read(columns):
            cells = {name: np.asarray(each) for name, each in part.items()}
            room -= sum(each.nbytes for each in cells.values())
            if room < 0:
                return self
            parts.append((labels, cells))
        return ColumnBatches(self.words, lambda _: iter(parts), self.files)

    def held(self, columns: Sequence[str]) -> Frame:
        """These columns, of all rows, in memory: equal words of a column are one object."""
        parts, size = [], 0
        for labels, part in self.read(columns):
            size += sum(np.asarray(each).nbytes for each in part.values())
            if size > max(current_limits().memory, _LEAST):
                raise OverBudget(
                    f"the columns {listed(columns)} of {self.words} take more memory than reading may",
                    raise_limit("memory", 4 * size),
                )
            parts.append((labels, part))
        values = {name: _joined(name, [part[name] for _, part in parts], self.words) for name in columns}
        return Frame(values, np.concatenate([labels for labels, _ in parts]), self.words)


def open_columns(given: Any) -> ColumnBatches | None:
    """The columns of a file, of a dataset or stream of Arrow's, of a Dask frame, or of a function that returns frames.

    None where `given` is none of these, but a table in memory.
    """
    if isinstance(given, ColumnBatches):
        return given
    if isinstance(given, str | os.PathLike):
        path = os.fspath(given)
        if inner_suffix(path)[0] in COLUMNAR or os.path.isdir(path):
            return _of_dataset(arrow_dataset(path), path)
        return ColumnBatches(path, lambda _: _of_text(path))
    if hasattr(given, "scanner"):
        return _of_dataset(given, f"the {type(given).__name__}")
    if is_collection(given) and hasattr(given, "columns"):
        return ColumnBatches("the Dask frame", lambda columns: _of_partitions(given, columns))
    if callable(given) and not hasattr(given, "columns"):
        return ColumnBatches("the batches", lambda _: _of_factory(given))
    if isinstance(given, Iterator):
        raise InputError(
            f"data is a {type(given).__name__}, which can be read once only; give a function that returns a new one "
            "every time it is called"
        )
    # Frames of Polars and pandas have streams too, and are tables in memory; queries have no columns yet.
    if hasattr(given, "__arrow_c_stream__") and not hasattr(given, "columns"):
        words = f"the {type(given).__name__}"
        return ColumnBatches(words, lambda columns: _of_stream(given, columns))
    return None


def _of_dataset(dataset: Any, words: str) -> ColumnBatches:
    def read(columns: Sequence[str] | None) -> Iterator[tuple[Positions, Any]]:
        names = list(dataset.schema.names if columns is None else columns)
        if columns is None:
            yield np.zeros(0, np.int64), dict.fromkeys(names, np.zeros(0))  # the schema has the names
            return
        batches = dataset.to_batches(columns=names, batch_size=_ROWS, batch_readahead=2, fragment_readahead=1)
        yield from _numbered(({name: arrow_cells(batch.column(name)) for name in names} for batch in batches), names)

    return ColumnBatches(words, read, dataset_files(dataset))


def _of_stream(given: Any, columns: Sequence[str] | None) -> Iterator[tuple[Positions, Any]]:
    def frames() -> Iterator[dict[str, Cells]]:
        for batch in arrow_stream(given):
            names = batch.schema.names
            yield {name: arrow_cells(batch.column(name)) for name in names if columns is None or name in columns}

    return _numbered(frames(), columns)


def _of_partitions(frame: Any, columns: Sequence[str] | None) -> Iterator[tuple[Positions, Any]]:
    if columns is None:
        return iter([(np.zeros(0, np.int64), dict.fromkeys(map(str, frame.columns), np.zeros(0)))])
    return _numbered((part.compute() for part in frame[list(columns)].to_delayed()), columns)


def _of_factory(factory: Callable[[], Any]) -> Iterator[tuple[Positions, Any]]:
    return _numbered(iter(factory()), None)


def _numbered(frames: Iterator[Any], columns: Sequence[str] | None) -> Iterator[tuple[Positions, Any]]:
    """Frames with the numbers of their rows, counted from 0."""
    start = 0
    for frame in frames:
        n = len(next(iter(frame.values()), ())) if isinstance(frame, Mapping) else len(frame)
        yield np.arange(start, start + n), frame
        start += n


def _of_text(path: str) -> Iterator[tuple[Positions, Frame]]:
    """The parts of a text, each read with the heading of the first."""
    heading = b""
    kinds: dict[str, str] = {}
    for text in text_parts(path):
        if heading:
            text = Text(heading + text.raw, text.encoding, path, (), text.first - 1, part=True)
        else:
            lines = text.raw.split(b"\n")
            at = next(k for k, line in enumerate(lines) if line.strip() and not line.startswith(b"#"))
            heading = lines[at] + b"\n"
        frame = parse_frame(text)
        for name, cells in frame.values.items():
            kind = "text" if cells.dtype == object else "numbers"
            if kinds.setdefault(name, kind) != kind:
                line = int(frame.index[0])
                raise InputError(
                    f"{path}: column {shown(name)} holds {kinds[name]} before line {line:,}, and {kind} in the lines "
                    "from there on; a long file is read in parts, so make it all one, or save it as Parquet"
                )
        yield frame.index, frame


def _joined(name: str, parts: list[Any], words: str) -> Cells:
    arrays = [np.asarray(part) for part in parts]
    kinds = {"text" if array.dtype.kind in "OUS" else "numbers" for array in arrays if array.size}
    if len(kinds) > 1:
        raise InputError(f"{words}: column {shown(name)} holds numbers in some batches and text in others")
    if kinds != {"text"}:
        return np.concatenate(arrays)
    one: dict[object, object] = {}
    return np.concatenate([np.array([one.setdefault(v, v) for v in array.tolist()], dtype=object) for array in arrays])


def placed(file: str | None) -> str:
    """What the numbers of rows are: labels of a frame, lines of a text, or places in a file or folder without lines."""
    if file is None:
        return ":"
    return ", counted from 0:" if file.lower().endswith((*COLUMNAR, ".dta", "/")) else ", on lines"
