"""The compiled loop of `mdm`, with the numbers of its pseudo-code."""

from __future__ import annotations

import math

import numpy as np

from gordan.engine.compiled import CANCELS, LIMIT, MISSING, SOLVED
from gordan.engine.compiled.jit import compiled, part
from gordan.engine.compiled.mdm import EVERY
from gordan.engine.compiled.rows import Numbers, Order, Vector

__all__ = ["shorten"]

LOG2_E = 1.44269504088896338700
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10  # the sum is ln 2; the first has few bits
LEAST = -708.0  # of exponents: below it a value is as good as none


@compiled
def shorten(
    X: Vector,
    single: Numbers,
    kernel: tuple[int, float, float],
    diagonal: Vector,
    shape: tuple[int, int, int, int],
    numbers: tuple[float, float, float],
    decide: bool,
    vectors: tuple[Vector, Vector],
    columns: tuple[Vector, Order, Order],
    counts: tuple[int, int, int, int],
    room: tuple[Vector, Vector, Order, Order],
) -> tuple[int, int, int, int, int, int]:
    split, hull, limit, whole = shape
    gap, ridge, cancelled = numbers
    x, z = vectors
    kept, points, place = columns
    used, steps, due, size = counts
    if used == 0:
        for k in range(x.size):
            if x[k] > 0.0:
                used = fetch(X, whole, single, kernel, split, k, kept, points, place, used)
        combine(x, kept, points, used, z)
    while steps < limit:
        lowest, square, gain, to, source, carrying = 0.0, 0.0, 0.0, -1, -1, 0
        for group in range(1 + hull):
            first, last = split * group, x.size if group == hull else split
            i = argmin(z, first, last)  # 2
            if place[i] < 0:
                if X.size + single.size == 0 or used == kept.shape[0]:
                    return MISSING, used, steps, due, size, i
                used = fetch(X, whole, single, kernel, split, i, kept, points, place, used)
            lowest += z[i]
            column = kept[place[i]]
            for p in range(used):
                j = points[p]
                if x[j] > 0.0 and first <= j < last:
                    carrying += 1
                    square += x[j] * z[j]
                    above = z[j] - z[i]
                    if above > 0.0:
                        here = above * above / (diagonal[i] + diagonal[j] - 2.0 * column[j] + ridge)
                        if here > gain:
                            gain, to, source = here, i, j
        if to < 0 or square - lowest <= gap * square or (decide and lowest > 0.0):  # 3
            return SOLVED, used, steps, due, size, -1
        if square <= cancelled:
            return CANCELS, used, steps, due, size, -1
        steps += 1
        if steps >= due:  # 5
            due = steps + max(EVERY, carrying // 2)
            blocked = True
            while blocked:
                size = follow(x, kept, points, used, ridge, room, size)
                blocked = balance(x, points, split, hull, room, size)
            combine(x, kept, points, used, z)
            continue
        one, other = kept[place[to]], kept[place[source]]
        step = (z[source] - z[to]) / (diagonal[to] + diagonal[source] - 2.0 * one[source] + ridge)  # 4
        if step >= x[source]:
            step, x[source] = x[source], 0.0
        else:
            x[source] -= step
        x[to] += step
        move(z, step, one, other)
    return LIMIT, used, steps, due, size, -1


@part
def fetch(
    X: Vector,
    whole: int,
    single: Numbers,
    kernel: tuple[int, float, float],
    split: int,
    i: int,
    kept: Vector,
    points: Order,
    place: Order,
    used: int,
) -> int:
    """Compute the signed products of point i with all points, the columns of X; how many columns there are then."""
    degree, gamma, coef0 = kernel
    column = kept[used]
    points[used], place[i] = i, used
    if whole:
        column[:] = X[i]
        return used + 1
    if single.size > 0:
        column[:] = single[i]
        return used + 1
    column[:] = 0.0
    for c in range(0, X.shape[0] - 3, 4):  # four coordinates at a time: the column is read and written less often
        s, t, u, v = X[c], X[c + 1], X[c + 2], X[c + 3]
        s0, t0, u0, v0 = s[i], t[i], u[i], v[i]
        if degree:
            for k in range(column.size):
                column[k] += s[k] * s0 + t[k] * t0 + u[k] * u0 + v[k] * v0
        else:
            for k in range(column.size):
                a, b, d, e = s[k] - s0, t[k] - t0, u[k] - u0, v[k] - v0
                column[k] += a * a + b * b + d * d + e * e
    for c in range(X.shape[0] - X.shape[0] % 4, X.shape[0]):
        s, s0 = X[c], X[c, i]
        for k in range(column.size):
            column[k] += s[k] * s0 if degree else (s[k] - s0) * (s[k] - s0)
    if degree == 0:
        exponentials(column, -gamma)
    for k in range(column.size if degree else 0):
        base, value = gamma * column[k] + coef0, 1.0
        for _ in range(degree):
            value *= base
        column[k] = value
    first, last = (split, column.size) if i < split else (0, split)
    for k in range(first, last):
        column[k] = -column[k]
    return used + 1


@part
def exponentials(column: Vector, factor: float) -> None:
    """Replace every number t by exp(factor t), which must be at most 1; right to a unit or two in the last place.

    The library's exponential takes numbers one by one; this, Taylor's series of the rest beside a power of two, is
    vectorised, and twenty times faster.
    """
    bits = np.empty(column.size, np.int64)
    powers = bits.view(np.float64)
    for k in range(column.size):
        t = max(factor * column[k], LEAST)
        whole = math.floor(t * LOG2_E + 0.5)
        r = (t - whole * LN2_HIGH) - whole * LN2_LOW
        value = r * (1 / 6227020800) + 1 / 479001600
        value = value * r + 1 / 39916800
        value = value * r + 1 / 3628800
        value = value * r + 1 / 362880
        value = value * r + 1 / 40320
        value = value * r + 1 / 5040
        value = value * r + 1 / 720
        value = value * r + 1 / 120
        value = value * r + 1 / 24
        value = value * r + 1 / 6
        value = value * r + 0.5
        value = value * r + 1.0
        column[k] = value * r + 1.0
        bits[k] = (np.int64(whole) + 1023) << 52
    for k in range(column.size):
        column[k] *= powers[k]


@part
def argmin(z: Vector, first: int, last: int) -> int:
    i = first
    for k in range(first + 1, last):
        if z[k] < z[i]:
            i = k
    return i


@part
def move(z: Vector, step: float, one: Vector, other: Vector) -> None:
    for k in range(z.size):
        z[k] += step * (one[k] - other[k])


@part
def combine(x: Vector, kept: Vector, points: Order, used: int, z: Vector) -> None:
    """The products of all signed points with w."""
    z[:] = 0.0
    for p in range(used):
        weight, column = x[points[p]], kept[p]
        if weight > 0.0:
            for k in range(z.size):
                z[k] += weight * column[k]


@part
def follow(
    x: Vector,
    kept: Vector,
    points: Order,
    used: int,
    ridge: float,
    room: tuple[Vector, Vector, Order, Order],
    before: int,
) -> int:
    """Make L the factor of the products of the points that carry weight, in the order in which they came to.

    Those that carry none any more leave, others join at the end. How many there are then.
    """
    L, solutions, carrying, inside = room
    size = before
    for r in range(before - 1, -1, -1):
        if not x[points[carrying[r]]] > 0.0:
            inside[carrying[r]] = 0
            leave(L, solutions, carrying, r, size)
            size -= 1
    first = size
    for p in range(used):
        if x[points[p]] > 0.0 and inside[p] == 0:
            carrying[size], inside[p] = p, 1
            size += 1
    for c in range(size):
        own = L[c]
        for r in range(max(c, first), size):
            row, total = L[r], kept[carrying[r], points[carrying[c]]]
            for k in range(c):
                total -= row[k] * own[k]
            row[c] = total / own[c] if c < r else math.sqrt(max(total, 0.0) + ridge)
    return size


@part
def leave(L: Vector, rotations: Vector, carrying: Order, gone: int, size: int) -> None:
    """Take a row and its column out of what L is the factor of: rotations make the rows below it triangular again."""
    cosines, sines = rotations[0], rotations[1]
    for r in range(gone, size - 1):
        carrying[r], row = carrying[r + 1], L[r]
        row[: r + 2] = L[r + 1, : r + 2]
        for k in range(gone, r):
            here, after = row[k], row[k + 1]
            row[k] = cosines[k] * here + sines[k] * after
            row[k + 1] = cosines[k] * after - sines[k] * here
        length = math.sqrt(row[r] * row[r] + row[r + 1] * row[r + 1])
        cosines[r], sines[r] = row[r] / length, row[r + 1] / length
        row[r] = length


@part
def balance(
    x: Vector, points: Order, split: int, hull: int, room: tuple[Vector, Vector, Order, Order], size: int
) -> bool:
    """Move x to the least norm of the affine hulls, as far as it stays >= 0; whether a point blocked the way."""
    L, solutions, carrying, _ = room
    a, b = solutions[0], solutions[1]
    first, second, both = 0.0, 0.0, 0.0
    for r in range(size):
        own = hull == 0 or points[carrying[r]] < split
        row, one, other = L[r], 1.0 if own else 0.0, 0.0 if own else 1.0
        for k in range(r):
            one -= row[k] * a[k]
            other -= row[k] * b[k]
        a[r], b[r] = one / row[r], other / row[r]
        # With G = L Lᵀ, sums over the points of a hull are products of these.
        first += a[r] * a[r]
        second += b[r] * b[r]
        both += a[r] * b[r]
    u, v = 1.0 / first, 0.0
    if hull:
        determinant = first * second - both * both
        u, v = (second - both) / determinant, (first - both) / determinant
    for r in range(size):
        a[r] = u * a[r] + v * b[r]
    way, blocking, sound = 1.0, -1, True
    for r in range(size - 1, -1, -1):
        row = L[r]
        a[r] /= row[r]
        for k in range(r):
            a[k] -= row[k] * a[r]
        sound = sound and math.isfinite(a[r])
        here = x[points[carrying[r]]]
        if not a[r] > 0.0 and here < way * (here - a[r]):
            way, blocking = here / (here - a[r]), r
    for r in range(size if sound else 0):
        i = points[carrying[r]]
        x[i] = 0.0 if r == blocking else max(x[i] + way * (a[r] - x[i]), 0.0)
    return sound and blocking >= 0
