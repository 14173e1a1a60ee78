"""Units taken out of a small problem before it is factorised.

Whether rows cancel, or some direction separates them, does not depend on the units of the columns, nor on the origin
(with an intercept) or the lengths of the rows (without one). Powers of two bring every column, and every row, near 1;
the weights and directions found there are carried back by the same powers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.problem import Points

__all__ = ["Equilibrated", "equilibrate"]


class Equilibrated(NamedTuple):
    """Rows scaled by `by_row` and columns by `by_column`, both powers of two."""

    problem: Points
    by_row: Array
    by_column: Array

    def weights(self, x: Array) -> Array:
        """Weights found here, for the unscaled rows."""
        return x * self.by_row

    def direction(self, w: Array) -> Array:
        """A direction found here, for the unscaled columns."""
        # Only ratios matter: the largest component comes out near 1, and powers beyond the doubles never appear.
        mantissa, exponent = np.frexp(w)
        exponent = exponent + np.frexp(self.by_column)[1]
        return np.asarray(np.ldexp(mantissa, exponent - exponent[mantissa != 0].max(initial=-(2**14))))


def equilibrate(part: Points) -> Equilibrated:
    """The same question without units: first the columns, then (without an intercept) the rows."""
    X = part.X.astype(np.float64)
    if part.intercept and not hasattr(X, "nnz"):
        # Far from the origin the differences are all that matters; near one another two doubles subtract exactly.
        X = X - X[0]
    by_column = _powers(_greatest(X, 0))
    X = _scaled(X, np.ones(part.n), by_column)
    by_row = np.ones(part.n) if part.intercept else _powers(_greatest(X, 1))
    X = _scaled(X, by_row, np.ones(part.m))
    return Equilibrated(Points(X, part.signs, part.intercept, numbers=part.numbers), by_row, by_column)


def _greatest(X: Any, axis: int) -> Array:
    highest = abs(X).max(axis=axis)
    return np.asarray(highest.toarray().ravel() if hasattr(highest, "toarray") else highest, dtype=np.float64)


def _powers(sizes: Array) -> Array:
    """2^-k for every size in (2^(k-1), 2^k]; 1 for nothing. Extreme exponents are cut so that no factor overflows."""
    exponents = np.clip(np.frexp(sizes)[1], -1000, 1000)
    return np.asarray(np.where(sizes > 0, np.ldexp(1.0, -exponents), 1.0))


def _scaled(X: Any, by_row: Array, by_column: Array) -> Any:
    if hasattr(X, "nnz"):
        return X.multiply(by_row[:, None]).multiply(by_column[None, :]).tocsr()
    return X * by_row[:, None] * by_column
