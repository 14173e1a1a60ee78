"""`KernelPlanes`: hyperplanes in the space of a kernel, by the few points that they are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.decision import sum_values
from gordan.learn.estimator.kept import Kept
from gordan.problem.kernel import Kernel

__all__ = ["KernelPlanes"]


@dataclass(frozen=True, eq=False)
class KernelPlanes:
    """f(x) = Σ dual_j k(x_j, x) + intercept over the points x_j that any of the hyperplanes needs.

    Attributes
    ----------
    kernel, points : what multiplies them, and a copy of these points; both None where products are given.
    rows : their numbers in the data.
    dual, intercept : coefficients, a row for each hyperplane, and its offset; every direction has length 1.
    """

    kernel: Kernel | None
    points: Any
    rows: Any
    dual: Array
    intercept: Array

    @classmethod
    def of(cls, kept: Sequence[Kept], kernel: Kernel | None, X: Any) -> KernelPlanes:
        """The hyperplanes of answered questions about the points X."""
        rows = np.unique(np.concatenate([each.rows for each in kept]))
        dual = np.zeros((len(kept), rows.size))
        for k, each in enumerate(kept):
            dual[k, np.searchsorted(rows, each.rows)] = each.multipliers
        intercept = np.array([each.hyperplane.intercept for each in kept])
        return cls(kernel, None if kernel is None else X[rows], rows, dual, intercept)

    def values(self, X: Any) -> Array:
        """One column of signed distances, in the kernel's space, for each hyperplane."""
        with np.errstate(over="ignore", invalid="ignore"):
            if self.kernel is None:
                found = np.asarray(X[:, self.rows].astype(np.float64) @ self.dual.T)
            else:
                found = sum_values(self.kernel, X, self.points, self.dual.T)
        # Where infinities cancel there is no side to tell, as on a hyperplane.
        return np.nan_to_num(found + self.intercept, nan=0.0, posinf=math.inf, neginf=-math.inf)
