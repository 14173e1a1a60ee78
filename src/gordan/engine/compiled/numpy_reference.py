"""The sweeps in plain NumPy, one row at a time: what the compiled loops must equal, and what small data run on."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log

import numpy as np

from gordan.engine.compiled.rows import CentredRows, Indices, Order, Rows, SparseRows, Vector
from gordan.engine.compiled.rule import GROUPS, NEGLIGIBLE, R_INDEPENDENT, TIE, TOGETHER, Rule
from gordan.engine.compiled.state import SweepState

__all__ = ["balance", "relax", "relax_points", "sweep"]

Touched = Indices | slice  # coordinates of a point's entries
EPS = float(np.finfo(np.float64).eps)


def sweep(rows: Rows, order: Order, rule: Rule, state: SweepState) -> None:
    """One pass over `order`; `state` is mutated."""
    before = state.updates
    state.lowest_positive = state.lowest_negative = inf
    if rule.multiplicative:
        _link(state, rows.lift, rule.signed)

    factors = (rows.signs[order] * (rows.factors[order] if rows.factors.size else 1.0)).tolist()
    for i, signed in zip(order.tolist(), factors, strict=True):
        touched, values = _point(rows, i)
        product = float(state.w[touched] @ values)
        if signed > 0:
            state.lowest_positive = min(state.lowest_positive, signed * product)
        else:
            state.lowest_negative = min(state.lowest_negative, signed * product)
        margin = signed * (product + rows.lift * state.b)
        threshold = state.beta
        if rule.multiplicative and margin > 0:
            size = float(np.abs(state.w[touched]) @ np.abs(values)) + rows.lift * abs(state.b)
            threshold = (state.w.size + TIE) * EPS * abs(signed) * size
        # Written so that a NaN is a mistake: a sweep that met one must not look quiet.
        if margin > threshold or (margin == threshold and not rule.inclusive):
            state.run += 1
        else:
            _record_survivor(state)
            if rule.multiplicative:
                _multiply(rows, i, touched, values, signed, rule, state)
            else:
                _add(rows, i, touched, values, signed, rule, state)
            state.updates += 1
            state.run = 0
        state.visits += 1

    _record_survivor(state)
    state.quiet = state.updates == before
    state.total[:] = state.theta if rule.multiplicative else state.w


def balance(rows: Rows, order: Order, state: SweepState) -> None:
    """One pass of Hildreth's rule over `order`; `state` is mutated."""
    before, lift = state.updates, rows.lift
    lowest = {True: inf, False: inf}
    factors = (rows.signs[order] * (rows.factors[order] if rows.factors.size else 1.0)).tolist()
    for i, signed in zip(order.tolist(), factors, strict=True):
        touched, values = _point(rows, i)
        product = float(state.w[touched] @ values)
        lowest[signed > 0] = min(lowest[signed > 0], signed * product)
        short, count = 1.0 - signed * (product + lift * state.b), float(state.counts[i])
        # Written so that a NaN is an update: a sweep that met one must not look quiet.
        if count <= 0.0 and short <= 0.0:
            continue
        squared_norm = signed * signed * (float(values @ values) + lift * lift)
        # A zero column cancels by itself and is never brought to 1: it moves nothing and gathers mass.
        step = max(short / squared_norm, -count) if squared_norm > 0.0 else count + 1.0
        if step != 0.0:
            change = (signed * step) * values
            state.w[touched] += change
            if signed > 0:
                state.positive[touched] += change
            state.b += signed * step * lift
            state.counts[i] = count + step
            state.updates += 1
    state.visits += order.size
    state.lowest_positive, state.lowest_negative = lowest[True], lowest[False]
    state.quiet = state.updates == before
    state.total[:] = state.w


def relax(
    rows: Rows,
    squares: Vector,
    order: Order,
    vectors: tuple[Vector, Vector],
    numbers: tuple[float, float, float, float],
    sweeps: int,
    seed: int,
) -> tuple[float, float, int, int]:
    """Sweeps of over-relaxation; u and w, the two vectors, and the order are mutated."""
    u, w = vectors
    signed = rows.signs.astype(np.float64) * (rows.factors if rows.factors.size else 1.0)

    def product(i: int) -> float:
        touched, values = _point(rows, i)
        return float(w[touched] @ values)

    def add(i: int, step: float) -> None:
        touched, values = _point(rows, i)
        w[touched] += step * values

    return relax_points(product, add, signed, squares, order, u, numbers, sweeps, seed)


def relax_points(
    product: Callable[[int], float],
    add: Callable[[int, float], None],
    signed: Vector,
    squares: Vector,
    order: Order,
    u: Vector,
    numbers: tuple[float, float, float, float],
    sweeps: int,
    seed: int,
) -> tuple[float, float, int, int]:
    """The same for points that w is multiplied with and that are added to it by functions of their numbers."""
    centre, surplus, spread, factor = numbers
    size, bound, visits = order.size, inf, 0
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
            i = int(order[s])
            short = 1.0 - float(signed[i]) * (product(i) + centre + spread * surplus)
            visits += 1
            idle = u[i] == 0.0 and short <= 0.0
            if not (idle and -short > bound):
                order[kept] = i
                kept += 1
            if idle:
                continue
            highest = max(highest, -short)
            square = float(squares[i]) + float(signed[i]) ** 2 * spread
            # A zero column cancels by itself and is never brought to 1: it moves nothing and gathers mass.
            step = max(factor * short / square, -float(u[i])) if square > 0.0 else float(u[i]) + 1.0
            if abs(short) > NEGLIGIBLE:
                u[i] += step
                surplus += float(signed[i]) * step
                add(i, float(signed[i]) * step)
        size = kept
        centre += spread * surplus
        bound = highest if highest > 0.0 else inf
    return centre, surplus, visits, seed


def _point(rows: Rows, i: int) -> tuple[Touched, Vector]:
    """Where x_i − c has entries, and the entries."""
    if isinstance(rows, SparseRows):
        part = slice(rows.indptr[i], rows.indptr[i + 1])
        return rows.indices[part], rows.data[part].astype(np.float64, copy=False)
    values = rows.X[i].astype(np.float64, copy=False)
    return slice(None), values - rows.centre if isinstance(rows, CentredRows) else values


def _record_survivor(state: SweepState) -> None:
    if state.run > state.votes:
        state.votes, state.survivor_b = state.run, state.b
        state.survivor[:] = state.w


def _add(rows: Rows, i: int, touched: Touched, values: Vector, signed: float, rule: Rule, state: SweepState) -> None:
    step = signed * values
    state.w[touched] += step
    state.weighted[touched] += signed * state.visits * values
    if signed > 0:
        state.positive[touched] += step
    state.b += signed * rows.lift
    state.weighted_b += signed * state.visits * rows.lift
    state.counts[i] += 1.0
    squared_norm = 0.0
    if rule.code == R_INDEPENDENT:
        squared_norm = signed * signed * (float(values @ values) + rows.lift * rows.lift)
    state.beta = rule.threshold(state.beta, state.updates + 1, squared_norm)


def _multiply(
    rows: Rows, i: int, touched: Touched, values: Vector, signed: float, rule: Rule, state: SweepState
) -> None:
    length = abs(signed) * max(float(np.max(np.abs(values), initial=0.0)), rows.lift)
    # A zero column cancels by itself: it moves nothing and gathers mass.
    mass = 1.0 / length if length > 0 else 1.0
    step = signed * mass
    state.theta[touched] += step * values
    if signed > 0:
        state.positive[touched] += step * values
    state.theta_b += step * rows.lift
    state.counts[i] += mass
    state.phase_updates += 1
    coordinates = state.w.size * (2 if rule.signed else 1) + (2 if rows.lift > 0 else 0)
    # One coordinate would allow no update at all and eta would halve for ever: count it as two.
    if state.phase_updates > 2.0 * log(max(coordinates, 2)) / (state.eta * state.eta):
        # More mistakes than any margin of eta allows: start again with half the rate.
        state.theta[:] = state.counts[:] = state.positive[:] = 0.0
        state.theta_b = 0.0
        state.phase_updates = 0
        state.eta *= 0.5
    _link(state, rows.lift, rule.signed)


def _link(state: SweepState, lift: float, signed: bool) -> None:
    """w from theta: e^(eta theta), or twice the sinh, divided by e^(largest exponent) so that nothing overflows.

    The intercept may have either sign whatever the coordinates have.
    """
    exponents = state.eta * np.append(state.theta, [state.theta_b] if lift > 0 else [])
    both = np.full(exponents.size, signed)
    both[state.w.size :] = True
    sizes = np.where(both, np.abs(exponents), exponents)
    # Not a difference of two exponentials, which cancels near zero.
    factors = np.where(both, np.copysign(np.expm1(-2.0 * np.abs(exponents)), exponents), 1.0)
    scaled = np.exp(sizes - sizes.max()) * factors
    state.w[:] = scaled[: state.w.size]
    state.b = float(scaled[-1]) if lift > 0 else 0.0
