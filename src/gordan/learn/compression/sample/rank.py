"""The rank of a sample, which its supports never exceed: without rounding, as they are found."""

from __future__ import annotations

import numpy as np

from gordan.learn.compression.sample.support import signed_rows
from gordan.problem import Points

__all__ = ["rank_of"]

_MOST = 20_000  # entries up to which integers are no slower than the rest
_PRIME = 2**61 - 1


def rank_of(problem: Points, supports: int) -> int:
    """The rank of the points, with an intercept of the points lifted by a coordinate 1.

    Of large samples numerically, and never less than the number of supports, which are independent without rounding.
    """
    width = problem.m + int(problem.intercept)
    if problem.n * width > _MOST:
        return max(_numerical(problem), supports)
    from flint import fmpz_mat, nmod_mat

    rows = [[*row, *([1] * problem.intercept)] for row in signed_rows(problem, list(range(problem.n)), signed=False)]
    entries = [entry for row in rows for entry in row]
    # Modulo a prime it is quick, and may fall: what is full there is full.
    folded = int(nmod_mat(problem.n, width, [entry % _PRIME for entry in entries], _PRIME).rank())
    return folded if folded == min(problem.n, width) else int(fmpz_mat(problem.n, width, entries).rank())


def _numerical(problem: Points) -> int:
    X = np.asarray(problem.X.toarray() if hasattr(problem.X, "nnz") else problem.X, dtype=np.float64)
    X = X / (float(np.abs(X).max()) or 1.0)
    return int(np.linalg.matrix_rank(X - X.mean(axis=0) if problem.intercept else X)) + int(problem.intercept)
