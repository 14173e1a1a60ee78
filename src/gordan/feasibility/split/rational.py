"""`solve_consistent`: the one solution over the rationals of equations that may be more than the unknowns."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from gordan.feasibility.split.exact import PRIMES

__all__ = ["solve_consistent"]


def solve_consistent(rows: list[list[Fraction]], target: list[Fraction]) -> list[Fraction] | None:
    """y with Σ y_i rows_i = target exactly; None where the rows depend on one another or do not reach the target.

    Examples
    --------
    >>> solve_consistent([[Fraction(2), Fraction(4)]], [Fraction(1), Fraction(2)])
    [Fraction(1, 2)]
    """
    from flint import fmpz_mat, nmod_mat

    k, d = len(rows), len(target)
    if k == 0:
        return [] if not any(target) else None
    scales = [lcm(*(v.denominator for v in row)) for row in rows]
    whole = [[int(v * scale) for v in row] for row, scale in zip(rows, scales, strict=True)]
    reduced, rank = nmod_mat(k, d, [v % PRIMES[0] for row in whole for v in row], PRIMES[0]).rref()
    if rank < k:
        return None
    pivots, at = [], 0
    for i in range(k):
        while int(reduced[i, at]) == 0:
            at += 1
        pivots.append(at)
    common = lcm(*(v.denominator for v in target))
    right = fmpz_mat(k, 1, [int(target[j] * common) for j in pivots])
    answer: Any = fmpz_mat(k, k, [whole[i][j] for j in pivots for i in range(k)]).solve(right)
    y = [Fraction(int(answer[i, 0].p), int(answer[i, 0].q)) for i in range(k)]
    for j in range(d):
        if sum((y[i] * whole[i][j] for i in range(k)), Fraction(0)) != target[j] * common:
            return None
    return [v * scale / common for v, scale in zip(y, scales, strict=True)]
