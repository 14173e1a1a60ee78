"""`computed`: the numbers that somebody's program worked out rather than wrote down.

A measurement has few digits, and so have codes, counts and decimals as typed. What comes out of floating-point
arithmetic mostly needs 16 or 17 digits to be written: 0.3 - 0.1 is 0.19999999999999998. Such a number is known only up
to its rounding, and more often than not the last digits of a whole column are what its computation left.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array, Matrix

__all__ = ["computed", "computed_columns", "computed_entries"]

_DIGITS = 1e15  # decimals below this many units are different doubles
_PLACES = 22  # 10**22 is the last power of ten that is a double
_POWERS = 10.0 ** np.arange(_PLACES + 1)
_FEW = 1 << 10  # numbers of a column looked at first: most columns that were computed are so throughout
_PART = 1 << 18  # numbers looked at together


def computed(values: Array) -> npt.NDArray[np.bool_]:
    """Which numbers need 16 or more significant digits as shortest decimals; whole numbers never count.

    With m < 10¹⁵ and k ≤ 22 both m and 10ᵏ are doubles, and m / 10ᵏ is rounded once: it is x exactly when x stands for
    that decimal of at most 15 digits.

    Examples
    --------
    >>> computed(np.array([0.3, 0.3 - 0.1, 1 / 3, 2.5e-9, 7.0])).tolist()
    [False, True, True, False, False]
    """
    flat = np.abs(np.ravel(values))
    out = np.zeros(flat.size, bool)
    open_ = np.flatnonzero(np.isfinite(flat) & (flat != np.rint(flat)))
    for start in range(0, open_.size, _PART):
        part = open_[start : start + _PART]
        out[part] = ~_short(flat[part])
    return out.reshape(np.shape(values))


def _short(v: Array) -> npt.NDArray[np.bool_]:
    """Whether positive numbers that are not whole have at most 15 digits."""
    places = 14 - np.floor(np.log10(v)).astype(np.int64)
    decimal = np.zeros(v.size, bool)
    # The logarithm may be one off near a power of ten; more places than there are powers go through the digits.
    for shift in (0, 1, -1):
        open_ = np.flatnonzero(~decimal)
        power = _POWERS[np.clip(places[open_] + shift, 0, _PLACES)]
        units = np.rint(v[open_] * power)
        decimal[open_] = (units < _DIGITS) & (units / power == v[open_])
    rest = np.flatnonzero(~decimal & (places >= _PLACES))
    decimal[rest] = [float(f"{x:.14e}") == x for x in v[rest].tolist()]
    return decimal


def computed_entries(rows: Matrix) -> Matrix:
    """The sizes of the computed entries of a dense or CSR block, 0 elsewhere.

    Examples
    --------
    >>> computed_entries(np.array([[-1 / 3, 2.0]])).tolist()
    [[0.3333333333333333, 0.0]]
    """
    if not hasattr(rows, "nnz"):
        return np.where(computed(rows), np.abs(rows), 0.0)
    sizes = abs(rows)
    sizes.data = np.where(computed(sizes.data), sizes.data, 0.0)
    return sizes


def computed_columns(rows: Matrix) -> tuple[int, ...]:
    """The columns with a computed entry.

    Examples
    --------
    >>> computed_columns(np.array([[1.0, 0.1 + 0.2], [2.0, 0.5]]))
    (1,)
    """
    return tuple(j for j, values in _columns(rows) if _any_computed(values))


def _any_computed(values: Array) -> bool:
    return bool(computed(values[:_FEW]).any()) or any(
        bool(computed(values[start : start + _PART]).any()) for start in range(_FEW, values.size, _PART)
    )


def _columns(rows: Matrix) -> Iterator[tuple[int, Array]]:
    if hasattr(rows, "nnz"):
        by_column = rows.tocsc()
        for j in range(rows.shape[1]):
            yield j, by_column.data[by_column.indptr[j] : by_column.indptr[j + 1]]
    else:
        for j in range(rows.shape[1]):
            yield j, rows[:, j]
