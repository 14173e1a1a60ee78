"""Columns whose directions live on a simplex too: w ≥ 0 with ‖w‖₁ = 1, as Winnow and its kin have it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.matrix_game import Game, solve_game
from gordan.problem.canonical import Canonical
from gordan.problem.cone import Simplex

__all__ = ["PositiveColumns"]


class PositiveColumns(Columns):
    """Products with a_j = y_j s_j (x_j − c) for directions that are not negative."""

    def __init__(self, canonical: Canonical) -> None:
        super().__init__(canonical)
        # The lift is one more entry beside the others, and no greater.
        self.reach = canonical.reach

    @cached_property
    def directions(self) -> Simplex:
        return Simplex(self.dimension)

    def game(self, keys: Sequence[int]) -> Game | None:
        rows = np.asarray(keys, dtype=np.int64)
        blocks = (self.canonical.signs[rows] < 0).astype(np.int64) if self.blocks == 2 else np.zeros_like(rows)
        return solve_game(self.rows(rows) / self.reach, blocks)

    def norm(self, w: Array) -> float:
        return float(np.abs(w).sum()) * (1.0 + (w.size + 2) * 2.0**-53)
