"""The kernel of the rows, by the projection on it, and its images under automorphisms of the cone.

The kernel of A doubled along rays is the kernel of A D⁻¹. Its projection is I − Q*Q for orthonormal rows Q of the
latter: directions are vectors as long as weights, margins and images their projections. No basis of the kernel is
formed, which would have as many rows as there are points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.oracle.conic import ConicColumns
from gordan.problem.canonical.conic import ConicCanonical, base
from gordan.problem.cone import Ball, Product, Spectrum

__all__ = ["RescaledKernel"]

_LEAST = 2.0**-40  # a row that halving has shortened by so much is known to a few digits only


class RescaledKernel(ConicColumns):
    """The projection I − Q*Q, where Q are orthonormal rows with the span of M."""

    def __init__(self, whole: Any, joint: Product, M: Array, halved: Sequence[list[Spectrum]] = ()) -> None:
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
        x = self.margins(candidate.direction)
        for halved in reversed(self._halved):
            x = self.joint.stretch(x[None, :], halved)[0]
        weights = self._whole.cone.normalise(x / (float(np.abs(x).max()) or 1.0))
        if weights is None or not np.isfinite(weights).all():
            return nothing
        image = self._whole.combine(weights)
        return Candidate(self._whole.zero(), weights, image=image, updates=updates, tag="c")
