"""The radius of a split: how far computed numbers may move, relative to their size, before its answer could change.

Whole numbers and decimals as written stay, zeros stay zero, and entries that need 16 or more digits move by at most r
times their size, equal numbers of a column alike. Every bound here holds for all such movements Δ at once, and is
rounded so that what is returned is too small rather than too large. With F the flat rows and equalities:

*Relations.* One that a moved entry takes part in would break. Where it is one of F, the split stands only if F has no
more different rows than its rank: these move with their copies, and the direction follows them.

*Weights.* Let W = B T, where B are the pivots on F and T is any matrix that makes WᵀDW near 1, with D the weights x. If
‖1 − W'ᵀDW'‖ ≤ s < 1 for W' = (B + Δ)T, the weights x − D W'y with W'ᵀDW' y = W'ᵀx cancel the moved rows, and they are
positive where |W'_i| |y| < 1, |y| ≤ |W'ᵀx| / (1 − s). It also proves the pivots independent. Lengths are Euclidean;
that of a row of ΔT is at most r Σ_j |B_ij| |T_j| over the moved entries.

*Direction.* A strict row stays positive while r Σ_j |a_ij b_j| over its moved entries is less than a_i·b.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.rounding import U
from gordan.outcome.split import Rows, SplitClaim
from gordan.problem.computed import computed_columns, computed_entries
from gordan.verify.gram import units
from gordan.verify.raw import RawRows

__all__ = ["proved_radius"]

_WIDE = 1_500  # pivots up to which a dense T is made
_ENTRIES = 1e8  # of W
_PASSES = 5  # of Cholesky factorisations that bring WᵀDW near 1
_NEAR = 1e-5  # so near that what is left of ‖1 − WᵀDW‖ does not matter
_HALVINGS = 60  # from 1 down: below 2⁻⁵³ no double moves at all
_LEAST = 2.0**-700  # of the direction beside its largest entry: its products with such entries are normal doubles
_LOST = 2.0**-900  # more than products lose near zero, for entries within 2**200 of 1


@np.errstate(all="ignore")
def proved_radius(raw: RawRows, claim: SplitClaim) -> float:
    """The largest r that was proved for a split whose checks hold: 0 where none was, ∞ where nothing is computed.

    Where there are more columns than a dense factorisation is made of, nothing is proved.
    """
    proof, strict = claim.proof, np.asarray(claim.strict)
    every, above = np.arange(raw.n), raw.inequalities.shape[0]
    moving = np.zeros(raw.p, bool)
    for _, values in raw.blocks(every, range(raw.p)):
        still = np.flatnonzero(~moving)  # one entry of a column is enough
        moving[still[list(computed_columns(values[:, still]))]] = True
    if not moving.any():
        return np.inf
    if max(len(proof.table.pivots), 1) * raw.n > _ENTRIES or len(proof.table.pivots) > _WIDE:
        return 0.0
    S, F = np.flatnonzero(strict), np.concatenate([np.flatnonzero(~strict), np.arange(above, raw.n)])
    if _touched(raw, every, [c for relation in proof.table.relations for c in relation.columns]):
        return 0.0
    tied = _touched(raw, F, [c for relation in proof.flat.relations for c in relation.columns])
    parts = [_independent(raw, every, proof.table.pivots)] if S.size else []
    if F.size and not tied:
        x = _weights(proof.weights)
        parts.append(_cancelling(raw, F, x, proof.flat.pivots) if x is not None else 0.0)
    if S.size:
        parts.append(_positive(raw, S, proof.direction, _follow(raw, F, claim) if tied else None))
    return min(parts)


def _touched(raw: RawRows, rows: Rows, columns: Sequence[int]) -> bool:
    """Whether one of the columns has a computed entry on one of the rows."""
    used = sorted(set(columns))
    return bool(used) and any(computed_entries(values).nonzero()[0].size for _, values in raw.blocks(rows, used))


def _weights(given: Sequence[int] | Array) -> Array | None:
    """Weights as doubles, the largest 1; None where one is lost beside it."""
    if isinstance(given, tuple):
        top = max(map(abs, given)) or 1
        x = np.array([v / top for v in given])
        return x if all((v == 0) == (w == 0) for v, w in zip(given, x.tolist(), strict=True)) else None
    return np.asarray(given) / float(np.abs(given).max())


class _Scaled(NamedTuple):
    """W = B T near orthonormal under D: lengths of its rows, of T's, and what rounding and movement add to each row."""

    apart: float  # ‖1 − WᵀDW‖
    W_length: Array
    T_length: Array
    rounding: Array  # of a row of W
    moving: Array  # Σ |B_ij| |T_j| over the moved entries of a row
    rounds: float  # Σ_j of columns' lengths under D, times T's: rounding
    moves: float  # the same of moved entries
    residual: float  # |Wᵀx|
    residual_moves: float


def _independent(raw: RawRows, rows: Rows, pivots: Sequence[int]) -> float:
    """The r up to which the pivots are independent."""
    scaled = _scale(raw, rows, np.ones(rows.size), np.zeros(rows.size), pivots)
    return 0.0 if scaled is None else _largest(lambda r: _contraction(scaled, r) < 1.0)


def _cancelling(raw: RawRows, F: Rows, x: Array, pivots: Sequence[int]) -> float:
    """The r up to which positive weights on the flat rows cancel, with any on the equalities."""
    flat = raw.inequalities.shape[0] > F
    if not pivots:
        return np.inf
    if not flat.any():
        return _independent(raw, F, pivots)
    if not float(x[flat].min()) > 2.0**-200:
        return 0.0
    scaled = _scale(raw, F, np.where(flat, x, float(x[flat].max())), x, pivots)
    if scaled is None:
        return 0.0

    def stands(r: float) -> bool:
        s = _contraction(scaled, r)
        if not s < 1.0:
            return False
        y = (scaled.residual + r * scaled.residual_moves) / (1.0 - s) * (1.0 + 8 * U)
        reach = (scaled.W_length + scaled.rounding + r * scaled.moving)[flat] * y
        return bool((reach * (1.0 + 8 * U) < 1.0).all())

    return _largest(stands)


def _contraction(scaled: _Scaled, r: float) -> float:
    """A bound of ‖1 − W'ᵀDW'‖ for all movements within r."""
    change = scaled.rounds + r * scaled.moves
    whole = np.sqrt(1.0 + scaled.apart)  # the length of √D W
    return float((scaled.apart + change * (2.0 * whole + change)) * (1.0 + 16 * U))


def _largest(stands: Callable[[float], bool]) -> float:
    """The largest r of the form m 2⁻ᵏ, 4 ≤ m < 8, for which the bounds hold; they do for all smaller ones."""
    power = next((k for k in range(_HALVINGS) if stands(2.0**-k)), None)
    if power is None:
        return 0.0
    return max(m * 2.0 ** (-power - 2) for m in (4, 5, 6, 7) if m == 4 or stands(m * 2.0 ** (-power - 2)))


def _scale(raw: RawRows, rows: Rows, D: Array, x: Array, pivots: Sequence[int]) -> _Scaled | None:
    unit = units(raw, rows, D, pivots)
    if unit is None:
        return None
    T, k = np.diag(1.0 / unit), len(pivots)
    for attempt in range(_PASSES):
        G, depth, blocks = np.zeros((k, k)), 0, 0
        for place, values in raw.blocks(rows, pivots):
            W = values @ T
            G += W.T @ (W * D[place][:, None])
            depth, blocks = max(depth, place.stop - place.start), blocks + 1
        if float(np.abs(G - np.eye(k)).max(initial=0.0)) < _NEAR:
            return _measure(raw, rows, D, x, pivots, T, G, (depth + blocks + 8) * U)
        try:
            # A matrix that is not positive to rounding is shifted at first: what is left is for the next pass.
            shift = 64 * k * U * float(np.trace(G)) if attempt < 2 else 0.0
            T = T @ np.linalg.inv(np.linalg.cholesky(G + shift * np.eye(k))).T
        except np.linalg.LinAlgError:
            return None
    return None


def _measure(
    raw: RawRows, rows: Rows, D: Array, x: Array, pivots: Sequence[int], T: Array, G: Array, terms: float
) -> _Scaled | None:
    k = len(pivots)
    up = 1.0 + 8.0 * terms + (16 * k + 128) * U
    each = (k + 4) * U + 2.0 * raw.misread  # relative rounding of a product of a row with T
    tau = np.sqrt(np.square(T).sum(axis=1)) * up
    length, total, moving = np.empty(rows.size), np.empty(rows.size), np.empty(rows.size)
    squares, moved_squares, g = np.zeros(k), np.zeros(k), np.zeros(k)
    load, moved_load, g_size = np.zeros(k), np.zeros(k), np.zeros(k)
    for place, values in raw.blocks(rows, pivots):
        W, size, moved = values @ T, abs(values), computed_entries(values)
        length[place] = np.sqrt(np.square(W).sum(axis=1))
        total[place], moving[place] = size @ tau, moved @ tau
        squares += _squared(size).T @ D[place]
        moved_squares += _squared(moved).T @ D[place]
        share = np.abs(x[place])
        load += size.T @ share
        moved_load += moved.T @ share
        g += W.T @ x[place]
        g_size += np.abs(W).T @ share
    apart = float(np.linalg.norm(G - np.eye(k))) + k * terms * float(np.diag(G).max())
    residual = float(np.linalg.norm(np.abs(g) + terms * g_size)) + each * float(load @ tau)
    measured = _Scaled(
        apart * up + _LOST,
        length * up,
        tau,
        each * total * up + _LOST,
        moving * up,
        each * float(np.sqrt(squares) @ tau) * up + _LOST,
        float(np.sqrt(moved_squares) @ tau) * up,
        residual * up + _LOST,
        float(moved_load @ tau) * up,
    )
    return measured if all(np.isfinite(part).all() for part in measured) else None


def _squared(values: Matrix) -> Matrix:
    return values.multiply(values) if hasattr(values, "nnz") else np.square(values)


def _positive(raw: RawRows, S: Rows, direction: Sequence[int], follow: Callable[[float], Array | None] | None) -> float:
    """The r up to which strict rows stay positive; `follow(r)` bounds how far the direction itself moves."""
    top = max(map(abs, direction)) or 1
    b = np.array([v / top for v in direction])
    # An entry far below the largest is rounded to a multiple of 2⁻¹⁰⁷⁴, which is no relative bound.
    if any(v and abs(w) < _LEAST for v, w in zip(direction, b.tolist(), strict=True)):
        return 0.0
    value, error = raw.bounded(S, b)
    up, load = 1.0 + (8 * raw.p + 64) * U, np.empty(S.size)
    for place, values in raw.blocks(S, range(raw.p)):
        load[place] = computed_entries(values) @ np.abs(b) * up
    left = (value - error) * (1.0 - 4 * U)
    if not (left > 0).all():
        return 0.0

    def stands(r: float) -> bool:
        delta = np.zeros(raw.p) if follow is None else follow(r)
        if delta is None:
            return False
        fall = r * load
        if follow is not None:
            for place, values in raw.blocks(S, range(raw.p)):
                fall[place] += (abs(values) @ delta) * (1.0 + r) * up
        return bool((fall * up < left).all())

    return _largest(stands)


def _follow(raw: RawRows, F: Rows, claim: SplitClaim) -> Callable[[float], Array | None]:
    """For each r how far the direction must follow the flat rows, column by column; None where that is not bounded.

    With R the different rows among them, as many as their rank: R'(b + δ) = 0 for δ on the pivots.
    """
    pivots, direction = claim.proof.flat.pivots, claim.proof.direction
    R = _different(raw, F)
    if R is None or R.shape[0] != len(pivots):
        return lambda _: None
    top = max(map(abs, direction)) or 1
    b, B = np.abs(np.array([v / top for v in direction])), R[:, list(pivots)]
    k = len(pivots)
    up = 1.0 + (16 * raw.p + 128) * U
    try:
        T = np.linalg.inv(B)
    except np.linalg.LinAlgError:
        return lambda _: None
    size = np.abs(T)
    off = np.abs(B @ T - np.eye(k)).sum(axis=1) + ((k + 4) * U + 2.0 * raw.misread) * (np.abs(B) @ size).sum(axis=1)
    moved = computed_entries(R)
    off_moves, load = (moved[:, list(pivots)] @ size).sum(axis=1) * up, float((moved @ b).max()) * up

    def follow(r: float) -> Array | None:
        s = float((off * up + r * off_moves).max()) * up + _LOST
        if not s < 1.0:
            return None
        delta = np.zeros(raw.p)
        delta[list(pivots)] = size.sum(axis=1) * (r * load / (1.0 - s)) * up + _LOST
        return delta

    return follow


def _different(raw: RawRows, F: Rows) -> Array | None:
    """The rows without copies, a row and its negative being one; None where there are too many to compare."""
    if F.size * raw.p > _ENTRIES / 10:
        return None
    parts = [v.toarray() if hasattr(v, "nnz") else v for _, v in raw.blocks(F, range(raw.p))]
    A = np.concatenate(parts)
    first = np.take_along_axis(A, (A != 0).argmax(axis=1)[:, None], axis=1)
    A = np.unique(np.where(first < 0, -A, A) + 0.0, axis=0)
    return A[A.any(axis=1)]
