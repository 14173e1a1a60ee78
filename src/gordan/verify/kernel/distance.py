"""exp(−gamma d) of squared Euclidean distances (rbf) or sums of absolute differences (laplacian), with bounds.

With n_x = ‖x‖², a squared distance taken as n_x + n_y − 2x·y is off by at most 2(m + 8)u(n_x + n_y), in any order of
summation. Points that stand within e_x and e_y of the numbers used add 2d(e_x + e_y) + (e_x + e_y)². The exponential of
the library is trusted to four units in the last place; where its argument is off by δ its value is by a factor of e^δ.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.problem import Points
from gordan.verify.kernel.point import Part, Whole, dots, part_of
from gordan.verify.kernel.source import Bounded, Rows, Weighed, weigh
from gordan.verify.rounded import TINY, U

__all__ = ["Distances"]

_EXP = 8 * U  # four units in the last place
_LEAST = 2.0**-1070  # where exponentials end to be relatively right
_CLOSE = 2.0**-20  # arguments off by less are bounded together, a row at a time
_DENSE = 1 << 24  # bytes of sparse points that are made dense at once
_SAMPLE = 512  # rows whose mean is the centre; any centre will do


class Distances:
    """The rbf and the laplacian kernel of raw points; an image has length 1."""

    rational = False
    caveat = ""

    def __init__(self, problem: Points) -> None:
        self.problem, self.gamma = problem, float(problem.kernel.gamma)
        self.order = 2 if problem.kernel.name == "rbf" else 1
        sparse = hasattr(problem.X, "nnz")
        # Far from the origin the squares would drown the distance.
        self.centre = None if sparse or self.order == 1 else problem.X[:_SAMPLE].mean(axis=0, dtype=np.float64)

    @np.errstate(all="ignore")
    def block(self, rows: Rows, S: Rows) -> Bounded:
        one, other = (part_of(self.problem, part, self.centre, order=self.order) for part in (rows, S))
        distance, error = self._squared(one, other) if self.order == 2 else self._absolute(one, other)
        distance *= -self.gamma
        error *= self.gamma * (1 + 8 * U)
        error -= 4 * U * distance
        value = np.exp(distance, out=distance)
        unknown = ~(np.isfinite(value) & (error < 1.0))
        # e^δ − 1 ≤ δ(1 + δ) up to 1.
        error *= 1.0 + error
        error += _EXP
        error *= np.maximum(value, _LEAST)
        error += _LEAST
        if unknown.any():
            # Of a value that no bound holds it is still known that it lies between 0 and 1.
            value[unknown], error[unknown] = 0.5, 0.5 + _EXP
        return Bounded(value, error)

    @np.errstate(all="ignore")
    def weigh(self, rows: Rows, S: Rows, c: Array) -> Weighed:
        """One bound for each row in place of one for each product: a few passes over the block in place of many."""
        one, other = (part_of(self.problem, part, self.centre, order=self.order) for part in (rows, S))
        off = self._of_rows(one, other) if self.order == 2 else np.ones(1)
        if not float(off.max()) < _CLOSE:
            return weigh(self.block(rows, S), c)
        value = dots(one, other)
        value *= -2.0
        value += one.squares[:, None]
        value += other.squares[None, :]
        np.maximum(value, 0.0, out=value)
        value *= -self.gamma
        np.exp(value, out=value)
        size = value @ np.abs(c)
        # A sum of positive terms, rounded, is right to far less than a part in a thousand.
        error = 1.001 * (off * (1.0 + off) + _EXP) * size + 1.001 * _LEAST * float(np.abs(c).sum())
        return Weighed(value @ c, error, size)

    def _of_rows(self, one: Part, other: Part) -> Array:
        """How far gamma d² may be off in each row of a block: as in `_squared`, with the longest of the others."""
        far, m = float(other.squares.max()), self.problem.m
        both = one.squares + far
        apart = (one.apart + float(other.apart.max())) * (1 + 8 * U)
        # No distance exceeds both lengths; its own rounding is one of a sum of squares twice as large.
        error = 2 * (m + 8) * U * both + m * TINY + (2.0 * np.sqrt(2.0 * both) * (1 + m * U) + apart) * apart
        return np.asarray(1.01 * self.gamma * (error + 8 * U * both))

    def diagonal(self, rows: Rows) -> Bounded:
        return Bounded(np.ones(len(rows)), np.zeros(len(rows)))

    def sharp(self, rows: Rows, S: Rows) -> list[list[Any]]:
        from flint import arb, fmpq

        one, other = Whole(self.problem, rows), Whole(self.problem, S)
        a, b = one.denominator, other.denominator
        gamma = fmpq(*self.gamma.as_integer_ratio())
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

    def sharp_diagonal(self, rows: Rows) -> list[Any]:
        from flint import fmpq

        return [fmpq(1)] * len(rows)

    def _squared(self, one: Part, other: Part) -> tuple[Array, Array]:
        both = one.squares[:, None] + other.squares[None, :]
        distance = np.maximum(both - 2.0 * dots(one, other), 0.0)
        both *= 2 * (self.problem.m + 8) * U
        both += self.problem.m * TINY
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
        error += (self.problem.m + 8) * U * distance + self.problem.m * TINY
        return distance, error * (1 + 8 * U)


def _dense(values: Any) -> Iterator[tuple[slice, Array]]:
    """Rows as they are, or of a sparse matrix as many as fit."""
    if not hasattr(values, "nnz"):
        yield slice(None), values
        return
    values = values.tocsr()
    step = max(1, _DENSE // (8 * values.shape[1]))
    for start in range(0, values.shape[0], step):
        yield slice(start, start + step), values[start : start + step].toarray()
