"""The system of a model: directions in which its likelihood never falls, as inequalities and equalities.

Let l be the log-likelihood of a model, concave in its coefficients. A direction b is one in which l never falls exactly
when every observation's own term never falls: as it is, the terms are bounded above, and one that fell would fall
without bound. For each family that is a condition on the signs of products of the observation's row with b, and the
files of this folder write these rows down. Where a product that must not be negative is positive, the term rises all
the way: then no finite estimate is best, and the observation is separated. Where all such products can only be 0, the
maximum is attained.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gordan.arithmetic.array import Matrix
from gordan.outcome.split import Relation
from gordan.problem.numbers import Numbers
from gordan.regression.model.column import Mask

__all__ = ["BASE", "Rows"]

BASE = -1  # a column that belongs to no column of the design: an intercept, a threshold, a stratum


@dataclass(frozen=True, eq=False)
class Rows:
    """A_I b >= 0 and A_E b = 0, with the way back: whose row each is, and whose column.

    Parameters
    ----------
    inequalities, equalities
        float64, dense or CSR; no equalities are None.
    owner, pinned
        The row of the design that each inequality, each equality, speaks of. A pair of rows has the second in `rival`.
        Inequalities and equalities after these speak of all rows together, or of none.
    side
        Where an inequality is one half of pairs: 2k for a case of stratum k, 2k + 1 for a control, which all belong to
        one another. A pair is the sum of its halves, so it can be strict exactly where one of them can.
    names
        Of the coefficients, which are the first columns; further columns are there for the mathematics only.
    column
        For each column of the system the column of the design it stands for, or `BASE`: base columns are kept whenever
        the question is what some columns of the design do by themselves.
    """

    inequalities: Matrix
    equalities: Matrix | None
    owner: NDArray[np.int64]
    pinned: NDArray[np.int64]
    names: tuple[str, ...]
    column: NDArray[np.int64]
    numbers: Numbers
    rival: NDArray[np.int64] | None = None
    side: NDArray[np.int64] | None = None

    @property
    def hidden(self) -> int:
        """How many columns are there for the mathematics only."""
        return int(self.inequalities.shape[1]) - len(self.names)

    def separated(self, strict: Mask, n: int) -> Mask:
        """Which of the design's n rows are separated: those with a strict inequality, and both ends of strict pairs."""
        marked = np.zeros(n, bool)
        strict = strict[: self.owner.size]
        marked[self.owner[strict]] = True
        if self.rival is not None:
            marked[self.rival[strict]] = True
        if self.side is not None:
            # A strict half makes all pairs strict that it is in: the whole other side of its stratum has one.
            marked[self.owner[np.isin(self.side, np.unique(self.side[strict]) ^ 1)]] = True
        return marked

    def redundant(self, relations: Sequence[Relation], dependent: Iterable[int]) -> tuple[int, ...]:
        """Coefficients that depend on earlier ones and on the columns that are there for the mathematics only.

        `relations` are a basis of what vanishes on all rows, `dependent` the last column of each.
        """
        p = len(self.names)
        if not self.hidden:
            return tuple(dependent)
        # Cut to the coefficients and echelonned from the right, each still ends in a column that it explains.
        from flint import fmpz_mat

        if not relations:
            return ()
        M = fmpz_mat(len(relations), p)
        for k, relation in enumerate(relations):
            for c, v in zip(*relation, strict=True):
                if c < p:
                    M[k, p - 1 - c] = v
        reduced, _, rank = M.rref()
        return tuple(sorted(p - 1 - next(j for j in range(p) if reduced[k, j]) for k in range(rank)))

    def restrict(self, columns: list[int]) -> tuple[Matrix, Matrix | None]:
        """Inequalities and equalities restricted to the base columns and to those of the design's `columns`."""
        kept = np.flatnonzero(np.isin(self.column, [BASE, *columns]))
        equalities = None if self.equalities is None else self.equalities[:, kept]
        return self.inequalities[:, kept], equalities
