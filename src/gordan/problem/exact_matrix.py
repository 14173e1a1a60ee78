"""`ExactMatrix`: the nonzero entries of a matrix as fractions, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import gcd
from numbers import Rational
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Matrix
from gordan.arithmetic.deadline import check_deadline, watched
from gordan.arithmetic.fraction import as_float
from gordan.errors import InputError
from gordan.problem.matrix import is_sparse, read_matrix
from gordan.problem.numbers import Numbers
from gordan.problem.sparse import refuse_broken

__all__ = ["Deferred", "ExactMatrix", "exact_number", "read_exact"]

_TENS = [10**k for k in range(32)]
_MANY = 1 << 18  # doubles that become fractions only when these are asked for: a million take seconds and 200 MB


@dataclass(frozen=True, eq=False)
class Deferred(Sequence[Fraction]):
    """The fractions that an array of doubles stands for; a part is computed when it is asked for, and all only once.

    Examples
    --------
    >>> Deferred(np.array([0.5, 0.1]), "decimal")[1:]
    (Fraction(1, 10),)
    """

    data: npt.NDArray[np.floating[Any]]
    numbers: Numbers

    @cached_property
    def _all(self) -> tuple[Fraction, ...]:
        return _fractions(self.data, self.numbers)

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[Fraction]:
        return iter(self._all)

    @overload
    def __getitem__(self, k: int) -> Fraction: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Fraction, ...]: ...
    def __getitem__(self, k: int | slice) -> Fraction | tuple[Fraction, ...]:
        if "_all" in self.__dict__:
            return self._all[k]
        return (
            _fractions(self.data[k], self.numbers) if isinstance(k, slice) else exact_number(self.data[k], self.numbers)
        )

    def spelled(self, part: slice) -> list[str]:
        """The fractions as text, a few times as fast as they are made."""
        data = self.data[part]
        if self.numbers == "decimal":
            return [_spell_decimal(text) for text in _decimals(data)]
        ratios = (value.as_integer_ratio() for value in data.astype(np.float64).tolist())
        return [str(above) if below == 1 else f"{above}/{below}" for above, below in ratios]


def _decimals(data: npt.NDArray[np.floating[Any]]) -> Iterator[str]:
    """The shortest decimals of the array's own width; going through float64 would lengthen float32."""
    return map(repr, data.tolist()) if data.dtype == np.float64 else map(str, data)


def _spell_decimal(text: str) -> str:
    """The fraction in lowest terms that a decimal such as -1.5e-07 stands for."""
    digits, _, exponent = text.partition("e")
    whole, _, decimals = digits.partition(".")
    places = len(decimals) - (int(exponent) if exponent else 0)
    above = int(whole + decimals)
    if places <= 0:
        return str(above * 10**-places)
    below = _TENS[places] if places < len(_TENS) else 10**places
    # What ends in 1, 3, 7 or 9 shares no factor with a power of ten.
    if text[-1] not in "1379" or exponent:
        common = gcd(above, below)
        above, below = above // common, below // common
    return f"{above}/{below}" if below != 1 else str(above)


def _fractions(data: npt.NDArray[np.floating[Any]], numbers: Numbers) -> tuple[Fraction, ...]:
    values = _decimals(data) if numbers == "decimal" else data.astype(np.float64).tolist()
    return tuple(Fraction(v) for v in watched(values, "turning doubles into fractions"))


@dataclass(frozen=True, eq=False)
class ExactMatrix:
    """Row i has the entries starts[i] to starts[i + 1] of `columns`, which rise, and of `values`, none of them 0.

    Examples
    --------
    >>> matrix = read_exact([[0.5, 0.0], [0.0, 3.0]], "binary")
    >>> matrix.shape, [list(row) for row in matrix.rows()]
    ((2, 2), [[(0, Fraction(1, 2))], [(1, Fraction(3, 1))]])
    """

    starts: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    values: Sequence[Fraction]
    width: int

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.starts) - 1, self.width

    def row(self, i: int) -> Iterator[tuple[int, Fraction]]:
        """Columns and values of one row."""
        low, high = int(self.starts[i]), int(self.starts[i + 1])
        return zip(self.columns[low:high].tolist(), self.values[low:high], strict=True)

    def rows(self) -> Iterator[Iterator[tuple[int, Fraction]]]:
        return (self.row(i) for i in range(self.shape[0]))

    def spelled_row(self, i: int) -> Iterator[tuple[int, str]]:
        """Columns and values of one row, the values as text."""
        part = slice(int(self.starts[i]), int(self.starts[i + 1]))
        values = self.values
        texts = values.spelled(part) if isinstance(values, Deferred) else [str(v) for v in values[part]]
        return zip(self.columns[part].tolist(), texts, strict=True)

    @property
    def deferred(self) -> bool:
        """Whether the entries are doubles, so many that what needs them as fractions takes its time."""
        return isinstance(self.values, Deferred)

    def doubles(self) -> tuple[Matrix, float]:
        """The matrix in doubles, and how far at most, relatively, an entry is from what it stands for.

        A dense array where no entry is 0, and rows of a sparse one else. The distance is infinite where an entry is
        beyond the doubles with all their digits.
        """
        if isinstance(self.values, Deferred):
            width = np.finfo(self.values.data.dtype)
            data, away = self.values.data.astype(np.float64, copy=False), 0.0
            if self.values.numbers == "decimal":
                away = float(width.eps) if bool((np.abs(data) >= float(width.tiny)).all()) else np.inf
        else:
            data = np.array([as_float(v) for v in watched(self.values, "rounding a program")], dtype=np.float64)
            size, away = np.abs(data), 2.0**-53
            if not bool(((size >= 2.0**-1022) & (size < np.inf)).all()):
                away = np.inf
        if data.size == self.shape[0] * self.width:
            return data.reshape(self.shape), away
        from scipy.sparse import csr_array

        return csr_array((data, self.columns, self.starts), shape=self.shape), away

    @classmethod
    def of(cls, rows: Sequence[dict[int, Fraction]], width: int) -> ExactMatrix:
        """Make the matrix from one dictionary for each row."""
        kept = []
        for row in rows:
            check_deadline("putting the rows of a program in order")
            kept.append(sorted((j, v) for j, v in row.items() if v))
        starts = np.cumsum([0, *(len(row) for row in kept)]).astype(np.int64)
        columns = np.array([j for row in kept for j, _ in row], dtype=np.int64)
        return cls(starts, columns, tuple(v for row in kept for _, v in row), width)


def read_exact(A: Matrix, numbers: Numbers) -> ExactMatrix:
    """A dense or sparse matrix without rounding; fractions and integers stay what they are, of any length."""
    if isinstance(A, ExactMatrix):
        return A
    if not is_sparse(A) and not hasattr(type(A), "columns"):
        try:
            given = np.asarray(A)
        except ValueError:
            raise InputError("the rows of A have different lengths; give every row as many columns") from None
        if isinstance(A, list | tuple) and given.dtype.kind == "f":
            # Integers beside floats: put together as doubles they may have been rounded.
            given = np.asarray(A, dtype=object)
        if given.ndim == 2 and (given.dtype.kind in "iuO" or given.shape[0] == 0):
            rows = [{j: exact_number(v, numbers) for j, v in enumerate(row)} for row in given.tolist()]
            return ExactMatrix.of(rows, int(given.shape[1]))
    if is_sparse(A) and A.dtype.kind in "iu":
        refuse_broken(A, "A")
        return _of_integers(A.tocoo())
    matrix = read_matrix(A, name="A")[0]
    if not is_sparse(matrix):
        n, width = matrix.shape
        if np.count_nonzero(matrix) == matrix.size:
            j, data = np.tile(np.arange(width), n), np.array(matrix).ravel()
            starts = np.arange(n + 1) * width
        else:
            i, j = np.nonzero(matrix)
            data = matrix[i, j]
            starts = np.concatenate([[0], np.cumsum(np.bincount(i, minlength=n))]).astype(np.int64)
    else:
        matrix = matrix.tocsr().copy()
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        j, data, width, starts = matrix.indices, matrix.data, matrix.shape[1], matrix.indptr.astype(np.int64)
    values: Sequence[Fraction] = _fractions(data, numbers) if data.size < _MANY else Deferred(data, numbers)
    return ExactMatrix(starts, np.asarray(j, dtype=np.int64), values, int(width))


def _of_integers(A: Matrix) -> ExactMatrix:
    """Entries stored twice are added up here: at a machine's width the sum could wrap around."""
    rows: list[dict[int, Fraction]] = [{} for _ in range(A.shape[0])]
    for i, j, value in zip(A.row.tolist(), A.col.tolist(), A.data.tolist(), strict=True):
        rows[i][j] = rows[i].get(j, Fraction(0)) + value
    return ExactMatrix.of(rows, int(A.shape[1]))


def exact_number(value: Any, numbers: Numbers) -> Fraction:
    """One number as a fraction; a double as its own value or as its shortest decimal.

    Examples
    --------
    >>> exact_number(0.1, "decimal"), exact_number(0.25, "binary"), exact_number(Fraction(1, 3), "binary")
    (Fraction(1, 10), Fraction(1, 4), Fraction(1, 3))
    """
    if type(value) is Fraction:  # most are, and the tests below take a while
        return value
    if isinstance(value, np.generic) and not isinstance(value, np.floating):
        value = value.item()
    if isinstance(value, Rational):
        return Fraction(value)
    try:
        if isinstance(value, Decimal):
            return Fraction(value)
        return Fraction(str(value)) if numbers == "decimal" else Fraction(float(value))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{value!r} is no finite number; give an integer, a fraction or a finite double") from None
