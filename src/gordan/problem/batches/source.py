"""What can be read again and again: arrays, files of NumPy's, functions that return iterators, chunked arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from math import prod
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.lib import format as npy

from gordan.arithmetic.array import Matrix, Positions
from gordan.arithmetic.limit import current_limits
from gordan.errors import InputError
from gordan.problem.batches.frame import ArrowStream, Batch, split_batch
from gordan.problem.batches.stretches import read_stretches
from gordan.problem.matrix import is_sparse, refuse_masked

__all__ = ["ArraySource", "CallableSource", "Labels", "NpyFile", "Source", "is_collection", "open_source"]

_BATCH = 1 << 24  # bytes of an array taken at a time
_STRETCH = 1 << 22  # bytes of a file read at a time: long enough for the disk, short enough to stay in the cache
_SINGLE = 4096  # rows that are read one by one; more take a pass

Read = Iterator[Batch]
Labels = Any


class Source(Protocol):
    """Batches of rows that can be read from the beginning as often as wanted."""

    words: str  # what a refusal calls it
    steady: bool  # whether nobody else can change it between two passes: then they are not compared
    # One that is a file may have `disk` too: the bytes that it takes there, against which what it unpacks to is held.

    def read(self) -> Read:
        """A new pass: rows, the names of their columns or none, and their labels or None, batch by batch."""

    def take(self, rows: Positions) -> Matrix | None:
        """Some rows by their numbers; None where that takes a pass."""


class ArraySource:
    """An array or memory map, read by rows; with the labels beside it, or in one of its columns."""

    def __init__(self, X: Matrix, y: Labels = None, *, label: int | None = None, words: str = "the array") -> None:
        refuse_masked(X, "X")
        self.words, self._X, self._y, self._label = words, X, y, label
        self.columns = X.shape[-1]
        self.steady = type(X) is np.ndarray
        self._step = _rows_together(X)
        if y is not None and len(y) != X.shape[0]:
            raise InputError(f"{words} has {X.shape[0]:,} rows but y has {len(y):,} labels; give one label per row")

    def read(self) -> Read:
        for start in range(0, self._X.shape[0], self._step):
            part = slice(start, start + self._step)
            values = self._values(part)
            if self._label is None:
                yield values, (), None if self._y is None else self._y[part]
            else:
                yield *without_column(values, self._label), values[:, self._label]

    def _values(self, part: slice) -> Matrix:
        return np.asarray(self._X[part])

    def take(self, rows: Positions) -> Matrix | None:
        if not isinstance(self._X, np.ndarray):
            return None
        values = np.asarray(self._X[rows])
        return values if self._label is None else without_column(values, self._label)[0]


def _rows_together(X: Any) -> int:
    """How many rows of an array are taken at a time: whole chunks, if it has some, so that a pass unpacks each once."""
    row: int = max(prod(X.shape[1:]) * X.dtype.itemsize, 1)
    rows = max(1, _BATCH // row)
    chunk = int((getattr(X, "chunks", None) or (1,))[0])
    if chunk <= 1 or chunk * row > max(_BATCH, current_limits().memory // 4):
        return rows  # chunks that do not fit the memory are unpacked several times
    return max(rows // chunk, 1) * chunk


class NpyFile:
    """A file of NumPy's with one array, read in long stretches.

    It is never mapped into memory: reading a map of a file that has become shorter ends the process.
    """

    steady = False

    def __init__(self, path: str, y: Labels = None, *, label: int | None = None) -> None:
        self.words = self.path = path
        if os.path.exists(path) and not os.path.isfile(path):
            kind = "a folder" if os.path.isdir(path) else "a pipe or device, which can be read once only"
            raise InputError(f"{path} is {kind}; give a .npy file, which is read several times")
        try:
            with open(path, "rb") as file:
                version = npy.read_magic(file)
                read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
                self._shape, self._by_column, self._dtype = read(file)
                self._head = file.tell()
        except FileNotFoundError:
            raise InputError(f"there is no file {path!r}; check the path") from None
        except Exception as error:  # a damaged head fails in numpy, in Python's own parser or in its tokenizer
            raise InputError(f"{path} is no readable .npy file ({error}); copy it again, or save it anew") from error
        if len(self._shape) != 2 or self._dtype.hasobject:
            raise InputError(f"{path} holds an array of shape {self._shape} of {self._dtype}; give a table of numbers")
        needed, there = prod(self._shape) * self._dtype.itemsize, os.path.getsize(path) - self._head
        if min(self._shape) < 0 or needed > there:
            # Before anything is made of a size that the head only claims.
            raise InputError(f"{path} is cut short: its head says {needed:,} bytes of numbers, and it has {there:,}")
        if y is not None and len(y) != self._shape[0]:
            raise InputError(f"{path} has {self._shape[0]:,} rows but y has {len(y):,} labels; give one label per row")
        self.columns = self._shape[1]
        self._y, self._label = y, _column(label, self._shape[1], path, y)
        self._stamp = _stamp(path)

    def read(self) -> Read:
        size = _BATCH if self._by_column else _STRETCH
        step = max(1, size // max(self._shape[1] * self._dtype.itemsize, 1))
        parts = [slice(start, min(start + step, self._shape[0])) for start in range(0, self._shape[0], step)]
        with closing(self._columns(parts) if self._by_column else self._rows(parts)) as read:
            for part, values in zip(parts, read, strict=True):
                if self._label is None:
                    yield values, (), self._y[part]
                else:
                    yield *without_column(values, self._label), values[:, self._label]

    def _rows(self, parts: list[slice]) -> Generator[Matrix, None, None]:
        row = self._shape[1] * self._dtype.itemsize
        stretches = ((self._head + part.start * row, (part.stop - part.start) * row) for part in parts)
        for part, read in zip(parts, read_stretches(self.path, stretches), strict=True):
            yield read.view(self._dtype).reshape(part.stop - part.start, self._shape[1])

    def _columns(self, parts: list[slice]) -> Generator[Matrix, None, None]:
        with open(self.path, "rb") as file:
            for part in parts:
                yield self._values(file, part)

    def _values(self, file: BinaryIO, rows: slice) -> Matrix:
        count, size = rows.stop - rows.start, self._dtype.itemsize
        if not self._by_column:
            values = np.empty((count, self._shape[1]), dtype=self._dtype)
            self._fill(file, rows.start * self._shape[1] * size, values)
            return values
        columns = np.empty((self._shape[1], count), dtype=self._dtype)
        for j, column in enumerate(columns):
            self._fill(file, (j * self._shape[0] + rows.start) * size, column)
        return np.ascontiguousarray(columns.T)

    def _fill(self, file: BinaryIO, at: int, values: Matrix) -> None:
        file.seek(self._head + at)
        read = file.readinto(values.reshape(-1).view(np.uint8).data)  # type: ignore[attr-defined]
        if read != values.nbytes:
            raise InputError(f"the file ends in the middle of it, after {read:,} of {values.nbytes:,} bytes")

    def take(self, rows: Positions) -> Matrix | None:
        if self._by_column or rows.size > _SINGLE or _stamp(self.path) != self._stamp:
            return None
        with open(self.path, "rb") as file:
            values = np.concatenate([self._values(file, slice(row, row + 1)) for row in rows.tolist()])
        return values if self._label is None else without_column(values, self._label)[0]


def _stamp(path: str) -> tuple[int, ...]:
    """What changes with a file: which it is, its size, and two times, of which its owner can set the first back."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _column(label: int | None, columns: int, path: str, y: Labels) -> int | None:
    """The position of the label column, counted from 1; the last one where nothing else is said of labels."""
    if y is not None:
        return None
    number = columns if label is None else int(label)
    if not 1 <= number <= columns:
        raise InputError(f"{path} has columns 1 to {columns}, and the label column {label} was asked for")
    return number - 1


def without_column(values: Matrix, column: int) -> tuple[Matrix, tuple[str, ...]]:
    """All columns but one: a view where that is the first or the last."""
    if column == 0:
        return values[:, 1:], ()
    if column == values.shape[1] - 1:
        return values[:, :-1], ()
    return np.delete(values, column, axis=1), ()


class CallableSource:
    """A function that returns a new iterator over batches every time it is called."""

    steady = False

    def __init__(self, factory: Callable[[], Iterable[Any]], *, label: str | None = None) -> None:
        self.words, self._factory, self._label = "the batches", factory, label

    def read(self) -> Read:
        batches = self._factory()
        if not isinstance(batches, Iterable):
            raise InputError(f"the function returned a {type(batches).__name__}; expected an iterable of batches")
        for batch in batches:
            yield split_batch(batch, self._label)

    def take(self, rows: Positions) -> Matrix | None:
        return None


def is_collection(given: object) -> bool:
    """Whether this is a collection of Dask's, without importing it."""
    return hasattr(given, "__dask_graph__") and hasattr(given, "to_delayed")


def open_source(given: Any, y: Labels = None, *, label: str | int | None = None) -> Source:
    """The source that fits what was given.

    Raises
    ------
    InputError
        It can be read once only, or is nothing that batches could come from.
    """
    if isinstance(y, str | os.PathLike):
        y = _read_labels(os.fspath(y))
    elif hasattr(y, "nchunks_initialized"):
        y = _unpacked(y, "y")
    if isinstance(given, str | os.PathLike):
        return _open_path(os.fspath(given), y, label)
    if isinstance(given, np.ndarray):
        return _open_array(given, y, label, "the array")
    if hasattr(given, "chunks") and hasattr(given, "ndim") and hasattr(given, "store"):
        return _open_array(given, y, label, "the Zarr array")
    if is_sparse(given):
        raise InputError("a sparse matrix is held in memory; give it to Points(X, y), or an iterator over dense blocks")
    if hasattr(given, "__arrow_c_stream__") or hasattr(given, "to_batches"):
        return ArrowStream(given, label=label)
    if hasattr(given, "collect"):
        raise InputError(
            f"batches are a {type(given).__name__}, which has no rows before it is computed; collect() it, or give the "
            "path of the file that it reads"
        )
    if callable(given):
        return CallableSource(given, label=label)  # type: ignore[arg-type]
    if isinstance(given, Iterator):
        raise InputError(
            f"a {type(given).__name__} can be read once only, and an answer takes several passes; give a function that "
            "returns a new one every time it is called"
        )
    if isinstance(given, list | tuple):
        return CallableSource(lambda: given, label=label)  # type: ignore[arg-type]
    raise InputError(
        f"batches are a {type(given).__name__}; give an array, the path of a .npy or Parquet file, an Arrow stream, or "
        "a function that returns an iterator over (X, y)"
    )


def _open_array(given: Any, y: Labels, label: str | int | None, words: str) -> ArraySource:
    if given.ndim != 2:
        raise InputError(f"{words} has shape {given.shape}; give a table of rows and at least one column")
    _refuse_lost_chunks(given, words)
    column = None if y is not None else _column(_number(label), given.shape[1], words, y)
    return ArraySource(given, _array(y), label=column, words=words)


def _refuse_lost_chunks(given: Any, words: str) -> None:
    """Zarr takes a chunk that is gone for one that was never written, and would answer about other points or labels."""
    there, all_ = getattr(given, "nchunks_initialized", 0), getattr(given, "nchunks", 0)
    if there < all_:
        raise InputError(
            f"{words} has {there:,} of its {all_:,} chunks, and the others would be read as {given.fill_value}; copy "
            "it again, or write also the chunks that hold nothing else (zarr.config, array.write_empty_chunks)"
        )


def _open_path(path: str, y: Labels, label: str | int | None) -> Source:
    suffix = os.path.splitext(path.lower())[1]
    if suffix == ".npy":
        return NpyFile(path, _array(y), label=_number(label))
    if suffix == ".zarr" or any(os.path.exists(os.path.join(path, head)) for head in ("zarr.json", ".zarray")):
        return _open_array(_zarr(path), y, label, path)
    if suffix in (".parquet", ".pq", ".arrow", ".feather") or os.path.isdir(path):
        return ArrowStream.of_files(path, label=label)
    raise InputError(
        f"{path!r} is no .npy, Parquet, Arrow or Zarr file; text of any length is opened by gordan.scan(path)"
    )


def _zarr(path: str) -> Any:
    try:
        import zarr
    except ImportError:
        raise InputError("reading Zarr needs the package zarr; install it with: pip install 'gordan[zarr]'") from None
    try:
        opened = zarr.open(path, mode="r")
    except Exception as error:  # zarr has many kinds of its own
        raise InputError(f"{path} is no readable Zarr array ({type(error).__name__}: {error})") from error
    if not hasattr(opened, "chunks"):
        raise InputError(f"{path} is a Zarr group, of several arrays; give the path of one, such as {path}/X")
    return opened


def _read_labels(path: str) -> Labels:
    """The labels in a file of NumPy's, which is read as it is needed, or in a Zarr array."""
    if path.lower().endswith(".zarr"):
        return _unpacked(_zarr(path), path)
    try:
        y = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError:
        raise InputError(f"there is no file {path!r} for the labels; check the path") from None
    except Exception as error:  # numpy has a kind of its own for every way in which a file is damaged
        raise InputError(f"{path} is no readable .npy file of labels ({error}); save them with numpy.save") from error
    if not isinstance(y, np.ndarray):
        raise InputError(f"{path} holds several arrays, and the labels are one; save them alone with numpy.save")
    return y


def _unpacked(given: Any, words: str) -> Labels:
    """The labels of a Zarr array."""
    _refuse_lost_chunks(given, words)
    try:
        return np.asarray(given[...])
    except Exception as error:  # every way of packing has a kind of its own
        raise InputError(f"{words} cannot be read ({type(error).__name__}: {error}); mend or replace it") from error


def _array(y: Labels) -> Labels:
    if y is None:
        return None
    refuse_masked(y, "y")
    array = y if isinstance(y, np.ndarray) else np.asarray(y)
    if array.ndim == 0 or array.size != len(array):
        raise InputError(f"y has shape {array.shape}; give one label for each row")
    return array


def _number(label: str | int | None) -> int | None:
    if label is None or (isinstance(label, int) and not isinstance(label, bool)):
        return label
    if not str(label).isdecimal():
        raise InputError(
            f"the columns of an array have numbers, and the label column {label!r} was asked for; count from 1"
        )
    return int(label)
