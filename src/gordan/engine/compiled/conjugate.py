"""Conjugate gradients on the multipliers of sparse rows that all carry one, as far as multipliers stay ≥ 0.

It raises Σ u_j − ½‖w‖², w = Σ u_j a_j, towards the multipliers under which all of these rows come to 1, some of which
are negative as long as rows are among them that do not support the margin:

    1  with an intercept, scale u so that both classes have the same sum; r ← 1 − (a_j·w)_j, projected on what keeps
       the sums equal
    2  repeat: a step of conjugate gradients, which moves u by p in all
    3      after 1, 2, 4, 8, … steps, and at the end: where max(u + p, 0) has a greater value than all before, keep it
    4      otherwise try max(u + p/2, 0), max(u + p/4, 0), …, and stop
    5  stop where r is short against its beginning too, or after so many steps

A step costs two products with the rows, as a sweep through them does; where the matrix of their products is badly
conditioned, the number of steps grows with the root of its condition, that of sweeps with the condition itself.

References
----------
J. J. Moré and G. Toraldo, On the solution of large quadratic programming problems with bound constraints, 1991.
"""

from __future__ import annotations

import numpy as np

from gordan.engine.compiled.rows import SparseRows, Vector

__all__ = ["FLAT", "HALVINGS", "SHORT", "climb", "room_for"]

SHORT = 0.1  # of the first residual, at which it ends: rows may be missing, and sweeps find them
HALVINGS = 4  # lengths that are tried of a step that leads too far
FLAT = 1e-28  # of a residual's square: a direction whose image is so short has none, and the rows cancel


def climb(
    rows: SparseRows, u: Vector, columns: int, *, balanced: bool, limit: int, compiled: bool = True
) -> tuple[Vector, int]:
    """Better multipliers for these rows, none of them negative, and the number of steps.

    Parameters
    ----------
    rows : the points.
    u : a multiplier for each of them.
    columns : how many coordinates they have.
    balanced : whether the classes' multipliers have the same sum, as with an intercept.
    limit : of steps.
    compiled : the compiled loop, or the NumPy reference.
    """
    begun = np.array(u, dtype=np.float64)
    if not compiled:
        return begun, _refer(rows, begun, columns, balanced, limit)
    from gordan.engine.compiled import conjugate_loop

    return begun, conjugate_loop.climb(rows, begun, balanced, limit, room_for(begun.size, columns))


def room_for(points: int, columns: int) -> tuple[Vector, Vector]:
    """Arrays for the compiled loop to work in."""
    return np.empty((5, points)), np.empty(columns)


def _refer(rows: SparseRows, best: Vector, columns: int, balanced: bool, limit: int) -> int:
    """The NumPy reference of the compiled loop."""
    from scipy.sparse import csr_array

    y = rows.signs.astype(np.float64) * (rows.factors if rows.factors.size else 1.0)
    A = csr_array((rows.data, rows.indices.astype(np.int64), rows.indptr), shape=(best.size, columns))

    def image(x: Vector) -> Vector:
        return np.asarray(A.T @ (y * x))

    def multiply(w: Vector) -> Vector:
        return np.asarray(y * np.asarray(A @ w))

    def project(r: Vector) -> Vector:
        return r - float(y @ r) / float(y @ y) * y if balanced else r

    def inside(x: Vector) -> Vector:
        x = np.maximum(x, 0.0)
        sums = float((y * x)[y > 0].sum()), -float((y * x)[y < 0].sum())
        if not balanced or min(sums) <= 0.0:
            return x
        return np.where(y > 0, x * (0.5 * sum(sums) / sums[0]), x * (0.5 * sum(sums) / sums[1]))

    def value(x: Vector) -> float:
        return float(x.sum() - 0.5 * np.sum(image(x) ** 2))

    best[:] = u = inside(best)  # 1
    r, greatest, p = project(1.0 - multiply(image(u))), value(u), np.zeros(u.size)
    d, rest, step, check = r.copy(), float(r @ r), 0, 1
    first = rest
    while step < limit and rest > SHORT**2 * first:  # 5
        v = image(d)
        if not float(v @ v) > FLAT * rest:
            break
        length, before = rest / float(v @ v), rest  # 2
        p, r = p + length * d, r - length * project(multiply(v))
        rest, step = float(r @ r), step + 1
        d = r + rest / before * d
        if step in (check, limit) or not rest > SHORT**2 * first:
            check = 2 * check
            for halved in range(HALVINGS):
                there = inside(u + 0.5**halved * p)
                if value(there) > greatest:  # 3
                    best[:], greatest = there, value(there)
                    break
            if halved or not np.array_equal(best, there):  # 4
                break
    return step
