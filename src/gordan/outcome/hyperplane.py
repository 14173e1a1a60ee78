"""Signed values of a hyperplane at points: of the right sign, whatever rounding does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.errors import InputError

__all__ = ["evaluate"]

_BLOCK = 2**16  # entries


@np.errstate(over="ignore", invalid="ignore")
def evaluate(coef: Array, offset: float | Fraction, *, centre: Array, X: Any) -> Array:
    """coef·(x − centre) + offset for every row x of X, an array or a sparse matrix.

    Examples
    --------
    >>> evaluate(np.array([2.0]), -3.0, centre=np.zeros(1), X=[[1.0], [2.0]]).tolist()
    [-1.0, 1.0]
    """
    sparse = hasattr(X, "nnz")
    rows = X.tocsr() if sparse else np.atleast_2d(np.asarray(X, dtype=np.float64))
    if rows.ndim != 2 or rows.shape[1] != coef.size:
        raise InputError(f"X has shape {np.shape(X)}; give points with {coef.size} columns")
    shift = float(centre @ coef) if sparse else 0.0
    products, sizes = (rows @ coef, abs(rows) @ np.abs(coef)) if sparse else _products(coef, centre, rows)
    values = np.asarray(products, dtype=np.float64) - shift + float(offset)
    # Values within their own rounding of zero could come out with the wrong sign, sums that overflowed with none:
    # those are computed exactly.
    size = sizes + abs(shift) + abs(float(offset))
    certain = np.isfinite(size) & (np.abs(values) > (coef.size + 8) * 2.0**-52 * size)
    for j in np.flatnonzero(~certain).tolist():
        row = X.tocsr()[[j]].toarray().ravel() if sparse else np.atleast_2d(np.asarray(X))[j]
        values[j] = _exact(coef, offset, centre, row)
    return values


def _products(coef: Array, centre: Array, rows: Array) -> tuple[Array, Array]:
    """coef·(x − centre), and the same of absolute values, on blocks that stay in the cache: no copy of all rows."""
    products, sizes = np.empty((2, rows.shape[0]))
    step, absolute = max(1, _BLOCK // max(coef.size, 1)), np.abs(coef)
    for i in range(0, rows.shape[0], step):
        block = rows[i : i + step] - centre
        products[i : i + step] = block @ coef
        sizes[i : i + step] = np.abs(block, out=block) @ absolute
    return products, sizes


def _exact(coef: Array, offset: float | Fraction, centre: Array, row: Any) -> float:
    terms = zip(coef.tolist(), row.tolist(), centre.tolist(), strict=True)
    value = sum((Fraction(w) * (Fraction(x) - Fraction(c)) for w, x, c in terms), Fraction(0)) + Fraction(offset)
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf
