"""The one place that knows which representation serves which data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.oracle.base import SupportOracle
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.gram import Gram, LazyGram
from gordan.engine.oracle.held import Held, find
from gordan.engine.oracle.matrix_game import Game, solve_game
from gordan.engine.oracle.sweep import SweepOracle
from gordan.problem.batches import is_batches
from gordan.problem.canonical import Canonical, ConicCanonical, GramCanonical
from gordan.problem.cone import Simplex

if TYPE_CHECKING:
    from gordan.engine.oracle.conic import ConicColumns


__all__ = ["PositiveColumns", "build"]


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


# Bytes that a kernel's matrix may take to be computed as a whole: where columns would do, where sweeps come back to
# most of them, and where every product needs all of it.
_COLUMNS, _SWEEPS, _BUDGET = 1 << 25, 1 << 28, 2 << 30


@overload
def build(canonical: Canonical, needs: type | None = None) -> Columns: ...
@overload
def build(canonical: ConicCanonical, needs: type | None = None) -> ConicColumns: ...
@overload
def build(canonical: GramCanonical, needs: type | None = None) -> Gram | LazyGram: ...


def build(
    canonical: Canonical | GramCanonical | ConicCanonical, needs: type | None = None
) -> Columns | Gram | LazyGram | ConicColumns:
    """An oracle for this canonical form that offers what is needed, where any does."""
    if isinstance(canonical, Canonical) and is_batches(canonical.X):
        from gordan.engine.oracle.blocks import BlockColumns

        return BlockColumns(canonical)
    if isinstance(canonical, Canonical):
        return PositiveColumns(canonical) if canonical.positive else Columns(canonical)
    if isinstance(canonical, ConicCanonical):
        from gordan.engine.oracle.conic import ConicColumns  # only who asks about cones waits for it

        return ConicColumns(canonical)
    if canonical.kernel is None:
        return Gram(canonical, canonical.data)
    most = _COLUMNS if needs is SupportOracle else _SWEEPS if needs is SweepOracle else _BUDGET
    held = find(canonical.kernel, canonical.data) or Held(canonical.kernel, canonical.data)
    if not held.fits(most):
        lazy = LazyGram(canonical)
        held.columns = lazy.entries
        return lazy
    K = held.matrix(most)
    np.fill_diagonal(K, canonical.diagonal)
    return Gram(canonical, K)
