"""One column as it was given: numbers, booleans or text, what is missing in it, and its levels if it declares any."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.table.wording import shown

__all__ = ["Column", "read_column"]

_EXACT = 2.0**53


@dataclass(frozen=True, eq=False)
class Column:
    """Values (float64, bool or object), where they are missing, and the declared levels of a categorical."""

    name: str
    values: NDArray[Any]
    missing: NDArray[np.bool_]
    levels: tuple[Any, ...] | None = None
    ordered: bool = False

    @property
    def text(self) -> bool:
        """Whether the values are words or levels rather than numbers."""
        return self.levels is not None or self.values.dtype == object

    def take(self, keep: NDArray[Any]) -> Column:
        """The same column on some of its rows."""
        return Column(self.name, self.values[keep], self.missing[keep], self.levels, self.ordered)

    def numbers(self, what: str) -> NDArray[np.float64]:
        """The values as doubles, missing ones as NaN.

        Raises
        ------
        InputError
            The column holds text.
        """
        if not self.text:
            return self.values.astype(np.float64)
        first = next((str(v) for v, gone in zip(self.values, self.missing, strict=True) if not gone), "")
        raise InputError(f"{what} {self.name!r} holds text ({shown(first)}); give numbers, or another column")


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
        told = hasattr(kind, "ordered") or type(kind).__name__ == "Enum"
        ordered = bool(getattr(kind, "ordered", type(kind).__name__ == "Enum"))
        return Column(name, values, _absent(values), listed if told else tuple(sorted(set(values) - {None})), ordered)
    if hasattr(given, "to_list") and not isinstance(given, np.ndarray) and getattr(kind, "kind", "O") == "O":
        given = _objects(given.to_list())  # extension types: nullable numbers, text
    if isinstance(given, np.ma.MaskedArray):
        given = np.where(np.ma.getmaskarray(given), np.nan, given.filled(0))
    array = given if isinstance(given, np.ndarray) else _listed(given)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise InputError(f"{name!r} has shape {array.shape}; give one value for each row")
    return _plain(array, name)


def _plain(array: NDArray[Any], name: str) -> Column:
    kind = array.dtype.kind
    if kind == "b":
        return Column(name, array, np.zeros(array.size, bool))
    if kind in "iuf":
        values = array.astype(np.float64)
        if kind in "iu" and np.abs(values).max(initial=0.0) >= _EXACT:
            raise InputError(
                f"{name!r} holds integers beyond 2**53, where a double no longer tells neighbours apart; subtract a "
                "common value, or leave the column out if it only names the rows"
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
    if all(isinstance(v, int | float | np.number) and not isinstance(v, bool) for v in there) or _numeric(there):
        return Column(name, np.where(missing, np.nan, array).astype(np.float64), missing)
    return Column(name, array, missing)


def _numeric(values: NDArray[Any]) -> bool:
    """Decimals and fractions, which know how to become doubles; text knows it too, but is text."""
    return all(hasattr(v, "__float__") and not isinstance(v, str | bool) for v in values)


def _listed(given: Any) -> NDArray[Any]:
    if isinstance(given, list | tuple):
        values = _objects(list(given))
        # NumPy would make text of the numbers beside it.
        return values if any(isinstance(v, str) or v is None for v in given) else np.asarray(given)
    return np.asarray(given)


def _objects(values: list[Any]) -> NDArray[Any]:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _absent(values: NDArray[Any]) -> NDArray[np.bool_]:
    """None, NaN and the missing values of data frames, which refuse to be compared."""
    return np.fromiter((_is_missing(v) for v in values), dtype=bool, count=len(values))


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:
        return True
