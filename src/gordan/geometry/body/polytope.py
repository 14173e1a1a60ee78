"""Polytopes by their vertices: the convex hull of points, and a box with its sides along the axes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.geometry.body.base import Enclosing
from gordan.problem.length import length, longest_row
from gordan.problem.number import read_matrix, read_vector

__all__ = ["Box", "Hull"]


@dataclass(frozen=True, eq=False)
class Hull:
    """All convex combinations of some points.

    Parameters
    ----------
    points : array, shape (n, d)
        One point per row; at least one.

    Examples
    --------
    >>> Hull([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).support([1.0, 0.0]).tolist()
    [2.0, 0.0]
    """

    points: Any = field(repr=False)

    def __post_init__(self) -> None:
        none = "the hull of no points is empty, and nothing has a distance from it; give at least one point"
        object.__setattr__(self, "points", read_matrix("points", self.points, empty=none))

    @property
    def dimension(self) -> int:
        return int(self.points.shape[1])

    @cached_property
    def enclosing(self) -> Enclosing:
        centre = self.points.mean(axis=0)
        return Enclosing(centre, longest_row(self.points - centre))

    def support(self, direction: Any, /) -> Array:
        return np.asarray(self.points[int(np.argmax(self.points @ np.asarray(direction)))])


@dataclass(frozen=True, eq=False)
class Box:
    """All points between two corners, coordinate by coordinate.

    Examples
    --------
    >>> Box([0.0, 0.0], [2.0, 1.0]).support([-1.0, 1.0]).tolist()
    [0.0, 1.0]
    """

    lower: Any
    upper: Any

    def __post_init__(self) -> None:
        for name in ("lower", "upper"):
            object.__setattr__(self, name, read_vector(name, getattr(self, name)))
        if self.lower.size != self.upper.size:
            raise InputError(f"lower has {self.lower.size} entries and upper {self.upper.size}; give as many")
        if (wrong := np.flatnonzero(self.lower > self.upper)).size:
            j = int(wrong[0])
            raise InputError(f"lower exceeds upper at entry {j} ({self.lower[j]} > {self.upper[j]}); exchange them")

    @property
    def dimension(self) -> int:
        return int(self.lower.size)

    @property
    def enclosing(self) -> Enclosing:
        return Enclosing(0.5 * self.lower + 0.5 * self.upper, length(0.5 * self.upper - 0.5 * self.lower))

    def support(self, direction: Any, /) -> Array:
        return np.asarray(np.where(np.asarray(direction) > 0, self.upper, self.lower))
