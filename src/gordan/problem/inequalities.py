"""`Inequalities`: A w ≥ b, a linear program without an objective."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.problem.exact_matrix import read_exact
from gordan.problem.numbers import Numbers
from gordan.problem.program import Program

__all__ = ["Inequalities"]


@dataclass(frozen=True, eq=False)
class Inequalities:
    """A w ≥ b in an unknown w of any sign.

    Parameters
    ----------
    A : array or sparse matrix, shape (m, n)
        One inequality to a row.
    b : sequence of numbers, or one number
        The right-hand sides; 0 asks for the homogeneous system.
    names : sequence of str
        Of the inequalities; otherwise r1, r2, …
    numbers : {"binary", "decimal"}
        Whether a double stands for its own value or for the shortest decimal that reads back as it.

    Examples
    --------
    >>> Inequalities([[1.0, 2.0], [0.0, 1.0]], [1.0, 0.0]).program().shape
    (2, 2)
    """

    A: Any
    b: Any = 0
    names: Any = ()
    numbers: Numbers = "binary"

    def __post_init__(self) -> None:
        object.__setattr__(self, "_program", self._posed())

    def program(self) -> Program:
        """The same as a program whose rows have a lower side only."""
        return self._program  # type: ignore[attr-defined, no-any-return]

    def _posed(self) -> Program:
        matrix = read_exact(self.A, self.numbers)
        # A sequence without an entry for each row would be taken for one number for all.
        right = self.b if np.ndim(self.b) == 0 else list(self.b)
        right = [right] * matrix.shape[0] if np.ndim(right) == 0 else right
        return Program(matrix, row_lower=right, row_names=self.names, numbers=self.numbers)
