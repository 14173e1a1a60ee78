"""Compiled passes of dual coordinate ascent: the multiplier of every point visited is set to its best value."""

from __future__ import annotations

import numpy as np

from gordan.engine.compiled.column import add, dot, square
from gordan.engine.compiled.jit import compiled
from gordan.engine.compiled.rows import Order, Rows, Vector
from gordan.engine.compiled.state import SweepState

__all__ = ["ascend_hinge", "sweep"]


def sweep(rows: Rows, order: Order, state: SweepState) -> None:
    """One compiled pass of Hildreth's rule over `order`; `state` is mutated."""
    before = state.updates
    state.b, state.updates, state.lowest_positive, state.lowest_negative = _loop(
        rows, order, (state.w, state.counts, state.positive), state.b, state.updates
    )
    state.visits += order.size
    state.quiet = state.updates == before
    state.total[:] = state.w


@compiled
def _loop(
    rows: Rows, order: Order, vectors: tuple[Vector, Vector, Vector], b: float, updates: int
) -> tuple[float, int, float, float]:
    w, counts, positive = vectors
    signs, factors, lift = rows.signs, rows.factors, rows.lift
    lowest_positive, lowest_negative = np.inf, np.inf

    for i in order:
        signed = np.float64(signs[i])
        if factors.size:
            signed *= factors[i]
        product = dot(rows, i, w)
        if signed > 0:
            lowest_positive = min(lowest_positive, signed * product)
        else:
            lowest_negative = min(lowest_negative, signed * product)
        short = 1.0 - signed * (product + lift * b)
        # Written so that a NaN is an update: a sweep that met one must not look quiet.
        if counts[i] > 0.0 or not short <= 0.0:
            squared_norm = signed * signed * (square(rows, i) + lift * lift)
            # A zero column cancels by itself and is never brought to 1: it moves nothing and gathers mass.
            step = max(short / squared_norm, -counts[i]) if squared_norm > 0.0 else counts[i] + 1.0
            if step != 0.0:
                add(rows, i, signed * step, w)
                if signed > 0:
                    add(rows, i, signed * step, positive)
                b += signed * step * lift
                counts[i] += step
                updates += 1
    return b, updates, lowest_positive, lowest_negative


@compiled
def ascend_hinge(
    rows: Rows, order: Order, squares: Vector, lift: float, cap: float, w: Vector, b: float, alpha: Vector
) -> float:
    """One pass on the hinge loss, where multipliers lie between 0 and `cap`; mutate w and alpha, and return b."""
    for i in order:
        signed = np.float64(rows.signs[i])
        if squares[i] > 0.0:
            short = 1.0 - signed * (dot(rows, i, w) + lift * b)
            step = min(max(alpha[i] + short / squares[i], 0.0), cap) - alpha[i]
            if step != 0.0:
                alpha[i] += step
                add(rows, i, signed * step, w)
                b += signed * step * lift
    return b
