"""`face`: which rows are flat, in floating point, from linear programs over a working set of rows.

1. take some inequalities into the working set, in coordinates b = N t of the directions that vanish on the equalities
2. solve the largest cancellation of the working set: weights of its flat rows, a direction for the others
3. price all rows by A b; those below zero that are not in the set join it, and 2 again
4. rows at zero that are not in the span of flat rows and equalities join it, and 2 again
5. flat: the flat rows of the working set, and all that are at zero in their span

A row in the span of flat rows is flat, for every admissible direction vanishes on it. Nothing here is proved.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import now
from gordan.feasibility.split.cholesky import cholesky
from gordan.feasibility.split.coordinates import Coordinates
from gordan.feasibility.split.exact import Mask
from gordan.feasibility.split.lp import Cancelling, largest_cancellation
from gordan.outcome.split import Dependence, Rows

__all__ = ["LARGE", "Face", "face"]

# Rows of the first working set and of each addition, per column. Smaller sets mean more rounds, larger ones longer
# programs; within a factor of two of these the time hardly changes.
_FIRST, _NEXT = 5, 5
LARGE = 30_000  # numbers: a system up to this size is one linear program
_ZERO = 1e-6  # a product below this counts as zero: HiGHS keeps its equations to 1e-7
_NOTHING = 1e-11  # relative to its row, of a row that vanishes in the coordinates but for rounding
_SPAN = 1e-6  # relative to its row, of a product with the null space of the flat rows


@dataclass(frozen=True, eq=False)
class Face:
    """Flat inequalities; those of the last working set with their weights; and the direction b' of the others.

    `multipliers` are the weights of the equalities where these and the others are known to cancel to rounding.
    """

    flat: Mask
    core: Rows
    weights: Array
    direction: Array
    multipliers: Array | None = None


def face(at: Coordinates, equal: Dependence | None, *, tight: bool = False, until: float = np.inf) -> Face | None:
    """The flat rows; None where HiGHS or the time gave out. `equal` are the dependences on the equalities."""
    n = at.system.n_inequalities
    N = None if equal is None else at.null_space(equal.relations)
    work = _first(at)  # 1
    while now() < until:
        kept, A, length = _distinct(work, _chart(at, work, N)[0])
        left = None if until == np.inf else until - now()
        cancelling = largest_cancellation(A, tight=tight, max_seconds=left)  # 2
        if cancelling is None:
            return None
        b = cancelling.direction if N is None else np.asarray(N @ cancelling.direction)
        flat = np.zeros(n, dtype=bool)
        flat[kept[cancelling.flat]] = True
        if kept.size == n:
            return _face(flat, kept, cancelling, length, b)
        value, error = at.times(b)
        inside = np.zeros(n, dtype=bool)
        inside[work] = True
        below = np.flatnonzero((value < -_ZERO - error) & ~inside)  # 3
        size = _NEXT * A.shape[1] + 50
        if below.size:
            work = np.union1d(work, below[np.argsort(value[below], kind="stable")[:size]])
            continue
        zero = np.flatnonzero(~(value > _ZERO + error) & ~flat)
        outside = _outside(at, zero, N, A[cancelling.flat])
        fresh = zero[outside & ~inside[zero]]  # 4
        if fresh.size:
            work = np.union1d(work, fresh[:size])
            continue
        flat[zero[~outside]] = True  # 5
        return _face(flat, kept, cancelling, length, b)
    return None


def _face(flat: Mask, kept: Rows, cancelling: Cancelling, length: Array, b: Array) -> Face:
    core = cancelling.flat
    return Face(flat, kept[core], cancelling.weights[core] / length[core], b)


def _first(at: Coordinates) -> Rows:
    n, p = at.system.n_inequalities, at.system.n_columns
    size = _FIRST * p + 100
    if n * p <= LARGE or n <= 2 * size:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).choice(n, size, replace=False))


def _chart(at: Coordinates, rows: Rows, N: Matrix) -> tuple[Matrix, Array]:
    """The rows in the coordinates t, zero where only rounding is left of them, and their lengths before that.

    Sparse where few of the numbers are filled, for HiGHS takes both.
    """
    A = at.rows(rows)
    length = _lengths(A)
    if N is not None:
        A = A @ N
        gone = _lengths(A) <= _NOTHING * length
        A = A.multiply(~gone[:, None]).tocsr() if hasattr(A, "nnz") else np.where(gone[:, None], 0.0, A)
    return A.toarray() if hasattr(A, "nnz") and A.nnz > 0.25 * A.shape[0] * A.shape[1] else A, length


def _lengths(A: Matrix) -> Array:
    squares = A.multiply(A) if hasattr(A, "nnz") else A * A
    return np.asarray(np.sqrt(np.asarray(squares.sum(axis=1)).ravel()))


def _distinct(work: Rows, A: Matrix) -> tuple[Rows, Matrix, Array]:
    """The rows but for zero rows and repeated ones, brought to length one, and their lengths."""
    length = _lengths(A)
    if hasattr(A, "nnz"):
        A = A.tocsr()
        A.eliminate_zeros()
        ends = zip(A.indptr[:-1].tolist(), A.indptr[1:].tolist(), strict=True)
        keys: list[object] = [(A.indices[a:b].tobytes(), A.data[a:b].tobytes()) for a, b in ends]
    else:
        keys = [row.tobytes() for row in A]
    seen: dict[object, int] = {}
    for k in np.flatnonzero(length).tolist():
        seen.setdefault(keys[k], k)
    chosen = np.fromiter(seen.values(), np.int64, len(seen))
    scale = 1.0 / length[chosen]
    picked = A[chosen]
    picked = picked.multiply(scale[:, None]).tocsr() if hasattr(A, "nnz") else picked * scale[:, None]
    return work[chosen], picked, length[chosen]


def _outside(at: Coordinates, rows: Rows, N: Matrix, flat: Matrix) -> Mask:
    """Which of the rows are not in the span of the flat ones, both in the coordinates t."""
    if not rows.size:
        return np.zeros(0, dtype=bool)
    product = flat.T @ flat
    factor = cholesky(product.toarray() if hasattr(product, "nnz") else np.asarray(product))
    if not factor.others.size:
        return np.zeros(rows.size, dtype=bool)
    null = factor.null()
    null /= np.linalg.norm(null, axis=0)
    out = np.zeros(rows.size, dtype=bool)
    for part, where in at.parts(rows):
        A, length = _chart(at, part, N)
        out[where] = np.abs(A @ null).max(axis=1) > _SPAN * length
    return out
