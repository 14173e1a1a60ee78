"""One batch as rows, names and labels: a pair (X, y), a data frame or Arrow batch with a label column, or bare rows.

`ArrowStream` has such batches of Parquet files and folders, of datasets, and of everything that speaks the Arrow stream
interface.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import numpy as np

from gordan.arithmetic.array import Matrix, Positions
from gordan.arithmetic.limit import current_limits
from gordan.errors import InputError
from gordan.problem.matrix import is_sparse, read_frame, refuse_masked

__all__ = [
    "ArrowStream",
    "Batch",
    "arrow_cells",
    "arrow_dataset",
    "arrow_stream",
    "dataset_files",
    "find_label",
    "split_batch",
]

Batch = tuple[Matrix, tuple[str, ...], Any]  # rows, names of their columns or none, labels or None

_LABELS = ("label", "class", "y", "target", "outcome")  # names that a label column is known by, as in table files

_ROWS = 1 << 24  # bytes of a batch, as doubles
_FEW = 4096  # rows of a batch at the least, however wide


def split_batch(batch: Any, label: str | None) -> Batch:
    """Rows, the names of their columns, and labels or None.

    Examples
    --------
    >>> split_batch(([[1.0, 2.0]], ["a"]), None)
    (array([[1., 2.]]), (), array(['a'], dtype='<U1'))
    """
    if isinstance(batch, tuple | list) and len(batch) == 2:
        rows, labels = batch
        _refuse_sparse(rows)
        refuse_masked(rows, "X")
        refuse_masked(labels, "y")
        values, names = read_frame(rows) if hasattr(type(rows), "columns") else (np.asarray(rows), ())
        return values, names, None if labels is None else np.asarray(labels)
    if hasattr(type(batch), "schema") and hasattr(batch, "column"):
        return arrow_columns(batch, label)
    if hasattr(type(batch), "columns"):
        return _from_frame(batch, label)
    if isinstance(batch, np.ndarray):
        return batch, (), None
    _refuse_sparse(batch)
    raise InputError(f"a batch is a {type(batch).__name__}; give a pair (X, y), a data frame or an Arrow batch")


def _refuse_sparse(rows: Any) -> None:
    if is_sparse(rows):
        raise InputError(
            f"its rows are a sparse matrix ({type(rows).__name__}), and batches are dense; give rows.toarray(), or all "
            "of the matrix to Points(X, y), which keeps it sparse"
        )


def find_label(names: list[str], label: str | int | None) -> str:
    """The name of the label column: as asked for, by name or by number from 1, else by a usual name, else the last."""
    if label is None:
        return next((name for name in names if name.casefold() in _LABELS), names[-1] if names else "")
    if str(label) in names:
        return str(label)
    if str(label).isdecimal() and 1 <= int(label) <= len(names):
        return names[int(label) - 1]
    near = get_close_matches(str(label).casefold(), [name.casefold() for name in names], n=1)
    hint = f"; did you mean {next(name for name in names if name.casefold() == near[0])!r}?" if near else ""
    listing = ", ".join(map(repr, names[:8])) + (f" and {len(names) - 8:,} more" if len(names) > 8 else "")
    raise InputError(f"there is no column {label!r} for the labels; the columns are {listing}{hint}")


def _from_frame(frame: Any, label: str | None) -> Batch:
    import narwhals as nw

    if hasattr(frame, "collect"):
        raise InputError("a batch is a lazy frame; collect() it first")
    table = nw.from_native(frame, eager_only=True)
    name = find_label(list(table.columns), label)
    labels = table.get_column(name).to_numpy()
    values, names = read_frame(table.drop(name).to_native())
    return values, names, labels


def arrow_columns(batch: Any, label: str | int | None) -> Batch:
    """A record batch of Arrow: one column for the labels, all others are features."""
    names = list(batch.schema.names)
    name = find_label(names, label)
    place = names.index(name)
    features = [k for k in range(len(names)) if k != place]
    kinds = {str(batch.schema.field(k).type) for k in features}
    width = np.float32 if kinds == {"float"} else np.float64
    values = np.empty((batch.num_rows, len(features)), dtype=width)
    for j, k in enumerate(features):
        values[:, j] = _numbers(batch.column(k), names[k])
    return values, tuple(names[k] for k in features), _labels(batch.column(place), name)


def _numbers(column: Any, name: str) -> Matrix:
    if column.null_count:
        raise InputError(f"column {name!r} has {column.null_count:,} missing values; drop or fill those rows")
    array = column.to_numpy(zero_copy_only=False)
    if array.dtype.kind == "f" or array.dtype.kind == "b":
        return array
    if array.dtype.kind in "iu":
        wide = array.astype(np.float64)
        if array.size and float(np.abs(wide).max()) >= 2.0**53 and bool((wide.astype(object) != array).any()):
            raise InputError(f"column {name!r} holds integers that no double represents; scale or drop it")
        return wide
    raise InputError(f"column {name!r} holds {column.type}, not numbers; encode it, drop it, or use it as the label")


def _labels(column: Any, name: str) -> Any:
    if column.null_count:
        raise InputError(f"{column.null_count:,} labels in column {name!r} are missing; drop or label those rows")
    array = column.to_numpy(zero_copy_only=False)
    # Text comes as objects, which would be compared one by one.
    return array.astype(np.str_) if array.dtype.kind == "O" and all(type(v) is str for v in array[:1]) else array


class ArrowStream:
    """Record batches of a dataset, or of an object that makes a new stream every time it is asked for one."""

    steady = False

    def __init__(self, given: Any, *, label: str | int | None = None, words: str = "") -> None:
        self._given, self._label = widened(given) if hasattr(given, "files") else given, label
        self._columns: list[str] | None = None  # those that are read, where not all are
        self.words = words or f"the {type(given).__name__}"
        arrow = _pyarrow()
        if isinstance(given, arrow.RecordBatchReader):
            raise InputError(
                "a RecordBatchReader can be read once only, and an answer takes several passes; give a function that "
                "returns a new one every time it is called, or the dataset or query that it comes from"
            )

    @classmethod
    def of_files(cls, path: str, *, label: str | int | None = None) -> ArrowStream:
        """A file, or a folder of files, partitioned by columns or not."""
        return cls(arrow_dataset(path), label=label, words=path)

    @property
    def files(self) -> tuple[tuple[str, int], ...]:
        """The files of a dataset that has several, and how many rows each has; none where that is not known."""
        return dataset_files(self._given)

    @property
    def disk(self) -> int | None:
        """Bytes of the files; None where there are none, or they are elsewhere."""
        try:
            return sum(map(os.path.getsize, self._given.files))
        except (AttributeError, TypeError, OSError):
            return None

    @property
    def names(self) -> list[str]:
        """Of all columns, where they are known before anything is read."""
        return list(getattr(getattr(self._given, "schema", None), "names", ()))

    def choose(self, label: str, features: list[str]) -> None:
        """Read these columns alone."""
        self._label, self._columns = label, [*features, label]

    def read(self) -> Iterator[Batch]:
        for batch in self._batches():
            yield arrow_columns(batch if self._columns is None else batch.select(self._columns), self._label)

    def _batches(self) -> Any:
        if hasattr(self._given, "scanner") or hasattr(self._given, "files"):
            row = 8 * max(len(self._given.schema.names), 1)
            # Of very wide rows as many as four times fit the memory.
            rows = max(min(_FEW, current_limits().memory // (4 * row)), _ROWS // row, 1)
            chosen = {} if self._columns is None else {"columns": self._columns}
            return self._given.to_batches(batch_size=rows, batch_readahead=2, fragment_readahead=1, **chosen)
        if hasattr(self._given, "__arrow_c_stream__"):
            return arrow_stream(self._given)
        return self._given.to_batches()

    def take(self, rows: Positions) -> Matrix | None:
        return None


def arrow_dataset(path: str) -> Any:
    """A Parquet or Arrow file, or a folder of Parquet files, partitioned by columns or not."""
    _pyarrow()
    from pyarrow import dataset

    form = "feather" if path.lower().endswith((".arrow", ".feather")) else "parquet"
    if not os.path.exists(path):
        raise InputError(f"there is no file {path!r}; check the path")
    try:
        files = _files(path) if os.path.isdir(path) else path
        return widened(dataset.dataset(files, format=form, partitioning="hive", partition_base_dir=path))
    except InputError:
        raise
    except Exception as error:  # Arrow has many kinds of its own
        raise InputError(f"{path} is no readable {form} data ({error}); copy it again") from error


def widened(dataset: Any) -> Any:
    """The dataset with a type for each column that holds the numbers of all its files.

    Arrow takes the types of the first file, and would round the doubles of a later one where that has singles.
    """
    kinds: dict[str, dict[Any, str]] = {}
    for fragment in dataset.get_fragments():
        for field in fragment.physical_schema:
            kinds.setdefault(field.name, {}).setdefault(field.type, fragment.path)
    schema, arrow = dataset.schema, _pyarrow()
    for name, files in kinds.items():
        known = schema.get_field_index(name)
        numbers = [kind for kind in files if _is_number(kind)]
        if known < 0 or len(files) < 2 or not numbers:
            continue
        others = [kind for kind in files if kind not in numbers and not arrow.types.is_null(kind)]
        if others:
            one, other = numbers[0], others[0]
            raise InputError(
                f"column {name!r} holds {one} in {files[one]} and {other} in {files[other]}; write all files alike"
            )
        # An integer that no double represents is refused by Arrow when it is read.
        whole = all(arrow.types.is_integer(kind) for kind in numbers)
        schema = schema.set(known, arrow.field(name, arrow.int64() if whole else arrow.float64()))
    if schema == dataset.schema:
        return dataset
    return type(dataset)(list(dataset.get_fragments()), schema, dataset.format, dataset.filesystem)


def _is_number(kind: Any) -> bool:
    types = _pyarrow().types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind))


def dataset_files(dataset: Any) -> tuple[tuple[str, int], ...]:
    """The files of a dataset that has several, by their paths within the folder, and how many rows each has."""
    paths = getattr(dataset, "files", ())
    if len(paths) < 2:
        return ()
    base = os.path.commonpath([os.path.dirname(path) for path in paths])
    names = [os.path.relpath(path, base or os.curdir).replace(os.sep, "/") for path in paths]
    return tuple(zip(names, (fragment.count_rows() for fragment in dataset.get_fragments()), strict=True))


def arrow_stream(given: Any) -> Any:
    """A new reader of the record batches of an object with the Arrow stream interface."""
    return _pyarrow().RecordBatchReader.from_stream(given)


def arrow_cells(column: Any) -> Any:
    """A column of Arrow's as an array: words as objects, of which equal ones are the same; None where one is missing.

    Examples
    --------
    >>> import pyarrow
    >>> arrow_cells(pyarrow.array(["a", None, "a"])).tolist(), arrow_cells(pyarrow.array([1.5, None])).tolist()
    (['a', None, 'a'], [1.5, nan])
    """
    types = _pyarrow().types
    if types.is_dictionary(column.type) or types.is_string(column.type) or types.is_large_string(column.type):
        coded = column if types.is_dictionary(column.type) else column.dictionary_encode()
        words = np.array([*coded.dictionary.to_pylist(), None], dtype=object)
        return words[coded.indices.fill_null(len(words) - 1).to_numpy(zero_copy_only=False)]
    plain = types.is_floating(column.type) or types.is_integer(column.type) or types.is_boolean(column.type)
    if types.is_floating(column.type) or (plain and not column.null_count):
        return column.to_numpy(zero_copy_only=False)
    cells = np.empty(len(column), dtype=object)
    cells[:] = column.to_pylist()
    return cells


def _files(folder: str) -> list[str]:
    """The Parquet files of a folder and of those in it, in the order of their names; others are left alone.

    So are hidden ones, and those that begin with an underscore: engines put there what is not finished.
    """
    paths = []
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        paths += [os.path.join(where, name) for name in names if not name.startswith((".", "_"))]
    return sorted(path for path in paths if path.lower().endswith((".parquet", ".pq")))


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InputError(
            "reading Arrow needs the package pyarrow; install it with: pip install 'gordan[arrow]'"
        ) from None
    return pyarrow
