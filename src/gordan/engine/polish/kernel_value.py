"""Products of images as polishing takes them: in double precision, and of a few rows without rounding.

A polynomial of a rational product is a fraction, an exponential is held in a ball. What comes of them are proposals;
the verifier evaluates kernels by code of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.exact import ExactRows
from gordan.arithmetic.sharp import fraction
from gordan.problem import Gram, Points
from gordan.problem.kernel.evaluate import diagonal, squares, values

__all__ = ["KernelValues", "Sharp", "kernel_values"]

_FAR = 400  # exponents of the largest entry beyond which points are divided by a power of two: squares would overflow
_SIDE = 512  # rows and columns whose products are held at once
_ROUNDING = 1e-12  # of images' lengths: more than rounding takes from their product
_PRODUCTS, _TERMS = 1 << 19, 1 << 26  # without rounding, and products of entries that these take: some seconds
_LONGEST = 1 << 30  # bits of all fractions together, beyond which powers are held in balls

Rows = Sequence[int] | Positions
Sharp: TypeAlias = Any  # a fraction of FLINT, or a ball: `sharp` says which
Whole = list[list[int]]


class KernelValues(ABC):
    """k(x_i, x_j) for rows of a problem; `rational` says whether they are fractions of rational points."""

    rational: bool
    width: int  # products of entries that one value takes

    def __init__(self, problem: Points | Gram) -> None:
        self.normalise, self.n = problem.normalise, problem.n

    @abstractmethod
    def block(self, rows: Rows, S: Rows) -> Array:
        """The products of some rows with others; 0 where they overflow."""

    @abstractmethod
    def squares(self, rows: Rows) -> Array:
        """k(x_j, x_j) for some rows."""

    @abstractmethod
    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        """The products as FLINT's fractions, or as its balls in the precision that is set."""

    def sharp_column(self, j: int) -> list[Sharp]:
        """The products of all rows with one, likewise."""
        return [k for [k] in self.sharp(np.arange(self.n), [j])]

    def sharp_squares(self, rows: Rows) -> list[Sharp]:
        """k(x_j, x_j), likewise."""
        return _fractions(self.squares(rows)[None, :])[0]

    def relative_rounding(self, rows: Rows, S: Rows) -> float:
        """An estimate from above of the rounding of a product, divided by the lengths of its factors."""
        return _ROUNDING

    def lengths(self, rows: Rows) -> Array:
        """√k(x_j, x_j) where images are scaled to unit length, and 1 elsewhere."""
        return np.sqrt(np.maximum(self.squares(rows), 0.0)) if self.normalise else np.ones(len(rows))

    def sums(self, c: Array, rows: Rows) -> Array:
        """Σ c_i k(x_i, x_j) at some rows j."""
        S, total = np.flatnonzero(c), np.zeros(len(rows))
        for start in range(0, len(rows), _SIDE):
            here = slice(start, start + _SIDE)
            for first in range(0, S.size, _SIDE):
                part = S[first : first + _SIDE]
                total[here] += self.block(rows[here], part) @ c[part]
        return total

    @np.errstate(all="ignore")
    def rounding(self, c: Array, rows: Rows) -> float:
        """An estimate from above of the rounding of these sums, divided by the rows' lengths where these are scaled."""
        S = np.flatnonzero(c)
        reach = np.sqrt(self.squares(rows)) / self.lengths(rows)
        return float(self.relative_rounding(rows, S) * reach.max() * (np.abs(c[S]) @ np.sqrt(self.squares(S))))

    def affordable(self, rows: int, columns: int) -> bool:
        """Whether so many products without rounding take some seconds at the most."""
        return rows * columns <= _PRODUCTS and rows * columns * self.width <= _TERMS


class _Matrix(KernelValues):
    """The entries of K; where (i, j) and (j, i) differ, their mean."""

    rational, width = True, 1

    def __init__(self, problem: Gram) -> None:
        super().__init__(problem)
        self.K = problem.K

    def _both(self, rows: Rows, S: Rows) -> tuple[Matrix, Matrix]:
        i, j = (np.asarray(part, dtype=np.int64) for part in (rows, S))
        return self.K[np.ix_(i, j)], self.K[np.ix_(j, i)].T

    def block(self, rows: Rows, S: Rows) -> Array:
        there, back = self._both(rows, S)
        # Halved first: the sum of two large numbers may overflow.
        return np.asarray(0.5 * there.astype(np.float64) + 0.5 * back)

    def squares(self, rows: Rows) -> Array:
        return np.asarray(self.K[rows, rows], dtype=np.float64)

    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        there, back = (_fractions(part) for part in self._both(rows, S))
        return [[(a + b) / 2 for a, b in zip(one, other, strict=True)] for one, other in zip(there, back, strict=True)]


class _Called(KernelValues):
    """What the user's function returns for the raw points."""

    rational, width = False, 1

    def __init__(self, problem: Points) -> None:
        super().__init__(problem)
        self.X, self.kernel = problem.X, problem.kernel

    def block(self, rows: Rows, S: Rows) -> Array:
        return np.asarray(values(self.kernel, self.X[rows], self.X[S]), dtype=np.float64)

    def squares(self, rows: Rows) -> Array:
        return np.asarray(diagonal(self.kernel, self.X[rows]), dtype=np.float64)

    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        return _fractions(self.block(rows, S))


class _Named(KernelValues):
    """A kernel by name, of raw points divided by a power of two where their squares would overflow."""

    def __init__(self, problem: Points) -> None:
        super().__init__(problem)
        self.problem, self.kernel, self.rational = problem, problem.kernel, problem.kernel.rational
        self.width = problem.X.nnz // problem.n + 1 if hasattr(problem.X, "nnz") else problem.m
        exponent = int(np.frexp(problem.extent)[1])
        self.unit = exponent if abs(exponent) > _FAR else 0
        with np.errstate(all="ignore"):
            gamma = np.ldexp(self.kernel.gamma, self.unit * (1 if self.kernel.name == "laplacian" else 2))
        self.in_unit = replace(self.kernel, gamma=float(gamma))

    def _rows(self, rows: Rows) -> Matrix:
        picked = self.problem.X[rows]
        if not hasattr(picked, "nnz"):
            return np.ldexp(picked.astype(np.float64), -self.unit)
        picked = picked.tocsr().astype(np.float64)
        picked.data = np.ldexp(picked.data, -self.unit)
        return picked

    @np.errstate(all="ignore")
    def block(self, rows: Rows, S: Rows) -> Array:
        products = np.asarray(values(self.in_unit, self._rows(rows), self._rows(S)))
        return np.where(np.isfinite(products), products, 0.0)

    @np.errstate(all="ignore")
    def squares(self, rows: Rows) -> Array:
        return np.asarray(diagonal(self.in_unit, self._rows(rows)), dtype=np.float64)

    def relative_rounding(self, rows: Rows, S: Rows) -> float:
        """Exponents of exponentials have the rounding of the squares, about the mean, that they are differences of."""
        misread = float(np.finfo(self.problem.X.dtype).eps) if self.problem.numbers == "decimal" else 0.0
        if not self.kernel.strict:
            return float(self.kernel.degree * (_ROUNDING + misread))
        points = self._rows(np.union1d(rows, S))
        reach = float(np.sqrt(squares(points).max()))
        if not hasattr(points, "nnz"):
            points = points - points.mean(axis=0)
        spread = float(np.sqrt(squares(points).max()))
        far = (1.0, reach) if self.kernel.name == "laplacian" else (spread**2, spread * reach)
        gamma = float(self.in_unit.gamma)
        return _ROUNDING * (1.0 + gamma * far[0]) + 8.0 * misread * gamma * far[1]

    def sharp_squares(self, rows: Rows) -> list[Sharp]:
        if self.kernel.strict:
            return [fraction(1.0)] * len(rows)
        exact = self.problem.exact_rows([*rows])
        largest = max((abs(v) for row in exact.integers for v in row), default=0)
        return self._powers([[sum(v * v for v in row) for row in exact.integers]], exact.denominator**2, largest)[0]

    @cached_property
    def _exact(self) -> ExactRows:
        return self.problem.exact_rows(range(self.n))

    def sharp_column(self, j: int) -> list[Sharp]:
        if self.kernel.name != "poly":
            return super().sharp_column(j)
        own = dict(zip(self._exact.columns[j], self._exact.integers[j], strict=True))
        products = [
            [sum(v * own.get(k, 0) for k, v in zip(columns, integers, strict=True))]
            for columns, integers in zip(self._exact.columns, self._exact.integers, strict=True)
        ]
        largest = max((abs(v) for row in self._exact.integers for v in row), default=0)
        return [k for [k] in self._powers(products, self._exact.denominator**2, largest)]

    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        from flint import arb, fmpq, fmpz_mat

        (left, right, below), gamma = _integers(self.problem, rows, S), fraction(self.kernel.gamma)
        if self.kernel.name == "laplacian":
            return [
                [arb(-gamma * fmpq(sum(abs(a - b) for a, b in zip(x, z, strict=True)), below)).exp() for z in right]
                for x in left
            ]
        products = (fmpz_mat(left) * fmpz_mat(right).transpose()).tolist()
        if self.kernel.name == "poly":
            return self._powers(products, below**2, max(abs(v) for row in (*left, *right) for v in row))
        own, other = ([sum(v * v for v in row) for row in part] for part in (left, right))
        return [
            [arb(-gamma * fmpq(a + b - 2 * p, below**2)).exp() for p, b in zip(row, other, strict=True)]
            for row, a in zip(products, own, strict=True)
        ]

    def _powers(self, products: list[list[Sharp]], below: int, largest: int) -> list[list[Sharp]]:
        """(gamma p / below + coef0)^degree: fractions, or balls where the fractions would be too long."""
        from flint import arb, fmpq

        gamma, coef0, degree = fraction(self.kernel.gamma), fraction(self.kernel.coef0), self.kernel.degree
        bits = 2 * largest.bit_length() + self.problem.m.bit_length() + below.bit_length()
        bits += sum(v.p.bit_length() + v.q.bit_length() for v in (gamma, coef0))
        hold = fmpq if bits * degree * len(products) * len(products[0]) <= _LONGEST else arb
        return [[hold(gamma * fmpq(p, below) + coef0) ** degree for p in row] for row in products]


def _fractions(values: Array) -> list[list[Sharp]]:
    from flint import fmpq

    return [[fmpq(*v.as_integer_ratio()) for v in row] for row in values.tolist()]


def _integers(problem: Points, rows: Rows, S: Rows) -> tuple[Whole, Whole, int]:
    """Rows and S in the columns that any of them has, as integers over one denominator."""
    exact = problem.exact_rows([*rows, *S])
    used = sorted({j for columns in exact.columns for j in columns}) or [0]
    place = {j: k for k, j in enumerate(used)}
    dense = []
    for columns, entries in zip(exact.columns, exact.integers, strict=True):
        dense.append([0] * len(used))
        for j, entry in zip(columns, entries, strict=True):
            dense[-1][place[j]] = entry
    return dense[: len(rows)], dense[len(rows) :], exact.denominator


def kernel_values(problem: Points | Gram) -> KernelValues:
    """The products of images of a problem.

    Examples
    --------
    >>> problem = Points([[1.0], [0.1]], [0, 1], kernel="poly", degree=2, gamma=1.0, coef0=0.0, numbers="decimal")
    >>> kernel_values(problem).sharp([0], [0, 1])
    [[1, 1/100]]
    """
    if isinstance(problem, Gram):
        return _Matrix(problem)
    return _Called(problem) if problem.kernel.name == "callable" else _Named(problem)
