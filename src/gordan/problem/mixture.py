"""`Mixture`: a vector and columns, the question whether few of them make it with weights of bounded sum."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.errors import InputError
from gordan.problem.digest import digest_arrays
from gordan.problem.number import extent, read_matrix, read_vector, require_ordinary

__all__ = ["Mixture"]


@dataclass(frozen=True, eq=False)
class Mixture:
    """Has A x = b a solution x ≥ 0 whose sum is at most `mass`?

    Examples
    --------
    >>> Mixture([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.25], 1.0).A.shape
    (2, 2)
    """

    A: Matrix = field(repr=False)
    b: Any = field(repr=False)
    mass: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "A", read_matrix("A", self.A))
        object.__setattr__(self, "b", read_vector("b", self.b))
        if self.A.shape[0] != self.b.size:
            raise InputError(
                f"A has {self.A.shape[0]} rows and b {self.b.size} entries; give as many equations as right-hand sides"
            )
        object.__setattr__(self, "mass", extent("mass", self.mass))
        self._refuse_extremes(float(np.abs(self.A).max()), float(np.abs(self.b).max()))

    def arrays(self) -> dict[str, Array]:
        """The numbers by name, for `numpy.savez(path, **mixture.arrays())`."""
        return {"A": self.A, "b": self.b, "mass": np.asarray(self.mass)}

    def digest(self) -> str:
        """A hash of all numbers: the rows of A, b as one row, and the mass."""
        m, n = self.A.shape
        return digest_arrays(f"gordan mixture {m} {n}", list(self.arrays().values()))

    def _refuse_extremes(self, columns: float, right: float) -> None:
        """Refuse what has products beyond doubles, or none but vanishing ones."""
        massive = self.mass * columns
        for name, size in (("A", columns), ("b", right), ("mass times A", massive)):
            require_ordinary(name, max(size, 1.0), remedy="multiply A and b by one factor")
        require_ordinary("mass", self.mass, remedy="measure x in another unit")
        require_ordinary("b, like mass times A,", max(right, massive), remedy="multiply A and b by one factor")
