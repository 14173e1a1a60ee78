"""The compiled sweep of Winnow: the direction is an exponential of the sum, so updates multiply its coordinates."""

from __future__ import annotations

from math import copysign, exp, expm1, log

import numpy as np
from numpy.typing import NDArray

from gordan.engine.compiled.column import add, dot, largest, magnitude
from gordan.engine.compiled.jit import compiled, specialise
from gordan.engine.compiled.rows import DenseRows, Rows, SparseRows
from gordan.engine.compiled.rule import TIE, Rule
from gordan.engine.compiled.state import SweepState

__all__ = ["sweep"]

Vector = NDArray[np.float64]
Order = NDArray[np.int64]
# b, theta_b, survivor_b, eta; updates, phase_updates, visits, votes, run; lowest_positive, lowest_negative, quiet
Scalars = tuple[float, float, float, float, int, int, int, int, int, float, float, bool]

# An update moves every exponent by at most eta, so the shift taken from the largest one may serve DRIFT/eta updates:
# the largest weight stays within e^±64, far from overflow and underflow, and a sparse update touches only its entries.
DRIFT = 64.0


def sweep(rows: Rows, order: Order, rule: Rule, state: SweepState) -> None:
    """One compiled pass over `order`; `state` is mutated."""
    (
        state.b,
        state.theta_b,
        state.survivor_b,
        state.eta,
        state.updates,
        state.phase_updates,
        state.visits,
        state.votes,
        state.run,
        state.lowest_positive,
        state.lowest_negative,
        state.quiet,
    ) = _loop(
        rows,
        order,
        rule.signed,
        (state.w, state.theta, state.counts, state.positive, state.survivor),
        (state.theta_b, state.survivor_b, state.eta),
        (state.updates, state.phase_updates, state.visits, state.votes, state.run),
    )
    state.total[:] = state.theta


@compiled
def _link(exponent: float, shift: float, signed: bool) -> float:
    """e^(exponent − shift), or twice the sinh on the same scale, without the cancellation of two exponentials."""
    if not signed:
        return exp(exponent - shift)
    size = abs(exponent)
    return copysign(exp(size - shift) * -expm1(-2.0 * size), exponent)


@compiled
def _largest_exponent(theta: Vector, theta_b: float, lift: float, eta: float, signed: bool) -> float:
    top = -np.inf
    for k in range(theta.size):
        top = max(top, abs(theta[k]) if signed else theta[k])
    if lift > 0:
        # The intercept may have either sign whatever the coordinates have.
        top = max(top, abs(theta_b))
    return eta * top


@compiled
def _link_all(theta: Vector, shift: float, eta: float, signed: bool, w: Vector) -> None:
    for k in range(w.size):
        w[k] = _link(eta * theta[k], shift, signed)


def link_touched(rows: Rows, i: int, theta: Vector, link: tuple[float, float, bool], w: Vector) -> None:
    """Bring w up to date where point i has entries."""
    raise NotImplementedError


def _dense_link_touched(rows: DenseRows, i: int, theta: Vector, link: tuple[float, float, bool], w: Vector) -> None:
    eta, shift, signed = link
    _link_all(theta, shift, eta, signed, w)


def _sparse_link_touched(rows: SparseRows, i: int, theta: Vector, link: tuple[float, float, bool], w: Vector) -> None:
    eta, shift, signed = link
    for p in range(rows.indptr[i], rows.indptr[i + 1]):
        k = rows.indices[p]
        w[k] = _link(eta * theta[k], shift, signed)


specialise(link_touched, dense=_dense_link_touched, centred=_dense_link_touched, sparse=_sparse_link_touched)


@compiled
def _loop(
    rows: Rows,
    order: Order,
    signed_weights: bool,
    vectors: tuple[Vector, Vector, Vector, Vector, Vector],
    reals: tuple[float, float, float],
    integers: tuple[int, int, int, int, int],
) -> Scalars:
    w, theta, counts, positive, survivor = vectors
    theta_b, survivor_b, eta = reals
    updates, phase_updates, visits, votes, run = integers
    signs, factors, lift = rows.signs, rows.factors, rows.lift
    lowest_positive, lowest_negative, before = np.inf, np.inf, updates

    coordinates = w.size * (2 if signed_weights else 1) + (2 if lift > 0 else 0)
    # One coordinate would allow no update at all and eta would halve for ever: count it as two.
    budget = 2.0 * log(max(coordinates, 2)) / (eta * eta)
    tie = (w.size + TIE) * np.finfo(np.float64).eps
    shift = _largest_exponent(theta, theta_b, lift, eta, signed_weights)
    _link_all(theta, shift, eta, signed_weights, w)
    b = _link(eta * theta_b, shift, True) if lift > 0 else 0.0
    shifted = updates

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
        if margin > 0 and margin > tie * abs(signed) * (magnitude(rows, i, w) + lift * abs(b)):
            run += 1
        else:
            if run > votes:
                votes, survivor_b = run, b
                for k in range(w.size):
                    survivor[k] = w[k]
            length = abs(signed) * max(largest(rows, i), lift)
            # A zero column cancels by itself: it moves nothing and gathers mass.
            mass = 1.0 / length if length > 0 else 1.0
            step = signed * mass
            add(rows, i, step, theta)
            if signed > 0:
                add(rows, i, step, positive)
            theta_b += step * lift
            counts[i] += mass
            updates += 1
            phase_updates += 1
            run = 0
            if phase_updates > budget:
                # More mistakes than any margin of eta allows: start again with half the rate.
                theta[:] = 0.0
                counts[:] = 0.0
                positive[:] = 0.0
                theta_b = 0.0
                phase_updates = 0
                eta *= 0.5
                budget *= 4.0
                shifted = -1
            if shifted < 0 or (updates - shifted) * eta > DRIFT:
                shift = _largest_exponent(theta, theta_b, lift, eta, signed_weights)
                _link_all(theta, shift, eta, signed_weights, w)
                shifted = updates
            else:
                link_touched(rows, i, theta, (eta, shift, signed_weights), w)
            b = _link(eta * theta_b, shift, True) if lift > 0 else 0.0
        visits += 1

    if run > votes:
        votes, survivor_b = run, b
        for k in range(w.size):
            survivor[k] = w[k]
    quiet = updates == before
    if not quiet:
        # The state's direction is a function of theta alone, whatever shifts the sweep went through.
        shift = _largest_exponent(theta, theta_b, lift, eta, signed_weights)
        _link_all(theta, shift, eta, signed_weights, w)
        b = _link(eta * theta_b, shift, True) if lift > 0 else 0.0
    return (
        b,
        theta_b,
        survivor_b,
        eta,
        updates,
        phase_updates,
        visits,
        votes,
        run,
        lowest_positive,
        lowest_negative,
        quiet,
    )
