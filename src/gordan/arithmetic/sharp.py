"""Numbers of python-flint: fractions where they are rational, balls that hold them elsewhere.

A ball holds the true number whatever its precision. The type of a number says which of the two it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, nextafter
from typing import Any, TypeAlias

__all__ = ["Sharp", "are_fractions", "ball", "down", "fraction", "kinds_of_roots", "least_of", "up"]

# flint.fmpq | flint.arb: the library's stubs let neither be added to the other.
Sharp: TypeAlias = Any


def fraction(value: float | Fraction) -> Sharp:
    """The fraction that a double or a fraction is, without rounding."""
    from flint import fmpq

    return fmpq(*value.as_integer_ratio())


def are_fractions(values: Sequence[Sharp]) -> bool:
    """Whether all of these are fractions and none is a ball."""
    from flint import fmpq

    return all(isinstance(value, fmpq) for value in values)


def ball(value: Sharp) -> Sharp:
    """A ball that holds the number, in the precision that is set."""
    from flint import arb

    return value if isinstance(value, arb) else arb(value)


def least_of(values: list[Sharp]) -> Sharp:
    """The least of fractions, or a ball that holds the least of balls."""
    if are_fractions(values):
        return min(values)
    least = ball(values[0])
    for value in values[1:]:
        least = least.min(ball(value))
    return least


def down(value: Sharp) -> float:
    """A double below all of a ball, or a fraction; 0 where none of it is negative and no double below it is larger."""
    whole = ball(value)
    low = float(whole.lower())
    if low != low:
        return -inf
    below = nextafter(low, -inf)
    return 0.0 if below < 0 and whole >= 0 else below


def up(value: Sharp) -> float:
    """A double above all of a ball, or a fraction."""
    return -down(-value)


def kinds_of_roots(squares: Sequence[Sharp]) -> list[list[tuple[int, Sharp]]]:
    """√k_j as multiples of roots that are independent over the fractions, grouped by these: (j, multiple) in each.

    Square roots of fractions no two of which have a rational quotient are independent over the fractions (Besicovitch
    1940): a sum of roots with rational weights is 0 only where it is for every group. The root of 0 adds nothing, and
    is in no group.

    Examples
    --------
    >>> kinds_of_roots([fraction(2), fraction(3), fraction(8)])
    [[(0, 1), (2, 2)], [(1, 1)]]
    """
    firsts: list[Sharp] = []
    groups: list[list[tuple[int, Sharp]]] = []
    for j, square in enumerate(squares):
        if square == 0:
            continue
        for first, group in zip(firsts, groups, strict=True):
            root = _root(square * first)
            if root is not None:
                group.append((j, root / first))
                break
        else:
            firsts.append(square)
            groups.append([(j, square / square)])
    return groups


def _root(square: Sharp) -> Sharp:
    """The root of a fraction where it is a fraction."""
    from flint import fmpq

    above, below = square.p.isqrt(), square.q.isqrt()
    return fmpq(above, below) if above * above == square.p and below * below == square.q else None
