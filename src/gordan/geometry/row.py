"""Rows A x ≤ b of length 1: a box around them, a vertex made sharp, the nearest point, and a way inside.

The multipliers of a program prove its answer, however they were found: if y ≥ 0 and Aᵀy = c + r, then
c·x ≤ y·b + ‖r‖‖x‖ for every x with A x ≤ b.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.feasibility.split.lp import greatest_product, nearest_combination

__all__ = ["box_around", "drawn_in", "inner_point", "nearest_point", "sharpened"]

_SPANNED = 1e-9  # what weights that cancel may leave, times the root of the dimension
_CARRYING = 1e-12  # multipliers below this share of the greatest are rounding


def box_around(A: Array, b: Array) -> tuple[Array, Array] | None:
    """Corners of a box that contains the rows' points, not the smallest; None where none was found this way.

    Weights λ ≥ 1 that cancel, Aᵀλ = 0, make multipliers of any least-squares solution y of Aᵀy = ±e_j: y + tλ ≥ 0.
    """
    cancelling = nearest_combination(-A.sum(axis=0), A)
    if cancelling is None:
        return None
    weights = 1.0 + cancelling
    Y = np.linalg.pinv(A)  # row j solves Y_j A = e_j
    left = np.linalg.norm(weights @ A) * max(1.0, float(np.abs(Y).max())) + np.linalg.norm(Y @ A - np.eye(A.shape[1]))
    lifted = [sign * Y + np.maximum(-sign * Y / weights, 0.0).max(axis=1)[:, None] * weights for sign in (1.0, -1.0)]
    upper, lower = lifted[0] @ b, -(lifted[1] @ b)
    if not left * A.shape[1] ** 0.5 <= _SPANNED or not (lower <= upper).all():
        return None
    room = 2.0 * _SPANNED * float(np.linalg.norm(np.maximum(np.abs(lower), np.abs(upper))))
    room += (b.size + 8) * 2.0**-52 * float((np.maximum(*lifted) @ np.abs(b)).max())
    lower, upper = lower - room, upper + room
    # Rows with one entry bound their coordinate themselves.
    for i in np.flatnonzero(np.count_nonzero(A, axis=1) == 1).tolist():
        j = int(np.flatnonzero(A[i])[0])
        end = float(b[i] / A[i, j])
        if A[i, j] > 0:
            upper[j] = min(upper[j], end)
        else:
            lower[j] = max(lower[j], end)
    return (lower, upper) if (lower <= upper).all() else None


def sharpened(c: Array, A: Array, b: Array, x: Array, y: Array) -> tuple[Array, Array]:
    """A vertex and its multipliers solved for on the rows that carry it, which a program leaves to its tolerance."""
    carrying = y > _CARRYING * float(y.max(initial=0.0))
    y = np.where(carrying, y, 0.0)
    y[carrying] += np.linalg.lstsq(A[carrying].T, c - y @ A, rcond=None)[0]
    for _ in range(3):
        x = x + np.linalg.lstsq(A[carrying], b[carrying] - A[carrying] @ x, rcond=None)[0]
        carrying |= A @ x > b
    return x, np.maximum(y, 0.0)


def nearest_point(A: Array, b: Array, p: Array, inverse: Array) -> Array | None:
    """The q with A q ≤ b and ‖inverse (p − q)‖ least; None where it was not found.

    With z = inverse (p − q) and G the inverse of `inverse`, the rows say (A G) z ≥ A p − b: Lawson and Hanson's least
    distance, by nonnegative least squares; then solved for on the rows that carry it.
    """
    violated = A @ p - b
    worst = float(violated.max())
    if worst <= 0.0:
        return p
    G = np.linalg.inv(inverse)
    rows = A @ G
    target = np.zeros(p.size + 1)
    target[-1] = 1.0
    u = nearest_combination(target, np.column_stack([rows, violated / worst]))
    if u is None or not (carrying := u > _CARRYING * float(u.max())).any():
        return None
    z = np.linalg.lstsq(rows[carrying], violated[carrying], rcond=None)[0]
    return np.asarray(p - G @ z)


def inner_point(A: Array, b: Array) -> tuple[Array, float] | None:
    """The point farthest inside, and how far it is from every row for sure; None where no interior can be shown."""
    rows = A.any(axis=1)
    optimum = greatest_product(np.eye(A.shape[1] + 1)[-1], np.column_stack([A, rows.astype(np.float64)]), b)
    if isinstance(optimum, str):
        return None
    x = optimum[0][:-1]
    room = float((b - A @ x)[rows].min(initial=np.inf)) - _rounding(A, b, x)
    return (x, room) if 0.0 < room < np.inf else None


def drawn_in(A: Array, b: Array, x: Array, inner: tuple[Array, float]) -> Array:
    """The point, moved towards the inner one until it violates no row beyond doubt.

    Rows violated by v at x and kept by r at the inner point are kept by (1 − t)(−v) + t r = 0 at t = v/(v + r) between
    them. At a corner of a small angle that is a long way, as it is from x to the body.
    """
    centre, room = inner
    violated = float((A @ x - b).max()) + 3.0 * _rounding(A, b, x)
    return x if violated <= 0.0 else np.asarray(x + (centre - x) * (violated / (violated + room)))


def _rounding(A: Array, b: Array, x: Array) -> float:
    # Of the sums, and of the rows, which were brought to length 1.
    return (x.size + 8) * 2.0**-53 * float((np.abs(A) @ np.abs(x) + np.abs(b)).max())
