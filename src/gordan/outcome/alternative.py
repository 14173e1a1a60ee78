"""The two alternatives of a linear program, as proofs: a point that satisfies it, or a contradiction among its rows.

Exact numbers in the units of the raw program, so that the verifier needs nothing of the code that found them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["Contradiction", "Point", "ProgramClaim", "Term", "nearest_double"]


@dataclass(frozen=True)
class Point:
    """A value for every column.

    Examples
    --------
    >>> point = Point((Fraction(1, 2), Fraction(-2, 3)))
    >>> point.numerators, point.denominator
    ((3, -4), 6)
    """

    values: tuple[Fraction, ...]

    @property
    def denominator(self) -> int:
        """The least one that all values have in common."""
        return lcm(*(v.denominator for v in self.values))

    @property
    def numerators(self) -> tuple[int, ...]:
        common = self.denominator
        return tuple(v.numerator * (common // v.denominator) for v in self.values)

    def nearest(self) -> Array:
        """The nearest doubles; infinite where a value is beyond them all."""
        return np.array([nearest_double(v) for v in self.values], dtype=np.float64)


class Term(NamedTuple):
    """One side of a row, or one bound of a column, with a positive weight.

    A lower side is the inequality itself, an upper side is turned round: −a·x ≥ −u.
    """

    place: Literal["row", "column"]
    number: int
    side: Literal["lower", "upper"]
    weight: int


@dataclass(frozen=True)
class Contradiction:
    """Weighted inequalities whose left sides cancel while their right sides add up to more than 0 (Farkas 1902).

    `irreducible` claims that without any one of them the others can be satisfied together.
    """

    terms: tuple[Term, ...]
    irreducible: bool = False


@dataclass(frozen=True)
class ProgramClaim:
    """That a program is feasible, or not: with `strict`, every inequality of rows and columns is to hold strictly."""

    proof: Point | Contradiction
    strict: bool = False


def nearest_double(value: Fraction) -> float:
    """The double next to a fraction; infinite where it is beyond them all."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return np.inf if value > 0 else -np.inf
