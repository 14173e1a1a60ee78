"""The shortest certificates, found by sorting: a zero row, or two rows that cancel each other.

With an intercept equal rows of opposite classes cancel, and under any kernel they do. Without either any two rows whose
signed points are opposite do, and a zero row needs no partner. One product with an arbitrary vector brings such rows
next to each other.
"""

from __future__ import annotations

import numpy as np

from gordan.arithmetic.array import Array
from gordan.outcome import Cancellation
from gordan.problem import Gram, Points

__all__ = ["twins"]

_SAME = 1e-9  # products of equal rows agree to rounding; what is closer than this is compared entry by entry
_LOOKED_AT = 100_000  # pairs compared at the most, where thousands of rows agree in the product


def twins(problem: Points | Gram) -> Cancellation | None:
    """A certificate on one or two rows, if the data hold one."""
    if not problem.intercept:
        zero = np.flatnonzero(problem.canonical().lengths == 0)
        for j in zero[:10].tolist():
            if _is_zero(problem, j):
                return Cancellation((j,), (1,))
    values = _products(problem)
    keys = values if _equal_only(problem) else np.abs(values)
    order = np.argsort(keys, kind="stable")
    near = np.diff(keys[order]) <= _SAME * np.abs(keys[order[1:]])
    for i in np.flatnonzero(near)[:_LOOKED_AT].tolist():
        first, second = int(order[i]), int(order[i + 1])
        if _cancel(problem, first, second):
            if not problem.intercept and _is_zero(problem, first):
                # Two zero rows are one too many.
                return Cancellation((first,), (1,))
            return Cancellation((min(first, second), max(first, second)), (1, 1))
    return None


def _is_zero(problem: Points | Gram, j: int) -> bool:
    """Whether a row's image is zero. A length may vanish by underflow; the entries decide, where their kernel does."""
    zero = problem.kernel is None or (problem.kernel.name == "poly" and problem.kernel.coef0 == 0)
    return zero and not problem.rows([j]).any()


def _equal_only(problem: Points | Gram) -> bool:
    """Whether only equal rows are known to cancel: what opposite points have for images is the kernel's secret."""
    return problem.intercept or problem.implicit


def _products(problem: Points | Gram) -> Array:
    """Every raw row times one fixed arbitrary vector."""
    vector = np.random.default_rng(0).standard_normal(problem.m)
    values = np.zeros(problem.n)
    for rows, columns, block in problem.blocks():
        values[rows] += block.astype(np.float64) @ vector[columns]
    return values


def _cancel(problem: Points | Gram, first: int, second: int) -> bool:
    one, other = problem.rows([first, second])
    opposite = problem.signs[first] != problem.signs[second]
    if _equal_only(problem):
        return bool(opposite and np.array_equal(one, other))
    return bool(np.array_equal(one, other if opposite else -other))
