"""The proof of a split: a direction for the strict rows, weights for the others, and what depends on what.

Plain integers and doubles in the units of the raw rows, so that the verifier needs nothing of the code that found them.
Rows are numbered through the inequalities first and the equalities after them.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Array

__all__ = ["Core", "Dependence", "LongSplitClaim", "Relation", "Rows", "SplitClaim", "SplitProof"]

Rows = npt.NDArray[np.int64]


class Relation(NamedTuple):
    """Integers v with Σ v_c A[:, c] = 0 on the rows in question; the last column depends on the others."""

    columns: tuple[int, ...]
    integers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Dependence:
    """The rank of some rows, exactly: `pivots` are independent columns, and every other column has its relation.

    The pivots are independent already on the rows `witness`, a part of those in question. The columns of a relation are
    pivots but for the last.
    """

    pivots: tuple[int, ...]
    witness: Rows
    relations: tuple[Relation, ...]

    @property
    def rank(self) -> int:
        return len(self.pivots)

    @property
    def dependent(self) -> tuple[int, ...]:
        return tuple(relation.columns[-1] for relation in self.relations)


@dataclass(frozen=True, eq=False)
class SplitProof:
    """What proves a split S | L of the inequalities beside the equalities E, in both directions.

    `direction`: integers b with A_S b > 0, A_L b = 0, A_E b = 0.
    `weights`: of L, then of E. Integers that cancel the rows exactly; or doubles near weights that do.
    `flat`: the dependences on L and E. `table`: those on all rows, whose pivots come before what depends on them.
    """

    direction: tuple[int, ...]
    weights: tuple[int, ...] | Array
    flat: Dependence
    table: Dependence

    @property
    def exact(self) -> bool:
        return isinstance(self.weights, tuple)


@dataclass(frozen=True, eq=False)
class SplitClaim:
    """That a system splits so: `strict` is True on S, the inequalities that can be strict, and False on L.

    `radius`, where it is not None, claims that it splits so, with the same ranks, however computed numbers move by at
    most that part of their size, equal ones of a column alike. Computed are those that need 16 or more digits.
    """

    strict: npt.NDArray[np.bool_]
    proof: SplitProof
    radius: float | None = None


class Core(NamedTuple):
    """The few rows of a system whose split proves that of all: their numbers, in order.

    `n_strict` is how many inequalities of the whole system can be strict: those that are positive under the direction.
    """

    rows: tuple[int, ...]
    n_strict: int

    def inequalities(self, edge: int) -> int:
        """How many rows of the core are inequalities, which are numbered below `edge`."""
        return bisect_left(self.rows, edge)


@dataclass(frozen=True, eq=False)
class LongSplitClaim:
    """That a system of many rows splits so, by the split of a few: `strict` is True on the rows that can be strict.

    `core` are the numbers of the few in order, and `split` is of the system that they make. The other rows either have
    a positive product with its direction, or lie in the span of its flat rows and equalities: those are flat too.
    """

    strict: npt.NDArray[np.bool_]
    core: Rows
    split: SplitClaim
