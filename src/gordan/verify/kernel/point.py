"""Raw points as the kernels see them: doubles with their lengths, and integers."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from gordan.array import Array
from gordan.problem import Points
from gordan.verify.kernel.source import Rows
from gordan.verify.rounded import U, misreading, misreading_of_least

__all__ = ["Part", "Whole", "dots", "part_of"]


class Part(NamedTuple):
    """Some rows in double precision; `apart` bounds their distance, in the norm asked for, from what they stand for."""

    values: Any
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
    def squares(self) -> list[int]:
        return [sum(v * v for v in row.values()) for row in self.rows]

    def products(self, other: Whole) -> list[list[Any]]:
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


def part_of(problem: Points, rows: Rows, centre: Array | None = None, *, order: int = 2) -> Part:
    """Rows about a centre, dense ones; each difference is rounded once, relatively."""
    values = problem.X[rows].astype(np.float64)
    wide, least = misreading(problem), misreading_of_least(problem)
    far = _norms(values, order)
    apart = wide * far + least * problem.m
    if centre is not None:
        values = values - centre
        apart = apart + 2 * U * _norms(values, order)
    sizes = _norms(values, 2)
    return Part(values, np.square(sizes), apart * (1 + (problem.m + 16) * U))


def dots(one: Part, other: Part) -> Array:
    """Products of rows; off by at most (m + 3)u times the lengths."""
    K = one.values @ other.values.T
    return np.asarray(K.toarray() if hasattr(K, "nnz") else K)


def _norms(values: Any, order: int) -> Array:
    if hasattr(values, "nnz"):
        sums = abs(values).sum(axis=1) if order == 1 else values.multiply(values).sum(axis=1)
        sums = np.asarray(sums).ravel()
    else:
        sums = np.abs(values).sum(axis=1) if order == 1 else np.einsum("ij,ij->i", values, values)
    return np.asarray(sums if order == 1 else np.sqrt(sums), dtype=np.float64)


def _apart(one: dict[int, int], a: int, two: dict[int, int], b: int) -> int:
    return sum(abs(one.get(j, 0) * a - two.get(j, 0) * b) for j in one.keys() | two.keys())
