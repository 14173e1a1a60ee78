"""Bodies as exact numbers say them, and a point of two of them: what can be checked without asking for support points.

A body that only answers with support points has no shape: no finite number of answers shows that a point belongs to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gordan.arithmetic.array import Array

__all__ = ["CommonPoint", "Halfspaces", "Round", "Shape", "Sides", "Vertices"]


@dataclass(frozen=True, eq=False)
class Vertices:
    """The convex hull of the rows of `points`."""

    points: Array


@dataclass(frozen=True, eq=False)
class Sides:
    """All x with lower ≤ x ≤ upper."""

    lower: Array
    upper: Array


@dataclass(frozen=True, eq=False)
class Round:
    """All x at most `radius` from the centre."""

    centre: Array
    radius: float


@dataclass(frozen=True, eq=False)
class Halfspaces:
    """All x with A x ≤ b."""

    A: Array
    b: Array


Shape = Vertices | Sides | Round | Halfspaces


@dataclass(frozen=True)
class CommonPoint:
    """A point of K and of L, in fractions.

    For a hull, and only for one, there are the convex weights of the vertices that make the point, by number.
    """

    point: tuple[Fraction, ...]
    weights_k: tuple[tuple[int, Fraction], ...] = ()
    weights_l: tuple[tuple[int, Fraction], ...] = ()
