"""The hyperplanes of a fitted estimator: by coordinates, or by sums of kernel products."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gordan.arithmetic.array import Array, Matrix
from gordan.engine.decision import sum_values
from gordan.learn.estimator.kept import Kept
from gordan.learn.multiclass import Rows
from gordan.outcome import Outcome
from gordan.problem.kernel import Kernel
from gordan.problem.length import length

__all__ = ["KernelPlanes", "LinearPlanes"]


class LinearPlanes:
    """Values are signed distances whose signs are those of exact arithmetic, as the outcomes compute them."""

    def __init__(self, hyperplanes: Sequence[Outcome]) -> None:
        self._hyperplanes = hyperplanes

    @property
    def coef(self) -> Array:
        """Directions of length 1, one per row."""
        return np.stack([np.asarray(each.coef) / _length(each) for each in self._hyperplanes])

    @property
    def intercept(self) -> Array:
        return np.array([float(each.intercept) / _length(each) for each in self._hyperplanes])

    def values(self, X: Matrix) -> Array:
        """One column for each hyperplane."""
        return np.column_stack([each.decision_function(X) / _length(each) for each in self._hyperplanes])


def _length(hyperplane: Outcome) -> float:
    # The majority has no direction, so no length: only the sign of its offset counts.
    assert hyperplane.coef is not None
    return length(hyperplane.coef) or 1.0


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
    points: Matrix
    rows: Rows
    dual: Array
    intercept: Array

    @classmethod
    def of(cls, kept: Sequence[Kept], kernel: Kernel | None, X: Matrix) -> KernelPlanes:
        """The hyperplanes of answered questions about the points X."""
        rows = np.unique(np.concatenate([each.rows for each in kept]))
        dual = np.zeros((len(kept), rows.size))
        for k, each in enumerate(kept):
            dual[k, np.searchsorted(rows, each.rows)] = each.multipliers
        intercept = np.array([each.hyperplane.intercept for each in kept])
        return cls(kernel, None if kernel is None else X[rows], rows, dual, intercept)

    def values(self, X: Matrix) -> Array:
        """One column of signed distances, in the kernel's space, for each hyperplane."""
        with np.errstate(over="ignore", invalid="ignore"):
            if self.kernel is None:
                values = np.asarray(X[:, self.rows].astype(np.float64) @ self.dual.T)
            else:
                values = sum_values(self.kernel, X, self.points, self.dual.T)
        # Infinities that cancel give NaN, which is predicted like a point on the hyperplane.
        return np.nan_to_num(values + self.intercept, nan=0.0, posinf=math.inf, neginf=-math.inf)
