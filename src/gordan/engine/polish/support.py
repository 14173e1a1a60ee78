"""The few rows that weights which nearly cancel rest on: which of them, in which units, and how many are needed.

Heaviest rows come first. Units are taken out before they are factorised: whether rows cancel, or some direction
separates them, does not depend on the units of the columns, nor on the origin (with an intercept) or the lengths of the
rows (without one). Carathéodory's theorem leaves affinely independent ones: as long as the support is dependent, some
combination of its columns vanishes, and walking along it keeps the sum at zero until a weight reaches zero and its row
leaves; at most m + 1 rows remain (m + 2 with an intercept). And where those cancel but for rounding, `widen` looks for
rows that surround the origin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix, Positions
from gordan.engine.candidate import Candidate
from gordan.problem import Gram, Points

__all__ = ["Equilibrated", "caratheodory", "equilibrate", "heaviest", "reduce_support", "widen"]

_LARGE = 2.0**1022  # beyond which a difference of two numbers may not be a double
_TWINS = 16  # how many times as many rows are looked at to find distinct ones
_LEFT = 2.0**-30  # of a row's length: what is left of it when it lies in the span of others, and far above rounding
_RANK = 2.0**-40  # relative size of a singular value that is rounding


def heaviest(problem: Points | Gram, x: Array, count: int) -> Positions:
    """Up to `count` distinct rows with the greatest weight times length; as many of either class with an intercept."""
    groups = (problem.signs > 0, problem.signs < 0) if problem.intercept else (problem.signs != 0,)
    canonical = problem.canonical()
    heaviness = canonical.canonical_weights(x) * canonical.lengths
    return np.sort(np.concatenate([_distinct(problem, np.flatnonzero(g), heaviness, count) for g in groups]))


def _distinct(problem: Points | Gram, members: Positions, heaviness: Array, count: int) -> Positions:
    """The heaviest members; a row that repeats an earlier one adds nothing and would crowd out the others."""
    if members.size <= count:
        return members
    pool = min(_TWINS * count, members.size - 1)
    order = np.argpartition(-heaviness[members], pool)[: pool + 1]
    order = members[order[np.argsort(-heaviness[members[order]], kind="stable")]]
    seen: set[bytes] = set()
    kept: list[int] = []
    for start in range(0, order.size, count):
        chunk = order[start : start + count]
        for j, row in zip(chunk, problem.rows(chunk.tolist()), strict=True):
            key = np.append(row, problem.signs[j]).tobytes()
            if key not in seen:
                seen.add(key)
                kept.append(int(j))
        if len(kept) >= count:
            break
    return np.array(kept[:count], dtype=np.int64)


class Equilibrated(NamedTuple):
    """Rows scaled by `by_row` and columns by `by_column`, both powers of two."""

    problem: Points
    by_row: Array
    by_column: Array

    def direction(self, w: Array) -> Array:
        """A direction found here, for the unscaled columns."""
        # Only ratios matter: the largest component comes out near 1, and powers beyond the doubles never appear.
        mantissa, exponent = np.frexp(w)
        exponent = exponent + np.frexp(self.by_column)[1]
        return np.asarray(np.ldexp(mantissa, exponent - exponent[mantissa != 0].max(initial=-(2**14))))


def equilibrate(part: Points) -> Equilibrated:
    """The same question without units: first the columns, then (without an intercept) the rows."""
    X = part.X.astype(np.float64)
    if part.intercept and not hasattr(X, "nnz"):
        # Far from the origin the differences are all that matters; near one another two doubles subtract exactly.
        if np.abs(X).max() > _LARGE:
            X = X / 2  # all columns alike, so that no difference overflows; only ratios matter
        X = X - X[0]
    by_column = _powers(_greatest(X, 0))
    X = _scaled(X, np.ones(part.n), by_column)
    by_row = np.ones(part.n) if part.intercept else _powers(_greatest(X, 1))
    X = _scaled(X, by_row, np.ones(part.m))
    return Equilibrated(Points(X, part.signs, part.intercept, numbers=part.numbers), by_row, by_column)


def _greatest(X: Matrix, axis: int) -> Array:
    highest = abs(X).max(axis=axis)
    return np.asarray(highest.toarray().ravel() if hasattr(highest, "toarray") else highest, dtype=np.float64)


def _powers(sizes: Array) -> Array:
    """2^-k for every size in (2^(k-1), 2^k]; 1 for nothing. Extreme exponents are cut so that no factor overflows."""
    exponents = np.clip(np.frexp(sizes)[1], -1000, 1000)
    return np.asarray(np.where(sizes > 0, np.ldexp(1.0, -exponents), 1.0))


def _scaled(X: Matrix, by_row: Array, by_column: Array) -> Matrix:
    if hasattr(X, "nnz"):
        return X.multiply(by_row[:, None]).multiply(by_column[None, :]).tocsr()
    return X * by_row[:, None] * by_column


def caratheodory(problem: Points, rows: Positions, weights: Array) -> Positions:
    """Positions within `rows` of an affinely independent part that still carries a cancelling combination."""
    columns = problem.rows(rows.tolist()) * problem.signs[rows][:, None]
    scale = np.abs(columns).max(initial=0.0) or 1.0
    # The last equation fixes the total mass; with an intercept one more keeps the classes equal.
    extra = [np.ones(rows.size)] + ([problem.signs[rows]] if problem.intercept else [])
    return reduce_support(np.vstack([columns.T / scale, *extra]), weights)


def reduce_support(M: Array, weights: Array) -> Positions:
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


def widen(part: Points, nearest: Callable[[Points], Candidate | None]) -> Positions | None:
    """Rows of a small problem, affinely independent and as many as there can be, that cancel with positive weights.

    `nearest` gives the last candidate of the min-norm point. None where the rows do not surround the origin.

    Rows may cancel to the last digit that floating point has without cancelling exactly, and then prove nothing,
    although the origin lies deep in the hull of all rows. Within their span nothing more can be learnt; modulo that
    span others cancel, and together they do so with room to spare:

    1. C ← the signed rows (with an intercept with one more entry, the label)
    2. while some rows of C are not nought: T, t ← rows of C that cancel, with their weights; none: give up
    3.     z ← weights, of any sign, on the rows S found so far that cancel what the rows T leave within the span of S
    4.     x ← (z + μ x, t) on S ∪ T, with μ so large that all are positive
    5.     take the span of C_T out of C
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
        carrying = np.flatnonzero(last.weights)
        T, t = live[carrying], last.weights[carrying]
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
