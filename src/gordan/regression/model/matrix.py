"""The design given as numbers: an array, a sparse matrix or a frame, kept as it is where it is float64."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import watched
from gordan.errors import InputError
from gordan.problem.matrix import is_sparse, read_matrix
from gordan.problem.sparse import refuse_broken

if TYPE_CHECKING:
    from gordan.regression.model.column import Mask
    from gordan.regression.model.frame import Labels

__all__ = ["doubles", "missing_rows", "read_design_matrix", "widened"]

_EXACT = 2**53


def read_design_matrix(X: Matrix) -> tuple[Matrix, tuple[str, ...], Labels]:
    """X as float64 (dense, or CSR), the names of its columns, and the labels of its rows; NaN may be in it.

    Examples
    --------
    >>> matrix, names, labels = read_design_matrix([[1, 2], [3, 4]])
    >>> matrix.dtype.name, names, labels.tolist()
    ('float64', ('x1', 'x2'), [0, 1])
    """
    X, named = _unwrapped(X)
    labels = getattr(X, "index", None)
    if X is None:
        raise InputError("there is no design; give a formula, a matrix or a data frame")
    if not is_sparse(X) and (hasattr(type(X), "columns") or isinstance(X, Mapping)):
        X, names = _numbers_of(X)
    else:
        names = ()
        if not is_sparse(X) and _one_dimension(X):
            X = np.asarray(X)[:, None]
    if is_sparse(X) and X.format not in ("csr", "csc"):
        refuse_broken(X, "X")
        X = X.tocsr()
    # What is missing is separated from what is wrong: the rest is judged where the holes are filled.
    filled = _filled(X)
    judged, _, _ = read_matrix(X if filled is None else filled)
    _refuse_rounded(X, judged)
    matrix = _wide(X if filled is not None or getattr(X, "dtype", None) == np.float16 else judged)
    if is_sparse(matrix):
        matrix = _canonical(matrix)
    names = names or (named if len(named) == matrix.shape[1] else ())
    names = names or tuple(f"x{j}" for j in range(1, matrix.shape[1] + 1))
    if labels is None or callable(labels) or len(labels) != matrix.shape[0]:
        labels = np.arange(matrix.shape[0])
    return matrix, names, labels


def _unwrapped(X: Any) -> tuple[Any, tuple[str, ...]]:
    """What is inside of a matrix of formulaic, and the names that it or one of patsy carries."""
    info = getattr(X, "model_spec", None) or getattr(X, "design_info", None)
    names = tuple(map(str, getattr(info, "column_names", ()) or ()))
    return getattr(X, "__wrapped__", X), names


def missing_rows(matrix: Matrix) -> Mask:
    """Rows with a NaN; infinities are refused.

    Examples
    --------
    >>> missing_rows(np.array([[1.0, np.nan], [2.0, 3.0]])).tolist()
    [True, False]
    """
    gone = np.zeros(matrix.shape[0], bool)
    values = matrix.data if is_sparse(matrix) else matrix
    with np.errstate(invalid="ignore"):
        total = float(np.sum(values)) if values.size else 0.0
    if np.isfinite(total):
        return gone
    if np.isinf(values).any():
        raise InputError("the design holds infinite numbers; drop those rows, or check the terms that make them")
    if is_sparse(matrix):
        rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
        gone[rows[np.isnan(values)]] = True
    else:
        gone |= np.isnan(matrix).any(axis=1)
    return gone


def _one_dimension(X: Matrix) -> bool:
    try:
        return np.ndim(X) == 1
    except ValueError:  # rows of different lengths, of which `read_matrix` has its sentence
        return False


def _filled(X: Matrix) -> Matrix | None:
    """A copy with 0 where X has NaN; None where it has none."""
    values = X.data if is_sparse(X) else X
    if not isinstance(values, np.ndarray) or values.dtype.kind != "f" or not np.isnan(values).any():
        return None
    filled = np.where(np.isnan(values), values.dtype.type(0), values)
    if not is_sparse(X):
        return filled
    copy = X.copy()
    copy.data = filled
    return copy


def _refuse_rounded(given: Matrix, judged: Matrix) -> None:
    """Integers so large that their doubles show other decimals; beside a float NumPy has rounded them already."""
    values = judged.data if is_sparse(judged) else judged
    kind = "O" if isinstance(given, list | tuple) else given.dtype.kind if hasattr(given, "dtype") else "f"
    if kind in "iuO" and np.abs(values).max(initial=0.0) > _EXACT:
        doubles(given.data.tolist() if is_sparse(given) else np.asarray(given, dtype=object).ravel(), "X")


def _canonical(matrix: Matrix) -> Matrix:
    """CSR with sorted rows and one entry for each place; sorting happens in place, so on a copy of what was given."""
    from scipy.sparse import csr_array

    rows = csr_array(matrix)
    if rows.has_canonical_format:
        return rows
    rows = rows.copy()
    rows.sum_duplicates()
    return rows


def _wide(matrix: Matrix) -> Matrix:
    """float64; a float32 becomes the double of the decimal it shows, not of the binary fraction behind it."""
    if matrix.dtype == np.float64:
        return matrix
    if not is_sparse(matrix):
        return widened(matrix)
    wide = matrix.astype(np.float64)
    wide.data = widened(matrix.data)
    return wide


def _numbers_of(frame: object) -> tuple[Array, tuple[str, ...]]:
    """A frame of numbers; what is missing in it becomes NaN.

    Text is refused here: which numbers stand for words is what a formula says.
    """
    from gordan.regression.model.frame import read_frame

    table = read_frame(frame)
    columns = []
    for name in table.names:
        column = table.column(name)
        if column.text:
            first = next((str(v) for v in column.values if v is not None), "")
            raise InputError(
                f"the column {name!r} holds text ({first!r}), not numbers; encode it, or give a formula, which makes "
                f'a factor of it: diagnose("… ~ {name}", data=…)'
            )
        columns.append(column.values.astype(np.float64))
    if not columns:
        raise InputError("the frame has no columns; give at least one")
    return np.column_stack(columns), table.names


_TEXT = 4096  # numbers that are text at one time


def widened(array: Matrix) -> Array:
    """Floats as float64: 0.1 in half or single precision becomes 0.1, not the binary fraction behind it.

    Examples
    --------
    >>> widened(np.array([0.1, 0.3], dtype=np.float32)).tolist()
    [0.1, 0.3]
    """
    wide: Array = array.astype(np.float64)
    if array.dtype.itemsize >= 8:
        return wide
    for start in range(0, len(array), _TEXT):  # as text a number takes 32 times the room
        wide[start : start + _TEXT] = array[start : start + _TEXT].astype("U32").astype(np.float64)
    return wide


def doubles(values: Iterable[object], name: str) -> Array:
    """Numbers of any kind as doubles that stand for them.

    Raises
    ------
    InputError
        A double would be another number: rounding it could change the answer.

    Examples
    --------
    >>> doubles([1, np.float32(0.1), Decimal("0.3"), Fraction(1, 4)], "x").tolist()
    [1.0, 0.1, 0.3, 0.25]
    """
    return np.array([_double(value, name) for value in watched(values, f"reading {name!r}")], dtype=np.float64)


def _double(value: Any, name: str) -> float:
    if isinstance(value, float):
        return float(value)
    if isinstance(value, np.floating) and value.dtype.itemsize < 8:
        return float(str(value))
    try:
        rounded = float(value)
    except OverflowError:
        rounded = float("inf")
    if not _stands_for(rounded, value):
        raise InputError(
            f"{name!r} holds {_shown(value)}, which a double does not keep to its last digit (safe are integers up "
            "to 2**53 and decimals of 15 digits); rounding it could change the answer: subtract a common value "
            "or scale the column, or convert it with astype(float) if rounded numbers are what you mean"
        )
    return rounded


def _stands_for(rounded: float, value: object) -> bool:
    """Whether the double, and the decimal it shows, are this number."""
    if isinstance(value, int | np.integer):
        return abs(int(value)) <= _EXACT or (rounded == value and Fraction(repr(rounded)) == int(value))
    if isinstance(value, Decimal):
        return Decimal(repr(rounded)) == value
    if isinstance(value, Fraction):
        return np.isfinite(rounded) and Fraction(repr(rounded)) == value
    return bool(rounded == value)


def _shown(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an integer of {value.bit_length():,} bits"
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
