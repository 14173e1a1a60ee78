"""The span of the rows, or their kernel, by orthonormal rows, and its images under automorphisms of the cone.

A subspace is the row space of a matrix M. Doubling along rays makes it that of M D, and its orthonormal rows are T M D
with a triangular T. So a direction u of the rescaled rows stands for T*u of M, whose margins M*T*u are those of u
divided by D, and weights v stand for D v.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gordan.array import Array
from gordan.candidate import Candidate
from gordan.cone import Orthant, Product
from gordan.oracle.conic import ConicColumns
from gordan.problem.conic_canonical import put_conic
from gordan.problem.conic_map import Map

__all__ = ["RescaledColumns", "spans_of_cone", "spans_of_points"]

_CLEAR = 1e-8  # pivots that differ by less than this are those of independent rows for certain
_RANK = 1e-12  # a singular value this small against the greatest is rounding: the rows depend on one another


def spans_of_points(whole: Any) -> tuple[RescaledColumns, RescaledColumns | None]:
    """Row space and kernel of labelled points; with an intercept one more row has the labels."""
    columns = whole.rows(np.arange(whole.size)).T
    if whole.blocks == 2:
        columns = np.vstack([columns, whole.canonical.signs * whole.reach])
    return _spans(whole, columns, Product([Orthant(whole.size)]))


def spans_of_cone(whole: ConicColumns) -> tuple[RescaledColumns, RescaledColumns | None]:
    """Row space and kernel of a map over a cone."""
    dense = whole.A.toarray() if hasattr(whole.A, "nnz") else whole.A
    return _spans(whole, dense, whole.joint)


def _spans(whole: Any, A: Array, joint: Product) -> tuple[RescaledColumns, RescaledColumns | None]:
    V, back = _orthonormal(A)
    rank = back.shape[1]
    rows = RescaledColumns(whole, joint, V[:rank], back)
    return rows, RescaledColumns(whole, joint, V[rank:], None) if rank < A.shape[1] else None


def _orthonormal(A: Array) -> tuple[Array, Array]:
    """Orthonormal rows, first of the row space and then of the kernel, and the way from the former to directions."""
    m, n = A.shape
    if m <= n:
        Q, R = np.linalg.qr(A.T, mode="complete")
        pivots = np.abs(np.diag(R))
        if pivots.min() > _CLEAR * pivots.max():
            return Q.T, np.linalg.inv(R[:m])
    # Rows that depend on one another show in singular values, which take longer.
    U, sizes, V = np.linalg.svd(A, full_matrices=True)
    rank = max(int(np.count_nonzero(sizes > _RANK * sizes[0])), 1)
    return V, U[:, :rank] / np.where(sizes[:rank] > 0.0, sizes[:rank], 1.0)


class RescaledColumns(ConicColumns):
    """Orthonormal rows of M D. `back` takes coordinates of M to directions of the whole, None where M is the kernel."""

    def __init__(
        self,
        whole: Any,
        joint: Product,
        M: Array,
        back: Array | None,
        *,
        MD: Array | None = None,
        rays: tuple[tuple[int, Array], ...] = (),
    ) -> None:
        self._whole, self._M, self._back = whole, M, back
        self._MD = M if MD is None else MD
        self._doubled = rays
        # The first rows are orthonormal already.
        Q, R = (M.T, np.eye(M.shape[0])) if MD is None else np.linalg.qr(MD.T)
        self._R: Array = R
        super().__init__(put_conic(Map(np.ascontiguousarray(Q.T), (False,) * len(joint.parts)), joint))

    def ratio(self, candidate: Candidate) -> float:
        assert candidate.weights is not None
        assert candidate.image is not None
        heaviest = self.joint.heaviest(candidate.weights)[0]
        return self.joint.positive(self.margins(candidate.image)) / heaviest

    def rescale(self, x: Array) -> RescaledColumns | None:
        if not np.abs(np.diag(self._R)).min() > _RANK * np.abs(np.diag(self._R)).max():
            return None
        _, part, ray = self.joint.heaviest(x)
        where = self.joint.slices[part]
        MD = self._MD.copy()
        MD[:, where] = self.joint.parts[part].stretch(MD[:, where], ray)
        rays = (*self._doubled, (part, ray))
        return RescaledColumns(self._whole, self.joint, self._M, self._back, MD=MD, rays=rays)

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        found = Candidate(self._whole.zero(), updates=updates)
        if candidate.lowest is not None and candidate.lowest > 0:
            # R*T* = I: what is left of the rows' change of coordinates.
            u = np.linalg.solve(self._R, candidate.direction)
            if self._back is None:
                return self._cancelling(self._M.T @ u, found)
            y = (self._back @ u)[: self._whole.dimension]
            y = y / (np.abs(y).max() or 1.0)
            found = replace(found, direction=y, lowest=self._whole.cone.lowest(self._whole.margins(y)))
        if self._back is None or candidate.weights is None:
            return found
        return self._cancelling(self._undoubled(candidate.weights), found)

    def _undoubled(self, v: Array) -> Array:
        x = v.copy()
        for part, ray in reversed(self._doubled):
            where = self.joint.slices[part]
            x[where] = self.joint.parts[part].stretch(x[where][None, :], ray)[0]
        return x

    def _cancelling(self, x: Array, found: Candidate) -> Candidate:
        """Weights of the whole with their image; those of the kernel ask to be proved at once."""
        largest = float(np.abs(x).max()) or 1.0
        weights = self._whole.cone.normalise(x / largest)
        if weights is None or not np.isfinite(weights).all():
            return found
        tag = "c" if self._back is None else ""
        return replace(found, weights=weights, image=self._whole.combine(weights), tag=tag)
