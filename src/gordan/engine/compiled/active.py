"""The active set for compiled loops: rows, multipliers u and lengths of k points, of which the first may be a base.

numba's disk cache watches the file of the calling loop (`min_norm`) only: after a change here, touch it. No part
calls another: every level of calls is optimised anew, which takes as long as the parts together.
"""

from __future__ import annotations

import math
from typing import Any

from gordan.engine.compiled.jit import part

__all__ = ["certificate", "join", "leave", "most_violated", "move", "ratio", "residual", "signed", "start"]

NOISE = 1e-14  # coefficients this small against the greatest would block with noise divided by noise


@part
def start(X: Any, y: Any, hull: int, w: Any, active: Any, u: Any, Q: Any, R: Any, lengths: Any) -> int:
    """The solution for the first point, or for the first one of each class, and how many that are.

    The number is negative where they are a zero point or twins, whose weights are then a certificate.
    """
    other = 0
    while hull and y[other] == y[0]:
        other += 1
    first, second, square = 0.0, 0.0, 0.0
    for c in range(w.size):
        w[c] = X[0, c] - (X[other, c] if hull else 0.0)
        first += X[0, c] * X[0, c]
        second += X[other, c] * X[other, c]
        square += w[c] * w[c]
    active[0], active[hull] = 0, other
    lengths[0], lengths[hull] = math.sqrt(first), math.sqrt(second)
    if square == 0.0:
        u[0] = u[hull] = 1.0 / (1.0 + hull)
        return -1 - hull
    u[0] = u[hull] = (1.0 + hull) / square
    R[0, 0] = math.sqrt(square)
    for c in range(w.size):
        Q[0, c] = (1.0 - 2.0 * hull) * w[c] / R[0, 0]
        w[c] *= y[0] * u[0]
    return 1 + hull


@part
def most_violated(X: Any, y: Any, w: Any, hull: int, active: Any, k: int, z: Any) -> tuple[int, float, bool]:
    """The point with the lowest product, or -1 where that is an active one; the product; whether w separates."""
    for j in range(X.shape[0]):
        product = 0.0
        for c in range(w.size):
            product += X[j, c] * w[c]
        z[j] = product * y[j]
    # The product of an active point, offset included, is 1; the last to join serves.
    last = active[k - 1]
    offset = (1.0 - z[last]) * y[last] if hull else 0.0
    p, least, positive, negative = 0, math.inf, math.inf, math.inf
    for j in range(X.shape[0]):
        if y[j] > 0.0:
            positive = min(positive, z[j])
        else:
            negative = min(negative, z[j])
        product = z[j] + y[j] * offset
        if product < least:
            p, least = j, product
    for j in range(k):
        if active[j] == p:
            p = -1
    return p, least, positive + negative > 0.0 if hull else least > 0.0


@part
def residual(X: Any, p: int, active: Any, hull: int, into: Any) -> float:
    """Point p less the base; the length of point p."""
    square = 0.0
    for c in range(into.size):
        square += X[p, c] * X[p, c]
        into[c] = X[p, c] - (X[active[0], c] if hull else 0.0)
    return math.sqrt(square)


@part
def signed(s: Any, k: int, hull: int, y: Any, active: Any, p: int, lengths: Any) -> float:
    """Turn the coordinates s of point p into r, that of the base included; the size of what was summed up for them.

    With a base these are differences to it: it rounds them even where it has no share in them.
    """
    if hull:
        s[0] = 1.0
        for j in range(1, k):
            s[0] -= s[j]
    far = lengths[0] if hull else 0.0
    spread = far
    for j in range(k):
        spread += abs(s[j]) * (lengths[j] + far)
        s[j] *= y[active[j]] * y[p]
    return spread


@part
def ratio(u: Any, r: Any, k: int, full: float) -> tuple[float, int]:
    """The step and the position of the point that blocks it, -1 when nothing does."""
    greatest = 1.0
    for j in range(k):
        greatest = max(greatest, abs(r[j]))
    t, blocking = full, -1
    for j in range(k):
        if r[j] > NOISE * greatest and u[j] < t * r[j]:
            t, blocking = u[j] / r[j], j
    return t, blocking


@part
def move(w: Any, along: float, e: Any, u: Any, t: float, r: Any, k: int) -> None:
    for c in range(w.size):
        w[c] += along * e[c]
    for j in range(k):
        u[j] = max(u[j] - t * r[j], 0.0)


@part
def join(active: Any, u: Any, lengths: Any, k: int, p: int, multiplier: float, length: float) -> int:
    active[k], u[k], lengths[k] = p, multiplier, length
    return k + 1


@part
def leave(active: Any, u: Any, lengths: Any, k: int, q: int) -> int:
    for j in range(q, k - 1):
        active[j], u[j], lengths[j] = active[j + 1], u[j + 1], lengths[j + 1]
    return k - 1


@part
def certificate(active: Any, u: Any, r: Any, k: int, p: int) -> int:
    """Weights (1, −r)/sum on the active points and, last, on the one that was entering."""
    active[k], u[k], total = p, 1.0, 1.0
    for j in range(k):
        u[j] = max(-r[j], 0.0)
        total += u[j]
    for j in range(k + 1):
        u[j] /= total
    return k + 1
