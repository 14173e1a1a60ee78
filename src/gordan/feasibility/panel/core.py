"""`Core`: independent rows among sums of nodes that no differences join, and systems of them solved in fractions."""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.split.echelon import pivots_of
from gordan.problem.numbers import Whole

__all__ = ["Core", "core_of", "times"]

_NODES = 1_500  # up to which a core is looked for: its systems take time in proportion to the cube
_PRIME = 2**31 - 1
_DENOMINATORS = (1, 2, 6, 12, 60)  # of nodes that are free, in which others are whole
_ROUNDS = 6  # of taking rows that the sample lacks


class Core(NamedTuple):
    """Rows `row` with their sums of levels `sums`, and of nodes `table`, whose columns `pivots` make it regular.

    `free` are the other nodes, and every node as a sum of these over `scale`; None where some rows do not follow.
    """

    row: Positions
    sums: Matrix
    table: npt.NDArray[np.int64]
    pivots: Positions
    free: tuple[Positions, Matrix] | None
    scale: int = 1

    def fix(self, right: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], int]:
        """The nodes, free ones 0, with which the rows are what is given; in integers over the denominator returned."""
        shift = np.zeros((self.table.shape[1], *right.shape[1:]), right.dtype)
        square = self.table[:, self.pivots]
        if right.dtype == np.float64:
            shift[self.pivots] = np.linalg.solve(square.astype(np.float64), right)
            return shift, 1
        values, factor = _solve(square, right)
        out = np.zeros(self.table.shape[1], values.dtype)
        out[self.pivots] = values
        return out, factor

    def cancel(self, left: Whole) -> tuple[Whole, int] | None:
        """Weights of the rows that cancel what is left of the nodes, in integers over a denominator."""
        if not self.row.size:
            return None
        values, factor = _solve(np.ascontiguousarray(self.table[:, self.pivots].T), -left[self.pivots])
        rest = self.table.astype(object).T @ values.astype(object) + factor * left.astype(object)
        return None if rest.any() else (values, factor)


def _solve(square: npt.NDArray[np.int64], right: Whole) -> tuple[Whole, int]:
    """The solution in integers of Python over one denominator."""
    from flint import fmpz_mat

    check_deadline("the core of the further effects")
    k = len(right)
    answer: Any = fmpz_mat(k, k, square.ravel().tolist()).solve(fmpz_mat(k, 1, [int(v) for v in right.tolist()]))
    parts = [(int(answer[i, 0].p), int(answer[i, 0].q)) for i in range(k)]
    factor = lcm(*(q for _, q in parts))
    values = [p * (factor // q) for p, q in parts]
    short = factor == 1 and max(map(abs, values), default=0) < 2**40
    return np.array(values, np.int64 if short else object), factor


def times(sums: Matrix, c: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The product of sparse integers with numbers of any type."""
    out = np.zeros((sums.shape[0], *c.shape[1:]), c.dtype)
    factor = sums.data if c.ndim == 1 else sums.data[:, None]
    np.add.at(out, np.repeat(np.arange(sums.shape[0]), np.diff(sums.indptr)), c[sums.indices] * factor)
    return out


def core_of(R: Matrix) -> Core:
    """The core of these rows, numbered as they are; the sums of levels are left to the caller.

    Examples
    --------
    >>> core = core_of(csr_array(np.array([[1, 1, -2, 0], [2, 2, -4, 0], [0, 1, 1, -2]])))
    >>> core.row.tolist(), core.free[0].tolist(), core.free[1].toarray().tolist(), core.scale
    ([0, 2], [2, 3], [[3, -2], [-1, 2], [1, 0], [0, 1]], 1)
    """
    count, size = R.shape
    nothing = np.zeros(0, np.int64)
    if size > _NODES:
        return Core(nothing, R[:0], np.zeros((0, size), np.int64), nothing, None if count else _all(size))
    # Short rows make short numbers; others come from all over the table.
    sample = np.argsort(np.diff(R.indptr), kind="stable")[: 2 * size]
    core = Core(nothing, R[:0], np.zeros((0, size), np.int64), nothing, None if count else _all(size))
    for _ in range(_ROUNDS if count else 0):
        check_deadline("the core of the further effects")
        rows = sample[_independent(R[sample].toarray().T)]
        table = R[rows].toarray()
        pivots = np.array(_independent(table), np.int64)
        free, scale, wrong = _free(R, table, pivots)
        core = Core(rows, R[:0], table, pivots, None if wrong.size else free, scale)
        if not wrong.size:
            break
        sample = np.union1d(rows, wrong[:: max(1, wrong.size // (2 * size))])
    return core


def _all(size: int) -> tuple[Positions, Matrix]:
    return np.arange(size), csr_array((np.ones(size, np.int64), np.arange(size), np.arange(size + 1)))


def _independent(table: npt.NDArray[np.int64]) -> list[int]:
    """Columns that are independent modulo a prime, and so in fractions."""
    from flint import nmod_mat

    count, size = table.shape
    reduced, rank = nmod_mat(count, size, (table % _PRIME).ravel().tolist(), _PRIME).rref()
    return pivots_of(reduced, rank)


def _free(
    R: Matrix, table: npt.NDArray[np.int64], pivots: Positions
) -> tuple[tuple[Positions, Matrix], int, Positions]:
    """The nodes that are no pivots, all nodes as sums of them over a scale, and rows that then are not 0."""
    size = table.shape[1]
    places = np.setdiff1d(np.arange(size), pivots)
    share: Array = np.linalg.solve(table[:, pivots].astype(float), -table[:, places].astype(float))
    scale = next((s for s in _DENOMINATORS if np.abs(share * s - np.rint(share * s)).max(initial=0.0) < 1e-6), 1)
    whole = np.zeros((size, places.size), np.int64)
    whole[pivots] = np.rint(share * scale).astype(np.int64)
    whole[places] = scale * np.eye(places.size, dtype=np.int64)
    sums = csr_array(whole)
    left = csr_array(R @ sums)
    left.eliminate_zeros()
    return (places, sums), scale, np.flatnonzero(np.diff(left.indptr))
