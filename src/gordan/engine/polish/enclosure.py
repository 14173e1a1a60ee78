"""Weights that nearly cancel become a box that holds weights that do, where integers would be long.

On k affinely independent rows the cancelling weights solve k equations. Floating point gives them to a few digits, the
residual in twice the precision gives nearly all digits of a double, and the condition of the system tells how wide a
box around them has to be for the verifier to find them in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.linear_system import distance_to_solution, inverse, residual, scaled, times
from gordan.arithmetic.rounding import U
from gordan.outcome import Enclosure
from gordan.problem import Points

__all__ = ["Box", "enclosure", "propose"]

_STEPS = 2  # of refinement: each multiplies the error by the contraction, the second makes up for a poor inverse
_CONTRACTION = 0.25  # expected at the most; the verifier needs less than 1
_WIDER = 2.0  # than expected, so that rounding in another order does not matter
_CLEARLY = 0.5  # of its centre that a radius may take up for the weight to be called positive


class Box(NamedTuple):
    """Weights by their centre and radius; not numbers where none are proposed."""

    centre: Array
    radius: Array


def enclosure(problem: Points, rows: Sequence[int] | Positions, *, checked: bool = False) -> Enclosure | None:
    """Positive weights that cancel these signed raw rows, if their equations are square and tell the weights from 0.

    `checked` has the bound on the weights' distance computed here and now, for those who have another proof to turn to.
    """
    M = _equations(problem, np.asarray(rows, dtype=np.int64))
    if M is None:
        return None
    widened, numbers = 0.0, np.finfo(problem.X.dtype)
    if problem.numbers == "decimal":
        # A decimal is within half a unit of its number, but relatively only of numbers with all their digits.
        widened = float(numbers.eps) if np.abs(M, where=M != 0, out=np.ones_like(M)).min() >= numbers.tiny else np.inf
    box = propose(M, widened)
    if np.isnan(box.radius).any() or (checked and (distance_to_solution(M, box.centre, widened) > box.radius).any()):
        return None
    return Enclosure(tuple(int(j) for j in rows), *box)


def _equations(problem: Points, rows: Positions) -> Array | None:
    """Signed raw columns that are not zero, the labels, and the sum of the weights; None where that is not square."""
    picked, signs = problem.X[rows], problem.signs[rows]
    extra = [signs, np.ones(rows.size)] if problem.intercept else [np.ones(rows.size)]
    if hasattr(picked, "nnz"):
        # Only the columns in use become dense: there may be millions of others.
        used = np.unique(picked.nonzero()[1])
        picked = picked[:, used[: rows.size]].toarray()
    picked = picked[:, picked.any(axis=0)].astype(np.float64)
    return np.vstack([(picked * signs[:, None]).T, *extra]) if picked.shape[1] + len(extra) == rows.size else None


@np.errstate(all="ignore")
def propose(M: Array, widened: float = 0.0) -> Box:
    """A box that should hold the solution of M x = (0, …, 0, 1), for stacks (..., k, k).

    Parameters
    ----------
    M : array, shape (..., k, k)
        One equation per row; the last is that the weights add up to 1.
    widened : float
        How far, relatively, an entry of M may be from the number meant.

    Returns
    -------
    Box
        Arrays of shape (..., k); not numbers where M is nearly singular or some weight is not clearly positive.

    Examples
    --------
    >>> propose(np.array([[1.0, -3.0], [1.0, 1.0]])).centre
    array([0.75, 0.25])
    """
    k = M.shape[-1]
    N, b, by_column = scaled(M)
    C = inverse(N)
    size_C, size_N = np.abs(C), np.abs(N)
    z = C[..., -1] * b[..., -1:]
    for _ in range(_STEPS):
        z = z + times(C, residual(N, z, b)[0])
    # What the verifier will find, but for the inverse's own error, which is of the size of the rounding counted twice.
    contraction = (2 * (k + 4) * U + widened) * times(size_C, size_N.sum(axis=-1))
    r, error = residual(N, z, b)
    error = error + (k + 4) * U * np.abs(r) + widened * times(size_N, np.abs(z))
    d = np.abs(times(C, r)) + times(size_C, error)
    radius = _WIDER * (d + contraction * d.max(axis=-1, keepdims=True)) + 2 * U * np.abs(z)
    sound = (contraction <= _CONTRACTION) & (radius <= _CLEARLY * z)
    back = np.where(sound.all(axis=-1, keepdims=True), 1.0, np.nan)
    return Box(np.ldexp(z * back, -by_column), np.ldexp(radius * back, -by_column))
