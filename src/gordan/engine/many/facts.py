"""What was found and checked of a stack of problems, as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.many.batch import Positions
from gordan.outcome import Enclosure, Separator

__all__ = ["Facts"]


@dataclass(frozen=True, eq=False)
class Facts:
    """One row, or one number, for each problem.

    W are directions, evaluated about `centre` with `offset`; `positive` and `negative` bound the classes' products
    from below. S are rows with raw weights x, of which the first `told[:, 1]` count; on inseparable problems x are the
    centres of boxes with `radius`, and the solution was found within `away` of them. `told` also has the steps and
    the passes. `nearest` are rows next to the hyperplane, -1 for none.
    """

    n: int
    intercept: bool
    W: Array
    centre: Array
    offset: Array
    positive: Array
    negative: Array
    S: Positions
    x: Array
    told: Positions
    nearest: Positions
    radius: Array
    away: Array

    def weights(self, i: int) -> Array:
        count = int(self.told[i, 1])
        dense = np.zeros(self.n)
        dense[self.S[i, :count]] = self.x[i, :count]
        return dense

    def separator(self, i: int) -> Separator:
        centre = self.centre[i if self.centre.shape[0] > 1 else 0]
        return Separator(self.W[i].copy(), float(self.offset[i]), centre.copy())

    def enclosure(self, i: int) -> Enclosure:
        count = int(self.told[i, 1])
        return Enclosure(tuple(self.S[i, :count].tolist()), self.x[i, :count].copy(), self.radius[i, :count].copy())
