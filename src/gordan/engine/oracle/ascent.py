"""Multipliers u ≥ 0 on the points with w = Σ u_j a_j: sweeps that raise Σ u_j − ½‖w‖², and the solution on a support.

With an intercept the maximum margin has Σ y_j u_j = 0. No step keeps to that; the offset b is a multiplier of it, with
a penalty (Hestenes' and Powell's method of multipliers): b = centre + spread Σ y_j u_j, and after every sweep b is the
next centre. The classes' multipliers come into balance as fast as the sweeps converge, and one point at a time will do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import afford
from gordan.arithmetic.limit import afford_memory
from gordan.arithmetic.threads import all_threads
from gordan.engine.compiled.relaxation import Relaxed
from gordan.engine.oracle.multiplier import Multipliers, Priced

if TYPE_CHECKING:
    from gordan.engine.oracle.column_multipliers import ColumnMultipliers
    from gordan.engine.oracle.gram import GramMultipliers

__all__ = ["FACTOR", "MANY", "Multiplying", "Sweeps", "afford_factor"]

# Of the mean square of the points: the offset's spread about its centre. Many points pull at the offset, each a little;
# so small a spread hardly stiffens their steps, and b still settles within a sweep or two.
_SPREAD, _OF_MANY = 0.1, 60.0
FACTOR = 1.3  # over-relaxation: a third fewer sweeps than 1 on sparse data, and above 1.5 more again
_SATISFIED = 1e-10  # below 1 by less, a product is not violated
_LARGEST = 4000  # points of a support that is factorised
_ROUNDS = 20  # of points that leave it; more of them only where it was none
_HALVINGS = 6  # of a step towards multipliers of which some are negative
_RIDGE = 1e-14  # on the diagonal, relative to it: equal points share their multiplier
_SPEED = 1e10  # multiplications and additions of a factorisation in a second, on one core
MANY = 500  # points from which a factorisation is worth all threads


class Multiplying(ABC):
    """An oracle that leaves its multipliers to the class that fits its points."""

    @property
    @abstractmethod
    def _multipliers(self) -> ColumnMultipliers | GramMultipliers: ...

    @property
    def visited(self) -> float:
        return self._multipliers.visited

    def multipliers(self, x: Array | None = None) -> Multipliers:
        return self._multipliers.begin(x)

    def price(self, run: Multipliers) -> Priced:
        return self._multipliers.price(run)

    def ascend(self, run: Multipliers, margins: Array | None, sweeps: int) -> Multipliers:
        return self._multipliers.ascend(run, margins, sweeps)

    def climb(self, run: Multipliers) -> Multipliers | None:
        return self._multipliers.climb(run)

    def equalise(self, run: Multipliers, margins: Array) -> Multipliers | None:
        return self._multipliers.equalise(run, margins)


class Sweeps:
    """What columns and products have in common."""

    def __init__(self, signs: Array, squares: Array, intercept: bool, *, alone: bool = False) -> None:
        self.signs, self.squares, self.intercept = signs, squares, intercept
        self._alone = alone  # whether one thread factorises whatever there are: how they share it changes the last bits
        share = min(_SPREAD, _OF_MANY / signs.size)
        self.spread = share * float(squares.mean()) if intercept else 0.0

    def begin(self, w: Array, x: Array | None, square: float) -> Multipliers:
        """At the maximum margin ρ the multipliers are the weights over ρ², and w is their image over it."""
        if x is None or not 0.0 < square < np.inf:
            w, x, square = np.zeros_like(w), np.zeros(self.signs.size), 1.0
        u, w = x / square, w / square
        return Multipliers(w, u, 0, 0, Relaxed(u, w, 0.0, float(self.signs @ u) if self.intercept else 0.0, 1))

    def due(self, run: Multipliers, products: Array | None) -> Positions:
        """Return the points with a multiplier, and those whose product is below 1 or slightly above."""
        if products is None:
            return np.arange(self.signs.size)
        level = 2.0 - min(float(products.min()), 1.0)
        return np.flatnonzero((run.values > 0) | (products < level))

    def supporting(self, run: Multipliers, products: Array) -> Positions | None:
        S = np.flatnonzero((run.values > 0) | (products < 1.0 - _SATISFIED))
        return S if 0 < S.size <= _LARGEST else None

    def with_offset(self, run: Multipliers, products: Array) -> Array:
        """Products about the origin of the sweeps, as products with the offset."""
        return products + self.signs * run.state.offset(self.spread) if self.intercept else products

    def solved(
        self, G: Array, y: Array, begun: Array, products_of: Callable[[Positions, Array], Array]
    ) -> tuple[Positions, Array, float] | None:
        """Positions kept of a support with the products G, better multipliers than those begun with, and the offset.

        They are those that bring the points kept to 1, refined once; or else those on the way to the multipliers that
        bring all of the support to 1, where points whose multiplier would be negative have none.
        """
        kept, whole, least = np.arange(y.size), None, self._value(G, begun, y)
        for _ in range(_ROUNDS):
            if kept.size == 0 or (self.intercept and np.unique(y[kept]).size < 2):
                break
            factor = _factorised(G, kept, threads=kept.size > MANY and not self._alone)
            if factor is None:
                break
            u, b = self._multipliers(factor, np.ones(kept.size), y[kept], 0.0)
            whole = (u, b) if whole is None else whole
            # The value of these multipliers, and no fewer points have a greater one.
            if kept.size < y.size and not 0.5 * float(u.sum()) > least:
                break
            if u.min() > 0:
                left = 1.0 - products_of(kept, u) - y[kept] * b
                more, further = self._multipliers(factor, left, y[kept], float(y[kept] @ u))
                refined = u + more
                return (kept, refined, b + further) if refined.min() > 0 else (kept, u, b)
            kept = kept[u > 0]
        return None if whole is None else self._clipped(G, y, begun, *whole)

    def _clipped(self, G: Array, y: Array, begun: Array, u: Array, b: float) -> tuple[Positions, Array, float] | None:
        """The first of ever shorter steps towards u that raises the dual's value."""
        least = self._value(G, begun, y)
        for halvings in range(_HALVINGS):
            values = self._balanced(np.maximum(begun + (u - begun) * 0.5**halvings, 0.0), y)
            if values is not None and self._value(G, values, y) > least:
                kept = np.flatnonzero(values)
                return kept, values[kept], b
        return None

    def _value(self, G: Array, u: Array, y: Array) -> float:
        """Σ u_j − ½‖w‖² of multipliers in balance; −∞ where they cannot be."""
        values = self._balanced(u, y)
        return -np.inf if values is None else float(values.sum() - 0.5 * values @ (G @ values))

    def _balanced(self, u: Array, y: Array) -> Array | None:
        """Multipliers scaled so that both classes have the same sum."""
        if not self.intercept:
            return u
        sums = float(u[y > 0].sum()), float(u[y < 0].sum())
        if min(sums) <= 0.0:
            return None
        mean = 0.5 * sum(sums)
        return np.where(y > 0, u * (mean / sums[0]), u * (mean / sums[1]))

    def _multipliers(self, factor: Array, right: Array, y: Array, surplus: float) -> tuple[Array, float]:
        """u with G u + b y = right and y·u = −surplus; without an intercept b = 0."""
        from scipy.linalg.lapack import dpotrs

        solved, _ = dpotrs(factor, np.array([right, y] if self.intercept else [right]).T, lower=1)
        if not self.intercept:
            return np.asarray(solved[:, 0]), 0.0
        b = float((y @ solved[:, 0] + surplus) / (y @ solved[:, 1]))
        return np.asarray(solved[:, 0] - b * solved[:, 1]), b


def _factorised(G: Array, kept: Positions, *, threads: bool) -> Array | None:
    from scipy.linalg.lapack import dpotrf

    A = G[np.ix_(kept, kept)] if kept.size < G.shape[0] else G.copy()
    A.flat[:: A.shape[0] + 1] *= 1.0 + _RIDGE * A.shape[0]
    with all_threads(threads):
        factor, failed = dpotrf(A.T, lower=1, clean=0, overwrite_a=1)
    return None if failed else np.asarray(factor)


def afford_factor(size: int) -> None:
    afford_memory(2 * 8 * size * size, f"the products of {size:,} points")
    afford(size**3 / 3.0 / _SPEED, f"a factorisation of {size:,} points")
