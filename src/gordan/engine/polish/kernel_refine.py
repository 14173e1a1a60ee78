"""The hyperplane of a support, computed anew in double precision from the raw points.

A solver may have kept its products in single precision, or have stopped a little before the end. On the rows that carry
weight the widest hyperplane has the same distance from all of them: one linear system in their products, which also
gives the weights. Rows whose weights come out negative were no part of the support, and leave.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.polish.kernel_value import kernel_values
from gordan.problem import Gram, Points

__all__ = ["kernel_refine"]

_LARGEST = 2000  # rows of a support, whose system is solved within a second or two
_ROUNDS = 20  # of leaving; more of them only where the support was none
_LIGHT = 1e-9  # of the heaviest weight: what is less came of rounding


@np.errstate(all="ignore")
def kernel_refine(problem: Points | Gram, x: Array) -> tuple[Array, Array] | None:
    """Coefficients and raw weights, one for each row, from raw weights that are nearly the best; None without any."""
    S = np.flatnonzero(x > _LIGHT * x.max(initial=0.0))
    if not 0 < S.size <= _LARGEST:
        return None
    images = kernel_values(problem)
    factors = 1.0 / images.lengths(S)
    G = images.block(S, S) * factors * factors[:, None]
    kept, y = np.arange(S.size), problem.signs[S]
    for _ in range(_ROUNDS):
        u = _multipliers(G[np.ix_(kept, kept)], y[kept], problem.intercept)
        if u is None:
            return None
        if u.min() >= 0:
            c, weights = np.zeros(problem.n), np.zeros(problem.n)
            weights[S[kept]] = u * factors[kept] / u.sum()
            c[S[kept]] = y[kept] * weights[S[kept]]
            return c / np.abs(c).max(), weights
        kept = kept[u > 0]
    return None


def _multipliers(G: Array, y: Array, intercept: bool) -> Array | None:
    """u with y_i (Σ u_j y_j G_ij + b) = 1 for every i; with an intercept Σ u_j y_j = 0, without one b = 0."""
    k = y.size
    if k == 0 or (intercept and np.unique(y).size < 2):
        return None
    M, right = G * y * y[:, None], np.ones(k)
    if intercept:
        M = np.block([[M, y[:, None]], [y[None, :], np.zeros((1, 1))]])
        right = np.append(right, 0.0)
    try:
        u = np.linalg.solve(M, right)[:k]
    except np.linalg.LinAlgError:
        return None
    return np.asarray(u) if np.isfinite(u).all() else None
