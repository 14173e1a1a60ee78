"""(gamma x·x' + coef0)^degree of raw points, with bounds.

A product x·y is off by at most (m + 3)u‖x‖‖y‖, in any order of summation, and by e_x‖y‖ + e_y‖x‖ + e_x e_y more where
the points stand within e_x and e_y of the numbers used. A power q^d, multiplied out, is off by a factor of
(1 + u)^(d−1), and where q is off by e by d(|q| + e)^(d−1) e at the most.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.problem import Points
from gordan.verify.kernel.point import Whole, dots, part_of
from gordan.verify.kernel.source import Bounded, Rows, Weighed, weigh
from gordan.verify.rounded import TINY, U

__all__ = ["Powers"]


class Powers:
    """The polynomial kernel of raw points; in integers it is exact."""

    rational = True
    caveat = ""

    def __init__(self, problem: Points) -> None:
        self.problem, self.kernel = problem, problem.kernel

    @np.errstate(all="ignore")
    def block(self, rows: Rows, S: Rows) -> Bounded:
        one, other = (part_of(self.problem, part) for part in (rows, S))
        long, size = (np.sqrt(part.squares) * (1 + (self.problem.m + 4) * U) for part in (one, other))
        error = (self.problem.m + 5) * U * long[:, None] * size[None, :] + self.problem.m * TINY
        error += one.apart[:, None] * (size + other.apart)[None, :] + long[:, None] * other.apart[None, :]
        return self._power(dots(one, other), error)

    def weigh(self, rows: Rows, S: Rows, c: Array) -> Weighed:
        return weigh(self.block(rows, S), c)

    @np.errstate(all="ignore")
    def diagonal(self, rows: Rows) -> Bounded:
        part = part_of(self.problem, rows)
        long = np.sqrt(part.squares) * (1 + (self.problem.m + 4) * U)
        error = (2 * self.problem.m + 8) * U * part.squares + self.problem.m * TINY
        return self._power(part.squares, error + part.apart * (2.0 * long + part.apart))

    def sharp(self, rows: Rows, S: Rows) -> list[list[Any]]:
        one, other = Whole(self.problem, rows), Whole(self.problem, S)
        return [[self._exact(one, other, product) for product in row] for row in one.products(other)]

    def sharp_diagonal(self, rows: Rows) -> list[Any]:
        part = Whole(self.problem, rows)
        return [self._exact(part, part, square) for square in part.squares]

    @cached_property
    def _parameters(self) -> tuple[Any, Any]:
        from flint import fmpq

        return fmpq(*self.kernel.gamma.as_integer_ratio()), fmpq(*self.kernel.coef0.as_integer_ratio())

    def _exact(self, one: Whole, other: Whole, product: Any) -> Any:
        from flint import fmpq

        gamma, coef0 = self._parameters
        return (gamma * fmpq(product, one.denominator * other.denominator) + coef0) ** self.kernel.degree

    def _power(self, product: Array, error: Array) -> Bounded:
        gamma, coef0, degree = self.kernel.gamma, self.kernel.coef0, self.kernel.degree
        size = np.abs(gamma * product)
        q = gamma * product + coef0
        error = (gamma * error + 3 * U * (size + coef0)) * (1 + 16 * U) + TINY
        value = _raised(q, degree)
        slope = degree * _raised(np.abs(q) + error, degree - 1) if degree > 1 else np.ones_like(q)
        error = (slope * error + (degree + 1) * U * np.abs(value)) * (1 + (2 * degree + 16) * U) + degree * TINY
        unknown = ~(np.isfinite(value) & np.isfinite(error))
        return Bounded(np.where(unknown, 0.0, value), np.where(unknown, np.inf, error))


def _raised(q: Array, degree: int) -> Array:
    """q to a whole power by multiplying: every product rounds once."""
    result, square = np.ones_like(q), q
    while degree:
        if degree & 1:
            result = result * square
        degree >>= 1
        if degree:
            square = square * square
    return np.asarray(result)
