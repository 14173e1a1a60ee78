"""The convex hull of finitely many points."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.geometry.body.base import Enclosing, read_matrix
from gordan.geometry.length import longest_row

__all__ = ["Hull"]


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
