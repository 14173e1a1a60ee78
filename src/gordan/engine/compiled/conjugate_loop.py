"""The compiled loop of `conjugate`, with the numbers of its pseudo-code."""

from __future__ import annotations

import numpy as np

from gordan.engine.compiled.column import add, dot
from gordan.engine.compiled.conjugate import FLAT, HALVINGS, SHORT
from gordan.engine.compiled.jit import compiled, part
from gordan.engine.compiled.rows import SparseRows, Vector

__all__ = ["climb"]


@compiled
def climb(rows: SparseRows, best: Vector, balanced: bool, limit: int, room: tuple[Vector, Vector]) -> int:
    r, d, q, p, u = room[0][0], room[0][1], room[0][2], room[0][3], room[0][4]
    v, p[:] = room[1], 0.0
    enough = SHORT * SHORT
    move_inside(rows, best, p, 0.0, balanced, u)  # 1
    best[:] = u
    combine(rows, u, v)
    greatest = u.sum() - 0.5 * np.dot(v, v)
    multiply(rows, v, r)
    r[:] = 1.0 - r
    project(rows, r, balanced)
    d[:] = r
    rest = np.dot(r, r)
    first, step, check = rest, 0, 1
    while step < limit and rest > enough * first:  # 5
        combine(rows, d, v)
        square = np.dot(v, v)
        if not square > FLAT * rest:
            break
        multiply(rows, v, q)  # 2
        project(rows, q, balanced)
        length, before = rest / square, rest
        p += length * d
        r -= length * q
        rest = np.dot(r, r)
        d *= rest / before
        d += r
        step += 1
        if step in (check, limit) or not rest > enough * first:
            check, scale, better = 2 * check, 1.0, False
            for _ in range(HALVINGS):
                move_inside(rows, u, p, scale, balanced, q)
                combine(rows, q, v)
                value = q.sum() - 0.5 * np.dot(v, v)
                if value > greatest:  # 3
                    greatest, better = value, True
                    best[:] = q
                    break
                scale *= 0.5
            if not better or scale < 1.0:  # 4
                break
    return step


@part
def sign(rows: SparseRows, i: int) -> float:
    signed = np.float64(rows.signs[i])
    return signed * rows.factors[i] if rows.factors.size else signed


@part
def multiply(rows: SparseRows, w: Vector, out: Vector) -> None:
    """The products of all rows with w."""
    for i in range(out.size):
        out[i] = sign(rows, i) * dot(rows, i, w)


@part
def combine(rows: SparseRows, x: Vector, w: Vector) -> None:
    """w ← Σ x_j a_j."""
    w[:] = 0.0
    for i in range(x.size):
        if x[i] != 0.0:
            add(rows, i, sign(rows, i) * x[i], w)


@part
def project(rows: SparseRows, r: Vector, balanced: bool) -> None:
    """Take off r what would change the difference of the classes' sums."""
    if not balanced:
        return
    total, square = 0.0, 0.0
    for i in range(r.size):
        signed = sign(rows, i)
        total += signed * r[i]
        square += signed * signed
    for i in range(r.size):
        r[i] -= total / square * sign(rows, i)


@part
def move_inside(rows: SparseRows, u: Vector, p: Vector, scale: float, balanced: bool, out: Vector) -> None:
    """max(u + scale p, 0), with an intercept scaled so that both classes have the same sum."""
    above, below = 0.0, 0.0
    for i in range(u.size):
        out[i] = max(u[i] + scale * p[i], 0.0)
        signed = sign(rows, i)
        if signed > 0.0:
            above += signed * out[i]
        else:
            below -= signed * out[i]
    if balanced and above > 0.0 and below > 0.0:
        mean = 0.5 * (above + below)
        for i in range(u.size):
            out[i] *= mean / above if rows.signs[i] > 0 else mean / below
