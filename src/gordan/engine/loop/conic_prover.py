"""Proofs about cones: a direction whose image is inside, or weights in the cone that cancel.

Cancelling weights are looked for near those of the run: on a face where the map is onto, or among rational ones. They
may be unique, singular and irrational; then there is no proof of them, and the answer is the bracket.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.loop.progress import Best, ConicEffort
from gordan.engine.loop.prover import Judged, Prover, finite
from gordan.engine.polish import Polished
from gordan.engine.polish.conic import enclosed, rational
from gordan.outcome import Cancels, Claim, Interior, NullSpaceBall, NullSpacePoint

__all__ = ["ConicProver"]

_NEAR = 1e-3  # of the reach: images so short may belong to weights that rational ones are near to
_SMALL = 1e-4  # of the reach: images so short leave little doubt that some weights cancel
_SINGULAR = (
    "no weights could be proved to cancel: near those found they may be singular or irrational, and then have no exact "
    "proof"
)


class ConicProver(Prover):
    """The prover for conic problems: a direction is a y with A*y inside the dual cone; weights lie in the cone."""

    again = True  # rational weights may be found at last where no face had room

    @property
    def reach(self) -> str:
        return f"{self.bounding}, which bounds the images of the rays"

    def effort(self) -> ConicEffort:
        return ConicEffort(self.problem.m)

    def separable(self, direction: Array, weights: Array | None) -> Judged | None:
        if not finite(direction):
            return None
        y = self.canonical.direction(direction)
        return self.judge(Claim(coef=y, weights=weights, proof=Interior(y))).accepted

    def polish(self, best: Best, *, first: bool, last: bool) -> Polished:
        assert best.weights is not None
        exact = self.settings.proof == "exact"
        if not exact and (proof := enclosed(self.problem, best.weights)) is not None:
            return Polished(proof)
        near = best.bracket.upper <= _NEAR * self.oracle.reach
        return Polished(rational(self.problem, best.weights) if last or exact or near else None)

    def inseparable(self, proof: Cancels, best: Best) -> Judged | None:
        assert isinstance(proof, NullSpaceBall | NullSpacePoint)
        claim = replace(self.shown(best), weights=self._weights(proof), proof=proof)
        return self.judge(claim).accepted

    def shown(self, best: Best) -> Claim:
        y = None if best.direction is None else self.canonical.direction(best.direction)
        return Claim(coef=y, weights=best.weights)

    def hindrance(self, best: Best) -> str:
        small = best.bracket.upper <= max(self.settings.eps, _SMALL) * self.oracle.reach
        return _SINGULAR if small else ""

    def _weights(self, proof: NullSpaceBall | NullSpacePoint) -> Array:
        if isinstance(proof, NullSpaceBall):
            x = proof.spread_out(self.problem.cone)
        else:
            x = self.problem.in_coordinates(np.array([float(value) for value in proof.values()]))
        normalised: Array | None = self.problem.cone.normalise(x)
        assert normalised is not None
        return normalised
