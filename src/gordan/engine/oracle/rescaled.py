"""The span of the rows, by orthonormal rows, and its images under automorphisms of the cone.

The subspace is the row space of A. Doubling along rays makes it that of A D, and its orthonormal rows are T A D with
some T. So a direction u of the rescaled rows stands for T*u, whose margins A*T*u are those of u divided by D, and
weights v stand for D v.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.conic import ConicColumns
from gordan.engine.oracle.rescaled_kernel import RescaledKernel
from gordan.problem.canonical.conic import put_conic
from gordan.problem.cone import Orthant, Product, Spectrum

__all__ = ["RescaledColumns", "spans_of_cone", "spans_of_points"]

_CLEAR = 1e-8  # pivots that differ by less than this are those of independent rows for certain
_RANK = 1e-12  # a singular value this small against the greatest is rounding: the rows depend on one another


def spans_of_points(whole: Any) -> tuple[RescaledColumns, RescaledKernel | None]:
    """Row space and kernel of labelled points; with an intercept one more row has the labels."""
    columns = whole.rows(np.arange(whole.size)).T
    if whole.blocks == 2:
        columns = np.vstack([columns, whole.canonical.signs * whole.reach])
    return _spans(whole, columns, Product([Orthant(whole.size)]))


def spans_of_cone(whole: ConicColumns) -> tuple[RescaledColumns, RescaledKernel | None]:
    """Row space and kernel of a map over a cone."""
    dense = whole.A.toarray() if hasattr(whole.A, "nnz") else whole.A
    return _spans(whole, dense, whole.joint)


def _spans(whole: Any, A: Array, joint: Product) -> tuple[RescaledColumns, RescaledKernel | None]:
    Q, back = _orthonormal(A)
    rows = RescaledColumns(whole, joint, Q, back)
    return rows, RescaledKernel(whole, joint, Q) if Q.shape[0] < Q.shape[1] else None


def _orthonormal(A: Array) -> tuple[Array, Array]:
    """Orthonormal rows with the span of those of A, and the way from them to directions."""
    if A.shape[0] <= A.shape[1]:
        Q, R = np.linalg.qr(A.T)
        pivots = np.abs(np.diag(R))
        if pivots.min() > _CLEAR * pivots.max():
            return np.ascontiguousarray(Q.T), np.linalg.inv(R)
    # Rows that depend on one another show in singular values, which take longer.
    U, sizes, V = np.linalg.svd(A, full_matrices=False)
    rank = max(int(np.count_nonzero(sizes > _RANK * sizes[0])), 1)
    return V[:rank], U[:, :rank] / np.where(sizes[:rank] > 0.0, sizes[:rank], 1.0)


class RescaledColumns(ConicColumns):
    """Orthonormal rows of M D, for orthonormal rows M; `back` takes coordinates of M to directions of the whole."""

    def __init__(
        self,
        whole: Any,
        joint: Product,
        M: Array,
        back: Array,
        doubled: Sequence[list[Spectrum]] = (),
    ) -> None:
        self._whole, self._M, self._back, self._doubled = whole, M, back, doubled
        Q, R = (M.T, np.eye(M.shape[0])) if not doubled else np.linalg.qr(M.T)
        self._R: Array = R
        super().__init__(put_conic(np.ascontiguousarray(Q.T), joint))

    def ratio(self, candidate: Candidate) -> float:
        assert candidate.weights is not None
        assert candidate.image is not None
        return self.joint.positive(self.margins(candidate.image)) / self.joint.heaviest(candidate.weights)

    def rescale(self, candidate: Candidate) -> RescaledColumns | None:
        assert candidate.weights is not None
        assert candidate.image is not None
        pivots = np.abs(np.diag(self._R))
        if not pivots.min() > _RANK * pivots.max():
            return None
        factors = self.joint.hindering(candidate.weights, self.joint.positive(self.margins(candidate.image)))
        MD = self.joint.stretch(self._M, factors)
        return RescaledColumns(self._whole, self.joint, MD, self._back, [*self._doubled, factors])

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        found = Candidate(self._whole.zero(), updates=updates)
        if candidate.lowest is not None and candidate.lowest > 0:
            y = (self._back @ np.linalg.solve(self._R, candidate.direction))[: self._whole.dimension]
            y = y / (np.abs(y).max() or 1.0)
            found = replace(found, direction=y, lowest=self._whole.cone.lowest(self._whole.margins(y)))
        if candidate.weights is None:
            return found
        x = candidate.weights
        for factors in reversed(self._doubled):
            x = self.joint.stretch(x[None, :], factors)[0]
        weights = self._whole.cone.normalise(x / (float(np.abs(x).max()) or 1.0))
        if weights is None or not np.isfinite(weights).all():
            return found
        return replace(found, weights=weights, image=self._whole.combine(weights))
