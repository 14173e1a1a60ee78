"""The compiled sweep of the additive rules: w += a_i whenever a_i·w falls short of the threshold."""

from __future__ import annotations

import numpy as np

from gordan.engine.compiled.column import add, dot, square
from gordan.engine.compiled.jit import compiled
from gordan.engine.compiled.rows import Order, Rows, Vector
from gordan.engine.compiled.rule import INFINITY, R_INDEPENDENT, Rule
from gordan.engine.compiled.state import SweepState

__all__ = ["sweep"]

SCALARS = [
    "b",
    "weighted_b",
    "survivor_b",
    "beta",
    "updates",
    "visits",
    "votes",
    "run",
    "lowest_positive",
    "lowest_negative",
    "quiet",
]
Scalars = tuple[float, float, float, float, int, int, int, int, float, float, bool]


def sweep(rows: Rows, order: Order, rule: Rule, state: SweepState) -> None:
    """One compiled pass over `order`; `state` is mutated."""
    alpha, radius = rule.parameters if rule.code == INFINITY else (0.0, 0.0)
    scalars = _loop(
        rows,
        order,
        (rule.code, rule.inclusive, alpha, radius),
        (state.w, state.counts, state.positive, state.weighted, state.survivor),
        (state.b, state.weighted_b, state.survivor_b, state.beta),
        (state.updates, state.visits, state.votes, state.run),
    )
    for name, value in zip(SCALARS, scalars, strict=True):
        setattr(state, name, value)
    state.total[:] = state.w


@compiled
def _loop(
    rows: Rows,
    order: Order,
    rule: tuple[int, bool, float, float],
    vectors: tuple[Vector, Vector, Vector, Vector, Vector],
    reals: tuple[float, float, float, float],
    integers: tuple[int, int, int, int],
) -> Scalars:
    kind, inclusive, alpha, radius = rule
    w, counts, positive, weighted, survivor = vectors
    b, weighted_b, survivor_b, beta = reals
    updates, visits, votes, run = integers
    signs, factors, lift = rows.signs, rows.factors, rows.lift
    lowest_positive, lowest_negative, before = np.inf, np.inf, updates

    for i in order:
        signed = np.float64(signs[i])
        if factors.size:
            signed *= factors[i]
        product = dot(rows, i, w)
        if signed > 0:
            lowest_positive = min(lowest_positive, signed * product)
        else:
            lowest_negative = min(lowest_negative, signed * product)
        margin = signed * (product + lift * b)
        # Written so that a NaN is a mistake: a sweep that met one must not look quiet.
        if margin > beta or (margin == beta and not inclusive):
            run += 1
        else:
            if run > votes:
                votes, survivor_b = run, b
                for k in range(w.size):
                    survivor[k] = w[k]
            add(rows, i, signed, w)
            add(rows, i, signed * visits, weighted)
            if signed > 0:
                add(rows, i, signed, positive)
            b += signed * lift
            weighted_b += signed * visits * lift
            counts[i] += 1.0
            updates += 1
            run = 0
            if kind == R_INDEPENDENT:
                squared_norm = signed * signed * (square(rows, i) + lift * lift)
                if beta < squared_norm:
                    beta = 4.0 * squared_norm
            elif kind == INFINITY:
                t = np.float64(updates)
                beta = 0.5 * radius * radius * ((t + 1.0) ** alpha - t**alpha - 1.0)
        visits += 1

    if run > votes:
        votes, survivor_b = run, b
        for k in range(w.size):
            survivor[k] = w[k]
    quiet = updates == before
    return b, weighted_b, survivor_b, beta, updates, visits, votes, run, lowest_positive, lowest_negative, quiet
