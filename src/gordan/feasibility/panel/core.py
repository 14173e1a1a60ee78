"""`Core`: independent rows among sums of seeds, and systems of them solved in fractions."""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import afford, now
from gordan.errors import OverBudget
from gordan.feasibility.panel.modular import independent
from gordan.problem.numbers import Whole

__all__ = ["Core", "core_of"]

_MOST = 3_000  # seeds: tables of them take 0.2 GB, and a solution half a minute
_DENOMINATORS = (1, 2, 6, 12, 60)  # of seeds that are free, in which others are whole
# Measured seconds for each product of an elimination, of an inverse, and for each bit of every entry of a solution.
_RANK, _INVERSE, _BIT = 6e-10, 1.3e-9, 5e-11


class Core(NamedTuple):
    """Rows `row` whose sums of the seeds `columns` are `table`; its columns `pivots` make it regular.

    `free` are the seeds that are no pivots, and every seed as a sum of these over `scale`. `pace` says how many times
    longer than expected the elimination took, on a busy machine.
    """

    row: Positions
    columns: Positions
    table: npt.NDArray[np.int64]
    pivots: Positions
    free: tuple[Positions, Matrix]
    scale: int = 1
    pace: float = 1.0

    def fix(self, right: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], int]:
        """The seeds, free ones 0, with which the rows are what is given; in integers over the denominator returned."""
        square, at = self.table[:, self.pivots], self.columns[self.pivots]
        values, factor = (
            (np.linalg.solve(square.astype(np.float64), right), 1)
            if right.dtype == np.float64
            else self._solve(square, right[:, None])[0]
        )
        seeds = np.zeros((self.free[1].shape[0], *right.shape[1:]), values.dtype)
        seeds[at] = values
        return seeds, factor

    def cancel(self, left: Whole) -> list[tuple[Whole, int]] | None:
        """For each column of what is left of the seeds, weights of the rows that cancel it, over a denominator.

        None where some column cannot be cancelled.
        """
        others = np.setdiff1d(np.arange(self.columns.size), self.pivots)
        outside = np.setdiff1d(np.arange(left.shape[0]), self.columns)
        if left[outside].any() or not self.row.size:
            return None if left.any() else [(np.zeros(0, np.int64), 1)] * left.shape[1]
        left = left[self.columns]
        values = self._solve(np.ascontiguousarray(self.table[:, self.pivots].T), -left[self.pivots])
        table = self.table[:, others].T.astype(object)
        for column, (integers, factor) in zip(left[others].T, values, strict=True):
            if (table @ integers.astype(object) + factor * column.astype(object)).any():
                return None
        return values

    def _solve(self, square: npt.NDArray[np.int64], right: Whole) -> list[tuple[Whole, int]]:
        """The solution of each column in integers of Python over one denominator."""
        from flint import fmpz_mat

        k, count = right.shape
        bits = 2.0 * float(np.log2(np.maximum(np.linalg.norm(square.astype(float), axis=1), 1.0)).sum())
        # Nothing interrupts it, so that it is only begun where it can end.
        afford(self.pace * (_INVERSE * k + _BIT * bits * count) * k * k, "a system of levels in fractions")
        numbers = [int(v) for v in right.ravel().tolist()]
        answer: Any = fmpz_mat(k, k, square.ravel().tolist()).solve(fmpz_mat(k, count, numbers))
        return [_common([answer[i, j] for i in range(k)]) for j in range(count)]


def _common(fractions: list[Any]) -> tuple[Whole, int]:
    parts = [(int(each.p), int(each.q)) for each in fractions]
    factor = lcm(*(q for _, q in parts))
    values = [p * (factor // q) for p, q in parts]
    short = factor == 1 and max(map(abs, values), default=0) < 2**40
    return np.array(values, np.int64 if short else object), factor


def core_of(R: Matrix) -> Core:
    """The core of these rows, numbered as they are; rows with small integers are preferred.

    Examples
    --------
    >>> core = core_of(csr_array(np.array([[1, 1, -2, 0], [2, 2, -4, 0], [0, 1, 1, -2]])))
    >>> core.row.tolist(), core.free[0].tolist(), core.free[1].toarray().tolist(), core.scale
    ([0, 2], [2, 3], [[3, -2], [-1, 2], [1, 0], [0, 1]], 1)
    """
    size = R.shape[1]
    columns = np.unique(R.indices).astype(np.int64)
    if columns.size > _MOST:
        raise OverBudget(f"rows leave {columns.size:,} levels open, and a system of at most {_MOST:,} is solved")
    expected = _RANK * R.shape[0] * columns.size**2
    afford(expected, "the rank of the effects")
    length = np.asarray(abs(R).sum(axis=1)).ravel()
    order = np.argsort(length, kind="stable")
    order = order[length[order] > 0]
    small = R[order][:, columns].toarray()
    begun = now()
    rows, pivots = independent(small)
    pace = max(1.0, (now() - begun) / max(expected, 0.1))
    table = small[rows]
    return Core(order[rows], columns, table, pivots, *_free(size, columns, table, pivots), pace)


def _free(
    size: int, columns: Positions, table: npt.NDArray[np.int64], pivots: Positions
) -> tuple[tuple[Positions, Matrix], int]:
    """The seeds that are no pivots, and all seeds as sums of them over a scale, by doubles: to be checked."""
    places = np.setdiff1d(np.arange(size), columns[pivots])
    among = np.searchsorted(columns, places)
    inside = (among < columns.size) & (columns[np.minimum(among, columns.size - 1)] == places) if columns.size else None
    others = among[inside] if inside is not None else np.zeros(0, np.int64)
    share: Array = np.linalg.solve(table[:, pivots].astype(float), -table[:, others].astype(float))
    scale = next((s for s in _DENOMINATORS if np.abs(share * s - np.rint(share * s)).max(initial=0.0) < 1e-6), 1)
    whole = np.rint(share * scale).astype(np.int64)
    i, j = np.nonzero(whole)
    at = np.flatnonzero(inside) if inside is not None else others
    row = np.concatenate([columns[pivots][i], places])
    column = np.concatenate([at[j], np.arange(places.size)])
    data = np.concatenate([whole[i, j], np.full(places.size, scale)])
    return (places, csr_array((data, (row, column)), shape=(size, places.size))), scale
