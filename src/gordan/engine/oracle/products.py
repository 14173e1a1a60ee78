"""Signed columns a_j = y_j s_j φ(x_j) known by their products: a direction is a pair, its coefficients and products.

Row 0 of a direction has the coefficients c of w = Σ c_j φ(x_j), row 1 the products Kc with every point. Pairs add and
multiply by numbers like vectors; the margins of one are there already, and the product of two costs n multiplications.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.base import Atom, Frame, Subset, vertex
from gordan.engine.oracle.entries import Entries
from gordan.engine.oracle.gram_frame import GramFrame
from gordan.engine.oracle.gram_sweep import begin, sweep
from gordan.engine.oracle.labelled import Labelled
from gordan.engine.oracle.subset import Grown, gram_subset
from gordan.engine.oracle.sweep import Order, Pass, Rule
from gordan.problem.canonical import GramCanonical

__all__ = ["Products"]

_UNIT = 2.0**-53
_NARROW = 2.0**-24  # rounding of an entry that was put into single precision
# In a space without bounds as many points may matter as there are; usually far fewer do, and a working set that
# begins too small grows. Beyond some hundred it should: a set takes memory by the square of its points.
_FEW, _SHARE, _MANY = 64, 50, 512


class Products(Labelled[GramCanonical]):
    """The support of the columns' hull and sweeps through them, by columns of the matrix of products; keys are rows.

    `fetched` counts the columns asked for: n of them are a pass.
    """

    carries_products = True

    def __init__(self, canonical: GramCanonical, entries: Entries) -> None:
        super().__init__(canonical, entries.size)
        self.entries, self.fetched = entries, 0
        self.dimension = _dimension(canonical)
        self.signed = canonical.signs * (1.0 if canonical.factors is None else canonical.factors)
        self._entry = _NARROW if entries.dtype == np.float32 else 0.0
        # Of a margin whose coefficients do not cancel. Where they do, products err by more: by this times Σ|c_j|‖φ_j‖
        # in place of ‖w‖. The verifier computes the rigorous bracket itself.
        self.rounding = self.support_rounding = (self.size + 5) * _UNIT + self._entry
        self._lengths = np.sqrt(np.maximum(canonical.diagonal, 0.0))
        self._grown = Grown()

    def margins(self, w: Array) -> Array:
        return np.asarray(self.signed * w[1])

    def _column(self, j: int) -> Array:
        self.fetched += 1
        column = np.zeros((2, self.size))
        column[0, j] = self.signed[j]
        np.multiply(self.entries.columns([j])[0], self.signed[j], out=column[1], dtype=np.float64)
        return column

    def begin_with(self) -> Candidate:
        column, _, keys, shares = vertex(self.worst(self.zero()))
        return Candidate(column, self.place(keys, shares), image=column)

    def image(self, keys: Positions, c: Array) -> Array:
        """The direction with these coefficients on the points of these keys, which are distinct."""
        self.fetched += len(keys)
        pair = self.zero()
        pair[0, keys] = c
        pair[1] = self.entries.combine(keys, c)
        return pair

    def restrict(self, atoms: Sequence[Atom]) -> Subset:
        return gram_subset(self, [atom.key for atom in atoms], self._grown)

    def frame(self) -> Frame:
        return GramFrame(self.size, affine=self.blocks == 2, rank=2.0 * self._lost(self.size))

    def zero(self) -> Array:
        return np.zeros((2, self.size))

    def norm(self, w: Array) -> float:
        """√(c·Kc), rounded up by what the sum may have lost: a bare root would claim that vectors vanish."""
        lost = self._lost(int(np.count_nonzero(w[0]))) * self._extent(w) ** 2
        return math.sqrt(max(float(w[0] @ w[1]), 0.0) + lost) * (1.0 + 4.0 * _UNIT)

    def dot(self, v: Array, w: Array) -> float:
        """v·w, and 0 where rounding leaves no more to say: what it makes of a residual's square has no sign."""
        product = float(v[0] @ w[1])
        terms = int(max(np.count_nonzero(v[0]), np.count_nonzero(w[0])))
        return product if abs(product) > self._lost(terms) * self._extent(v) * self._extent(w) else 0.0

    def _lost(self, terms: int) -> float:
        """Rounding of c·Kc relative to the squared extent, with room to spare: of sums, and of the entries of K."""
        return 4.0 * (math.sqrt(terms) + 4.0) * _UNIT + 4.0 * self._entry

    def _extent(self, w: Array) -> float:
        """The geometric mean of Σ|c_j|‖φ_j‖ and of the root of its squares: errors of many terms do not conspire."""
        parts = np.abs(w[0]) * self._lengths
        return math.sqrt(float(parts.sum()) * float(np.linalg.norm(parts)))

    def begin(self) -> Pass:
        return begin(self.canonical)

    def sweep(self, run: Pass, rule: Rule, order: Order) -> Pass:
        after = sweep(self.canonical, self.entries, run, rule, order)
        self.fetched += after.updates - run.updates
        return after


def _dimension(canonical: GramCanonical) -> int:
    kernel, n = canonical.kernel, int(canonical.signs.size)
    guess = min(max(_FEW, n // _SHARE), _MANY)
    if kernel is not None and kernel.name == "poly":
        # Monomials of this degree, and of all lower ones where there is a constant.
        m = int(canonical.data.shape[1]) + (kernel.coef0 > 0) - 1
        guess = min(guess, math.comb(m + kernel.degree, kernel.degree))
    return min(n, guess)
