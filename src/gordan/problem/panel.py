"""`Panel`: rows with regressors and effects, whose levels are never written out as columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gordan.arithmetic.array import Matrix, Positions
from gordan.errors import InputError
from gordan.problem.digest import digest_panel
from gordan.problem.matrix import read_matrix
from gordan.problem.numbers import Numbers, refuse_numbers
from gordan.problem.system import System

__all__ = ["MOST_EFFECTS", "Panel"]

Signs = npt.NDArray[np.int8]
MOST_EFFECTS = 16


@dataclass(frozen=True, eq=False, repr=False)
class Panel:
    """s_i z_i ≥ 0, or z_i = 0 where s_i is 0, with z_i = x_i·β + a_f(i) + b_g(i) + …, in the unknown (β, a, b, …).

    The rows are the edges of a graph: every level is a vertex, with the potential a for one of the first effect and
    −b for one of the second, so that z_i = x_i·β + (potential of the tail) − (potential of the head). With one effect
    every head is one vertex more, which stands for the constant. Levels of a third effect and of those after it are
    vertices too, `further`, whose potentials are added.

    Parameters
    ----------
    regressors : array, shape (n, k)
        The x_i; k may be 0.
    levels : up to 16 arrays of n integers
        The level of each row, from 0 on, for each effect.
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
        refuse_numbers(self.numbers)
        if not 1 <= len(self.levels) <= MOST_EFFECTS:
            raise InputError(f"there are {len(self.levels)} effects; give the levels of 1 to {MOST_EFFECTS}")
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
        sizes = " + ".join(f"{size:,}" for size in self.sizes)
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

    @cached_property
    def further(self) -> tuple[Positions, ...]:
        """The vertex of each row for the third effect, and for each one after it."""
        ends = np.cumsum(self.sizes)
        return tuple(int(ends[e - 1]) + self.levels[e] for e in range(2, len(self.levels)))

    def rise(self, potentials: npt.NDArray[Any], rows: Any = slice(None)) -> npt.NDArray[Any]:
        """The part of z_i that the potentials make.

        Examples
        --------
        >>> Panel(np.zeros((1, 0)), [np.array([0])] * 3, [-1]).rise(np.array([5, 1, 20])).tolist()
        [24]
        """
        total: npt.NDArray[Any] = potentials[self.tail[rows]] - potentials[self.head[rows]]
        for vertex in self.further:
            total = total + potentials[vertex[rows]]
        return total

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
    return codes.astype(np.int64, copy=False)
