"""Sparse matrices in any of SciPy's formats: checked before compiled code reads them, duplicate entries summed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.errors import InputError

__all__ = ["refuse_broken", "stored_once", "summed"]

_WHOLE = 2.0**53  # from here on a double may be the rounding of another integer


def refuse_broken(X: Matrix, name: str) -> None:
    """Refuse a matrix with indices out of range, at which compiled code would read or write foreign memory."""
    if len(X.shape) != 2:
        raise InputError(f"{name} is sparse and has {len(X.shape)} dimension(s); give n rows and m columns")
    try:
        sound = _SOUND[X.format](X)
    except (AttributeError, TypeError, ValueError, IndexError):
        sound = False
    except KeyError:
        raise InputError(f"{name} is sparse in the format {X.format!r}; convert it with tocsr()") from None
    if not sound:
        raise InputError(
            f"the sparse matrix is broken: an index of its {X.format.upper()} format points outside of "
            f"{X.shape[0]} x {X.shape[1]}, its pointers fall, or its arrays do not fit one another; build it anew, for "
            "instance from a COO matrix"
        )


def _within(indices: Positions, end: int) -> bool:
    if indices.ndim != 1 or indices.dtype.kind not in "iu":
        return False
    return indices.size == 0 or bool(indices.min() >= 0 and indices.max() < end)


def _compressed(X: Matrix, major: int, minor: int, stored: int) -> bool:
    pointers = X.indptr
    if pointers.ndim != 1 or pointers.dtype.kind not in "iu" or pointers.size != major + 1 or pointers[0] != 0:
        return False
    rising = bool((pointers[1:] >= pointers[:-1]).all())
    return rising and pointers[-1] <= min(stored, X.indices.size) and _within(X.indices, minor)


def _rows(X: Matrix) -> bool:
    major, minor = X.shape if X.format == "csr" else X.shape[::-1]
    return bool(X.data.ndim == 1 and _compressed(X, major, minor, X.data.size))


def _blocks(X: Matrix) -> bool:
    count, height, width = X.data.shape
    if min(height, width) < 1 or X.shape[0] % height or X.shape[1] % width:
        return False
    return _compressed(X, X.shape[0] // height, X.shape[1] // width, count)


def _coordinates(X: Matrix) -> bool:
    pairs = zip((X.row, X.col), X.shape, strict=True)
    return bool(X.data.ndim == 1 and all(each.size == X.data.size and _within(each, end) for each, end in pairs))


def _diagonals(X: Matrix) -> bool:
    if X.data.ndim != 2 or X.offsets.ndim != 1 or X.offsets.size != X.data.shape[0] or X.offsets.dtype.kind not in "iu":
        return False
    return X.offsets.size == 0 or bool(-X.shape[0] < X.offsets.min() and X.offsets.max() < X.shape[1])


def _lists(X: Matrix) -> bool:
    if not len(X.rows) == len(X.data) == X.shape[0]:
        return False
    pairs = zip(X.rows, X.data, strict=True)
    return all(len(places) == len(values) and all(0 <= j < X.shape[1] for j in places) for places, values in pairs)


def _keys(X: Matrix) -> bool:
    places = X.keys()
    return all(0 <= i < X.shape[0] and 0 <= j < X.shape[1] for i, j in places)


_SOUND: dict[str, Callable[[Matrix], bool]] = {
    "csr": _rows,
    "csc": _rows,
    "bsr": _blocks,
    "coo": _coordinates,
    "dia": _diagonals,
    "lil": _lists,
    "dok": _keys,
}


def summed(X: Matrix, read: Callable[[Matrix], Array], name: str) -> Matrix:
    """The sound matrix in CSR or CSC, its numbers read, and entries stored twice added up in double precision.

    A CSR or CSC matrix that has none is returned as it is. Single precision is kept where it holds all sums.
    """
    matrix = X if X.format in ("csr", "csc") else X.tocoo()
    whole, narrow = matrix.data.dtype.kind in "iu", matrix.data.dtype == np.float32
    values = read(matrix.data)
    repeated = matrix.format == "coo" or not _afresh(matrix).has_canonical_format
    if not repeated and values is matrix.data:
        return X
    wide = matrix.copy()
    wide.data = values.astype(np.float64) if repeated else values
    if not repeated:
        return wide
    before = wide.nnz
    with np.errstate(over="ignore"):
        if wide.format == "coo":
            wide = wide.tocsr()
        wide.sum_duplicates()
    if wide.nnz == before:
        return X if matrix is X and values is X.data and X.format != "coo" else _narrowed(wide, narrow)
    if whole and np.abs(wide.data).max(initial=0.0) >= _WHOLE:
        raise InputError(
            f"{name} stores entries twice, and their sums go beyond 2**53, where doubles leave out integers; "
            "add them up yourself, or scale them"
        )
    return _narrowed(wide, narrow)


def stored_once(X: Matrix) -> bool:
    """Whether no entry of a sound CSR or CSC matrix is stored twice."""
    fresh = _afresh(X)
    if not fresh.has_canonical_format and not fresh.has_sorted_indices:
        fresh = fresh.copy()
        fresh.sort_indices()
    return bool(_afresh(fresh).has_canonical_format)


def _afresh(X: Matrix) -> Matrix:
    """The same numbers as another matrix: SciPy keeps what it found in one, also when the indices change afterwards."""
    return type(X)((X.data, X.indices, X.indptr), shape=X.shape, copy=False)


def _narrowed(matrix: Matrix, narrow: bool) -> Matrix:
    if not narrow:
        return matrix
    with np.errstate(over="ignore"):
        single = matrix.astype(np.float32)
    return single if bool((single.data.astype(np.float64) == matrix.data).all()) else matrix
