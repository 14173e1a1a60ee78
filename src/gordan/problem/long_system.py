"""`LongSystem`: the rows of a homogeneous system that are read again and again in batches and never held whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Mask, Matrix, Positions
from gordan.errors import InputError
from gordan.problem.batches import Batches
from gordan.problem.numbers import Numbers
from gordan.problem.system import System

__all__ = ["LongSystem"]


@dataclass(frozen=True, eq=False, repr=False)
class LongSystem:
    """s_i x_i·b ≥ 0, or x_i·b = 0 where s_i is 0, in the unknown direction b.

    Parameters
    ----------
    rows : Batches
        The x_i.
    kinds : array of n int8
        The s_i: 1, −1 or 0.
    numbers : {"binary", "decimal"}
        What the numbers stand for.
    names : tuple of str
        Of the columns, or none.

    Examples
    --------
    >>> from gordan.problem.batches import open_source
    >>> rows = Batches(open_source(np.array([[1.0, 2.0], [1.0, 3.0], [1.0, 4.0]]), np.zeros(3)))
    >>> system = LongSystem(rows, np.array([-1, 0, 1], np.int8))
    >>> system.part(np.array([0, 1])).inequalities.tolist()
    [[-1.0, -2.0]]
    """

    rows: Batches
    kinds: npt.NDArray[np.int8]
    numbers: Numbers = "binary"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        kinds = np.asarray(self.kinds, dtype=np.int8)
        if kinds.shape != (self.rows.shape[0],) or not np.isin(kinds, (-1, 0, 1)).all():
            raise InputError(f"kinds have shape {kinds.shape}; give −1, 0 or 1 for each of {self.rows.shape[0]:,} rows")
        object.__setattr__(self, "kinds", kinds)

    @property
    def n(self) -> int:
        return int(self.rows.shape[0])

    @property
    def n_columns(self) -> int:
        return int(self.rows.shape[1])

    def part(self, rows: Positions) -> System:
        """The system of these rows: its inequalities in the order of the rows, then its equalities."""
        return self._system(self.rows[rows], self.kinds[rows])

    def blocks(self) -> Iterator[tuple[slice, Mask, System]]:
        """One pass: some rows at a time, which of them are inequalities, and their system."""
        for piece in self.rows.read():
            kinds = self.kinds[piece.rows]
            yield piece.rows, kinds != 0, self._system(piece.values, kinds)

    def _system(self, values: Matrix, kinds: npt.NDArray[np.int8]) -> System:
        free = kinds != 0
        values = np.asarray(values, dtype=np.float64)
        return System(values[free] * kinds[free, None].astype(np.float64), values[~free], self.numbers, self.names)
