"""Signed columns a_j = y_j s_j φ(x_j) that are known by their products alone.

The products k(x_i, x_j) = φ(x_i)·φ(x_j) come from points and a kernel, or stand in a matrix. A direction Σ c_j φ(x_j)
is kept with its products: the pair (c, Kc), two rows of one array. There is no origin to move: with an intercept the
balanced base alone makes the answer independent of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.problem.canonical.points import Weighted
from gordan.problem.cone import BalancedSimplex, Simplex, Simplicial
from gordan.problem.kernel import Kernel

__all__ = ["GramCanonical", "put_gram"]


@dataclass(frozen=True, eq=False)
class GramCanonical(Weighted):
    """Columns known by their products, described without forming the matrix of them.

    `data` are the points of a `kernel`, or the matrix of products itself where there is none. `diagonal` holds
    k(x_j, x_j). The factors s_j are 1/√k(x_j, x_j) when unit lengths are asked for and absent otherwise; `reach` bounds
    the columns' lengths and `radius` the norm of A on differences of weights.
    """

    data: Matrix
    kernel: Kernel | None
    diagonal: Array
    signs: Array
    cone: Simplicial
    factors: Array | None
    reach: float
    radius: float
    lengths: Array
    passes: int = 0
    scale: float = 1.0

    @property
    def longest_square(self) -> float:
        """The squared length of the longest column."""
        return 1.0 if self.factors is not None else float(self.diagonal.max()) or 1.0

    def direction(self, w: Array) -> Array:
        """The same direction with coefficients of size 1."""
        return w / (np.abs(w[0]).max() or 1.0)

    def margin(self, value: float) -> float:
        """A canonical margin in the user's units."""
        return value


def put_gram(
    data: Matrix, kernel: Kernel | None, diagonal: Array, signs: Array, *, intercept: bool, normalise: bool
) -> GramCanonical:
    """The canonical form of points that a kernel, or a matrix of products, describes."""
    cone: Simplicial = BalancedSimplex(signs > 0) if intercept else Simplex(signs.size)
    lengths = np.sqrt(np.maximum(diagonal, 0.0))
    factors = 1.0 / lengths if normalise else None
    if normalise:
        lengths = np.ones(signs.size)
    # Rounding of the root and of what it multiplies.
    reach = float(lengths.max()) * (1.0 + 2.0**-50) or 1.0
    return GramCanonical(data, kernel, diagonal, signs, cone, factors, reach, reach, lengths)
