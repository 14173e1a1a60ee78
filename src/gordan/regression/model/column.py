"""One column as it was given: numbers, booleans or text, what is missing in it, and its levels if it declares any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import watched
from gordan.errors import InputError
from gordan.file.table.wording import MISSING_NUMBERS, shown
from gordan.problem.labels import is_missing
from gordan.regression.model.matrix import doubles, widened

__all__ = ["Cells", "Column", "Mask", "read_column"]

Mask = NDArray[np.bool_]
Cells = NDArray[Any]  # doubles, truths, or what else a column holds
_EXACT = 2.0**53


@dataclass(frozen=True, eq=False)
class Column:
    """Values (float64, bool or object), where they are missing, and the declared levels of a categorical."""

    name: str
    values: Cells
    missing: Mask
    levels: tuple[object, ...] | None = None
    ordered: bool = False

    @property
    def text(self) -> bool:
        """Whether the values are words or levels rather than numbers."""
        return self.levels is not None or self.values.dtype == object

    def take(self, keep: Cells) -> Column:
        """The column on some of its rows."""
        return Column(self.name, self.values[keep], self.missing[keep], self.levels, self.ordered)

    def numbers(self, what: str) -> Array:
        """The values as doubles, missing ones as NaN.

        Raises
        ------
        InputError
            The column holds text.
        """
        if not self.text:
            return self.values.astype(np.float64)
        there = self.values[~self.missing]
        if there.size and (hasattr(there[0], "year") or hasattr(there[0], "total_seconds")):
            raise InputError(f"{what} {self.name!r} holds dates; make it a number, such as days since the first")
        cells = [str(v) for v in there]
        # A single slip among numbers makes a column text: that is the cell to show.
        first = next((cell for cell in cells if not _is_number(cell)), cells[0] if cells else "")
        raise InputError(f"{what} {self.name!r} holds text ({shown(first)}); give numbers, or another column")


def _is_number(cell: str) -> bool:
    if cell.casefold() in MISSING_NUMBERS:  # among numbers these count as missing
        return True
    try:
        float(cell)
    except ValueError:
        return False
    return True


def read_column(given: Any, name: str) -> Column:
    """A list, array, or series of pandas or polars as a `Column`.

    Examples
    --------
    >>> column = read_column([1, None, 3], "x")
    >>> column.values.tolist(), column.missing.tolist()
    ([1.0, nan, 3.0], [False, True, False])
    """
    kind = getattr(given, "dtype", None)
    levels = getattr(kind, "categories", None)
    if levels is not None:  # a pandas categorical, or an Enum of polars, whose order is its declared one
        listed = tuple(levels.to_list() if hasattr(levels, "to_list") else levels)
        values = _objects(given.to_list() if hasattr(given, "to_list") else list(given))
        # polars declares every string ever seen as a level of a Categorical: those say nothing.
        declared = hasattr(kind, "ordered") or type(kind).__name__ == "Enum"
        ordered = bool(getattr(kind, "ordered", type(kind).__name__ == "Enum"))
        levels = listed if declared else tuple(sorted(set(values) - {None}))
        return Column(name, values, _absent(values), levels, ordered)
    narrow = _narrow(given)
    if narrow is not None:
        given = narrow
    _refuse_rounded(given, name)
    if hasattr(given, "to_list") and not isinstance(given, np.ndarray) and getattr(kind, "kind", "O") == "O":
        given = _objects(given.to_list())  # extension types: nullable numbers, text
    if isinstance(given, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(given).ravel()
        given = _objects([None if gone else v for v, gone in zip(given.data.ravel(), hidden, strict=True)])
    array = given if isinstance(given, np.ndarray) else _listed(given, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise InputError(f"{name!r} has shape {array.shape}; give one value for each row")
    return _plain(array, name)


def _plain(array: Cells, name: str) -> Column:
    kind = array.dtype.kind
    if kind == "b":
        return Column(name, array, np.zeros(array.size, bool))
    if kind in "iuf":
        values = array.astype(np.float64) if kind in "iu" else _floats(array, name)
        if kind in "iu" and np.abs(values).max(initial=0.0) >= _EXACT:
            raise InputError(
                f"{name!r} holds integers beyond 2**53, where a double no longer tells neighbours apart; subtract a "
                "common value, make it text if they are levels or strata, or leave the column out if it only names the "
                "rows"
            )
        return Column(name, values, np.isnan(values))
    if kind == "c":
        raise InputError(f"{name!r} holds complex numbers; give real ones")
    if kind != "O":
        values = _objects(array.tolist())
        return Column(name, values, _absent(values))
    missing = _absent(array)
    there = array[~missing]
    if there.size and all(isinstance(v, bool | np.bool_) for v in there):
        if not missing.any():
            return Column(name, array.astype(bool), missing)
        return Column(name, np.where(missing, np.nan, array).astype(np.float64), missing)
    if all(hasattr(v, "__float__") or isinstance(v, bool | np.bool_) for v in there):
        return Column(name, doubles(np.where(missing, np.nan, array), name), missing)
    return Column(name, array, missing)


def _floats(array: Cells, name: str) -> Array:
    return widened(array) if array.dtype.itemsize <= 8 else doubles(array, name)


def _narrow(given: Any) -> Cells | None:
    """A series of half or single floats as an array of them; as a list their own width would be forgotten."""
    kind = getattr(given, "dtype", None)
    if isinstance(given, np.ndarray) or not hasattr(given, "to_numpy"):
        return None
    if type(kind).__module__.startswith("polars"):
        return np.asarray(given.to_numpy()) if str(kind) in ("Float16", "Float32") else None
    width = getattr(kind, "numpy_dtype", None)  # of the nullable types of pandas
    if width is None or width.kind != "f" or width.itemsize >= 8:
        return None
    return np.asarray(given.to_numpy(dtype=width, na_value=np.nan))


def _refuse_rounded(given: Any, name: str) -> None:
    """Refuse a nullable series of long integers: pandas makes doubles of them where one is missing."""
    width = getattr(getattr(given, "dtype", None), "numpy_dtype", None)
    if width is not None and width.kind in "iu" and given.isna().any():
        _plain(given.to_numpy(dtype=width, na_value=0), name)


def _listed(given: Any, name: str) -> Cells:
    try:
        array = np.asarray(given)
    except ValueError:
        raise InputError(f"{name!r} holds lists of different lengths; give one value for each row") from None
    if not isinstance(given, list | tuple) or array.ndim != 1 or array.dtype.kind in "biu":
        return array
    # NumPy would make text of the numbers beside it, and round integers beside a float.
    return array if {type(v) for v in given} == {float} else _objects(list(given))


def _objects(values: list[object]) -> Cells:
    array = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):  # at once, NumPy would look inside of lists
        array[place] = value
    return array


def _absent(values: Cells) -> Mask:
    """None, NaN and the missing values of data frames, which refuse to be compared."""
    cells = watched(values, "reading a column of the data")
    return np.fromiter((is_missing(v) for v in cells), dtype=bool, count=len(values))
