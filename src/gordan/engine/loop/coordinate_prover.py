"""Proofs about points with coordinates, and those for w ≥ 0.

For these a direction has no negative coefficients, or weights leave no coordinate above zero.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.loop.points_prover import PointsProver
from gordan.engine.loop.progress import Best, Effort
from gordan.engine.loop.prover import Judged
from gordan.engine.loop.settings import SHORTEST, Start
from gordan.engine.oracle.base import Oracle, offers
from gordan.engine.polish import Polished, Settled, cancellation, separator, settle, twins
from gordan.engine.polish.ascent import Signed, ascend
from gordan.engine.polish.domination import domination, settle_positive
from gordan.engine.polish.separator import raw_intercept
from gordan.engine.polish.untangle import untangle
from gordan.outcome import Cancellation, Enclosure, IntegerSeparator, Separator
from gordan.problem.batches import is_batches

__all__ = ["CoordinateProver", "PositiveProver"]

_WIDE = 500  # columns, up to which the steps of an ascent cost about as much as its products
_FEW = 8  # rows that directions are taken from, where there is no better beginning


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
        return Candidate(w, weights, cone.lowest(oracle.margins(w)), image, 0, kind=Kind.START)

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

    def twins(self) -> Cancellation | None:
        return twins(self.problem)

    def improved(self, best: Best, work: float) -> Best:
        oracle, size = self.oracle, self.problem.m
        # Every product of data in batches reads all of them: the priced directions have to do.
        if not offers(oracle.inner, Oracle) or size > _WIDE or is_batches(self.problem.X):
            return best
        signs = self.canonical.signs if self.canonical.intercept else None
        entries = int(getattr(self.problem.X, "nnz", self.problem.n * size))

        def products(W: Array) -> Array:
            return np.column_stack([oracle.margins(w) for w in W])

        signed = Signed(products, oracle.inner.rows, entries, signs, oracle.rounding)
        starts = [w for w in (oracle.combine(oracle.cone.centre.weights), best.direction) if w is not None]
        w, margin = ascend(signed, starts, max_work=work)
        if w is None:  # as where the classes have one mean and twins were the proof
            w, margin = ascend(signed, self._spread(signs), max_work=work)
        lower = margin - oracle.rounding * oracle.reach
        if w is None or lower <= best.bracket.lower:
            return best
        return Best(best.bracket.tighten(lower=lower), w, best.weights)

    def _spread(self, signs: Array | None) -> Array:
        """A few directions of the span: of points, with an intercept of their differences."""
        few = np.arange(min(self.problem.n, _FEW))
        rows = self.oracle.inner.rows(few)
        return np.asarray(rows if signs is None else rows * signs[few, None] - rows[0] * signs[0])

    def _cancellation(self, raw: Array, last: bool) -> Polished:
        exact = self.settings.proof == "exact"
        return cancellation(self.problem, raw, last=last, deadline=self.budget.deadline, exact=exact)

    def settle(self, best: Best) -> Settled:
        raw = None if best.weights is None else self.canonical.weights(best.weights)
        untangled = untangle(self.problem, raw, deadline=self.budget.deadline)
        return untangled if untangled.proof is not None else settle(self.problem, deadline=self.budget.deadline)


class PositiveProver(CoordinateProver):
    """A direction is a vector of coefficients, none of them negative; the margin is ρ₁."""

    @property
    def reach(self) -> str:
        if self.problem.intercept:
            return f"{self.bounding}, which bounds the entries about the middle of the class means"
        return "the greatest entry" + (", which is 1" if self.problem.normalise else "")

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

    def twins(self) -> None:
        """None are looked for: what cancels is no proof of the form that this question asks for."""

    def improved(self, best: Best, work: float) -> Best:
        """The best as it is: an ascent of the margin by lengths would leave w ≥ 0."""
        return best

    def settle(self, best: Best) -> Settled:
        return settle_positive(self.problem, deadline=self.budget.deadline)

    def settled(self, settled: Settled, best: Best) -> Judged | None:
        if not isinstance(settled.proof, Separator | IntegerSeparator):
            return super().settled(settled, best)
        direction = self._nearly(settled.proof, best)
        nearest = () if direction is None else self._raw_separator(direction)[1]
        weights = None if best.weights is None else self.canonical.weights(best.weights)
        return self._separated(settled.proof, nearest, weights)

    def _with_some_direction(self, best: Best) -> Best:
        """Where no direction has been judged yet, that of equal coefficients."""
        if best.direction is not None:
            return best
        w = np.full(self.problem.m, 1.0 / self.problem.m)
        lower, _ = self.bounds(Candidate(w, lowest=self.canonical.cone.lowest(self.oracle.margins(w))), 0.0)
        return Best(best.bracket.tighten(lower=lower), w, best.weights)
