"""The raw matrix: forms that are taken as they are, converted or refused; and the contract of a problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.exact import ExactRows
from gordan.errors import InputError
from gordan.problem.canonical import Canonical
from gordan.problem.sparse import refuse_broken, summed

__all__ = [
    "Block",
    "ExactRows",
    "Problem",
    "extent_of_rows",
    "is_sparse",
    "read_block",
    "read_frame",
    "read_matrix",
    "without_gradient",
]

_CACHED = 1 << 17  # numbers that stay in the cache
_WORDS = {"U": "text", "S": "bytes", "m": "durations", "M": "dates"}  # what NumPy's kinds of types are


def is_sparse(X: object) -> bool:
    """Whether X is a SciPy sparse matrix or array, without importing scipy.sparse."""
    return hasattr(X, "nnz") and hasattr(X, "tocsr")


def without_gradient(values: Matrix) -> Matrix:
    """A tensor of PyTorch as one that NumPy takes: detached, in memory, bfloat16 as float32; all else as it is.

    Duck-typed, so that torch need not be imported.
    """
    if not type(values).__module__.startswith("torch") or not hasattr(values, "detach"):
        return values
    values = values.detach().cpu()
    return values.float() if str(values.dtype) == "torch.bfloat16" else values


def read_matrix(X: Matrix, *, name: str = "X") -> tuple[Matrix, tuple[str, ...], float]:
    """X as float32/float64 dense or CSR/CSC, its column names, and its greatest magnitude.

    A refusal calls it by `name`. Entries of a sparse matrix that are stored twice are added in double precision.
    """
    names: tuple[str, ...] = ()
    if is_sparse(X):
        refuse_broken(X, name)
        # Numbers first: sums of narrow ones would wrap around or be rounded.
        matrix = summed(X, lambda data: _read_dense(data, name), name)
        values = matrix.data
    else:
        if hasattr(type(X), "columns"):
            X, names = _read_frame(X, name)
        matrix = values = _read_dense(X, name)
    if matrix.ndim != 2:
        raise InputError(f"{name} has {matrix.ndim} dimension(s); give a table of n rows and m columns")
    if matrix.shape[0] == 0 or matrix.shape[1] == 0:
        raise InputError(f"{name} has shape {matrix.shape}; give at least one row and one column")
    return matrix, names, _extent(matrix, values, name)


def read_block(values: Matrix) -> Matrix:
    """One batch of rows as a float32 or float64 table."""
    if is_sparse(values):
        raise InputError("its rows are a sparse matrix; give dense rows, or all of the matrix to Points(X, y)")
    matrix = _read_dense(values, "X")
    if matrix.ndim != 2 or matrix.shape[1] == 0:
        raise InputError(f"it has shape {matrix.shape}; give a table of rows and at least one column")
    return matrix


def extent_of_rows(values: Matrix, first: int) -> tuple[float, float]:
    """The least and the greatest number of rows that are numbered from `first` on; infinite ones of no rows."""
    if values.size == 0:
        return np.inf, -np.inf
    with np.errstate(invalid="ignore"):
        least, greatest = float(values.min()), float(values.max())
    if np.isfinite(least) and np.isfinite(greatest):
        return least, greatest
    row, column, value = _first_bad(values)
    raise InputError(
        f"X[{first + row}, {column}] is {value}; gordan decides on finite numbers only: drop or fill that row"
    )


def read_frame(frame: Matrix) -> tuple[Matrix, tuple[str, ...]]:
    """The numbers of a data frame and the names of its columns."""
    return _read_frame(frame, "X")


def refuse_masked(X: object, name: str) -> None:
    """Refuse masked entries: `np.asarray` would take the numbers below the mask."""
    if isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X):
        raise InputError(f"{name} has masked entries, which are missing values; drop or fill those rows")


def _read_dense(X: Matrix, name: str) -> Matrix:
    if type(X) is np.ndarray and X.dtype == np.float64:
        return X
    refuse_masked(X, name)
    try:
        array = np.asarray(without_gradient(X))
    except ValueError:
        raise InputError(
            f"the rows of {name} have different lengths; give every row the same number of columns"
        ) from None
    if array.dtype in (np.float32, np.float64):
        # In a list, integers beside floats are rounded before anyone could look; the list still has them whole.
        if isinstance(X, list | tuple) and array.size and np.abs(array).max() >= 2.0**53:
            _widened(np.asarray(X, dtype=object), name)
        return array
    if array.dtype.kind == "c":
        raise InputError(f"{name} holds complex numbers; give real ones, for instance the real and imaginary parts")
    if array.dtype.kind in "USmM":
        raise InputError(
            f"{name} holds {_WORDS[array.dtype.kind]}, not numbers; convert or encode it, "
            "for instance with astype(float)"
        )
    try:
        return _widened(array, name)
    except InputError:
        raise
    except (TypeError, ValueError, OverflowError) as problem:
        raise InputError(f"{name} holds something that is not a number ({problem}); encode or drop it") from None


def _widened(array: Matrix, name: str) -> Matrix:
    """The same numbers as doubles; those that no double holds are refused, for rounding them may change the answer."""
    wide = array.astype(np.float64)
    kind = array.dtype.kind
    if kind == "b" or (kind == "f" and array.dtype.itemsize <= 8):
        return wide
    if kind in "iu" and not (array.size and abs(wide).max() >= 2.0**53):
        return wide
    given = array.ravel().tolist() if kind in "iuO" else array.ravel()
    for one, rounded in zip(given, wide.ravel().tolist(), strict=True):
        if one is not None and not isinstance(one, str) and one == one and one != rounded:
            raise InputError(
                f"{name} holds {one}, which no double represents; rounding it could change the answer: subtract a "
                "common value or scale to integers, or convert with astype(float) if rounded numbers are what you mean"
            )
    return wide


def _read_frame(frame: Matrix, given: str) -> tuple[Matrix, tuple[str, ...]]:
    import narwhals as nw

    if hasattr(frame, "collect"):
        raise InputError(f"{given} is a lazy frame; collect() it first")
    names = [str(name) for name in frame.columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"two columns are named {twice[0]!r}; give every column a name of its own")
    try:
        table = nw.from_native(frame, eager_only=True)
    except TypeError:
        raise InputError(
            f"{given} is a {type(frame).__name__}; collect it into a data frame, or give an array"
        ) from None
    for name, kind in table.schema.items():
        if not (kind.is_numeric() or kind == nw.Boolean):
            raise InputError(f"column {name!r} holds {kind}, not numbers; encode it, drop it, or use it as the label")
    if len(set(table.schema.values())) == 1 and next(iter(table.schema.values())).is_float():
        return table.to_numpy(), tuple(names)
    # Column by column: put together, integers beside floats would be rounded before anyone could look.
    columns = [_read_dense(table.get_column(name).to_numpy(), given) for name in table.columns]
    narrow = all(column.dtype == np.float32 for column in columns)
    return np.column_stack(columns).astype(np.float32 if narrow else np.float64, copy=False), tuple(names)


def _extent(matrix: Matrix, values: Matrix, name: str) -> float:
    """The greatest magnitude; minimum and maximum also betray NaN and infinity, without a copy."""
    if values.size == 0:
        return 0.0
    # Some rows at a time: what was read for the one is still in the cache for the other.
    parts = np.array_split(values, values.size // _CACHED + 1) if values.ndim == 2 else [values]
    with np.errstate(invalid="ignore"):
        ends = np.array([(part.min(), part.max()) for part in parts if part.size])
        least, greatest = float(ends[:, 0].min()), float(ends[:, 1].max())
    if np.isfinite(least) and np.isfinite(greatest):
        return max(-least, greatest)
    row, column, value = _first_bad(matrix)
    raise InputError(
        f"{name}[{row}, {column}] is {value}; gordan decides on finite numbers only: drop or fill that row"
    )


def _first_bad(matrix: Matrix) -> tuple[int, int, float]:
    if is_sparse(matrix):
        entries = matrix.tocoo()
        k = int(np.flatnonzero(~np.isfinite(entries.data))[0])
        return int(entries.row[k]), int(entries.col[k]), float(entries.data[k])
    for i in range(matrix.shape[0]):
        bad = np.flatnonzero(~np.isfinite(matrix[i]))
        if bad.size:
            return i, int(bad[0]), float(matrix[i, bad[0]])
    raise AssertionError("called without a bad entry")


class Block(NamedTuple):
    """A rectangle of the raw matrix small enough for the cache; dense or sparse, never scaled or centred."""

    rows: slice
    columns: slice
    values: Matrix


class Problem(Protocol):
    """A question about raw data."""

    def canonical(self) -> Canonical:
        """The same question as *find w with A*w in int K*, or x != 0 in K with Ax = 0*."""

    def rows(self, S: Sequence[int]) -> Array:
        """The raw rows S as a float64 array."""

    def exact_rows(self, S: Sequence[int]) -> ExactRows:
        """The raw rows S as integers."""

    def blocks(self) -> Iterator[Block]:
        """All raw numbers, once, in cache-sized rectangles."""

    def digest(self) -> str:
        """A hash of labels and nonzero entries that does not depend on how they are stored."""
