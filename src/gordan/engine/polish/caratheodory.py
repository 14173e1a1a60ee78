"""Carathéodory: from a cancelling combination to one on affinely independent points.

As long as the support is dependent, some combination of its columns vanishes; walking along it keeps the sum at zero
until a weight reaches zero and its row leaves. At most m + 1 rows remain (m + 2 with an intercept).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem import Points

__all__ = ["caratheodory", "reduce_support"]


def caratheodory(problem: Points, rows: Any, weights: Array) -> Any:
    """Positions within `rows` of an affinely independent part that still carries a cancelling combination."""
    columns = problem.rows(rows) * problem.signs[rows][:, None]
    scale = np.abs(columns).max(initial=0.0) or 1.0
    # The last equation fixes the total mass; with an intercept one more keeps the classes equal.
    extra = [np.ones(rows.size)] + ([problem.signs[rows]] if problem.intercept else [])
    return reduce_support(np.vstack([columns.T / scale, *extra]), weights)


def reduce_support(M: Array, weights: Array) -> Any:
    """Positions of independent columns of M that still carry a combination with the same image."""
    kept, x = np.arange(weights.size), weights.astype(np.float64)
    while kept.size > 1:
        vector = _null_vector(M[:, kept])
        if vector is None:
            break
        # Move towards the first weight to vanish; either sign of the null vector will do.
        vector = vector if vector.max() > 0 else -vector
        ratios = np.where(vector > 0, x / np.where(vector > 0, vector, 1.0), np.inf)
        first = int(ratios.argmin())
        x = np.delete(np.maximum(x - ratios[first] * vector, 0.0), first)
        kept = np.delete(kept, first)
    return kept


def _null_vector(M: Array) -> Array | None:
    """A vector that M sends to nothing beyond rounding, or None when the columns are independent.

    From QR with column pivoting, M P = Q R: the first column of R without a pivot of its own is a combination of those
    before it.
    """
    from scipy.linalg import qr, solve_triangular

    R, order = qr(M, mode="r", pivoting=True, check_finite=False)
    sizes = np.abs(np.diag(R))
    rank = int(np.count_nonzero(sizes > sizes[0] * max(M.shape) * np.finfo(np.float64).eps))
    if rank == M.shape[1]:
        return None
    vector = np.zeros(M.shape[1])
    vector[order[:rank]] = solve_triangular(R[:rank, :rank], -R[:rank, rank], check_finite=False)
    vector[order[rank]] = 1.0
    return vector
