"""Gram matrices whose columns may depend on one another: independent columns from the left, and what the others are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import afford, check_deadline
from gordan.arithmetic.limit import afford_memory
from gordan.outcome.split import Rows

__all__ = ["Factor", "afford_square", "cholesky"]

_STEP = 2e-11  # seconds for the cube of a column's share: a third of a multiplication each, on one core
_BYTES = 4 * 8  # for each entry: the products, the same in other units, their factor, and what is worked on
_DEPENDENT = 1e-9  # of a squared distance relative to its column: between rounding and what scaled tables ever show


class Factor(NamedTuple):
    """G[pivots, pivots] = L Lᵀ; columns of `inner` are L⁻¹ G[pivots, j] for the other columns."""

    pivots: Rows
    others: Rows
    L: Array
    inner: Array

    def solve(self, right: Array) -> Array:
        """y with G y = right, zero off the pivots."""
        from scipy.linalg import solve_triangular

        y = np.zeros(right.shape)
        half = solve_triangular(self.L, right[self.pivots], lower=True, check_finite=False)
        y[self.pivots] = solve_triangular(self.L, half, lower=True, trans=1, check_finite=False)
        return y

    def coefficients(self) -> Array:
        """How the other columns combine from the pivots, one column each."""
        from scipy.linalg import solve_triangular

        return np.asarray(solve_triangular(self.L, self.inner, lower=True, trans=1, check_finite=False))

    def null(self) -> Array:
        """A basis of the null space, one column for each of the others."""
        N = np.zeros((self.pivots.size + self.others.size, self.others.size))
        N[self.pivots] = -self.coefficients()
        N[self.others, np.arange(self.others.size)] = 1.0
        return N


def afford_square(p: int) -> None:
    """Raise `OverBudget` if the products of p columns with one another take too much memory, or too long to factorise.

    Asked before any of them is made.
    """
    what = f"comparing {p:,} columns with one another"
    afford_memory(_BYTES * p * p, what)
    afford(_STEP * p**3, what)


def cholesky(G: Array) -> Factor:
    """Factorise column by column from the left, passing over columns that depend on earlier ones."""
    from scipy.linalg import solve_triangular

    p = G.shape[0]
    afford_square(p)
    size = np.sqrt(np.diag(G))
    unit = np.where(size > 0, size, 1.0)
    scaled = G / unit / unit[:, None]
    quick = _definite(scaled)
    if quick is not None:
        return Factor(np.arange(p), np.zeros(0, np.int64), quick * unit[:, None], np.zeros((p, 0)))
    L = np.zeros((p, p))
    pivots: list[int] = []
    others: list[int] = []
    inner: list[Array] = []
    for j in range(p):
        check_deadline("factorising the columns", j / p)
        r = len(pivots)
        x = (
            solve_triangular(L[:r, :r], scaled[np.array(pivots), j], lower=True, check_finite=False)
            if r
            else np.zeros(0)
        )
        left = scaled[j, j] - float(x @ x)
        if left > _DEPENDENT:
            L[r, :r], L[r, r] = x, np.sqrt(left)
            pivots.append(j)
        else:
            others.append(j)
            inner.append(x * unit[j])
    r = len(pivots)
    table = np.zeros((r, len(others)))
    for k, x in enumerate(inner):
        table[: x.size, k] = x
    return Factor(np.array(pivots, np.int64), np.array(others, np.int64), L[:r, :r] * unit[pivots][:, None], table)


def _definite(G: Array) -> Array | None:
    """The plain factor where no column is near the span of the others."""
    try:
        L = np.asarray(np.linalg.cholesky(G), dtype=np.float64)
    except np.linalg.LinAlgError:
        return None
    return L if G.shape[0] == 0 or float(np.diag(L).min()) ** 2 > _DEPENDENT else None
