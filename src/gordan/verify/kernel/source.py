"""Where products of images come from, and sums f(x_j) = Σ c_i k(x_i, x_j) of them with bounds, block by block.

A source is a matrix, a function of the user's, or raw points and a kernel by name. With products k̂ that are off by e,
the sum of s terms is off by (s + 8)u Σ|c k̂| in any order and grouping (see `arithmetic.rounding`), by Σ|c| e, and by
what products lose at the lower end of the doubles: 2⁻¹⁰⁷⁵ each in the sum of the values, in that of the errors, and in
each of the few multiplications that make a bound of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.arithmetic.rounding import ETA, U
from gordan.arithmetic.sharp import Sharp
from gordan.problem import Gram, Points

__all__ = [
    "AS_GIVEN",
    "AS_RETURNED",
    "Bounded",
    "Rows",
    "Source",
    "Weighed",
    "impossible",
    "least_and_most",
    "source_of",
    "square_of",
    "sums",
    "sums_about",
    "sums_over",
    "weigh",
]

Rows = Positions
Quantity: TypeAlias = Any  # Rounded | Enclosed | Sharp: its type says how it was computed
AS_GIVEN = "the matrix taken as one of products"
AS_RETURNED = "the kernel's values taken as returned"


class Bounded(NamedTuple):
    """Numbers, each within `error` of the truth."""

    value: Array
    error: Array


class Weighed(NamedTuple):
    """Sums of products with coefficients as they were computed, what is wrong with the products, and terms' sizes."""

    value: Array
    error: Array
    size: Array


def weigh(block: Bounded, c: Array) -> Weighed:
    """Weighed products whose errors are known one by one."""
    size = np.abs(c)
    return Weighed(block.value @ c, block.error @ size, np.abs(block.value) @ size)


class Source(ABC):
    """Products k(x_i, x_j).

    `rational` says whether they are rational numbers of rational points, `in_rows` whether weighed ones may have a
    bound for each row in place of one for each product, `caveat` what is taken for granted.
    """

    rational = False
    in_rows = False
    caveat = ""

    @abstractmethod
    def block(self, rows: Rows, S: Rows) -> Bounded:
        """The products of some rows with others, in double precision."""

    def weigh(self, rows: Rows, S: Rows, c: Array) -> Weighed:
        """The same products weighed with coefficients of S; rounding of the sums is the caller's to add.

        Of a matrix c every column weighs them.
        """
        return weigh(self.block(rows, S), c)

    @abstractmethod
    def diagonal(self, rows: Rows) -> Bounded:
        """The products of rows with themselves."""

    @abstractmethod
    def sharp(self, rows: Rows, S: Rows) -> list[list[Sharp]]:
        """The products as FLINT's fractions, or as its balls in the precision that is set."""

    @abstractmethod
    def sharp_diagonal(self, rows: Rows) -> list[Sharp]:
        """The products of rows with themselves, likewise."""


def source_of(problem: Points | Gram) -> Source:
    """The source that a problem has."""
    from gordan.verify.kernel.distance import Distances
    from gordan.verify.kernel.matrix import Called, Matrix
    from gordan.verify.kernel.power import Powers

    if isinstance(problem, Gram):
        return Matrix(problem)
    if problem.kernel.name == "callable":
        return Called(problem)
    return Powers(problem) if problem.kernel.name == "poly" else Distances(problem)


_CLOSE = 2.0**-24  # of what is left beside an offset: sums known to less are taken once more, product by product
_SIDE = 512  # columns of a block, and rows beside so many: 2 MiB of values and as much of errors


def sums(source: Source, c: Array, rows: Rows, *, closely: bool = False) -> Bounded:
    """The sums at some rows; one that overflowed is unknown, not infinite."""
    S = np.flatnonzero(c)
    return sums_over(source, S, c[S], rows, closely=closely)


@np.errstate(all="ignore")
def sums_about(source: Source, S: Rows, c: Array, rows: Rows, offset: Array | float) -> Bounded:
    """The sums, to be added to an offset: where little is left of the first column, every product has its own bound."""
    value, error = sums_over(source, S, c, rows)
    first, off = (value, error) if c.ndim == 1 else (value[:, 0], error[:, 0])
    vague = np.flatnonzero(~(off <= _CLOSE * np.abs(first + offset)))
    if vague.size and source.in_rows:
        value[vague], error[vague] = sums_over(source, S, c, rows[vague], closely=True)
    return Bounded(value, error)


@np.errstate(all="ignore")
def sums_over(source: Source, S: Rows, c: Array, rows: Rows, *, closely: bool = False) -> Bounded:
    """The same with the coefficients of the points S alone; where c has several columns there is a sum for each.

    `closely`, with the bound of every product in place of one for a row.
    """
    value, error, size = (np.zeros((rows.size, *c.shape[1:])) for _ in range(3))
    high = _SIDE * _SIDE // max(1, min(S.size, _SIDE))
    for start in range(0, rows.size, high):
        check_deadline("adding up products")
        here = slice(start, start + high)
        for first in range(0, S.size, _SIDE):
            part = S[first : first + _SIDE]
            own = c[first : first + _SIDE]
            part_sums = weigh(source.block(rows[here], part), own) if closely else source.weigh(rows[here], part, own)
            value[here] += part_sums.value
            error[here] += part_sums.error
            size[here] += part_sums.size
    terms = S.size + 8
    error = (error + terms * U * size) * (1 + (terms + 16) * U) + 4 * terms * ETA
    unknown = ~(np.isfinite(value) & np.isfinite(error))
    return Bounded(np.where(unknown, 0.0, value), np.where(unknown, np.inf, error))


@np.errstate(all="ignore")
def square_of(c: Array, f: Bounded) -> tuple[float, float]:
    """‖w‖² = Σ c_i f(x_i) from the sums at the rows that have a coefficient, as (value, error).

    A difference of numbers close to one another may come out below zero; with its error added it does so only where
    the numbers are no products.
    """
    value = float(c @ f.value)
    size = float(np.abs(c) @ np.abs(f.value))
    error = (float(np.abs(c) @ f.error) + (c.size + 8) * U * size) * (1 + (c.size + 16) * U) + 4 * (c.size + 8) * ETA
    return (value, error) if np.isfinite(value) and np.isfinite(error) else (0.0, np.inf)


def impossible(square: tuple[float, float]) -> bool:
    """Whether a square is certainly below zero, as no vector's is."""
    value, error = square
    return value + error < 0


def least_and_most(square: tuple[float, float]) -> tuple[float, float]:
    """Bounds of a length from those of its square."""
    value, error = square
    low, high = max(value - error, 0.0), max(value, 0.0) + error
    return float(np.sqrt(low)) * (1 - 8 * U), float(np.sqrt(high)) * (1 + 8 * U)
