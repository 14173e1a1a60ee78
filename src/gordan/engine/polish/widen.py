"""From a few rows that cancel but for rounding to rows that surround the origin.

Rows may cancel to the last digit that floating point has without cancelling exactly, and then prove nothing, although
the origin lies deep in the hull of all rows. Within their span nothing more can be learnt; modulo that span others
cancel, and together they do so with room to spare:

1. C ← the signed rows (with an intercept with one more entry, the label)
2. while some rows of C are not nought: T, t ← rows of C that cancel, with their weights; none: give up
3.     z ← weights, of any sign, on the rows S found so far that cancel what the rows T leave within the span of S
4.     x ← (z + μ x, t) on S ∪ T, with μ so large that all are positive
5.     take the span of C_T out of C
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.polish.caratheodory import caratheodory
from gordan.problem import Points

__all__ = ["widen"]

_LEFT = 2.0**-30  # of a row's length: what is left of it when it lies in the span of others, and far above rounding
_RANK = 2.0**-40  # relative size of a singular value that is rounding


def widen(part: Points, nearest: Callable[[Points], Candidate | None]) -> Any:
    """Rows of a small problem, affinely independent and as many as there can be, that cancel with positive weights.

    `nearest` gives the last candidate of the min-norm point. None where the rows do not surround the origin.
    """
    values = part.X.toarray() if hasattr(part.X, "nnz") else part.X
    labels = [part.signs[:, None]] if part.intercept else []
    B: Array = np.hstack([values * part.signs[:, None], *labels])
    sizes = np.linalg.norm(B, axis=1)
    C = B.copy()  # 1
    S, x = np.empty(0, np.int64), np.empty(0)
    while (live := np.flatnonzero(np.linalg.norm(C, axis=1) > _LEFT * sizes)).size:
        last = nearest(Points(C[live], np.ones(live.size), intercept=False))  # 2
        if last is None or last.weights is None or (last.lowest is not None and last.lowest > 0):
            return None
        found = np.flatnonzero(last.weights)
        T, t = live[found], last.weights[found]
        z = np.linalg.lstsq(B[S].T, -(t @ B[T]), rcond=_RANK)[0] if S.size else np.empty(0)  # 3
        mu = 2.0 * float((-z / x).max(initial=0.5))
        S, x = np.append(S, T), np.append(z + mu * x, t)  # 4
        C = _without(C, C[T])  # 5
    return S[caratheodory(part, S, x)] if S.size else None


def _without(C: Array, rows: Array) -> Array:
    """C without the span of these rows; twice, for once leaves rounding."""
    _, sizes, V = np.linalg.svd(rows, full_matrices=False)
    V = V[sizes > _RANK * sizes[0]]
    C = C - (C @ V.T) @ V
    return np.asarray(C - (C @ V.T) @ V)
