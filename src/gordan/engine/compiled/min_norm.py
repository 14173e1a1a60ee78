"""The dual active set of `solver.MinNormPoint`, compiled, for one small dense problem after another.

The same steps under the same numbers as in that file, but that of many points line 2 takes the lowest of a few that
were low, as long as one is far below 1, before all are looked at again. Points are unsigned: with r_j = y_j y_p s_j and
z = y_p e, where s and e are the coordinates and the residual of x_p on the active points, the span and the affine hull
differ in one thing only, the base that is subtracted: with an intercept active point 0, otherwise the origin. The
active set is k points: their rows, multipliers u and lengths. No part calls another: every level of calls is optimised
anew, which takes as long as the parts together.
"""

from __future__ import annotations

import math

import numpy as np

from gordan.engine.compiled import CANCELS, LIMIT, SOLVED
from gordan.engine.compiled.frame import append, delete, rebase, solve, split
from gordan.engine.compiled.jit import compiled, part
from gordan.engine.compiled.rows import Order, Vector

__all__ = ["solve_stack"]

IN_SPAN = 2.0**-40  # as in the solver: below it a residual is rounding, not a direction
SATISFIED = 1e-12  # as there
MANY = 512  # points, whose products take as long as a step: then those of a few that were low are looked at first
LISTED = 16  # points that are
NOISE = 1e-14  # coefficients this small against the greatest would block with noise divided by noise


@compiled
def solve_stack(
    X: Vector,
    centre: Vector,
    which: Order,
    signs: Vector,
    hull: int,
    decide: bool,
    limit: int,
    solutions: tuple[Vector, Order, Vector, Order, Vector],
    room: tuple[Vector, Vector, Vector, Vector],
) -> None:
    """Solve problem i, of the points X[which[i]] with the labels' signs signs[i], writing to W, S, U, ended, products.

    W[i] is the direction, S[i] the rows of the active set and U[i] their weights (those that cancel, on a
    certificate), ended[i] = (status, rows in S[i], steps, products with all points). `centre` has as many rows as X,
    which are subtracted, or none. The direction is scaled to a greatest entry of 1, zero where that is not possible,
    and products[i] are those of the signed points with it. `hull` is 1 with an intercept, 0 without; `decide` stops
    where w separates. `room` are workspaces of the shapes (m + 1, m), (m + 1, m + 2), (4, m + 2) and (n, m), the last
    of which may have no rows where there is no centre: loops over rows that lie together in memory are several times
    as fast.
    """
    m = X.shape[2]
    W, S, U, ended, P = solutions
    Q, R, vectors, shifted = room
    e, projection, s, lengths = vectors[0, :m], vectors[1], vectors[2], vectors[3]
    low = np.empty(LISTED, np.int64)
    for i in range(signs.shape[0]):
        n = signs.shape[1]
        while signs[i, n - 1] == 0.0:  # rows of none, at the end of a shorter problem
            n -= 1
        A, y, w, active, u, z = X[which[i], :n], signs[i, :n], W[i], S[i], U[i], P[i, :n]
        if centre.shape[0] > 0:
            A = about(A, centre[which[i]], shifted)
        k = ended[i, 1]
        if k > 0:
            combine(A, y, active, u, k, w)
        else:
            k = start(A, y, hull, w, active, u, Q, R, lengths)  # 1
        steps, products, status = 1, 0, LIMIT if k > 0 else CANCELS
        listed, level = 0, 0.0
        while status == LIMIT and steps < limit:
            p, product = violated_still(A, y, w, hull, active, k, low, listed, level)
            if p < 0:
                p, product, separates = most_violated(A, y, w, hull, active, k, z)  # 2
                products += 1
                if p < 0 or (decide and separates) or product >= 1.0 - SATISFIED:
                    status = SOLVED
                elif n >= MANY:
                    listed, level = lowest(z, low), 0.5 * (1.0 + product)
            pending, blocking = 0.0, 0
            while status == LIMIT and blocking >= 0 and steps < limit:
                reach = residual(A, p, active, hull, e)
                square = split(e, Q, k - hull, projection, s)  # 3
                solve(R, k - hull, projection, s, hull)
                spread = reach + signed(s, k, hull, y, active, p, lengths)
                dependent = k - hull >= m or math.sqrt(square) <= IN_SPAN * spread
                t, blocking = ratio(u, s, k, math.inf if dependent else (1.0 - product) / square)  # 4
                steps += 1
                if t == math.inf:  # 5
                    k, status = certificate(active, u, s, k, p), CANCELS
                    break
                move(w, t * y[p], e, u, t, s, k)  # 6
                product, pending = product + t * square, pending + t
                if blocking < 0:  # 7
                    append(e, square, Q, R, k - hull, projection)
                    k = join(active, u, lengths, k, p, pending, reach)
                    continue
                if blocking < hull:
                    rebase(R, k - hull)
                delete(max(blocking - hull, 0), Q, R, k - hull)
                k = leave(active, u, lengths, k, blocking)
                if k < hull:
                    steps = limit
        ended[i, 0], ended[i, 1], ended[i, 2], ended[i, 3] = status, abs(k), steps, products
        scale(w)
        multiply(A, y, w, z)


@part
def about(X: Vector, centre: Vector, into: Vector) -> Vector:
    """The points X less their centre."""
    for j in range(X.shape[0]):
        for c in range(X.shape[1]):
            into[j, c] = X[j, c] - centre[c]
    return into[: X.shape[0]]


@part
def combine(X: Vector, y: Vector, active: Order, u: Vector, k: int, w: Vector) -> None:
    """w = Σ u_j y_j x_j over the active points."""
    for c in range(w.size):
        w[c] = 0.0
    for j in range(k):
        along = u[j] * y[active[j]]
        for c in range(w.size):
            w[c] += along * X[active[j], c]


@part
def multiply(X: Vector, y: Vector, w: Vector, into: Vector) -> None:
    """The products of the signed points with w."""
    for j in range(X.shape[0]):
        product = 0.0
        for c in range(w.size):
            product += X[j, c] * w[c]
        into[j] = product * y[j]


@part
def scale(w: Vector) -> None:
    """Divide w by its greatest entry in magnitude; what has none that is a number greater than 0 becomes zero."""
    greatest, sound = 0.0, True
    for c in range(w.size):
        greatest = max(greatest, abs(w[c]))
        sound = sound and math.isfinite(w[c])
    for c in range(w.size):
        w[c] = w[c] / greatest if sound and greatest > 0.0 else 0.0


@part
def start(
    X: Vector, y: Vector, hull: int, w: Vector, active: Order, u: Vector, Q: Vector, R: Vector, lengths: Vector
) -> int:
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
def most_violated(
    X: Vector, y: Vector, w: Vector, hull: int, active: Order, k: int, z: Vector
) -> tuple[int, float, bool]:
    """The point with the lowest product, or -1 where that is an active one; the product; whether w separates."""
    multiply(X, y, w, z)
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
def lowest(z: Vector, low: Order) -> int:
    """The rows with the lowest products, lowest first, and how many that are."""
    count = 0
    for j in range(z.size):
        if count < low.size or z[j] < z[low[count - 1]]:
            count = min(count + 1, low.size)
            place = count - 1
            while place > 0 and z[low[place - 1]] > z[j]:
                low[place] = low[place - 1]
                place -= 1
            low[place] = j
    return count


@part
def violated_still(
    X: Vector, y: Vector, w: Vector, hull: int, active: Order, k: int, low: Order, listed: int, level: float
) -> tuple[int, float]:
    """Of rows that were low some steps ago the lowest now, and its product; -1 where none is below the level."""
    p, least, offset = -1, level, 0.0
    if hull and listed > 0:
        last = active[k - 1]
        product = 0.0
        for c in range(w.size):
            product += X[last, c] * w[c]
        offset = y[last] - product
    for i in range(listed):
        product = 0.0
        for c in range(w.size):
            product += X[low[i], c] * w[c]
        product = y[low[i]] * (product + offset)
        if product < least:
            p, least = low[i], product
    return p, least


@part
def residual(X: Vector, p: int, active: Order, hull: int, into: Vector) -> float:
    """Point p less the base; the length of point p."""
    square = 0.0
    for c in range(into.size):
        square += X[p, c] * X[p, c]
        into[c] = X[p, c] - (X[active[0], c] if hull else 0.0)
    return math.sqrt(square)


@part
def signed(s: Vector, k: int, hull: int, y: Vector, active: Order, p: int, lengths: Vector) -> float:
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
def ratio(u: Vector, r: Vector, k: int, full: float) -> tuple[float, int]:
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
def move(w: Vector, along: float, e: Vector, u: Vector, t: float, r: Vector, k: int) -> None:
    for c in range(w.size):
        w[c] += along * e[c]
    for j in range(k):
        u[j] = max(u[j] - t * r[j], 0.0)


@part
def join(active: Order, u: Vector, lengths: Vector, k: int, p: int, multiplier: float, length: float) -> int:
    active[k], u[k], lengths[k] = p, multiplier, length
    return k + 1


@part
def leave(active: Order, u: Vector, lengths: Vector, k: int, q: int) -> int:
    for j in range(q, k - 1):
        active[j], u[j], lengths[j] = active[j + 1], u[j + 1], lengths[j + 1]
    return k - 1


@part
def certificate(active: Order, u: Vector, r: Vector, k: int, p: int) -> int:
    """Weights (1, −r)/sum on the active points and, last, on the one that was entering."""
    active[k], u[k], total = p, 1.0, 1.0
    for j in range(k):
        u[j] = max(-r[j], 0.0)
        total += u[j]
    for j in range(k + 1):
        u[j] /= total
    return k + 1
