"""The raw matrix: what forms are taken as they are, what is converted, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.errors import InputError

__all__ = ["is_sparse", "read_matrix"]


def is_sparse(X: Any) -> bool:
    """Whether X is a SciPy sparse matrix or array, told without importing scipy.sparse."""
    return hasattr(X, "nnz") and hasattr(X, "tocsr")


def read_matrix(X: Any) -> tuple[Any, tuple[str, ...], float]:
    """X as float32/float64 dense or CSR/CSC, its column names, and its greatest magnitude."""
    names: tuple[str, ...] = ()
    if is_sparse(X):
        matrix = X if X.format in ("csr", "csc") else X.tocsr()
        if matrix.dtype not in (np.float32, np.float64):
            matrix = matrix.copy()
            matrix.data = _read_dense(matrix.data)
        values = matrix.data
    else:
        if hasattr(X, "columns"):
            X, names = _read_frame(X)
        matrix = values = _read_dense(X)
    if matrix.ndim != 2:
        raise InputError(f"X has {matrix.ndim} dimension(s); give a table of n rows and m columns")
    if matrix.shape[0] == 0 or matrix.shape[1] == 0:
        raise InputError(f"X has shape {matrix.shape}; give at least one row and one column")
    return matrix, names, _extent(matrix, values)


def _read_dense(X: Any) -> Any:
    try:
        array = np.asarray(X)
    except ValueError:
        raise InputError("the rows of X have different lengths; give every row the same number of columns") from None
    if array.dtype in (np.float32, np.float64):
        return array
    if array.dtype.kind == "c":
        raise InputError("X holds complex numbers; give real ones, for instance the real and imaginary parts")
    try:
        return _widened(array)
    except (TypeError, ValueError) as problem:
        raise InputError(f"X holds something that is not a number ({problem}); encode or drop it") from None


def _widened(array: Any) -> Any:
    """The same numbers as doubles; those that no double holds are refused, for rounding them may change the answer."""
    wide = array.astype(np.float64)
    if array.dtype.kind in "bUS" or (array.dtype.kind == "f" and array.dtype.itemsize < 8):
        return wide
    if array.dtype.kind in "iu" and not (array.size and abs(wide).max() >= 2.0**53):
        return wide
    for given, rounded in zip(array.ravel(), wide.ravel(), strict=True):
        if given != rounded and not isinstance(given, str) and given == given:
            raise InputError(
                f"X holds {given}, which no double represents; rounding it could change the answer: subtract a common "
                "value or scale to integers, or convert with astype(float) if rounded numbers are what you mean"
            )
    return wide


def _read_frame(frame: Any) -> tuple[Any, tuple[str, ...]]:
    import narwhals as nw

    names = [str(name) for name in frame.columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"two columns are named {twice[0]!r}; give every column a name of its own")
    table = nw.from_native(frame, eager_only=True)
    for name, kind in table.schema.items():
        if not (kind.is_numeric() or kind == nw.Boolean):
            raise InputError(f"column {name!r} holds {kind}, not numbers; encode it, drop it, or use it as the label")
    return table.to_numpy(), tuple(names)


def _extent(matrix: Any, values: Any) -> float:
    """The greatest magnitude; minimum and maximum also betray NaN and infinity, in two passes and without a copy."""
    if values.size == 0:
        return 0.0
    with np.errstate(invalid="ignore"):
        least, greatest = float(values.min()), float(values.max())
    if np.isfinite(least) and np.isfinite(greatest):
        return max(-least, greatest)
    row, column, value = _first_bad(matrix)
    raise InputError(f"X[{row}, {column}] is {value}; gordan decides on finite numbers only: drop or fill that row")


def _first_bad(matrix: Any) -> tuple[int, int, float]:
    if is_sparse(matrix):
        entries = matrix.tocoo()
        k = int(np.flatnonzero(~np.isfinite(entries.data))[0])
        return int(entries.row[k]), int(entries.col[k]), float(entries.data[k])
    for i in range(matrix.shape[0]):
        bad = np.flatnonzero(~np.isfinite(matrix[i]))
        if bad.size:
            return i, int(bad[0]), float(matrix[i, bad[0]])
    raise AssertionError("called without a bad entry")
