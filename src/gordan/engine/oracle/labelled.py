"""Signed points whose keys are their rows, however they are represented, and the lowest of them under a direction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Generic, TypeVar

import numpy as np

from gordan.arithmetic.array import Array, Positions
from gordan.engine.oracle.base import Atom
from gordan.engine.oracle.rows import due
from gordan.engine.oracle.sweep import Due, Pass
from gordan.problem.canonical import Canonical, GramCanonical
from gordan.problem.cone import Simplicial

__all__ = ["Labelled", "least"]

Form = TypeVar("Form", bound=Canonical | GramCanonical)

_SAMPLED = 1 << 12  # numbers looked at to guess a threshold
_GENEROUS = 4  # times as many as wanted are let through by the guess


class Labelled(ABC, Generic[Form]):
    """Signed points a_j = y_j s_j x_j, or their images; a subclass says what margins and columns are."""

    dimension: int

    def __init__(self, canonical: Form, size: int) -> None:
        self.canonical, self.size = canonical, size
        self.cone: Simplicial = canonical.cone
        self.blocks = self.cone.blocks
        self.radius, self.scale = canonical.radius, canonical.scale
        self.reach = float(np.hypot(canonical.reach, canonical.lifted))

    @property
    def squared_reach(self) -> float:
        return self.reach**2 if self.canonical.lifted else self.canonical.longest_square

    @abstractmethod
    def margins(self, w: Array) -> Array:
        """The margin a_j·w of every point."""

    @abstractmethod
    def _column(self, j: int) -> Array:
        """One signed point."""

    def worst(self, w: Array, k: int = 1) -> list[list[Atom]]:
        return self._lowest(self.margins(w), k)

    def _lowest(self, z: Array, k: int) -> list[list[Atom]]:
        return [self._atoms(z, least(z + outside if self.blocks > 1 else z, k)) for outside in self.cone.outside]

    def _atoms(self, z: Array, rows: Positions) -> list[Atom]:
        # Of many points priced few are looked into, so each fetches its own column when asked.
        priced = zip(rows.tolist(), z[rows].tolist(), self.canonical.signs[rows].tolist(), strict=True)
        return [Atom(j, margin, partial(self._column, j), sign) for j, margin, sign in priced]

    def support(self, x: Array) -> list[Atom]:
        return self._atoms(x, np.flatnonzero(x))

    def carrying(self, x: Array) -> int:
        return int(np.count_nonzero(x))

    def place(self, keys: Sequence[int], values: Sequence[float]) -> Array:
        x = np.zeros(self.size)
        np.add.at(x, np.asarray(keys, dtype=np.int64), np.asarray(values))
        return x

    def tight(self, x: Array, z: Array, level: float) -> Array:
        # At the optimum a point has about its share of all weight, or a slack of about the level.
        return np.where(x * self.dimension * level > z, x, 0.0)

    def basic(self, x: Array) -> Array | None:
        return None

    def due(self, run: Pass) -> Due:
        return due(self.canonical, run, self.margins(run.direction))


def least(z: Array, k: int) -> Positions:
    """Positions of the k smallest, smallest first, ties by position; infinite ones do not count.

    Not all of the numbers are ordered, nor partitioned.

    Examples
    --------
    >>> import numpy as np
    >>> least(np.array([3.0, 1.0, np.inf, 1.0]), 3).tolist()
    [1, 3, 0]
    """
    if k == 1:
        return np.array([int(z.argmin())])
    rows = _below_a_guess(z, k) if z.size > 4 * _SAMPLED else np.flatnonzero(z < np.inf)
    values = z[rows]
    if rows.size > k:
        # Of equal values at the cut those with the lowest positions stay.
        cut = np.partition(values, k - 1)[k - 1]
        rows = np.concatenate([rows[values < cut], rows[values == cut]])[:k]
        values = z[rows]
    return rows[np.lexsort((rows, values))]


def _below_a_guess(z: Array, k: int) -> Positions:
    """All positions up to a threshold that an even sample suggests; all finite ones where it suggested too few."""
    sample = np.sort(z[:: z.size // _SAMPLED])
    position = int(_GENEROUS * k * sample.size / z.size) + 8
    if position < sample.size:
        rows = np.flatnonzero(z <= sample[position])
        if k <= rows.size < z.size and sample[position] < np.inf:
            return rows
    return np.flatnonzero(z < np.inf)
