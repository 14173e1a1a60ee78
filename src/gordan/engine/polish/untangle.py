"""Columns that are sums of others up to rounding, taken apart so that a proof can be found.

Such columns are everywhere: totals, differences, the redundant features of a generator. Exactly they are independent,
by residuals sixteen digits smaller than their entries, and no weights found in doubles cancel those too. Which rows
cancel does not depend on the coordinates. So each such column is replaced by its residual, computed without rounding
and brought to ordinary size; rows that cancel there are found as usual, and their weights by one rational solve of the
raw numbers.
"""

from __future__ import annotations

import math

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import check_deadline
from gordan.engine.polish.cancellation import cancellation
from gordan.engine.polish.lifting import TooLong
from gordan.engine.polish.rational import cancellation_of, solve_rationally
from gordan.engine.polish.settle import Settled
from gordan.outcome import Cancellation, Enclosure
from gordan.problem import Points
from gordan.problem.batches import is_batches

__all__ = ["untangle"]

_MOST_COLUMNS = 400  # whose exact weights are found within some seconds
_ROWS = 12  # for each column, among which rows that cancel are looked for
_DEPENDENT = 1e-9  # what is left of a column of length 1 after the others
_BITS = 60  # of coefficients, of which any do that leave little of a column


def untangle(problem: Points, x: Array | None = None, *, deadline: float = math.inf) -> Settled:
    """A proof that rows cancel although columns nearly depend on one another; nothing where none do.

    Parameters
    ----------
    problem : Points
        The raw data.
    x : array of n weights or None
        Weights that nearly cancel: their rows are looked at first.
    deadline : float
        When to give up, by `gordan.arithmetic.deadline.now`.

    Examples
    --------
    >>> X = np.random.default_rng(0).standard_normal((300, 4))
    >>> X[:, 3] = X[:, :3] @ [0.1, 0.2, 0.3]
    >>> settled = untangle(Points(X, np.arange(300) % 2))
    >>> len(settled.proof.support)
    6
    """
    if problem.m > _MOST_COLUMNS or is_batches(problem.X):
        return Settled()
    rows = _looked_at(problem, x)
    apart = _taken_apart(problem, rows)
    if apart is None:
        return Settled()
    try:
        found = cancellation(apart, np.ones(rows.size), last=True, deadline=deadline).proof
        if not isinstance(found, Cancellation | Enclosure):
            return Settled()
        support = rows[list(found.support)]
        proof = cancellation_of(support, solve_rationally(problem, support.tolist(), deadline=deadline))
    except TooLong as long:
        return Settled(reason=str(long))
    weights = None if proof is None else proof.weights(problem.n)
    return Settled(proof, weights, how="Found by taking apart columns that are sums of others up to rounding")


def _looked_at(problem: Points, x: Array | None) -> Positions:
    """The rows that carry weight, and rows of both classes from end to end."""
    chosen = np.zeros(problem.n, dtype=np.bool_)
    for rows in (np.flatnonzero(problem.signs > 0), np.flatnonzero(problem.signs < 0)):
        size = min(rows.size, _ROWS * (problem.m + 2) // 2)
        chosen[rows[np.linspace(0, rows.size - 1, size).astype(np.int64)] if size else rows] = True
    if x is not None:
        heavy = np.argsort(-x, kind="stable")[: _ROWS * (problem.m + 2)]
        chosen[heavy[x[heavy] > 0]] = True
    return np.flatnonzero(chosen)


def _taken_apart(problem: Points, rows: Positions) -> Points | None:
    """These rows in other coordinates: independent columns, and the residuals of the others; None without others."""
    from scipy.linalg import qr

    X = problem.rows(rows.tolist())
    with np.errstate(over="ignore", invalid="ignore"):
        centred = X - X.mean(axis=0) if problem.intercept else X
        lengths = np.linalg.norm(centred, axis=0)
    varying = np.flatnonzero(lengths > 0)
    if not np.isfinite(lengths).all() or not varying.size:
        return None
    unit = centred[:, varying] / lengths[varying]
    R, order = qr(unit, mode="r", pivoting=True, check_finite=False)
    rank = int(np.count_nonzero(np.abs(np.diag(R)) > _DEPENDENT))
    if rank == varying.size or rank >= rows.size:
        return None
    free, bound = order[:rank], order[rank:]
    coefficients = np.linalg.lstsq(unit[:, free], unit[:, bound], rcond=None)[0]
    with np.errstate(over="ignore"):
        coefficients *= lengths[varying[bound]] / lengths[varying[free], None]
    if not np.isfinite(coefficients).all():
        return None
    residuals = _residuals(problem, rows, varying[free], varying[bound], coefficients)
    coordinates = np.column_stack([unit[:, free], residuals])
    return Points(coordinates, problem.signs[rows], problem.intercept)


def _residuals(problem: Points, rows: Positions, free: Positions, bound: Positions, coefficients: Array) -> Array:
    """What is left of the bound columns after the free ones, each of length 1; those of which nothing is are left out.

    Coefficients are rounded to multiples of 2^-60, and the sums are integers: nothing else is rounded but the result.
    """
    whole = np.zeros((rows.size, problem.m), dtype=object)
    exact = problem.exact_rows(rows.tolist())
    for i, (columns, values) in enumerate(zip(exact.columns, exact.integers, strict=True)):
        whole[i, list(columns)] = values
    scaled = np.array([[round(v * 2.0**_BITS) for v in row] for row in coefficients.tolist()], dtype=object)
    check_deadline("taking columns apart")
    left = (whole[:, bound] << _BITS) - whole[:, free] @ scaled
    if problem.intercept:
        left = left * rows.size - left.sum(axis=0)
    greatest = [max(map(abs, column)) for column in left.T.tolist()]
    kept = [k for k, size in enumerate(greatest) if size]
    residuals = [[value / greatest[k] for value in left[:, k].tolist()] for k in kept]
    return np.array(residuals, dtype=np.float64).T.reshape(rows.size, len(kept))
