"""The linear programs, by HiGHS: the largest support of a cancellation, and what a cone allows a coordinate to be.

The first is the whole of facial reduction in one program. Over weights u + v of the rows of A,

    maximise Σ u_i   subject to   Aᵀ(u + v) = 0,   0 ≤ u ≤ 1,   v ≥ 0.

By Goldman and Tucker's theorem some weights are positive on all of L, and as large as one likes; none is positive on S.
So at the optimum u is 1 on L and 0 on S, and the multipliers b of the equations have A_S b ≥ 1 and A_L b = 0: both
halves of the split from one program with as many equations as b has entries.

Beside them the projection on a cone of rows, which is quicker than a program where either answers.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog, nnls
from scipy.sparse import csc_array, issparse
from scipy.sparse import hstack as sparse_hstack

from gordan.arithmetic.array import Array, Matrix
from gordan.arithmetic.deadline import lent

__all__ = [
    "Cancelling",
    "cheapest_cancellation",
    "greatest_product",
    "largest_cancellation",
    "least_combination",
    "least_product",
    "least_violation",
    "nearest_combination",
]

_TIGHTEST = 1e-10  # the smallest tolerance HiGHS accepts


class Cancelling(NamedTuple):
    """Weights, which rows have one, and the direction that is positive on the others."""

    weights: Array
    flat: npt.NDArray[np.bool_]
    direction: Array


def largest_cancellation(A: Matrix, *, tight: bool = False, max_seconds: float | None = None) -> Cancelling | None:
    """Solve the program of this file's first lines; None where HiGHS gave up."""
    n, p = A.shape
    if n == 0 or p == 0:
        return Cancelling(np.ones(n), np.ones(n, dtype=bool), np.zeros(p))
    cost = np.concatenate([-np.ones(n), np.zeros(n)])
    bounds = np.zeros((2 * n, 2))
    bounds[:n, 1], bounds[n:, 1] = 1.0, np.inf
    solved = _solve(cost, _beside([A.T, A.T]), np.zeros(p), bounds, tight, max_seconds)
    if solved is None:
        return None
    weights = np.maximum(solved.x[:n] + solved.x[n:], 0.0)
    return Cancelling(weights, solved.x[:n] > 0.5, -np.asarray(solved.eqlin.marginals))


def least_product(c: Array, A: Array, *, max_seconds: float | None = None) -> tuple[Array, float] | None:
    """The point t of the cone A t ≥ 0 with mean(A t) = 1 where c·t is least, and c·t.

    Solved from its dual, with as many equations as t has entries: maximise z subject to Aᵀy + z·mean(A) = c, y ≥ 0.
    """
    n = A.shape[0]
    bounds = np.zeros((n + 1, 2))
    bounds[:, 1], bounds[n, 0] = np.inf, -np.inf
    cost = np.concatenate([np.zeros(n), [-1.0]])
    solved = _solve(cost, np.hstack([A.T, A.mean(axis=0)[:, None]]), c, bounds, False, max_seconds)
    # The multipliers are of a program that minimises −z: their negatives are the point.
    return None if solved is None else (-np.asarray(solved.eqlin.marginals), float(solved.x[n]))


def least_combination(c: Array, A: Array, *, max_seconds: float | None = None) -> Array | None:
    """Weights y ≥ 0 of the least sum with Aᵀy = c, at a vertex: as few of them positive as there are equations."""
    bounds = np.zeros((A.shape[0], 2))
    bounds[:, 1] = np.inf
    solved = _solve(np.ones(A.shape[0]), A.T, c, bounds, False, max_seconds)
    return None if solved is None else np.asarray(np.maximum(solved.x, 0.0))


def cheapest_cancellation(A: Array, free: npt.NDArray[np.bool_], price: Array) -> Array | None:
    """Weights of total 1 that cancel rows at the least price, at a vertex: few are positive. None where there are none.

    Rows that are `free` have weights ≥ 0. Of others the weight may have any sign and its size is counted; such a row
    alone is a cancellation too, with half its weight for it and half against it.
    """
    signed = np.vstack([A, -A[~free]])
    equations = np.vstack([signed.T, np.ones(len(signed))])
    bounds = np.zeros((len(signed), 2))
    bounds[:, 1] = np.inf
    right = np.append(np.zeros(A.shape[1]), 1.0)
    solved = _solve(np.concatenate([price, price[~free]]), equations, right, bounds, False, None)
    if solved is None:
        return None
    weights = np.maximum(solved.x, 0.0)
    weights[: len(A)][~free] += weights[len(A) :]
    return np.asarray(weights[: len(A)])


def least_violation(A: Array, free: npt.NDArray[np.bool_], target: Array, weights: Array) -> Array | None:
    """The b with target·b = 1 at which Σ weights·violation is least: of free rows max(−A b, 0), of others |A b|.

    Solved from its dual, with as many equations as b has entries: maximise z subject to Aᵀy + z target = 0, where
    0 ≤ y ≤ weights on free rows, and |y| ≤ weights on the others.
    """
    bounds = np.column_stack([np.where(free, 0.0, -weights), weights])
    bounds = np.vstack([bounds, [-np.inf, np.inf]])
    cost = np.append(np.zeros(len(A)), -1.0)
    solved = _solve(cost, np.column_stack([A.T, target]), np.zeros(A.shape[1]), bounds, False, None)
    # The multipliers are of a program that minimises −z.
    return None if solved is None else -np.asarray(solved.eqlin.marginals)


def nearest_combination(c: Array, A: Array) -> Array | None:
    """Weights y ≥ 0 with Aᵀy nearest to c, by Lawson and Hanson's method; None where it took too many steps."""
    try:
        return np.asarray(nnls(A.T, c)[0])
    except RuntimeError:
        return None


def greatest_product(c: Array, A: Array, b: Array) -> tuple[Array, Array] | str:
    """A point of A t ≤ b where c·t is greatest and its multipliers y ≥ 0, or in words what is wrong with the rows."""
    options: Any = {"primal_feasibility_tolerance": _TIGHTEST, "dual_feasibility_tolerance": _TIGHTEST}
    solved: Any = linprog(-c, A_ub=A, b_ub=b, bounds=(None, None), method="highs-ds", options=options)
    if solved.status == 0 and solved.x is not None:
        return np.asarray(solved.x) + 0.0, np.maximum(-np.asarray(solved.ineqlin.marginals), 0.0)
    return {2: "is empty", 3: "is unbounded"}.get(solved.status, f"was not solved by HiGHS ({solved.message})")


def _beside(parts: list[Matrix]) -> Matrix:
    if any(issparse(part) for part in parts):
        return sparse_hstack([csc_array(part) for part in parts], format="csc")
    return np.hstack(parts)


def _solve(cost: Array, equations: Matrix, right: Array, bounds: Array, tight: bool, max_seconds: float | None) -> Any:
    options: Any = {"presolve": tight}
    if tight:
        options |= {"primal_feasibility_tolerance": _TIGHTEST, "dual_feasibility_tolerance": _TIGHTEST}
    if max_seconds is not None:
        options["time_limit"] = lent(max_seconds)
    solved: Any = linprog(cost, A_eq=equations, b_eq=right, bounds=cast(Any, bounds), method="highs", options=options)
    return solved if solved.status == 0 and solved.x is not None else None
