"""The dual active set of `solver.MinNormPoint`, compiled, for one small dense problem after another.

The same steps under the same numbers as in that file, on unsigned points: with r_j = y_j y_p s_j and z = y_p e, where
s and e are the coordinates and the residual of x_p on the active points, the span and the affine hull differ in one
thing only, the base that is subtracted: with an intercept active point 0, otherwise the origin.
"""

from __future__ import annotations

import math
from typing import Any

from gordan.engine.compiled.active import certificate, join, leave, most_violated, move, ratio, residual, signed, start
from gordan.engine.compiled.frame import append, delete, rebase, solve, split
from gordan.engine.compiled.jit import compiled
from gordan.engine.compiled.status import CANCELS, LIMIT, SOLVED

__all__ = ["solve_stack"]

IN_SPAN = 2.0**-40  # as in the solver: below it a residual is rounding, not a direction
SATISFIED = 1e-12  # as there


@compiled
def solve_stack(
    X: Any,
    which: Any,
    signs: Any,
    hull: int,
    decide: bool,
    limit: int,
    W: Any,
    S: Any,
    U: Any,
    told: Any,
    Q: Any,
    R: Any,
    room: Any,
    z: Any,
) -> None:
    """Problem i has the points X[which[i]] and the labels' signs signs[i]; what is found is written to W, S, U, told.

    W[i] is the direction, S[i] the rows of the active set and U[i] their weights (those that cancel, on a
    certificate), told[i] = (status, rows in S[i], steps, products with all points). `hull` is 1 with an intercept,
    0 without; `decide` stops where w separates; `room` (2m + 6, m + 2) and `z` (n) are workspaces.
    """
    m = X.shape[2]
    e, projection, s, lengths = room[0, :m], room[1], room[2], room[3]
    for i in range(signs.shape[0]):
        A, y, w, active, u = X[which[i]], signs[i], W[i], S[i], U[i]
        k = start(A, y, hull, w, active, u, Q, R, lengths)  # 1
        steps, products, status = 1, 0, LIMIT if k > 0 else CANCELS
        while status == LIMIT and steps < limit:
            p, product, separates = most_violated(A, y, w, hull, active, k, z)  # 2
            products += 1
            if p < 0 or (decide and separates) or product >= 1.0 - SATISFIED:
                status = SOLVED
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
        told[i, 0], told[i, 1], told[i, 2], told[i, 3] = status, abs(k), steps, products
