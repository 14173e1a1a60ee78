"""Proofs about w ≥ 0: a direction without negative coefficients, or weights under which no coordinate is above zero."""

from __future__ import annotations

import math

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.loop.best import Best
from gordan.engine.loop.coordinate_prover import CoordinateProver
from gordan.engine.loop.prover import Judged
from gordan.engine.loop.start import Start
from gordan.engine.polish import Polished, Settled
from gordan.engine.polish.domination import domination, settle_positive
from gordan.outcome import Separator

__all__ = ["PositiveProver"]


class PositiveProver(CoordinateProver):
    """A direction is a vector of coefficients, none of them negative; the margin is ρ₁."""

    reach = "the greatest entry"

    def bounds(self, candidate: Candidate, rounding: float) -> tuple[float, float]:
        """lowest/‖w‖₁ and the greatest coordinate of Ax, widened by what the products may have been rounded."""
        lower, upper = -math.inf, math.inf
        slack = rounding * self.oracle.reach
        if candidate.lowest is not None and (length := self.oracle.norm(candidate.direction)) > 0:
            # The norm is rounded up, which is no bound from below for a negative quotient.
            lower = candidate.lowest / length - slack * (1.0 if candidate.lowest > 0 else 2.0)
        if candidate.image is not None and candidate.weights is not None:
            upper = float(candidate.image.max()) + slack
        return lower, upper

    def begin(self, start: Start) -> Candidate | None:
        w = start.outcome.coef
        return None if w is None or bool((w < 0).any()) else super().begin(start)

    def separable(self, direction: Array, weights: Array | None) -> Judged | None:
        return None if bool((direction < 0).any()) else super().separable(direction, weights)

    def polish(self, best: Best, *, first: bool, last: bool) -> Polished:
        assert best.weights is not None
        raw = self.canonical.weights(best.weights)
        return domination(self.problem, raw, last=last, deadline=self.budget.deadline)

    def improved(self, best: Best, work: float) -> Best:
        """The best as it is: an ascent of the margin by lengths would leave w ≥ 0."""
        return best

    def settle(self, best: Best) -> Settled:
        return settle_positive(self.problem, deadline=self.budget.deadline)

    def settled(self, settled: Settled, best: Best) -> Judged | None:
        if not isinstance(settled.proof, Separator):
            return super().settled(settled, best)
        nearest = self._raw_separator(settled.proof.direction)[1]
        weights = None if best.weights is None else self.canonical.weights(best.weights)
        return self._separated(settled.proof, nearest, weights)

    def _with_some_direction(self, best: Best) -> Best:
        """Where no direction has been judged yet, that of equal coefficients."""
        if best.direction is not None:
            return best
        w = np.full(self.problem.m, 1.0 / self.problem.m)
        lower, _ = self.bounds(Candidate(w, lowest=self.canonical.cone.lowest(self.oracle.margins(w))), 0.0)
        return Best(best.bracket.tighten(lower=lower), w, best.weights)
