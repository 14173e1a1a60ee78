"""Other coordinates for a whole oracle: the span of its rows, their kernel, and its points squeezed one by one.

The subspace of margins is the row space of A. Doubling along rays makes it that of A D, and its orthonormal rows are
T A D with some T. So a direction u of the rescaled rows stands for T*u, whose margins A*T*u are those of u divided by
D, and weights v stand for D v. The kernel of A doubled along rays is the kernel of A D⁻¹, by the projection on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.oracle.columns import Columns
from gordan.engine.oracle.conic import ConicColumns
from gordan.problem.canonical.conic import ConicCanonical, base, put_conic
from gordan.problem.cone import Ball, Orthant, Product, Spectrum

if TYPE_CHECKING:
    from gordan.engine.oracle.span import Spanned

    Whole = Columns | Spanned | ConicColumns

__all__ = ["RescaledColumns", "RescaledKernel", "SqueezedColumns", "spans", "squeezed"]

_CLEAR = 1e-8  # pivots that differ by less than this are those of independent rows for certain
_RANK = 1e-12  # a singular value this small against the greatest is rounding: the rows depend on one another
_LEAST = 2.0**-40  # a row that halving has shortened by so much is known to a few digits only


def spans(whole: Whole) -> tuple[RescaledColumns, RescaledKernel | None]:
    """Row space and kernel of labelled points or of a map over a cone; no kernel where only zero cancels."""
    if isinstance(whole, ConicColumns):
        A, joint = whole.A.toarray() if hasattr(whole.A, "nnz") else whole.A, whole.joint
    else:
        A, joint = _lifted(whole), Product([Orthant(whole.size)])
    Q, back = _orthonormal(A)
    rows = RescaledColumns(whole, joint, Q, back)
    return rows, RescaledKernel(whole, joint, Q) if Q.shape[0] < Q.shape[1] else None


def squeezed(whole: Columns | Spanned) -> SqueezedColumns:
    """The points of an oracle before the first squeeze."""
    columns = _lifted(whole)
    return SqueezedColumns(whole, columns, np.eye(columns.shape[0]), np.ones(whole.size))


def _lifted(whole: Columns | Spanned) -> Array:
    """The signed columns; with an intercept one more row has the labels, as long as the longest column."""
    columns = whole.rows(np.arange(whole.size)).T
    return np.vstack([columns, whole.canonical.signs * whole.reach]) if whole.blocks == 2 else columns


def _orthonormal(A: Array) -> tuple[Array, Array]:
    """Orthonormal rows with the span of those of A, and the way from them to directions.

    Rows are brought to ordinary length first: beside long ones short ones would pass for rounding.
    """
    powers = -np.frexp(np.abs(A).max(axis=1, initial=0.0))[1].astype(np.int64)
    Q, back = _orthonormal_of_rows(np.ldexp(A, powers[:, None]))
    return Q, np.ldexp(back, (powers - powers.max(initial=-1074))[:, None])


def _orthonormal_of_rows(A: Array) -> tuple[Array, Array]:
    if A.shape[0] <= A.shape[1]:
        Q, R = np.linalg.qr(A.T)
        pivots = np.abs(np.diag(R))
        if pivots.min() > _CLEAR * pivots.max():
            return np.ascontiguousarray(Q.T), np.linalg.inv(R)
    # Rows that depend on one another show in singular values, which take longer.
    U, sizes, V = np.linalg.svd(A, full_matrices=False)
    rank = max(int(np.count_nonzero(sizes > _RANK * sizes[0])), 1)
    return V[:rank], U[:, :rank] / np.where(sizes[:rank] > 0.0, sizes[:rank], 1.0)


def _lift(
    whole: Whole,
    candidate: Candidate,
    updates: int,
    *,
    direction: Callable[[], Array],
    x: Array | None,
) -> Candidate:
    """The candidate in the terms of the whole: its direction where all margins are above zero, and its weights x."""
    lifted = Candidate(whole.zero(), updates=updates)
    if candidate.lowest is not None and candidate.lowest > 0:
        y = direction()[: whole.dimension]
        y = whole.embed(y / (np.abs(y).max() or 1.0))
        lifted = replace(lifted, direction=y, lowest=whole.cone.lowest(whole.margins(y)))
    weights = None if x is None else whole.cone.normalise(x)
    if weights is None or not np.isfinite(weights).all():
        return lifted
    return replace(lifted, weights=weights, image=whole.combine(weights))


def _stretched(joint: Product, x: Array, steps: Sequence[list[Spectrum]]) -> Array:
    """Weights with all stretchings undone, the last one first, and the greatest of them 1."""
    for factors in reversed(steps):
        x = joint.stretch(x[None, :], factors)[0]
    return x / (float(np.abs(x).max()) or 1.0)


class RescaledColumns(ConicColumns):
    """Orthonormal rows of M D, for orthonormal rows M; `back` takes coordinates of M to directions of the whole."""

    def __init__(
        self,
        whole: Whole,
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
        x = None if candidate.weights is None else _stretched(self.joint, candidate.weights, self._doubled)

        def direction() -> Array:
            return np.asarray(self._back @ np.linalg.solve(self._R, candidate.direction))

        return _lift(self._whole, candidate, updates, direction=direction, x=x)


class RescaledKernel(ConicColumns):
    """The projection I − Q*Q on the kernel, where Q are orthonormal rows with the span of M.

    Directions are vectors as long as weights, margins and images their projections. No basis of the kernel is formed,
    which would have as many rows as there are points.
    """

    def __init__(self, whole: Whole, joint: Product, M: Array, halved: Sequence[list[Spectrum]] = ()) -> None:
        self._whole, self._M, self._halved = whole, M, halved
        Q, R = (M.T, np.eye(M.shape[0])) if not halved else np.linalg.qr(M.T)
        self._shortest = float(np.abs(np.diag(R)).min())
        cone = base(joint)
        # A projection makes no ray longer than it is.
        reach = float(np.sqrt(joint.spread))
        radius = 1.0 if isinstance(cone, Ball) else reach
        frobenius = float(np.sqrt(joint.size))
        super().__init__(ConicCanonical(np.ascontiguousarray(Q.T), joint, cone, 1.0, reach, radius, frobenius))
        self.dimension = self.size

    def margins(self, w: Array) -> Array:
        return np.asarray(w - self.A.T @ (self.A @ w))

    def combine(self, x: Array) -> Array:
        return self.margins(x)

    def _column(self, part: int, ray: Array) -> Array:
        x = np.zeros(self.size)
        x[self.joint.slices[part]] = ray
        return self.margins(x)

    @property
    def spectral(self) -> float:
        return 1.0

    def ratio(self, candidate: Candidate) -> float:
        assert candidate.weights is not None
        assert candidate.image is not None
        return self.joint.positive(candidate.image) / self.joint.heaviest(candidate.weights)

    def rescale(self, candidate: Candidate) -> RescaledKernel | None:
        if self._shortest < _LEAST:
            return None
        assert candidate.weights is not None
        assert candidate.image is not None
        factors = self.joint.hindering(candidate.weights, self.joint.positive(candidate.image))
        halved = [Spectrum(1.0 / values, frame) for values, frame in factors]
        return RescaledKernel(self._whole, self.joint, self.joint.stretch(self._M, halved), [*self._halved, halved])

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        """Weights of the kernel, which ask to be proved at once; nothing where the candidate is not inside."""
        nothing = Candidate(self._whole.zero(), updates=updates)
        if candidate.lowest is None or candidate.lowest <= 0:
            return nothing
        x = _stretched(self.joint, self.margins(candidate.direction), self._halved)
        weights = self._whole.cone.normalise(x)
        if weights is None or not np.isfinite(weights).all():
            return nothing
        image = self._whole.combine(weights)
        return Candidate(self._whole.zero(), weights, image=image, updates=updates, kind=Kind.CERTIFICATE)


class SqueezedColumns(ConicColumns):
    """Columns B a_j s_j of length 1; keys are those of the points."""

    def __init__(self, whole: Columns | Spanned, columns: Array, B: Array, factors: Array) -> None:
        lengths = np.linalg.norm(columns, axis=0)
        # A zero column has no length to scale; it stays, and no direction is above it.
        scales = 1.0 / np.where(lengths > 0.0, lengths, 1.0)
        self._whole, self._B, self._factors = whole, B, factors * scales
        super().__init__(put_conic(columns * scales, Product([Orthant(whole.size)])))

    def peak(self, x: Array) -> float:
        return float(x.max())

    def squeeze(self, x: Array) -> SqueezedColumns:
        a = self.A[:, int(x.argmax())]
        columns = self.A - 0.5 * np.outer(a, a @ self.A)
        return SqueezedColumns(self._whole, columns, self._B - 0.5 * np.outer(self._B @ a, a), self._factors)

    def lift(self, candidate: Candidate, updates: int) -> Candidate:
        x = None if candidate.weights is None else candidate.weights * self._factors
        return _lift(self._whole, candidate, updates, direction=lambda: self._B @ candidate.direction, x=x)
