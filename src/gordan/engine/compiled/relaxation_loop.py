"""The compiled loops of `relaxation`."""

from __future__ import annotations

import numpy as np

from gordan.engine.compiled.column import add, dot
from gordan.engine.compiled.jit import compiled
from gordan.engine.compiled.rows import Order, Rows, SparseRows, Vector
from gordan.engine.compiled.rule import GROUPS, NEGLIGIBLE, TOGETHER

__all__ = ["products", "relax"]


@compiled
def relax(
    rows: Rows,
    squares: Vector,
    order: Order,
    vectors: tuple[Vector, Vector],
    numbers: tuple[float, float, float, float],
    sweeps: int,
    seed: int,
) -> tuple[float, float, int, int]:
    u, w = vectors
    centre, surplus, spread, factor = numbers
    signs, factors = rows.signs, rows.factors
    size, bound, visits = order.size, np.inf, 0
    for _ in range(sweeps):
        together = min(TOGETHER, max(1, size // GROUPS))
        for s in range(size // together - 1, 0, -1):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            other = (seed * (s + 1)) >> 31
            for k in range(together):
                a, b = s * together + k, other * together + k
                order[a], order[b] = order[b], order[a]
        highest, kept = 0.0, 0
        for s in range(size):
            i = order[s]
            signed = np.float64(signs[i])
            if factors.size:
                signed *= factors[i]
            short = 1.0 - signed * (dot(rows, i, w) + centre + spread * surplus)
            visits += 1
            idle = u[i] == 0.0 and short <= 0.0
            if not (idle and -short > bound):
                order[kept] = i
                kept += 1
            if idle:
                continue
            highest = max(highest, -short)
            square = squares[i] + signed * signed * spread
            # A zero column cancels by itself and is never brought to 1: it moves nothing and gathers mass.
            step = max(factor * short / square, -u[i]) if square > 0.0 else u[i] + 1.0
            if abs(short) > NEGLIGIBLE:
                u[i] += step
                surplus += signed * step
                add(rows, i, signed * step, w)
        size = kept
        centre += spread * surplus
        bound = highest if highest > 0.0 else np.inf
    return centre, surplus, visits, seed


@compiled
def products(rows: SparseRows, keys: Order, known: int, spread_out: Vector, out: Vector) -> None:
    """Row by row: one is spread out, and all before it are multiplied with it; the products of the first are known."""
    data, indices, indptr = rows.data, rows.indices, rows.indptr
    for a in range(known, keys.size):
        i = keys[a]
        signed = np.float64(rows.signs[i]) * (rows.factors[i] if rows.factors.size else 1.0)
        for p in range(indptr[i], indptr[i + 1]):
            spread_out[indices[p]] = signed * data[p]
        for b in range(a + 1):
            j = keys[b]
            other = np.float64(rows.signs[j]) * (rows.factors[j] if rows.factors.size else 1.0)
            out[a, b] = out[b, a] = other * dot(rows, j, spread_out)
        for p in range(indptr[i], indptr[i + 1]):
            spread_out[indices[p]] = 0.0
