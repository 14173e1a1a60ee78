"""A bounded intersection of halfspaces: its support points are vertices, each found by a linear program."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.compression.body.base import Enclosing, read_matrix, read_vector
from gordan.errors import InputError
from gordan.partition.lp import greatest_product

__all__ = ["HalfspaceIntersection"]

_TOLERANCE = 1e-9  # HiGHS is asked for 1e-10 relative to rows of length 1; an order of magnitude is left for the sums


@dataclass(frozen=True, eq=False)
class HalfspaceIntersection:
    """All x with A x ≤ b, which must be neither empty nor unbounded.

    Its points come from HiGHS with tolerance 1e-10: they may lie outside, or fall short of the support, by `error`,
    which every bracket is widened by.

    Examples
    --------
    >>> triangle = HalfspaceIntersection([[-1.0, 0.0], [0.0, -1.0], [1.0, 1.0]], [0.0, 0.0, 1.0])
    >>> triangle.support([1.0, 0.0]).tolist()
    [1.0, 0.0]
    """

    A: Any = field(repr=False)
    b: Any = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "A", read_matrix("A", self.A))
        object.__setattr__(self, "b", read_vector("b", self.b))
        if self.A.shape[0] != self.b.size:
            raise InputError(f"A has {self.A.shape[0]} rows and b {self.b.size} entries; give as many")

    @property
    def dimension(self) -> int:
        return int(self.A.shape[1])

    @property
    def error(self) -> float:
        return _TOLERANCE * (float(np.linalg.norm(self.enclosing.centre)) + self.enclosing.radius)

    @cached_property
    def _scaled(self) -> tuple[Array, Array]:
        """Rows of length 1: HiGHS measures by how much a row is violated, not by how far a point is outside."""
        lengths = np.linalg.norm(self.A, axis=1)
        lengths[lengths == 0] = 1.0
        return self.A / lengths[:, None], self.b / lengths

    @cached_property
    def enclosing(self) -> Enclosing:
        axes = np.eye(self.dimension)
        upper = np.array([self._extreme(e)[j] for j, e in enumerate(axes)])
        lower = np.array([self._extreme(-e)[j] for j, e in enumerate(axes)])
        return Enclosing(0.5 * (lower + upper), float(np.linalg.norm(0.5 * (upper - lower))))

    def support(self, direction: Any, /) -> Array:
        self.enclosing  # noqa: B018  # an empty or unbounded body is refused before any of its points is used
        return self._extreme(np.asarray(direction, dtype=np.float64))

    def _extreme(self, direction: Array) -> Array:
        length = float(np.abs(direction).max())
        found = greatest_product(direction / length if length > 0 else direction, *self._scaled)
        if isinstance(found, str):
            raise InputError(f"the intersection of halfspaces {found}; give A and b whose solutions are bounded")
        return found
