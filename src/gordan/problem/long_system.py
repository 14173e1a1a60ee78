"""`LongSystem`: the rows of a homogeneous system that are read again and again in batches and never held whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Mask, Matrix, Positions
from gordan.errors import InputError
from gordan.problem.batches import Batches
from gordan.problem.digest import FileRows, Hashes, hash_long_system
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
    files : tuple of (str, int)
        Names of the files that the rows come from, and how many each has; none where they are not known.

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
    files: tuple[tuple[str, int], ...] = ()
    _hashes: dict[FileRows, Hashes] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        kinds = np.asarray(self.kinds, dtype=np.int8)
        if kinds.shape != (self.rows.shape[0],) or not np.isin(kinds, (-1, 0, 1)).all():
            raise InputError(f"kinds have shape {kinds.shape}; give −1, 0 or 1 for each of {self.rows.shape[0]:,} rows")
        object.__setattr__(self, "kinds", kinds)

    @property
    def n(self) -> int:
        return int(self.rows.shape[0])

    @property
    def n_rows(self) -> int:
        return self.n

    @property
    def n_inequalities(self) -> int:
        return int(np.count_nonzero(self.kinds))

    @property
    def n_equalities(self) -> int:
        return self.n - self.n_inequalities

    @property
    def n_columns(self) -> int:
        return int(self.rows.shape[1])

    def numbered(self, rows: Positions) -> Positions:
        """The numbers of some rows among all, inequalities counted first and equalities after them, in order."""
        free = self.kinds != 0
        before = np.cumsum(free)[rows]
        return np.sort(np.where(free[rows], before - 1, self.n_inequalities + rows - before))

    def at(self, numbers: Positions) -> Positions:
        """The rows that have these numbers, in order."""
        edge = self.n_inequalities
        upper, lower = np.flatnonzero(self.kinds), np.flatnonzero(self.kinds == 0)
        return np.sort(np.concatenate([upper[numbers[numbers < edge]], lower[numbers[numbers >= edge] - edge]]))

    def file_rows(self) -> FileRows:
        """How many inequalities and equalities each file has."""
        ends = np.cumsum([0, *(count for _, count in self.files)])
        free = np.concatenate([[0], np.cumsum(self.kinds != 0)])
        return tuple((int(free[b] - free[a]), int(b - a - free[b] + free[a])) for a, b in pairwise(ends.tolist()))

    def digest(self) -> str:
        """The hash that `System` has of the same rows in memory."""
        return self.hashes().digest

    def hashes(self, files: FileRows = ()) -> Hashes:
        """The digest, the hash of every 65,536 rows, and those of files with so many inequalities and equalities."""
        # An array can be written to at any time; of other sources every pass is held against the first.
        if files not in self._hashes or self.rows.source.steady:
            shape = self.n_inequalities, self.n_equalities, self.n_columns
            pieces = ((part.inequalities, part.equalities) for _, _, part in self.blocks())
            self._hashes[files] = hash_long_system(shape, pieces, files)
        return self._hashes[files]

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
