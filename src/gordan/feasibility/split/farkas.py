"""`farkas`: weights y ≥ 0 that combine rows to a target, or a direction that the target opposes and no row does.

The simplex method in integers, with Bland's rule, for small systems on which floating point cannot tell:

1. flip equations so that the target is not negative, and give each an artificial unknown; minimise their sum
2. enter the first column that lowers it; leave the row of the least ratio, the first unknown among equals
3. pivot: every entry is an integer over the last pivot, and stays one (Edmonds 1967)
4. sum zero: y; else the multipliers are the direction

Bland's rule never cycles, so it ends. Exactly one of the two exists (Farkas 1902).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.deadline import now
from gordan.feasibility.split.exact import Integers

__all__ = ["farkas"]


def farkas(
    rows: list[list[Fraction]], target: list[Fraction], *, until: float = np.inf
) -> tuple[list[Fraction] | None, list[Fraction] | None]:
    """(y, None) with Σ y_i rows_i = target, y ≥ 0; or (None, t) with rows_i·t ≥ 0 and target·t < 0; or two Nones.

    Examples
    --------
    >>> one, two = Fraction(1), Fraction(2)
    >>> farkas([[one, one]], [two, two])
    ([Fraction(2, 1)], None)
    >>> farkas([[one, one]], [-two, two])[1] is not None
    True
    """
    n, d = len(rows), len(target)
    scales = [lcm(*(v.denominator for v in row)) for row in rows]
    common = lcm(*(v.denominator for v in target)) if target else 1
    flip = [-1 if v < 0 else 1 for v in target]
    T = np.zeros((d + 1, n + d + 1), dtype=object)
    for i, (row, scale) in enumerate(zip(rows, scales, strict=True)):
        for k, v in enumerate(row):
            T[k, i] = flip[k] * int(v * scale)
    for k, v in enumerate(target):
        T[k, n + k], T[k, -1] = 1, abs(int(v * common))  # 1
    T[d, :n], T[d, -1] = T[:d, :n].sum(axis=0), T[:d, -1].sum()
    basis, pivot = list(range(n, n + d)), 1
    while now() < until:
        entering = next((j for j in range(n) if T[d, j] > 0), None)  # 2
        if entering is None:
            return _answer(T, basis, pivot, n, flip, scales, common)  # 4
        ratios = [(Fraction(T[k, -1], T[k, entering]), basis[k], k) for k in range(d) if T[k, entering] > 0]
        leaving = min(ratios)[2]
        pivot = _pivot(T, leaving, entering, pivot)  # 3
        basis[leaving] = entering
    return None, None


def _pivot(T: Integers, r: int, s: int, last: int) -> int:
    pivot = int(T[r, s])
    for k in range(T.shape[0]):
        if k != r and (T[k, s] or pivot != last):
            T[k] = (T[k] * pivot - T[r] * T[k, s]) // last
    return pivot


def _answer(
    T: Integers, basis: list[int], pivot: int, n: int, flip: list[int], scales: list[int], common: int
) -> tuple[list[Fraction] | None, list[Fraction] | None]:
    d = len(flip)
    if T[d, -1] == 0:
        y = [Fraction(0)] * n
        for k, j in enumerate(basis):
            if j < n:
                y[j] = Fraction(int(T[k, -1]) * scales[j], pivot * common)
        return y, None
    # The multiplier of an equation is one, the artificial unknown's cost, less its reduced cost; flipped back.
    return None, [Fraction(-flip[k] * (pivot + int(T[d, n + k])), pivot) for k in range(d)]
