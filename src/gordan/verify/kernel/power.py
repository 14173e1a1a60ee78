"""(gamma x·x' + coef0)^degree of raw points, with bounds.

With rows divided by powers of two, x = 2^a x̃ and y = 2^b ỹ, the product x̃·ỹ is off by at most (m + 3)u‖x̃‖‖ỹ‖ and
m·2⁻¹⁰⁷³, in any order of summation, and by e_x‖ỹ‖ + e_y‖x̃‖ + e_x e_y more where the rows stand within e_x and e_y of
the numbers used. Neither lengths nor products vanish: unless a row is zero its length is at least 2⁻⁴⁰¹. Multiplying by
gamma = 2^c g, ½ ≤ g < 1, and by 2^(a+b+c) rounds once, relatively, or by 2⁻¹⁰⁷⁵ where the result is that small. What
overflows is unknown.

`powers` rests on the model of `arithmetic.rounding`: fl(a ∘ b) = (a ∘ b)(1 + δ) + η, |δ| ≤ u, |η| ≤ 2⁻¹⁰⁷⁵ for × and ÷
alone. Let q̂ stand within e of q. The power is multiplied out: each product of two computed powers rounds once, so
that a power of exponent d carries at most d − 1 relative roundings and, where |q̂| < 1, what at most 2 log₂ d products
lost at the lower end: each loss is multiplied by numbers below 1 from there on, or by 2 where a lossy number is
squared. Where |q̂| ≥ 1 nothing is small enough to lose anything. By the mean value theorem
|q^d − q̂^d| ≤ d(|q̂| + e)^(d−1) e. The slope is computed alike, and where it loses anything |q̂| + e < 1, so that e < 1
keeps the loss below that of a power, times d. All in all

    |fl(q̂^d) − q^d| ≤ (slope · e + (d + 1)u |fl(q̂^d)|)(1 + (2d + 16)u) + 32 d 2⁻¹⁰⁷³.

The right side grows with |q̂| and e: with the greatest of a row it bounds all of the row's errors at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import frexp

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.rounding import ETA, U
from gordan.arithmetic.sharp import Sharp
from gordan.problem import Points
from gordan.verify.kernel.point import Part, Whole, dots, rows_in_units, used_columns
from gordan.verify.kernel.source import Bounded, Rows, Source, Weighed, weigh

__all__ = ["Powers", "powers"]

_CLOSE = 2.0**-33  # of the terms' sizes: sums that are off by less need no bound for every product
_LONGEST = 1 << 30  # bits of all fractions together, beyond which values are held in balls: 128 MiB, some seconds


class Powers(Source):
    """The polynomial kernel of raw points; in integers it is exact."""

    rational = True
    in_rows = True

    def __init__(self, problem: Points) -> None:
        self.problem, self.kernel, self._used = problem, problem.kernel, used_columns(problem.X)
        self._weighed: tuple[Rows, Part] | None = None  # the rows that were last weighed, in their units

    @np.errstate(all="ignore")
    def block(self, rows: Rows, S: Rows) -> Bounded:
        one, other = (rows_in_units(self.problem, part, self._used) for part in (rows, S))
        long, size = (self._lengths(part) for part in (one, other))
        error = (self.problem.m + 5) * U * long[:, None] * size[None, :] + (self.problem.m + 4) * ETA
        error += one.apart[:, None] * (size + other.apart)[None, :] + long[:, None] * other.apart[None, :]
        units = None
        if one.unit is not None or other.unit is not None:
            units = np.add.outer(*(np.zeros(len(p.squares), int) if p.unit is None else p.unit for p in (one, other)))
        return self._power(dots(one, other), error, units)

    @np.errstate(all="ignore")
    def weigh(self, rows: Rows, S: Rows, c: Array) -> Weighed:
        """One bound for each row in place of one for each product, where that is close enough."""
        if self._weighed is None or not np.array_equal(self._weighed[0], S):
            self._weighed = S, rows_in_units(self.problem, S, self._used)
        one, other = rows_in_units(self.problem, rows, self._used), self._weighed[1]
        if one.unit is None and other.unit is None:
            value = dots(one, other)
            value *= self.kernel.gamma
            value += self.kernel.coef0
            value, mass = _raised(value, self.kernel.degree), np.abs(c)
            size = np.abs(value) @ mass
            # A sum of positive terms, rounded, is right to far less than a part in a thousand.
            error = 1.001 * np.multiply.outer(self._of_rows(one, other), mass.sum(axis=0))
            if (error <= _CLOSE * size).all():
                return Weighed(value @ c, error, size)
        return weigh(self.block(rows, S), c)

    def _of_rows(self, one: Part, other: Part) -> Array:
        """How far the values of a row may be off, by the longest of the others: as in `block`, of the greatest."""
        long, size, apart, m = (
            self._lengths(one),
            float(self._lengths(other).max()),
            float(other.apart.max()),
            self.problem.m,
        )
        error = (m + 5) * U * long * size + (m + 4) * ETA + one.apart * (size + apart) + long * apart
        # No product of two rows exceeds that of their lengths.
        reach = self.kernel.gamma * (long * size + error) * (1 + 8 * U)
        error = (self.kernel.gamma * error + 3 * U * (reach + self.kernel.coef0)) * (1 + 16 * U) + 2 * ETA
        return powers((reach + self.kernel.coef0) * (1 + 8 * U), error, self.kernel.degree)[1]

    @np.errstate(all="ignore")
    def diagonal(self, rows: Rows) -> Bounded:
        part = rows_in_units(self.problem, rows, self._used)
        error = (2 * self.problem.m + 8) * U * part.squares + (self.problem.m + 4) * ETA
        error += part.apart * (2.0 * self._lengths(part) + part.apart)
        return self._power(part.squares, error, None if part.unit is None else 2 * part.unit)

    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        one, other = Whole(self.problem, rows), Whole(self.problem, S)
        raised = self._raise(one, other, len(rows) * len(S))
        values = []
        for row in one.products(other):
            check_deadline("computing powers without rounding")
            values.append([raised(product) for product in row])
        return values

    def sharp_diagonal(self, rows: Rows) -> list[Sharp]:
        part = Whole(self.problem, rows)
        raised = self._raise(part, part, len(rows))
        return [raised(square) for square in part.squares]

    def _lengths(self, part: Part) -> Array:
        return np.asarray(np.sqrt(part.squares) * (1 + (self.problem.m + 4) * U))

    @cached_property
    def _parameters(self) -> tuple[Sharp, Sharp]:
        from flint import fmpq

        return fmpq(*self.kernel.gamma.as_integer_ratio()), fmpq(*self.kernel.coef0.as_integer_ratio())

    def _raise(self, one: Whole, other: Whole, count: int) -> Callable[[Sharp], Sharp]:
        """The kernel as a function of an integer product: a fraction, or a ball where the fractions grow too long."""
        from flint import arb, fmpq

        gamma, coef0 = self._parameters
        degree, below = self.kernel.degree, one.denominator * other.denominator
        parameters = sum(v.p.bit_length() + v.q.bit_length() for v in (gamma, coef0))
        long = degree * (one.bits + other.bits + self.problem.m.bit_length() + parameters)
        if long * count <= _LONGEST:
            return lambda product: (gamma * fmpq(product, below) + coef0) ** degree
        return lambda product: arb(gamma * fmpq(product, below) + coef0) ** degree

    def _power(self, product: Array, error: Array, units: Positions | None) -> Bounded:
        """The kernel's values from products in units of 2**units."""
        gamma, coef0 = self.kernel.gamma, self.kernel.coef0
        if units is None:
            product, error = gamma * product, gamma * error
        else:
            mantissa, exponent = frexp(gamma)
            product, error = (np.ldexp(mantissa * each, units + exponent) for each in (product, error))
        q = product + coef0
        # Products, bounds and the multiplications here lose at most 2^-1075 each.
        error = (error + 3 * U * (np.abs(product) + coef0)) * (1 + 16 * U) + 2 * ETA
        return Bounded(*powers(q, error, self.kernel.degree))


@np.errstate(all="ignore")
def powers(q: Array, error: Array, degree: int) -> tuple[Array, Array]:
    """q^degree and a bound on its error, where each q is known to `error`; what overflowed is 0 with an infinite error.

    Examples
    --------
    >>> value, error = powers(np.array([3.0]), np.array([0.0]), 4)
    >>> float(value[0]), bool(error[0] < 1e-13)
    (81.0, True)
    """
    value = _raised(q, degree)
    slope = degree * _raised(np.abs(q) + error, degree - 1) if degree > 1 else np.ones_like(q)
    error = (slope * error + (degree + 1) * U * np.abs(value)) * (1 + (2 * degree + 16) * U) + 32 * degree * ETA
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    return np.where(unknown, 0.0, value), np.where(unknown, np.inf, error)


def _raised(q: Array, degree: int) -> Array:
    """q to a whole power by multiplying: every product rounds once."""
    result, square = np.ones_like(q), q
    while degree:
        if degree & 1:
            result = result * square
        degree >>= 1
        if degree:
            square = square * square
    return result
