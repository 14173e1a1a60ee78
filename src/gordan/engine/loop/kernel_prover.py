"""Proofs about points known by their products."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.root import as_float
from gordan.engine.candidate import Candidate
from gordan.engine.loop.known import Known
from gordan.engine.loop.start import Start
from gordan.engine.polish import Polished, Settled, kernel_cancellation, kernel_refine, kernel_separator, twins
from gordan.outcome import KernelSeparator
from gordan.problem import Points

__all__ = ["KernelProver"]

_FILLED = 300  # dimensions of a kernel's space that a support of the size we polish may fill
_HARD = (
    "The lower end bounds the affine margin, that on the span of the images; where it is negative, computing it is "
    "NP-hard."
)
_IN_PRINCIPLE = (
    "No two equal rows have opposite labels, and in {space} every labelling of distinct points is separable in "
    "principle: the bracket holds how far apart they were found"
)


class KernelProver:
    """A direction is a pair: the coefficients of the rows, and its products with them."""

    def entries(self, problem: Any) -> tuple[int, int]:
        return min(problem.n, _FILLED), problem.n**2

    def begin(self, known: Known, start: Start) -> Candidate | None:
        """Weights alone make a direction: coefficients of other rows would need products that are not here."""
        counts, oracle, cone = start.weights(known.problem.n), known.oracle, known.canonical.cone
        weights = None if counts is None else cone.normalise(known.canonical.canonical_weights(counts))
        if weights is None:
            return None
        carrying = np.flatnonzero(weights)
        image = oracle.inner.image(carrying, oracle.inner.signed[carrying] * weights[carrying])
        return Candidate(image, weights, cone.lowest(oracle.margins(image)), image, 0, tag="s")

    def separator(self, known: Known, direction: Array, lowest: tuple[int, ...]) -> KernelSeparator:
        return kernel_separator(known.problem, direction[0].copy(), lowest)

    def hyperplane(self, proof: KernelSeparator) -> dict[str, Any]:
        return {
            "dual_coef": proof.coefficients,
            "intercept": as_float(Fraction(proof.offset)),
            "offset": proof.offset,
        }

    def polish(self, known: Known, *, first: bool, last: bool) -> Polished:
        assert known.weights is not None
        if first and (proof := twins(known.problem)) is not None:
            return Polished(proof)
        # Not on the base again: of unit images the classes' raw masses differ, and what cancels must not be rescaled.
        canonical: Any = known.canonical
        weights = known.weights if canonical.factors is None else known.weights * canonical.factors
        return kernel_cancellation(known.problem, weights, deadline=known.budget.deadline)

    def settle(self, known: Known) -> Settled:
        """The hyperplane of the support in double precision: products may have been kept in single."""
        refined = None
        if known.weights is not None:
            refined = kernel_refine(known.problem, known.canonical.weights(known.weights))
        if refined is None:
            return Settled()
        c, weights = refined
        proof = kernel_separator(known.problem, c, tuple(np.flatnonzero(c).tolist()))
        return Settled(proof, weights, how="Found by solving for the support anew, in double precision")

    def remark(self, known: Known, proof: Any) -> str:
        if proof is not None:
            return _HARD
        problem = known.problem
        strict = isinstance(problem, Points) and problem.kernel.strict
        return f"{_IN_PRINCIPLE.format(space=problem.space)}." if strict and twins(problem) is None else ""
