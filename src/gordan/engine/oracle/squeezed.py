"""Points of length 1 in coordinates that are squeezed along one of them after another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.conic import ConicColumns
from gordan.problem.canonical.conic import put_conic
from gordan.problem.cone import Orthant, Product

__all__ = ["SqueezedColumns", "squeezed"]


def squeezed(whole: Any) -> SqueezedColumns:
    """The points of an oracle before the first squeeze; with an intercept a last coordinate as long as the longest."""
    columns = whole.rows(np.arange(whole.size)).T
    if whole.blocks == 2:
        columns = np.vstack([columns, whole.canonical.signs * whole.reach])
    return SqueezedColumns(whole, columns, np.eye(columns.shape[0]), np.ones(whole.size))


class SqueezedColumns(ConicColumns):
    """Columns B a_j s_j of length 1; keys are those of the points."""

    def __init__(self, whole: Any, columns: Array, B: Array, factors: Array) -> None:
        lengths = np.linalg.norm(columns, axis=0)
        # A zero column has no length to scale; it stays, and no direction is above it.
        scales = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
        self._whole, self._B, self._factors = whole, B, factors * scales
        joint = Product([Orthant(whole.size)])
        super().__init__(put_conic(columns * scales, joint))

    def peak(self, x: Array) -> float:
        return float(x.max())

    def squeeze(self, x: Array) -> SqueezedColumns:
        a = self.A[:, int(x.argmax())]
        columns = self.A - 0.5 * np.outer(a, a @ self.A)
        return SqueezedColumns(self._whole, columns, self._B - 0.5 * np.outer(self._B @ a, a), self._factors)

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        found = Candidate(self._whole.zero(), updates=updates)
        if candidate.lowest is not None and candidate.lowest > 0:
            y = (self._B @ candidate.direction)[: self._whole.dimension]
            y = y / (np.abs(y).max() or 1.0)
            found = replace(found, direction=y, lowest=self._whole.cone.lowest(self._whole.margins(y)))
        counts = None if candidate.weights is None else self._whole.cone.normalise(candidate.weights * self._factors)
        if counts is None:
            return found
        return replace(found, weights=counts, image=self._whole.combine(counts))
