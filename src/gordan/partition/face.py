"""`face`: which rows are flat, in floating point, from linear programs over a working set of rows.

1. take some inequalities into the working set; of the equalities, rows that span them all
2. solve the largest cancellation of the working set: weights of its flat rows, a direction b for the others
3. price all rows by A b; those below zero that are not in the set join it, and 2 again
4. rows at zero that are not in the span of flat rows and equalities join it, and 2 again
5. flat: the flat rows of the working set, and all that are at zero in their span

A row in the span of flat rows is flat, for every admissible direction vanishes on it. Nothing here is proved.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.halves import Rows
from gordan.partition.coordinates import Coordinates
from gordan.partition.lp import Cancelling, largest_cancellation

__all__ = ["Face", "face"]

# Rows of the first working set and of each addition, per column. Smaller sets mean more rounds, larger ones longer
# programs; within a factor of two of these the time hardly changes.
_FIRST, _NEXT = 10, 5
_ALL = 30_000  # numbers: a system this small is solved at once
_ZERO = 1e-6  # a product below this is not told from zero: HiGHS keeps its equations to 1e-7
_SPAN = 1e-9  # relative to its row, of a product with an orthonormal basis: the rounding of that basis with some room


@dataclass(frozen=True, eq=False)
class Face:
    """Flat inequalities; those of the last working set with their weights, the equalities' multipliers, and b'."""

    flat: Any
    core: Rows
    weights: Array
    multipliers: Array
    direction: Array


def face(at: Coordinates, equal: Rows, *, tight: bool = False, until: float = np.inf) -> Face | None:
    """The flat rows; None where HiGHS or the time gave out. `equal` are equalities that span them all."""
    system, n = at.system, at.system.n_inequalities
    E = _dense_or_sparse(at.rows(equal))
    work = _first(at)  # 1
    while time.monotonic() < until:
        kept, A, length = _distinct(at, work)
        left = None if until == np.inf else until - time.monotonic()
        found = largest_cancellation(A, E, tight=tight, max_seconds=left)  # 2
        if found is None:
            return None
        flat = np.zeros(n, dtype=bool)
        flat[kept[found.flat]] = True
        if work.size == n and kept.size == n:
            return _face(flat, kept, found, length)
        value, error = at.times(found.direction)
        inside = np.zeros(n, dtype=bool)
        inside[work] = True
        below = np.flatnonzero((value < -_ZERO - error) & ~inside)  # 3
        size = _NEXT * system.n_columns + 50
        if below.size:
            work = np.union1d(work, below[np.argsort(value[below], kind="stable")[:size]])
            continue
        zero = np.flatnonzero(~(value > _ZERO + error) & ~flat)
        outside = _outside(at, zero, A[found.flat], E)
        fresh = zero[outside & ~inside[zero]]  # 4
        if fresh.size:
            work = np.union1d(work, fresh[:size])
            continue
        flat[zero[~outside]] = True  # 5
        return _face(flat, kept, found, length)
    return None


def _face(flat: Any, kept: Rows, found: Cancelling, length: Array) -> Face:
    core = found.flat
    return Face(flat, kept[core], found.weights[core] / length[core], found.multipliers, found.direction)


def _first(at: Coordinates) -> Rows:
    n, p = at.system.n_inequalities, at.system.n_columns
    size = _FIRST * p + 100
    if n * p <= _ALL or n <= 2 * size:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).choice(n, size, replace=False))


def _distinct(at: Coordinates, work: Rows) -> tuple[Rows, Any, Array]:
    """The working set's rows but for zero rows and repeated ones, brought to length one, and their lengths."""
    A = _dense_or_sparse(at.rows(work))
    if hasattr(A, "nnz"):
        length = np.sqrt(np.asarray(A.multiply(A).sum(axis=1)).ravel())
        keys = [
            (A.indices[a:b].tobytes(), A.data[a:b].tobytes()) for a, b in zip(A.indptr, A.indptr[1:], strict=False)
        ]
    else:
        length = np.sqrt(np.square(A).sum(axis=1))
        keys = [row.tobytes() for row in A]
    seen: dict[Any, int] = {}
    for k, key in enumerate(keys):
        if length[k] > 0:
            seen.setdefault(key, k)
    chosen = np.fromiter(seen.values(), np.int64, len(seen))
    scale = 1.0 / length[chosen]
    picked = A[chosen]
    picked = picked.multiply(scale[:, None]).tocsr() if hasattr(A, "nnz") else picked * scale[:, None]
    return work[chosen], picked, length[chosen]


def _outside(at: Coordinates, rows: Rows, flat: Any, E: Any) -> Any:
    """Which of the rows are not in the span of flat rows and equalities."""
    if not rows.size:
        return np.zeros(0, dtype=bool)
    basis = np.vstack([_dense(flat), _dense(E)])
    gram = basis.T @ basis
    values, vectors = np.linalg.eigh(gram)
    # Squared lengths: the rounding of the gram matrix is some thousand units of its largest eigenvalue.
    null = vectors[:, values <= 1e-12 * max(float(values[-1]), 1e-300)] if values.size else vectors
    A = at.rows(rows)
    length = np.sqrt(np.asarray((A.multiply(A) if hasattr(A, "nnz") else A * A).sum(axis=1)).ravel())
    return np.linalg.norm(A @ null, axis=1) > 1e3 * _SPAN * length


def _dense_or_sparse(A: Any) -> Any:
    """Sparse rows as they are while they have few columns filled, else dense: HiGHS and the keys work with either."""
    return A.toarray() if hasattr(A, "nnz") and A.nnz > 0.25 * A.shape[0] * A.shape[1] else A


def _dense(A: Any) -> Any:
    return A.toarray() if hasattr(A, "nnz") else A
