"""An upper bound of the largest eigenvalue of A'A, on differences of weights.

Power iteration would give a lower bound, and step sizes need an upper one: the small side's matrix is formed and its
eigenvalues taken, or cheap norms serve when both sides are large.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.problem.canonical import Canonical, row_blocks

__all__ = ["SMALL", "greatest_eigenvalue", "largest_eigenvalue"]

SMALL = 1500  # a side up to which forming and diagonalising its matrix is cheaper than a few wasted iterations


def largest_eigenvalue(canonical: Canonical) -> float:
    """lambda with ‖A d‖² <= lambda ‖d‖² for every difference d of two weight vectors."""
    X = canonical.X
    n, m = X.shape
    # Each row is within radius of its class centre, so the Frobenius norm bounds everything.
    bound = float(n * canonical.reach**2)
    if min(n, m) > SMALL:
        return bound
    if hasattr(X, "nnz"):
        rows = X.astype(np.float64)
        if canonical.factors is not None:
            rows = rows.multiply(canonical.factors[:, None]).tocsr()
        return min(bound, greatest_eigenvalue(rows.T @ rows if m <= n else rows @ rows.T))
    # On differences a shift cancels, so the columns may be taken about the centre.
    gram = np.zeros((m, m)) if m <= n else np.zeros((n, n))
    for part in row_blocks(X) if m <= n else [slice(0, n)]:
        block = _scaled(canonical, part)
        gram += block.T @ block if m <= n else block @ block.T
    return min(bound, greatest_eigenvalue(gram))


def greatest_eigenvalue(gram: Matrix) -> float:
    """Greatest eigenvalue of a symmetric matrix, dense or sparse, rounded up."""
    # Rounding of the products and of the eigenvalue routine stays far below one part in 10^8.
    dense = gram.toarray() if hasattr(gram, "nnz") else gram
    return float(np.linalg.eigvalsh(dense)[-1]) * (1.0 + 1e-8) + 1e-300


def _scaled(canonical: Canonical, part: slice) -> Array:
    block = canonical.X[part].astype(np.float64)
    if canonical.centre is not None:
        block -= canonical.centre
    if canonical.factors is not None:
        block *= canonical.factors[part][:, None]
    return np.asarray(block)
