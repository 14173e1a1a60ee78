"""Raw points as the kernels see them: doubles in units in which no square vanishes, with their lengths, and integers.

A power of two divides a double without rounding as long as the quotient is no smaller than 2⁻¹⁰²²; below, it loses at
most 2⁻¹⁰⁷⁵. Rows whose largest entry lies within 2^±400 keep the unit 1: their squares and products with one another
stay within 2^±801, and what else is lost at the lower end of the doubles is far below a unit in the last place of the
lengths. Any other row is divided by the power of two that brings its largest entry into [½, 1).
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.rounding import ETA, U
from gordan.arithmetic.sharp import Sharp
from gordan.problem import Points
from gordan.verify.kernel.source import Rows
from gordan.verify.rounded import extent_of, misreading, misreading_of_least

__all__ = ["Part", "Whole", "common_unit", "dots", "rows_about", "rows_in_units", "used_columns"]

_FAR = 2.0**400  # entries between its inverse and this have squares, and sums of them, that are far from both ends
_MANY, _FIRST, _SPARED = 1 << 14, 64, 0.8  # numbers, rows that show which columns may be empty, share that stays
_VANISHED = 2.0**-530  # times m: more than the length of a row whose m squares vanish, or lose 2^-1075 each


class Part(NamedTuple):
    """Some rows in double precision, row j divided by 2**unit[j].

    `squares` are x·x of the divided rows; `apart` bounds their distance, in the norm asked for, from what they stand
    for. `unit` is None where all units are 1.
    """

    values: Matrix
    unit: Positions | None
    squares: Array
    apart: Array


class Whole:
    """Some rows as integers over one denominator, in FLINT's matrix."""

    def __init__(self, problem: Points, rows: Rows) -> None:
        exact = problem.exact_rows(np.asarray(rows).tolist())
        self.denominator = exact.denominator
        self.rows = [
            dict(zip(columns, values, strict=True))
            for columns, values in zip(exact.columns, exact.integers, strict=True)
        ]

    @cached_property
    def bits(self) -> int:
        """The length of the longest entry's fraction, numerator and denominator together."""
        longest = max((abs(v) for row in self.rows for v in row.values()), default=0)
        return int(longest).bit_length() + self.denominator.bit_length()

    @cached_property
    def squares(self) -> list[int]:
        return [sum(v * v for v in row.values()) for row in self.rows]

    def products(self, other: Whole) -> list[list[Sharp]]:
        """All products of these integers with those."""
        from flint import fmpz_mat

        used = sorted({j for row in (*self.rows, *other.rows) for j in row})
        left, right = ([[row.get(j, 0) for j in used] for row in each.rows] for each in (self, other))
        if not used:
            return [[0] * len(right) for _ in left]
        return (fmpz_mat(left) * fmpz_mat(right).transpose()).tolist()

    def distances(self, other: Whole) -> list[list[int]]:
        """Sums of absolute differences, over the product of both denominators."""
        a, b = other.denominator, self.denominator
        return [[_apart(one, a, two, b) for two in other.rows] for one in self.rows]


def used_columns(X: Matrix) -> Positions | None:
    """The columns with an entry that is not zero, where many dense ones have none: nothing is lost without these."""
    if hasattr(X, "nnz") or X.size < _MANY:
        return None
    used = np.ones(X.shape[1], np.bool_)
    empty = np.flatnonzero(~X[:_FIRST].any(axis=0))
    used[empty] = X[:, empty].any(axis=0)
    return np.flatnonzero(used) if used.sum() < _SPARED * used.size else None


def rows_in_units(problem: Points, rows: Rows, used: Positions | None = None) -> Part:
    """Rows, each in its own unit; of the columns `used` alone, where all others are zero."""
    values = _wide(problem, rows, used)
    reach = abs(values).max(axis=1).toarray().ravel() if hasattr(values, "nnz") else abs(values).max(axis=1, initial=0)
    unit = None
    if not (((reach > 1.0 / _FAR) & (reach < _FAR)) | (reach == 0)).all():
        unit = np.frexp(reach)[1].astype(np.int64)
        values = _divided(values, unit)
    squares = _squares(values)
    return Part(values, unit, squares, _misread(problem, np.sqrt(squares), unit))


def common_unit(problem: Points) -> int | None:
    """The exponent of a unit in which no distance overflows, for all rows alike; None for the unit 1."""
    reach = extent_of(problem.X)
    return None if 1.0 / _FAR < reach < _FAR or reach == 0 else int(np.frexp(reach)[1])


def rows_about(
    problem: Points,
    rows: Rows | slice,
    unit: int | None,
    centre: Array | None,
    *,
    order: int,
    used: Positions | None = None,
) -> Part:
    """Rows in a common unit about a centre, dense ones; each difference is rounded once, relatively.

    Of the columns `used` alone, as the centre is, where all others are zero.
    """
    values = _wide(problem, rows, used)
    units = None if unit is None else np.full(values.shape[0], unit)
    if units is not None:
        values = _divided(values, units)
    # Squares of entries far below the common unit may vanish, and a length with them.
    vanished = problem.m * _VANISHED
    apart = _misread(problem, _norms(values, order) + vanished, units)
    if centre is not None:
        values = values - centre
        apart = (apart + 2 * U * (_norms(values, order) + vanished)) * (1 + (problem.m + 16) * U)
    return Part(values, units, _squares(values), apart)


def dots(one: Part, other: Part) -> Array:
    """Products of divided rows; off by at most (m + 3)u times the lengths and m·2⁻¹⁰⁷³."""
    K = one.values @ other.values.T
    return np.asarray(K.toarray() if hasattr(K, "nnz") else K)


def _wide(problem: Points, rows: Rows | slice, used: Positions | None) -> Matrix:
    """Rows as doubles, which are not to be written to: where they follow one another, they may be the user's own."""
    if not isinstance(rows, slice) and rows.size > 1 and np.array_equal(rows, np.arange(rows[0], rows[0] + rows.size)):
        rows = slice(int(rows[0]), int(rows[0]) + rows.size)
    values = problem.X[rows]
    values = values if used is None else values.take(used, axis=1)
    values = values.tocsr() if hasattr(values, "nnz") else values
    return values.astype(np.float64, copy=False)


def _divided(values: Matrix, unit: Positions) -> Matrix:
    """Rows divided by 2**unit."""
    if not hasattr(values, "nnz"):
        return np.ldexp(values, -unit[:, None])
    values = values.copy()
    values.data = np.ldexp(values.data, -np.repeat(unit, np.diff(values.indptr)))
    return values


def _misread(problem: Points, lengths: Array, unit: Positions | None) -> Array:
    """How far divided rows may be from what they stand for, and what dividing may have lost of them."""
    least = misreading_of_least(problem)
    apart = misreading(problem) * lengths * (1 + (problem.m + 16) * U)
    if unit is None:
        return np.asarray(apart + least * problem.m)
    return np.asarray(apart + problem.m * (np.ldexp(least, -unit) + ETA))


def _squares(values: Matrix) -> Array:
    if hasattr(values, "nnz"):
        return np.asarray(values.multiply(values).sum(axis=1), dtype=np.float64).ravel()
    return np.asarray(np.einsum("ij,ij->i", values, values))


def _norms(values: Matrix, order: int) -> Array:
    if order == 2:
        return np.asarray(np.sqrt(_squares(values)))
    return np.asarray(abs(values).sum(axis=1), dtype=np.float64).ravel()


def _apart(one: dict[int, int], a: int, two: dict[int, int], b: int) -> int:
    return sum(abs(one.get(j, 0) * a - two.get(j, 0) * b) for j in one.keys() | two.keys())
