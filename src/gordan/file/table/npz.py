"""NumPy archives that hold the points as X and the labels as y."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.file.table.array_file import load_archive, take_array
from gordan.file.table.cell import is_missing
from gordan.file.table.label import whole
from gordan.file.table.record import Table

__all__ = ["read_npz"]

_NEXT = "save both with numpy.savez(path, X=X, y=y)"


def read_npz(stream: BinaryIO, *, source: str, label: str | int | None = None) -> Table:
    """Read arrays X and y, or X and the array called `label`; float32 stays float32.

    Nothing in the archive is unpickled, so a file from a stranger cannot run code.

    Raises
    ------
    InputError
        A damaged archive, an array that is missing, holds objects, has the wrong shape or is not finite.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> np.savez(file, X=np.eye(2), y=[0, 1])
    >>> _ = file.seek(0)
    >>> read_npz(file, source="t.npz").y.tolist()
    [0, 1]
    """
    name = "y" if label is None else str(label)
    archive = load_archive(
        stream, source=source, advice=_NEXT, text="if it is a text table, rename it to .csv or .svm, else "
    )
    if not isinstance(archive, NpzFile):
        raise InputError(f"{source} holds one bare array; expected an archive with X and {name}, so {_NEXT}")
    with archive:
        X = _points(take_array(archive, "X", source=source, advice=_NEXT), f"{source}: X")
        y = _labels(take_array(archive, name, source=source, advice=_NEXT), f"{source}: {name}")
    if len(X) != len(y):
        raise InputError(f"{source}: X has {len(X)} rows but {name} has {len(y)} labels; give one label for each row")
    return Table(X, y, (), name, np.arange(len(X), dtype=np.int64), source, "npz")


def _points(X: NDArray[Any], what: str) -> NDArray[Any]:
    if X.ndim != 2 or 0 in X.shape:
        raise InputError(f"{what} has shape {X.shape}; expected rows of points, so give it two dimensions, neither 0")
    if X.dtype.kind not in "fiub":
        raise InputError(f"{what} holds {X.dtype}; expected real numbers, so convert it before saving")
    with np.errstate(over="ignore"):  # a long double beyond the doubles becomes infinite and is refused as such
        points = np.ascontiguousarray(X, dtype=np.float32 if X.dtype.itemsize == 4 and X.dtype.kind == "f" else float)
    finite = np.isfinite(points)
    if not finite.all():
        i, j = np.argwhere(~finite)[0]
        raise InputError(
            f"{what}[{i}, {j}] is {points[i, j]}; expected finite numbers, "
            "as gordan decides on complete rows only: drop or fill it"
        )
    # Rounding on the way in would make every later proof one about other points.
    if np.any(np.abs(points) >= 2.0**53) if X.dtype.kind in "iu" else np.any(points != X):
        raise InputError(
            f"{what} holds {X.dtype} numbers that a double cannot carry exactly; shift or rescale them below 2**53"
        )
    return points


def _labels(y: NDArray[Any], what: str) -> NDArray[Any]:
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]  # a column is how data frames hand over one variable
    if y.ndim != 1:
        raise InputError(f"{what} has shape {y.shape}; expected one label for each row of X, so flatten it")
    if y.dtype.kind not in "iufbUS":
        raise InputError(f"{what} holds {y.dtype}; expected numbers or text, so convert it before saving")
    if y.dtype.kind == "f":
        y = whole(y.astype(np.float64))
        absent = ~np.isfinite(y)
    else:
        if y.dtype.kind in "bUS":  # as in text files, true and false are words
            y = np.char.decode(y, "latin-1") if y.dtype.kind == "S" else y.astype(np.str_)
        y = y.astype(y.dtype.newbyteorder("="), copy=False)
        absent = np.isin(y, [each for each in np.unique(y).tolist() if is_missing(str(each))])
    if absent.any():
        row = int(np.argmax(absent))
        raise InputError(f"{what}[{row}] is {y[row].item()!r}, so this label is missing; fill it or drop the row")
    return y
