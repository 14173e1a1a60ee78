"""A separator as a solution of the system: lengthened until the nearest row has at least 1."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from gordan.errors import InputError
from gordan.file.vipr.row import rows
from gordan.outcome import Separator
from gordan.problem import Points

__all__ = ["solution"]


def solution(problem: Points, separator: Separator) -> list[Fraction]:
    """w, and b where there is an intercept, with y(a·w + b) ≥ 1 on every row, without any rounding.

    Examples
    --------
    >>> import gordan
    >>> problem = gordan.Points([[0.0], [1.0]], ["left", "right"])
    >>> [str(value) for value in solution(problem, gordan.solve(problem).proof)]
    ['2', '-1']
    """
    plane = [Fraction(each) for each in separator.direction.tolist()]
    if problem.intercept:
        shift = (w * Fraction(c) for w, c in zip(plane, separator.centre.tolist(), strict=True))
        plane.append(Fraction(separator.offset) - sum(shift, Fraction(0)))
    factor = _factor(_least(problem, plane))
    return [value * factor for value in plane]


def _least(problem: Points, plane: list[Fraction]) -> Fraction:
    """The least y(a·w + b); over integers, as fractions would be reduced at every product."""
    common = lcm(*(value.denominator for value in plane))
    whole = [int(value * common) for value in plane]
    values = (
        Fraction(sum(a * whole[k] for k, a in zip(row.columns, row.integers, strict=True)), row.denominator)
        for row in rows(problem, range(problem.n))
    )
    return min(values) / common


def _factor(least: Fraction) -> Fraction:
    """The least power of two that takes `least` to 1 or beyond: dyadic numbers stay as short as they were."""
    if least <= 0:
        raise InputError("the separator has a row on the wrong side; give an outcome that the verifier accepts")
    # Two numbers of equal length have a ratio between 1/2 and 2.
    k = least.denominator.bit_length() - least.numerator.bit_length() - 1
    while least * Fraction(2) ** k < 1:
        k += 1
    return Fraction(2) ** k
