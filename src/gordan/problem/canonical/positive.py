"""The canonical form of points that ask for a direction without negative coefficients.

Directions have ‖w‖₁ = 1, so that what bounds their products are greatest entries and not lengths: `reach` bounds those
of the columns, `radius` those of the columns about the middle of their class, and unit length means the entry 1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.problem.canonical.points import Canonical, put, row_blocks

__all__ = ["put_positive"]

_UP = 1.0 + 2.0**-50  # takes up what a difference and a half of it are rounded by
_SMALLEST = 1e-300  # an entry whose inverse is a number with room to spare


@np.errstate(over="ignore", under="ignore")
def put_positive(X: Matrix, signs: Array, *, extent: float, intercept: bool, normalise: bool) -> Canonical:
    """The canonical form of labelled points for w ≥ 0, in two passes over them more than `put`.

    Examples
    --------
    >>> form = put_positive(
    ...     np.array([[3.0, 1.0], [1.0, 0.0]]), np.array([1.0, 1.0]), extent=3.0, intercept=False, normalise=False
    ... )
    >>> form.positive, round(form.reach, 9), round(form.radius, 9)
    (True, 3.0, 1.0)
    """
    form = put(X, signs, extent=extent, intercept=intercept, normalise=False)
    passes = form.passes + 1
    if normalise:
        factors = 1.0 / np.maximum(_greatest(form.X), _SMALLEST)
        return replace(form, factors=factors, scale=1.0, reach=_UP, radius=_UP, passes=passes, positive=True)
    groups = [signs > 0, signs < 0] if intercept else [signs != 0]
    ends = [_ends(form.X, signs, group, intercept) for group in groups]
    centre = form.centre if form.centre is not None else np.zeros(form.X.shape[1])
    reach = max(float(np.abs(end - centre).max()) for pair in ends for end in pair) * _UP
    radius = max(float((high - low).max()) for low, high in ends) * 0.5 * _UP
    return replace(form, reach=reach or 1.0, radius=radius or reach or 1.0, passes=passes, positive=True)


def _greatest(X: Any) -> Array:
    """The greatest entry of every row in magnitude."""
    if hasattr(X, "nnz"):
        return np.asarray(abs(X).max(axis=1).toarray(), dtype=np.float64).ravel()
    greatest = np.empty(X.shape[0])
    for part in row_blocks(X):
        greatest[part] = np.abs(X[part]).max(axis=1)
    return greatest


def _ends(X: Any, signs: Array, group: Any, intercept: bool) -> tuple[Array, Array]:
    """The least and the greatest of every column over a group of rows; without an intercept of the signed rows."""
    if hasattr(X, "nnz"):
        part = X[np.flatnonzero(group)] if X.format == "csr" else X.tocsr()[np.flatnonzero(group)]
        part = part if intercept else part.multiply(signs[group][:, None]).tocsr()
        low, high = (np.asarray(end(axis=0).toarray(), dtype=np.float64).ravel() for end in (part.min, part.max))
        return low, high
    low, high = np.full(X.shape[1], np.inf), np.full(X.shape[1], -np.inf)
    for where in row_blocks(X):
        block = X[where][group[where]]
        if block.size:
            block = block if intercept else block * signs[where][group[where]][:, None]
            low, high = np.minimum(low, block.min(axis=0)), np.maximum(high, block.max(axis=0))
    return low, high
