"""Products without rounding: doubles are dyadic rationals, integers once scaled by a power of two."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array

__all__ = ["ExactRows", "dot", "dyadic", "row_products"]

_FEW = 16  # numbers up to which the interpreter is quicker than a dozen passes over an array


class ExactRows(NamedTuple):
    """Raw rows as integers over one common denominator: entry j of row i is integers[i][k] / denominator.

    Only nonzero entries are kept: columns[i] names them.
    """

    columns: list[list[int]]
    integers: list[list[int]]
    denominator: int


def dyadic(values: Array) -> tuple[list[int], int]:
    """Doubles as integers over a power of two.

    Examples
    --------
    >>> dyadic(np.array([0.5, -3.0]))
    ([1, -6], 2)
    """
    if values.size <= _FEW:
        ratios = [value.as_integer_ratio() for value in values.tolist()]
        common = max((below for _, below in ratios), default=1)
        return [above * (common // below) for above, below in ratios], common
    fraction, exponent = np.frexp(values)
    mantissa = (fraction * 2.0**53).astype(np.int64)
    shift = exponent.astype(np.int64) - 53
    nonzero = mantissa != 0
    # Trailing zero bits are taken out so that small integers stay small.
    low = np.where(nonzero, mantissa & -mantissa, 1)
    zeros = np.log2(low.astype(np.float64)).astype(np.int64)
    mantissa >>= zeros
    shift += zeros
    least = min(int(shift[nonzero].min()) if nonzero.any() else 0, 0)
    raised = np.where(nonzero, shift - least, 0)
    return [a << s for a, s in zip(mantissa.tolist(), raised.tolist(), strict=True)], 1 << -least


def dot(a: Array, b: Array) -> Fraction:
    """a·b for doubles, without any rounding.

    Examples
    --------
    >>> dot(np.array([0.5, 2.0]), np.array([0.25, -1.0]))
    Fraction(-15, 8)
    """
    if a.size <= _FEW:
        return _short_dot(a.tolist(), b.tolist())
    both = (a != 0) & (b != 0)
    (left, below), (right, under) = dyadic(a[both]), dyadic(b[both])
    return Fraction(sum(map(mul, left, right)), below * under)


def _short_dot(a: list[float], b: list[float]) -> Fraction:
    """The same for few numbers: denominators are powers of two, the greatest of which is common to all."""
    ratios = [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in zip(a, b, strict=True) if x and y]
    terms = [(left * right, below * under) for (left, below), (right, under) in ratios]
    common = max((below for _, below in terms), default=1)
    return Fraction(sum(above * (common // below) for above, below in terms), common)


def row_products(rows: ExactRows, factors: Sequence[int], denominator: int) -> list[Fraction]:
    """The product of every row with factors[j] / denominator in column j, without any rounding.

    Examples
    --------
    >>> row_products(ExactRows([[0, 2]], [[3, 4]], 10), [1, 7, -2], 2)
    [Fraction(-1, 4)]
    """
    scale, products = denominator * rows.denominator, []
    for entries, columns in zip(rows.integers, rows.columns, strict=True):
        own = factors if len(columns) == len(factors) else [factors[j] for j in columns]
        products.append(Fraction(sum(map(mul, entries, own)), scale))
    return products
