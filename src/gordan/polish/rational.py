"""One rational solve: on an affinely independent support the cancelling weights are unique up to scale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import gcd, lcm
from typing import Any

import numpy as np

from gordan.problem import Points

__all__ = ["solve_rationally"]


def solve_rationally(problem: Points, S: Sequence[int]) -> list[int] | None:
    """Non-negative integers, one per row of S, that cancel the signed raw rows exactly; None when there are none."""
    M = _equations(problem, S)
    k = len(S)
    if k == 1:
        return [1] if all(row[0] == 0 for row in M) else None
    solution = _unique_solution(M, k)
    if solution is None:
        return None
    if any(sum(a * v for a, v in zip(row, solution, strict=True)) for row in M):
        return None
    return solution if all(v >= 0 for v in solution) and any(solution) else None


def _equations(problem: Points, S: Sequence[int]) -> list[list[int]]:
    """One integer equation per raw column that is not all zero, and one for the labels with an intercept."""
    signs = [1 if sign > 0 else -1 for sign in problem.signs[list(S)]]
    rows = problem.exact_rows(S)
    by_column: dict[int, list[int]] = {}
    for i, (columns, integers) in enumerate(zip(rows.columns, rows.integers, strict=True)):
        for j, value in zip(columns, integers, strict=True):
            by_column.setdefault(j, [0] * len(S))[i] = signs[i] * value
    return [*by_column.values(), *([signs] if problem.intercept else [])]


def _unique_solution(M: list[list[int]], k: int) -> list[int] | None:
    """The null vector of M when its rank is k − 1: pick k − 1 independent equations, set the last unknown to 1."""
    from flint import fmpz_mat

    chosen = _independent(M, k)
    if len(chosen) < k - 1:
        return None
    left = fmpz_mat([[M[i][j] for j in range(k - 1)] for i in chosen])
    right = fmpz_mat([[-M[i][k - 1]] for i in chosen])
    try:
        answer: Any = left.solve(right)
    except ZeroDivisionError:
        return None
    values = [answer[i, 0] for i in range(k - 1)]
    denominator = reduce(lcm, (int(v.q) for v in values), 1)
    whole = [int(v.p) * (denominator // int(v.q)) for v in values] + [denominator]
    shared = reduce(gcd, whole)
    return [v // shared for v in whole]


def _independent(M: list[list[int]], k: int) -> list[int]:
    """Positions of k − 1 equations that are well independent, by pivoted QR of their scaled doubles."""
    from scipy.linalg import qr

    greatest = [max(abs(v) for v in row) or 1 for row in M]
    # Integers beyond the range of doubles are brought down by their own row's size first.
    scaled = np.array([[float(v * 2**60 // g) for v in row] for row, g in zip(M, greatest, strict=True)]) / 2.0**60
    _, _, order = qr(scaled[:, : k - 1].T, mode="economic", pivoting=True)
    return [int(i) for i in order[: k - 1]]
