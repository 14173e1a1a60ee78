"""Columns whose directions live on a simplex too: w ≥ 0 with ‖w‖₁ = 1, as Winnow and its kin have it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import Oracle
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.matrix_game import Game, solve_game
from gordan.problem.canonical import Canonical
from gordan.problem.cone import Simplex

__all__ = ["PositiveColumns", "PositiveOracle"]


@runtime_checkable
class PositiveOracle(Oracle, Protocol):
    """An oracle whose directions are weights on coordinates.

    `radius` is the greatest |⟨w − w', A(x − x')⟩| over unit differences in the l1 norms of both sides, and `norm` is
    ‖w‖₁.
    """

    @property
    def directions(self) -> Simplex:
        """Where directions live."""

    def game(self, keys: Sequence[int]) -> Game | None:
        """The saddle point of some points alone, their weights in the order of the keys; None where none was found."""


class PositiveColumns(Columns):
    """Products with a_j = y_j s_j (x_j − c) for directions that are not negative."""

    def _reach(self, canonical: Canonical) -> float:
        # The lift is one more entry beside the others, and no greater.
        return canonical.reach

    @cached_property
    def directions(self) -> Simplex:
        return Simplex(self.dimension)

    def game(self, keys: Sequence[int]) -> Game | None:
        rows = np.asarray(keys, dtype=np.int64)
        blocks = (self.canonical.signs[rows] < 0).astype(np.int64) if self.blocks == 2 else np.zeros_like(rows)
        return solve_game(self.rows(rows) / self.reach, blocks)

    def norm(self, w: Array) -> float:
        return float(np.abs(w).sum()) * (1.0 + (w.size + 2) * 2.0**-53)
