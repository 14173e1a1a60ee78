"""A box with its sides along the axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError
from gordan.geometry.body.base import Enclosing, read_vector
from gordan.problem.length import length

__all__ = ["Box"]


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
