"""Whether positive weights that cancel raw rows exactly lie within a box: k equations for the weights of k rows.

Every raw column cancels, with an intercept the labels do, and the weights add up to 1. `arithmetic.linear_system`
bounds how far the solution is from a centre.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.linear_system import distance_to_solution
from gordan.problem import Points
from gordan.verify.rounded import misreading

__all__ = ["enclosed", "equations"]


def enclosed(M: Array, centre: Array, radius: Array, widened: float = 0.0) -> Array:
    """Whether M x = (0, …, 0, 1) has exactly one solution, and that within `radius` < `centre` of the centre.

    Parameters
    ----------
    M : array, shape (..., k, k)
        One equation per row; the last is that the weights add up to 1. Stacks are judged one by one.
    centre, radius : array, shape (..., k)
        What is claimed.
    widened : float
        How far, relatively, an entry of M may be from the number meant.

    Returns
    -------
    array of bool, shape (...)
        False where it could not be proved.

    Examples
    --------
    >>> M = np.array([[1.0, -3.0], [1.0, 1.0]])
    >>> bool(enclosed(M, np.array([0.75, 0.25]), np.array([1e-15, 1e-15])))
    True
    >>> bool(enclosed(M, np.array([0.75, 0.26]), np.array([1e-15, 1e-15])))
    False
    """
    sound = (radius >= 0) & (radius < centre) & (distance_to_solution(M, centre, widened) <= radius)
    return np.asarray(sound.all(axis=-1))


def equations(problem: Points, S: Sequence[int]) -> tuple[Array, float] | None:
    """The square system of the signed raw rows S, and how far its entries may be from what they stand for.

    None where it is not square: columns that are zero on all of these rows are no equations.
    """
    picked = problem.X[np.asarray(S, dtype=np.int64)]
    needed = len(S) - 1 - int(problem.intercept)
    if hasattr(picked, "nnz"):
        # Only the columns in use become dense: there may be millions of others.
        used = np.flatnonzero(abs(picked).max(axis=0).toarray().ravel())
        picked = picked[:, used].toarray() if used.size == needed else used[None]
    else:
        picked = picked[:, picked.any(axis=0)]
    if picked.shape[1] != needed:
        return None
    signs, values = problem.signs[np.asarray(S, dtype=np.int64)], picked.astype(np.float64)
    extra = [signs, np.ones(len(S))] if problem.intercept else [np.ones(len(S))]
    widened = misreading(problem)
    if widened and bool(((values != 0) & (np.abs(values) < np.finfo(problem.X.dtype).tiny)).any()):
        # The smallest numbers have few digits: no relative bound says how far they are from a decimal.
        widened = np.inf
    return np.vstack([(values * signs[:, None]).T, *extra]), widened
