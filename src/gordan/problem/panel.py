"""`Panel`: rows with regressors and one or two effects, whose levels are never written out as columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import get_args

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Matrix, Positions
from gordan.errors import InputError
from gordan.problem.digest import digest_panel
from gordan.problem.matrix import read_matrix
from gordan.problem.numbers import Numbers
from gordan.problem.system import System

__all__ = ["Panel"]

Signs = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False, repr=False)
class Panel:
    """s_i z_i ≥ 0, or z_i = 0 where s_i is 0, with z_i = x_i·β + a_f(i) + b_g(i), in the unknown (β, a, b).

    The rows are the edges of a graph: every level is a vertex, with the potential a for one of the first effect and
    −b for one of the second, so that z_i = x_i·β + (potential of the tail) − (potential of the head). With one effect
    every head is one vertex more, which stands for the constant.

    Parameters
    ----------
    regressors : array, shape (n, k)
        The x_i; k may be 0.
    levels : one or two arrays of n integers
        The level of each row, from 0 on.
    signs : array of n integers
        −1, 0 or 1 for each row.
    numbers : {"binary", "decimal"}
        What the regressors' numbers stand for.
    names : tuple of str
        Of the regressors, or none.

    Examples
    --------
    >>> panel = Panel(np.zeros((3, 0)), [np.array([0, 0, 1])], [-1, 0, -1])
    >>> panel.tail.tolist(), panel.head.tolist(), panel.vertices
    ([0, 0, 1], [2, 2, 2], 3)
    """

    regressors: Matrix
    levels: tuple[Positions, ...]
    signs: Signs
    numbers: Numbers = "binary"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.numbers not in get_args(Numbers):
            raise InputError(f"numbers is {self.numbers!r}; give 'binary' or 'decimal'")
        if len(self.levels) not in (1, 2):
            raise InputError(f"there are {len(self.levels)} effects; give the levels of one or two")
        X = np.asarray(self.regressors, dtype=np.float64)
        if X.ndim != 2 or not len(X):
            raise InputError(
                f"regressors have the shape {X.shape}; give a matrix with a row for each level of an effect"
            )
        X = read_matrix(X)[0] if X.shape[1] else X
        levels = tuple(_codes(each, len(X)) for each in self.levels)
        signs = np.asarray(self.signs)
        if signs.shape != (len(X),) or not np.isin(signs, (-1, 0, 1)).all():
            raise InputError(f"signs have the shape {signs.shape}; give -1, 0 or 1 for each of the {len(X):,} rows")
        for name, value in (("regressors", X), ("levels", levels), ("signs", signs.astype(np.int8))):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        sizes = " and ".join(f"{size:,}" for size in self.sizes)
        return f"Panel({self.n:,} rows, {self.k} regressors, {sizes} levels)"

    @property
    def n(self) -> int:
        return int(self.regressors.shape[0])

    @property
    def k(self) -> int:
        return int(self.regressors.shape[1])

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Levels of each effect, up to the last that a row has."""
        return tuple(int(each.max()) + 1 for each in self.levels)

    @property
    def vertices(self) -> int:
        return sum(self.sizes) + (len(self.sizes) == 1)

    @property
    def tail(self) -> Positions:
        return self.levels[0]

    @cached_property
    def head(self) -> Positions:
        first = self.sizes[0]
        return first + self.levels[1] if len(self.levels) > 1 else np.full(self.n, first)

    def digest(self) -> str:
        """The hash of the rows, of which a certificate is one."""
        return digest_panel(self.regressors, self.signs, self.levels, self.sizes)

    def system(self) -> System:
        """The same rows with a column for every level, in sparse form."""
        from scipy.sparse import csr_array, hstack

        rows, ones = np.arange(self.n), np.ones(self.n)
        dummies = [
            csr_array((ones, (rows, codes)), shape=(self.n, size))
            for codes, size in zip(self.levels, self.sizes, strict=True)
        ]
        A = csr_array(hstack([csr_array(self.regressors), *dummies], format="csr"))
        above = self.signs != 0
        A.data *= np.repeat(np.where(above, self.signs, 1).astype(float), np.diff(A.indptr))
        return System(A[above], A[~above], numbers=self.numbers, names=self.names)


def _codes(levels: npt.ArrayLike, n: int) -> Positions:
    codes = np.asarray(levels)
    if codes.shape != (n,) or codes.dtype.kind not in "iu" or (codes.size and codes.min() < 0):
        raise InputError(f"levels have the shape {codes.shape} and are {codes.dtype}; give {n:,} integers from 0 on")
    return codes.astype(np.int64)
