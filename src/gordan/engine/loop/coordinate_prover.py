"""Proofs about points with coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.loop.best import Best
from gordan.engine.loop.effort import Effort
from gordan.engine.loop.points_prover import PointsProver
from gordan.engine.loop.settings import SHORTEST
from gordan.engine.loop.start import Start
from gordan.engine.oracle.base import Oracle, offers
from gordan.engine.polish import Polished, Settled, cancellation, separator, settle, twins
from gordan.engine.polish.ascent import Signed, ascend
from gordan.engine.polish.separator import raw_intercept
from gordan.outcome import Cancellation, Enclosure, Separator

__all__ = ["CoordinateProver"]

_WIDE = 500  # columns, up to which the steps of an ascent cost about as much as its products


class CoordinateProver(PointsProver):
    """A direction is a vector of coefficients, one for each column of X."""

    lowest = 6

    def effort(self) -> Effort:
        n, m = self.problem.n, self.problem.m
        return Effort.of(n, m, int(getattr(self.problem.X, "nnz", n * m)))

    def begin(self, start: Start) -> Candidate | None:
        if start.outcome.coef is None:
            return None
        w, cone, oracle = start.outcome.coef, self.canonical.cone, self.oracle
        counts = start.weights(self.problem.n)
        weights = None if counts is None else cone.normalise(self.canonical.canonical_weights(counts))
        image = None if weights is None else oracle.combine(weights)
        return Candidate(w, weights, cone.lowest(oracle.margins(w)), image, 0, tag="s")

    def separator(self, direction: Array, lowest: tuple[int, ...]) -> Separator:
        return separator(self.problem, direction, self.canonical.raw_centre, lowest)

    def hyperplane(self, proof: Separator) -> dict[str, Any]:
        return {
            "coef": proof.direction,
            "intercept": raw_intercept(proof),
            "centre": proof.centre,
            "offset": proof.offset,
        }

    def polish(self, best: Best, *, first: bool, last: bool) -> Polished:
        """Weights brought to a small support.

        Twins are the shortest witness there is. They are looked for the first time, in one pass: before a proof, where
        weights are spread over many rows; where an active set hands over its support, in place of the proof that makes.
        """
        raw, polished = self.canonical.weights(best.weights), Polished()
        handed_over = np.count_nonzero(raw) <= self.problem.m + 2
        if handed_over:
            polished = self._cancellation(raw, last)
        short = isinstance(polished.proof, Cancellation | Enclosure) and len(polished.proof.support) <= SHORTEST
        if first and not short and (proof := twins(self.problem)) is not None:
            return Polished(proof)
        return polished if handed_over else self._cancellation(raw, last)

    def improved(self, best: Best, work: float) -> Best:
        oracle, size = self.oracle, self.problem.m
        if not offers(oracle.inner, Oracle) or size > _WIDE:
            return best
        signs = self.canonical.signs if self.canonical.intercept else None
        entries = int(getattr(self.problem.X, "nnz", self.problem.n * size))

        def products(W: Array) -> Array:
            return np.column_stack([oracle.margins(w) for w in W])

        signed = Signed(products, oracle.inner.rows, entries, signs, oracle.rounding)
        starts = [w for w in (oracle.combine(oracle.cone.centre.weights), best.direction) if w is not None]
        w, margin = ascend(signed, starts, max_work=work)
        lower = margin - oracle.rounding * oracle.reach
        if w is None or lower <= best.bracket.lower:
            return best
        return Best(best.bracket.tighten(lower=lower), w, best.weights)

    def _cancellation(self, raw: Array, last: bool) -> Polished:
        exact = self.settings.proof == "exact"
        return cancellation(self.problem, raw, last=last, deadline=self.budget.deadline, exact=exact)

    def settle(self, best: Best) -> Settled:
        return settle(self.problem, deadline=self.budget.deadline)
