"""Proofs about points with coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.loop.known import Known
from gordan.engine.loop.start import Start
from gordan.engine.polish import Polished, Settled, cancellation, separator, settle, twins
from gordan.engine.polish.separator import raw_intercept
from gordan.outcome import Separator

__all__ = ["CoordinateProver"]

_TWINS = 2  # rows of a witness that cannot be shorter, but for a zero row


class CoordinateProver:
    """A direction is a vector of coefficients, one for each column of X."""

    def entries(self, problem: Any) -> tuple[int, int]:
        return problem.m, int(getattr(problem.X, "nnz", problem.n * problem.m))

    def begin(self, known: Known, start: Start) -> Candidate | None:
        if start.outcome.coef is None:
            return None
        w, cone, oracle = start.outcome.coef, known.canonical.cone, known.oracle
        counts = start.weights(known.problem.n)
        weights = None if counts is None else cone.normalise(known.canonical.canonical_weights(counts))
        image = None if weights is None else oracle.combine(weights)
        return Candidate(w, weights, cone.lowest(oracle.margins(w)), image, 0, tag="s")

    def separator(self, known: Known, direction: Array, lowest: tuple[int, ...]) -> Separator:
        problem: Any = known.problem
        canonical: Any = known.canonical
        return separator(problem, direction, canonical.raw_centre, lowest)

    def hyperplane(self, proof: Separator) -> dict[str, Any]:
        return {
            "coef": proof.direction,
            "intercept": raw_intercept(proof),
            "centre": proof.centre,
            "offset": proof.offset,
        }

    def polish(self, known: Known, *, first: bool, last: bool) -> Polished:
        """Weights brought to a small support.

        Twins are the shortest witness there is. They are looked for the first time, in one pass: before a proof, where
        weights are spread over many rows; where an active set hands over its support, in place of the proof that makes.
        """
        assert known.weights is not None
        problem: Any = known.problem
        weights, found = known.canonical.weights(known.weights), Polished()
        handed_over = np.count_nonzero(weights) <= problem.m + 2
        exact, deadline = known.proof == "exact", known.budget.deadline
        if handed_over:
            found = cancellation(problem, weights, last=last, deadline=deadline, exact=exact)
        short = found.proof is not None and len(found.proof.support) <= _TWINS
        if first and not short and (proof := twins(problem)) is not None:
            return Polished(proof)
        return found if handed_over else cancellation(problem, weights, last=last, deadline=deadline, exact=exact)

    def settle(self, known: Known) -> Settled:
        problem: Any = known.problem
        return settle(problem, deadline=known.budget.deadline)

    def remark(self, known: Known, proof: Any) -> str:
        return ""
