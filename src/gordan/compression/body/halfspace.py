"""A bounded intersection of halfspaces: its support points are vertices, each found by a linear program."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.compression.body.base import Enclosing, read_matrix, read_vector
from gordan.compression.length import unit
from gordan.errors import InputError
from gordan.partition.lp import greatest_product

__all__ = ["HalfspaceIntersection"]

_TOLERANCE = 1e-9  # HiGHS is asked for 1e-10 where rows have length 1 and b is about 1; the sums are rounded too


@dataclass(frozen=True, eq=False)
class HalfspaceIntersection:
    """All x with A x ≤ b, which must be neither empty nor unbounded.

    Support points come from HiGHS. Each is held to `error`: by so much it may violate a row, scaled to length 1, and by
    so much its multipliers may leave its product below the greatest one; every bracket is widened by it.

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
        return _TOLERANCE * self._extent

    @cached_property
    def _extent(self) -> float:
        return float(np.linalg.norm(self.enclosing.centre)) + self.enclosing.radius

    @cached_property
    def _scaled(self) -> tuple[Array, Array, float]:
        """Rows of length 1 and sides of about 1, for HiGHS' tolerances are absolute; and the unit of length."""
        lengths = np.linalg.norm(self.A, axis=1)
        lengths[lengths == 0] = 1.0
        b = self.b / lengths
        unit = float(np.abs(b).max()) or 1.0
        return self.A / lengths[:, None], b / unit, unit

    @cached_property
    def enclosing(self) -> Enclosing:
        axes = np.eye(self.dimension)
        upper = np.array([self._extreme(e)[0][j] for j, e in enumerate(axes)])
        lower = np.array([self._extreme(-e)[0][j] for j, e in enumerate(axes)])
        return Enclosing(0.5 * (lower + upper), float(np.linalg.norm(0.5 * (upper - lower))))

    def support(self, direction: Any, /) -> Array:
        c = unit(direction)
        error = self.error  # an empty or unbounded body is refused here, before any of its points is used
        point, multipliers = self._extreme(c)
        A, b, side = self._scaled
        outside = float((A @ point - b * side).max())
        # Weak duality: c·x ≤ y·b + (c − Aᵀy)·x for every x of the body.
        short = float(multipliers @ b) * side - float(c @ point)
        short += float(np.linalg.norm(c - multipliers @ A)) * self._extent
        if max(outside, short) > error:
            raise InputError(
                f"HiGHS leaves a support point of the halfspaces uncertain by {max(outside, short):.3g}; "
                "scale the rows of A, or give the vertices as a Hull"
            )
        return point

    def _extreme(self, direction: Array) -> tuple[Array, Array]:
        A, b, side = self._scaled
        found = greatest_product(direction, A, b)
        if isinstance(found, str):
            raise InputError(f"the intersection of halfspaces {found}; give A and b whose solutions are bounded")
        return found[0] * side, found[1]
