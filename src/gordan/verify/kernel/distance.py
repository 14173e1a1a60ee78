"""exp(−gamma d) of squared Euclidean distances (rbf) or sums of absolute differences (laplacian), with bounds.

All rows are divided by one power of two, 2^a, where the largest entry lies beyond 2^±400; gamma is multiplied by 4^a or
2^a, which rounds by 2⁻¹⁰⁷⁵ at the most unless it overflows, and then no exponent is known from above. With n_x = ‖x‖²,
a squared distance taken as n_x + n_y − 2x·y is off by at most 2(m + 8)u(n_x + n_y) + (m + 4)2⁻¹⁰⁷³, in any order of
summation: three sums of m products, each of which loses 2⁻¹⁰⁷⁵. Points that stand within e_x and e_y of the numbers
used add 2d(e_x + e_y) + (e_x + e_y)². Sums of absolute differences round relatively and lose nothing.

Of the exponent t let t̂ ≥ 0 be computed, within δ ≤ 1 of it. Then |e^−t − e^−t̂| ≤ e^−t̂(e^δ − 1) ≤ e^−t̂ δ(1 + δ). The
library's exponential is trusted to four units in the last place, 8u relatively, and near the lower end to sixteen of
the least numbers, 2⁻¹⁰⁷⁰. An exponent certainly above 750 has a value below 2⁻¹⁰⁷⁰, however badly it is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import frexp

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.rounding import ETA, U
from gordan.arithmetic.sharp import Sharp
from gordan.problem import Points
from gordan.verify.kernel.point import Part, Whole, common_unit, dots, rows_about, used_columns
from gordan.verify.kernel.source import Bounded, Rows, Source, Weighed, weigh

__all__ = ["EXP", "LEAST", "Distances", "exponentials"]

EXP = 8 * U  # four units in the last place
LEAST = 2.0**-1070  # where exponentials end to be relatively right
_VANISHES = 750.0  # e to the minus of it is less than LEAST
_CLOSE = 2.0**-20  # arguments off by less are bounded together, a row at a time
_DENSE = 1 << 24  # bytes of sparse points that are made dense at once
_KEPT = 1 << 20  # numbers of all rows that are kept about their centre: 8 MiB
_SAMPLE = 512  # rows whose mean is the centre; any centre will do
_LARGEST = float(np.finfo(np.float64).max)


class Distances(Source):
    """The rbf and the laplacian kernel of raw points; an image has length 1."""

    in_rows = True

    @np.errstate(all="ignore")
    def __init__(self, problem: Points) -> None:
        self.problem = problem
        self.order = 2 if problem.kernel.name == "rbf" else 1
        self.unit = common_unit(problem)
        mantissa, exponent = frexp(problem.kernel.gamma)
        self.gamma = float(np.ldexp(mantissa, exponent + self.order * (self.unit or 0)))
        self._whole: Part | None = None
        self._weighed: tuple[Rows, Part] | None = None  # the rows that were last weighed, about the centre
        self._used = used_columns(problem.X)
        # Far from the origin the squares would drown the distance.
        self.centre = None
        if self.order == 2 and not hasattr(problem.X, "nnz"):
            sample = problem.X[:_SAMPLE] if self._used is None else problem.X[:_SAMPLE, self._used]
            sample = sample.astype(np.float64)
            self.centre = (sample if self.unit is None else np.ldexp(sample, -self.unit)).mean(axis=0)

    @np.errstate(all="ignore")
    def block(self, rows: Rows, S: Rows) -> Bounded:
        one, other = self._part(rows), self._part(S)
        distance, error = self._squared(one, other) if self.order == 2 else self._absolute(one, other)
        at_least = min(self.gamma, _LARGEST) * np.maximum(distance - error, 0.0) * (1 - 8 * U)
        exponent = self.gamma * distance
        error = self.gamma * error * (1 + 8 * U) + 4 * U * exponent + self._lost
        return Bounded(*exponentials(exponent, error, at_least=at_least))

    @np.errstate(all="ignore")
    def weigh(self, rows: Rows, S: Rows, c: Array) -> Weighed:
        """One bound for each row in place of one for each product: a few passes over the block in place of many."""
        close = self._close(rows, S) if self.order == 2 else None
        if close is None:
            return weigh(self.block(rows, S), c)
        value, off = close
        size = value @ np.abs(c)
        # A sum of positive terms, rounded, is right to far less than a part in a thousand.
        error = (1.001 * (off * (1.0 + off) + EXP) * size.T).T + 1.001 * LEAST * np.abs(c).sum(axis=0)
        return Weighed(value @ c, error, size)

    def _close(self, rows: Rows, S: Rows) -> Bounded | None:
        """Products of rows with S, and how far each row's exponents may be off; None where that is not little."""
        if self._weighed is None or not np.array_equal(self._weighed[0], S):
            self._weighed = S, self._part(S)
        one, other = self._part(rows), self._weighed[1]
        off = self._of_rows(one, other)
        if not float(off.max()) < _CLOSE:
            return None
        value = dots(one, other)
        value *= -2.0
        value += one.squares[:, None]
        value += other.squares[None, :]
        np.maximum(value, 0.0, out=value)
        value *= -self.gamma
        np.exp(value, out=value)
        return Bounded(value, off)

    def _part(self, rows: Rows) -> Part:
        """Rows about the centre, taken from all of them unless these are many."""
        if self.problem.n * self.problem.m > _KEPT or hasattr(self.problem.X, "nnz"):
            return rows_about(self.problem, rows, self.unit, self.centre, order=self.order, used=self._used)
        if self._whole is None:
            self._whole = rows_about(
                self.problem, slice(None), self.unit, self.centre, order=self.order, used=self._used
            )
        values, units, squares, apart = self._whole
        if self._are_all(rows):
            return self._whole
        return Part(values[rows], None if units is None else units[rows], squares[rows], apart[rows])

    def _are_all(self, rows: Rows) -> bool:
        """Whether these are all rows in their order: as many may be repeated, or in another one."""
        return rows.size == self.problem.n and np.array_equal(rows, np.arange(self.problem.n))

    @property
    def _lost(self) -> float:
        """What exponents lose where gamma, or its product with a distance of at most 4m units, is that small."""
        return 16 * (self.problem.m + 4) * ETA

    def _of_rows(self, one: Part, other: Part) -> Array:
        """How far gamma d² may be off in each row of a block: as in `_squared`, with the longest of the others."""
        far, m = float(other.squares.max()), self.problem.m
        both = one.squares + far
        apart = (one.apart + float(other.apart.max())) * (1 + 8 * U)
        # No distance exceeds both lengths; its own rounding is one of a sum of squares twice as large.
        error = 2 * (m + 8) * U * both + (m + 8) * ETA + (2.0 * np.sqrt(2.0 * both) * (1 + m * U) + apart) * apart
        return np.asarray(1.01 * self.gamma * (error + 8 * U * both) + self._lost)

    def diagonal(self, rows: Rows) -> Bounded:
        return Bounded(np.ones(len(rows)), np.zeros(len(rows)))

    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        from flint import arb, fmpq

        one, other = Whole(self.problem, rows), Whole(self.problem, S)
        a, b = one.denominator, other.denominator
        gamma = fmpq(*self.problem.kernel.gamma.as_integer_ratio())
        if self.order == 1:
            return [[arb(-gamma * fmpq(d, a * b)).exp() for d in row] for row in one.distances(other)]
        scale = -gamma / fmpq((a * b) ** 2)
        return [
            [
                arb(scale * (b * b * square + a * a * size - 2 * a * b * product)).exp()
                for product, size in zip(row, other.squares, strict=True)
            ]
            for row, square in zip(one.products(other), one.squares, strict=True)
        ]

    def sharp_diagonal(self, rows: Rows) -> list[Sharp]:
        from flint import fmpq

        return [fmpq(1)] * len(rows)

    def _squared(self, one: Part, other: Part) -> tuple[Array, Array]:
        both = one.squares[:, None] + other.squares[None, :]
        distance = np.maximum(both - 2.0 * dots(one, other), 0.0)
        both *= 2 * (self.problem.m + 8) * U
        both += (self.problem.m + 8) * ETA
        if not (one.apart.any() or other.apart.any()):
            return distance, both
        apart = (one.apart[:, None] + other.apart[None, :]) * (1 + 8 * U)
        both += (2.0 * np.sqrt(distance + both) + apart) * apart
        return distance, both * (1 + 16 * U)

    def _absolute(self, one: Part, other: Part) -> tuple[Array, Array]:
        from scipy.spatial.distance import cdist

        distance = np.empty((one.apart.size, other.apart.size))
        for rows, left in _dense(one.values):
            for columns, right in _dense(other.values):
                distance[rows, columns] = cdist(left, right, "cityblock")
        error = one.apart[:, None] + other.apart[None, :]
        error += (self.problem.m + 8) * U * distance + ETA
        return distance, error * (1 + 8 * U)


def _dense(values: Matrix) -> Iterator[tuple[slice, Array]]:
    """Rows as they are, or of a sparse matrix as many as fit."""
    if not hasattr(values, "nnz"):
        yield slice(None), values
        return
    values = values.tocsr()
    step = max(1, _DENSE // (8 * values.shape[1]))
    for start in range(0, values.shape[0], step):
        yield slice(start, start + step), values[start : start + step].toarray()


@np.errstate(all="ignore")
def exponentials(exponent: Array, error: Array, *, at_least: Array) -> tuple[Array, Array]:
    """e^−t and a bound on its error, where each t ≥ 0 is known to `error` and not to be below `at_least`; overwrites t.

    Of a value that no bound holds it is still known that it lies between 0 and 1.

    Examples
    --------
    >>> value, error = exponentials(np.array([0.0, 800.0]), np.array([0.0, np.inf]), at_least=np.array([0.0, 790.0]))
    >>> value.tolist(), bool(error.max() < 1e-14)
    ([1.0, 0.0], True)
    """
    np.negative(exponent, out=exponent)
    value = np.exp(exponent, out=exponent)
    unknown = ~(np.isfinite(value) & (error < 1.0))
    error = (error * (1.0 + error) + EXP) * np.maximum(value, LEAST) * (1 + 16 * U) + LEAST
    if unknown.any():
        gone = unknown & (at_least > _VANISHES)
        value = np.where(unknown, np.where(gone, 0.0, 0.5), value)
        error = np.where(unknown, np.where(gone, LEAST, 0.5 + EXP), error)
    return value, error
