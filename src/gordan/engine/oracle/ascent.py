"""Multipliers u ≥ 0 on the points with w = Σ u_j a_j: sweeps that raise Σ u_j − ½‖w‖², and the solution on a support.

With an intercept the maximum margin has Σ y_j u_j = 0. No step keeps to that; the offset b is a multiplier of it, with
a penalty (Hestenes' and Powell's method of multipliers): b = centre + spread Σ y_j u_j, and after every sweep b is the
next centre. The classes' multipliers come into balance as fast as the sweeps converge, and one point at a time will do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.arithmetic.deadline import afford
from gordan.arithmetic.limit import afford_memory
from gordan.engine.compiled.relaxation import Relaxed
from gordan.engine.oracle.multiplier import Multipliers, Priced

if TYPE_CHECKING:
    from gordan.engine.oracle.column_multipliers import ColumnMultipliers
    from gordan.engine.oracle.gram import GramMultipliers

__all__ = ["FACTOR", "Multiplying", "Sweeps", "afford_factor"]

# Of the mean square of the points: the offset's spread about its centre. Many points pull at the offset, each a little;
# so small a spread hardly stiffens their steps, and b still settles within a sweep or two.
_SPREAD, _OF_MANY = 0.1, 60.0
FACTOR = 1.3  # over-relaxation: a third fewer sweeps than 1 on sparse data, and above 1.5 more again
_SATISFIED = 1e-10  # below 1 by less, a product is not violated
_LARGEST = 4000  # points of a support that is factorised
_SPEED = 1e10  # multiplications and additions of a factorisation in a second, on one core


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

    def __init__(self, signs: Array, squares: Array, intercept: bool) -> None:
        self.signs, self.squares, self.intercept = signs, squares, intercept
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


def afford_factor(size: int) -> None:
    afford_memory(2 * 8 * size * size, f"the products of {size:,} points")
    afford(size**3 / 3.0 / _SPEED, f"a factorisation of {size:,} points")
