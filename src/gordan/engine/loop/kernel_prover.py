"""Proofs about points known by their products."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.fraction import as_float
from gordan.engine.candidate import Candidate, Kind
from gordan.engine.loop.points_prover import PointsProver
from gordan.engine.loop.progress import Best, Effort
from gordan.engine.loop.prover import Judged
from gordan.engine.loop.settings import Start
from gordan.engine.oracle.base import vertex
from gordan.engine.polish import (
    Polished,
    Settled,
    kernel_cancellation,
    kernel_refine,
    kernel_separator,
    settle_images,
    twins,
)
from gordan.errors import OverBudget
from gordan.outcome import Cancellation, Cancels, Claim, IntegerKernelSeparator, KernelSeparator
from gordan.problem import Points

__all__ = ["KernelProver"]

_WIDE = 1e-6  # a gap that is worth a second look at the support, in double precision
_FILLED = 300  # dimensions of a kernel's space that a support of the size we polish may fill
_LONG = 20_000  # points, with which products of a support take longer than those of its points with one another
_HARD = (
    "The lower end bounds the affine margin, that on the span of the images; where it is negative, computing it is "
    "NP-hard."
)
_IN_PRINCIPLE = (
    "No two equal rows have opposite labels, and in {space} every labelling of distinct points is separable in "
    "principle: the bracket holds how far apart they were found"
)


class KernelProver(PointsProver):
    """A direction is a pair: the coefficients of the rows, and its products with them."""

    lowest = 64  # products may be kept in single precision, which leaves more rows in question

    def effort(self) -> Effort:
        n = self.problem.n
        return Effort.of(n, min(n, _FILLED), n**2)

    def begin(self, start: Start) -> Candidate | None:
        """Weights alone make a direction: coefficients of other rows would need products that are not here."""
        counts, oracle, cone = start.weights(self.problem.n), self.oracle, self.canonical.cone
        weights = None if counts is None else cone.normalise(self.canonical.canonical_weights(counts))
        if weights is None:
            return None
        carrying = np.flatnonzero(weights)
        image = oracle.inner.image(carrying, oracle.inner.signed[carrying] * weights[carrying])
        return Candidate(image, weights, cone.lowest(oracle.margins(image)), image, 0, kind=Kind.START)

    def separable(self, direction: Array, weights: Array | None) -> Judged | None:
        """As for any points; where a wide gap is left although the margin was asked for, the support is solved anew."""
        judged = super().separable(direction, weights)
        anew = self.settings.polish and self.settings.goal == "margin"
        if not anew or judged is None or judged.verdict.bracket.gap <= _WIDE:
            return judged
        best = Best(direction=direction, weights=weights)
        closer = self.settled(self._refined(best), best)
        return closer if closer is not None and closer.verdict.bracket.gap < judged.verdict.bracket.gap else judged

    def inseparable(self, proof: Cancels, best: Best) -> Judged | None:
        judged = super().inseparable(proof, best)
        if judged is None or judged.verdict.bracket.lower > -np.inf:
            return judged
        # The direction of one point, or between two, where that of what nearly cancels has no length to divide by.
        w, _, _, _ = vertex(self.oracle.worst(self.oracle.zero()))
        return super().inseparable(proof, Best(replace(best.bracket, lower=0.0), w, best.weights))

    def separator(self, direction: Array, lowest: tuple[int, ...]) -> KernelSeparator:
        return kernel_separator(self.problem, direction[0].copy(), lowest)

    def hyperplane(self, proof: KernelSeparator | IntegerKernelSeparator) -> dict[str, Any]:
        if isinstance(proof, IntegerKernelSeparator):
            return proof.shown(self.problem.n)
        return {
            "dual_coef": proof.coefficients,
            "intercept": as_float(Fraction(proof.offset)),
            "offset": proof.offset,
        }

    def twins(self) -> Cancellation | None:
        return twins(self.problem)

    def polish(self, best: Best, *, first: bool, last: bool) -> Polished:
        if first and (proof := twins(self.problem)) is not None:
            return Polished(proof)
        # Not on the base again: of unit images the classes' raw masses differ, and what cancels must not be rescaled.
        factors = self.canonical.factors
        assert best.weights is not None
        raw = best.weights if factors is None else best.weights * factors
        return kernel_cancellation(self.problem, raw, deadline=self.budget.deadline)

    def settle(self, best: Best) -> Settled:
        """What double precision settles, or else rational arithmetic, where products are fractions."""
        refined = self._refined(best)
        if self.settled(refined, best) is not None:
            return refined
        return settle_images(self.problem, deadline=self.budget.deadline)

    def _refined(self, best: Best) -> Settled:
        """The hyperplane of the support in double precision: products may have been kept in single."""
        refined = None
        if best.weights is not None:
            refined = kernel_refine(self.problem, self.canonical.weights(best.weights))
        if refined is None:
            return Settled()
        c, weights = refined
        proof = kernel_separator(self.problem, c, tuple(np.flatnonzero(c).tolist()))
        return Settled(proof, weights, how="Found by solving for the support anew, in double precision")

    def undecided(self, best: Best) -> Judged:
        """What is confirmed of the weights alone where time does not suffice for the direction on many points."""
        if self.problem.n < _LONG or best.weights is None or best.direction is None:
            return super().undecided(best)
        of_weights = super().undecided(replace(best, direction=None))
        with suppress(OverBudget):
            return super().undecided(best)
        return of_weights

    def judge(self, claim: Claim) -> Judged:
        judged = super().judge(claim)
        if (
            judged.verdict.bracket.lower > -np.inf
            or claim.dual_coef is None
            or isinstance(claim.proof, KernelSeparator | IntegerKernelSeparator)
        ):
            return judged
        # Coefficients whose images cancel but for rounding are a direction in name only.
        return super().judge(replace(claim, dual_coef=None, offset=0.0, intercept=0.0, nearest=()))

    def remark(self, claim: Claim) -> str:
        if claim.proof is not None:
            return _HARD
        strict = isinstance(self.problem, Points) and self.problem.kernel.strict
        return f"{_IN_PRINCIPLE.format(space=self.problem.space)}." if strict and twins(self.problem) is None else ""
