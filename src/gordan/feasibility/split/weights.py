"""Weights on all flat rows from weights on some, and from doubles to integers that cancel exactly.

The flat rows outside the working set lie in the span of those inside, whose weights are positive: a small weight on
each of them is balanced by a small change of the others. With D the diagonal of the weights, the change −D A y with
AᵀD A y = r removes the residual r = Aᵀx, and is small relative to every weight at once.

For integers: as many rows as the rank are solved for over the rationals, the other weights being cut to some bits.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

import numpy as np

from gordan.arithmetic.array import Array
from gordan.feasibility.split.cholesky import cholesky
from gordan.feasibility.split.coordinates import Coordinates
from gordan.feasibility.split.echelon import solve_whole
from gordan.feasibility.split.exact import Mask, integer_columns
from gordan.feasibility.split.face import Face
from gordan.outcome.split import Dependence, Rows

__all__ = ["exact_weights", "full_weights"]

_STEPS = 4  # of refinement; each gains the digits that the gram matrix keeps
_ENOUGH = 1e-8  # of a relative change: the next one would be near rounding


def full_weights(at: Coordinates, guess: Face, rows: Rows, pivots: tuple[int, ...]) -> Array:
    """Weights of all flat rows and equalities, positive on the former, that cancel the pivot columns to rounding."""
    system = at.system
    x, signed = np.zeros(rows.size), rows >= system.n_inequalities
    if not guess.flat.any():
        return x
    x[np.searchsorted(rows, guess.core)] = guess.weights
    if guess.multipliers is not None:
        x[signed] = guess.multipliers
        return x
    x = _balanced(at, rows, pivots, x, signed)
    unit = float(np.median(guess.weights)) if guess.core.size else 1.0
    missing = (x == 0) & ~signed
    D = np.where(signed, unit, x)
    if missing.any():
        added = _balanced(at, rows, pivots, np.where(missing, unit, 0.0), signed)
        pull = _change(at, rows, pivots, D, added)
        # At most half of any weight is given up for the rows that had none.
        strongest = float(np.abs(pull[~missing & ~signed]).max(initial=0.0))
        x = x + added * min(1.0, 0.5 / strongest if strongest > 0 else 1.0)
        D = np.where(signed, unit, x)
    for _ in range(_STEPS):
        change = _change(at, rows, pivots, D, x)
        x = x - D * change
        if float(np.abs(change).max()) < _ENOUGH:
            break
    return x


def _balanced(at: Coordinates, rows: Rows, pivots: tuple[int, ...], x: Array, signed: Mask) -> Array:
    """Let the equalities take what they can before any weight is touched."""
    return x - signed * _change(at, rows, pivots, signed.astype(np.float64), x) if signed.any() else x


def _change(at: Coordinates, rows: Rows, pivots: tuple[int, ...], D: Array, x: Array) -> Array:
    """A' y with (A'ᵀ D A') y = A'ᵀ x: relative to D, what has to be taken from x for it to cancel."""
    G, left = at.gram(rows, D, x)
    y, P = np.zeros(left.size), np.array(pivots, dtype=np.int64)
    # The other columns depend on the pivots: to factorise them would only show how they round.
    y[P] = cholesky(G[np.ix_(P, P)]).solve(left[P])
    out = np.empty(rows.size)
    for part, where in at.parts(rows):
        out[where] = at.rows(part) @ y
    return out


def exact_weights(at: Coordinates, rows: Rows, x: Array, flat: Dependence, bits: int) -> tuple[int, ...] | None:
    """Integers that cancel the rows, near a multiple of x; None where some weight of a flat row is not positive."""
    system = at.system
    signed = rows >= system.n_inequalities
    size = float(np.abs(x).min(where=~signed, initial=np.inf))
    size = size if np.isfinite(size) and size > 0 else float(np.abs(x).max(initial=1.0)) or 1.0
    X = [round(Fraction(v) / Fraction(size) * 2**bits) for v in x.tolist()]
    basis = _basis(at, rows, x, flat)
    if basis is None:
        return None
    for k in basis:
        X[k] = 0
    totals = _totals(at, rows, X, flat.pivots)
    solved = _solve(at, rows[basis], flat.pivots, totals)
    if solved is None:
        return None
    scale = lcm(*(v.denominator for v in solved)) if solved else 1
    X = [v * scale for v in X]
    for k, v in zip(basis, solved, strict=True):
        X[k] = int(v * scale)
    if any(v <= 0 for v, free in zip(X, signed.tolist(), strict=True) if not free):
        return None
    shared = gcd(*X) or 1
    return tuple(v // shared for v in X)


def _basis(at: Coordinates, rows: Rows, x: Array, flat: Dependence) -> Rows | None:
    """Positions of as many independent rows as the rank: equalities first, then heavy rows."""
    from scipy.linalg.lapack import dgetrf

    r, system = flat.rank, at.system
    if r == 0:
        return np.zeros(0, np.int64)
    heavy = np.abs(x)
    heavy = np.where(rows >= system.n_inequalities, 4.0 * (float(heavy.max()) or 1.0), heavy)
    order = np.argsort(-heavy, kind="stable")
    count = min(rows.size, 8 * r + 50)
    while True:
        some = np.sort(order[:count])
        A = at.rows(rows[some])
        A = (A.toarray() if hasattr(A, "nnz") else A)[:, list(flat.pivots)] * heavy[some][:, None]
        A /= np.maximum(np.abs(A).max(axis=0), 1e-300)
        lu, swaps, _ = dgetrf(A)
        position = np.arange(some.size)
        for k, other in enumerate(swaps.tolist()):
            position[[k, other]] = position[[other, k]]
        if np.abs(np.diag(lu)[:r]).min() > 1e-10:
            return some[position[:r]]
        if count == rows.size:
            return some[position[:r]]
        count = min(rows.size, 4 * count)


def _totals(at: Coordinates, rows: Rows, X: list[int], pivots: tuple[int, ...]) -> list[Fraction]:
    """Σ X_i A_ic for the pivot columns, exactly."""
    totals = [Fraction(0)] * len(pivots)
    for part, where in at.parts(rows):
        columns, denominators = integer_columns(at.system, part, pivots)
        share = np.array(X[where], dtype=object)
        for k, (column, denominator) in enumerate(zip(columns, denominators, strict=True)):
            totals[k] += Fraction(int(np.dot(column.astype(object), share)), denominator)
    return totals


def _solve(at: Coordinates, rows: Rows, pivots: tuple[int, ...], totals: list[Fraction]) -> list[Fraction] | None:
    """z with Σ_i z_i A_ic = −totals_c on the basis rows."""
    if not pivots:
        return []
    columns, denominators = integer_columns(at.system, rows, pivots)
    right = [-total * denominator for total, denominator in zip(totals, denominators, strict=True)]
    scale = lcm(*(v.denominator for v in right))
    solved = solve_whole([int(v) for column in columns for v in column], [int(v * scale) for v in right])
    return None if solved is None else [v / scale for v in solved]
