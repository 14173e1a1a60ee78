"""From what a run has found to claims in the user's terms, judged by the verifier."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from gordan.arithmetic.array import Array
from gordan.engine.candidate import Candidate
from gordan.engine.loop.progress import Best, ConicEffort, Effort, bounds
from gordan.engine.loop.settings import Budget, Settings, Start
from gordan.engine.polish import Polished, Settled
from gordan.outcome import Bracket, Cancels, Claim, Verdict
from gordan.problem import Conic, Gram, Points
from gordan.verify import verify

__all__ = ["Judged", "Prover", "prover_of"]


class Judged(NamedTuple):
    """A claim with the bracket that the verifier proved, and its verdict."""

    claim: Claim
    verdict: Verdict

    @property
    def accepted(self) -> Judged | None:
        return self if self.verdict.holds else None


@dataclass
class Prover(ABC):
    """What differs between points with coordinates, points known by their products, and cones."""

    problem: Any
    canonical: Any
    oracle: Any
    settings: Settings
    budget: Budget

    again: ClassVar[bool] = False  # whether the last attempt to polish is worth it where an earlier one failed

    @property
    @abstractmethod
    def reach(self) -> str:
        """What eps is relative to, in words that are true: a length, or a number that bounds some."""

    @property
    def bounding(self) -> str:
        """What eps is relative to, in the units of the data, rounded up."""
        return Bracket(upper=self.canonical.margin(self.oracle.reach)).shown()[1]

    @abstractmethod
    def effort(self) -> Effort | ConicEffort:
        """What one pass and one polishing cost."""

    def begin(self, start: Start) -> Candidate | None:
        """An earlier answer as the first candidate: its direction, and its weights as far as its rows are here."""
        return None

    def bounds(self, candidate: Candidate, rounding: float) -> tuple[float, float]:
        """What a candidate proves of the margin from below and above, for products with this relative error."""
        return bounds(self.oracle, candidate, rounding=rounding)

    @abstractmethod
    def separable(self, direction: Array, weights: Array | None) -> Judged | None:
        """The claim that a canonical direction separates, if the verifier agrees."""

    @abstractmethod
    def polish(self, best: Best, *, first: bool, last: bool) -> Polished:
        """What the best weights become when they are brought to a proof."""

    def twins(self) -> Cancels | None:
        """One or two rows that cancel, where they can be looked for."""
        return None

    @abstractmethod
    def inseparable(self, proof: Cancels, best: Best) -> Judged | None:
        """The claim that weights cancel, with the best lower bound there is, if the verifier agrees."""

    def improved(self, best: Best, work: float) -> Best:
        """The best, with a better direction where an ascent of the negative margin finds one within this work."""
        return best

    def settle(self, best: Best) -> Settled:
        """The answer of exact arithmetic to what rounding leaves open."""
        return Settled()

    def settled(self, settled: Settled, best: Best) -> Judged | None:
        """The claim that `settle` makes, if the verifier agrees."""
        return None

    @abstractmethod
    def shown(self, best: Best) -> Claim:
        """The best direction and weights in the user's terms, without a proof."""

    def remark(self, claim: Claim) -> str:
        """What else is to be said of an answer that is no separator."""
        return ""

    def hindrance(self, best: Best) -> str:
        """What keeps weights of nearly no image from being a proof, where that is known."""
        return ""

    def undecided(self, best: Best) -> Judged:
        """What the verifier confirms of the best direction and weights."""
        judged = self.judge(self.shown(best))
        if judged.verdict.holds:
            return judged
        # Weights or a direction that are none prove nothing, whatever the run made of them.
        return self.judge(replace(self.shown(Best()), bracket=Bracket()))

    def judge(self, claim: Claim) -> Judged:
        """The verdict on a claim; where it claims no bracket, with the one that the verifier proved."""
        verdict = verify(self.problem, claim, proof=self.settings.proof)
        return Judged(replace(claim, bracket=verdict.bracket) if claim.bracket is None else claim, verdict)


def finite(direction: Array | None) -> bool:
    """Whether there is a direction, and it is finite and not zero."""
    return direction is not None and bool(np.isfinite(direction).all()) and bool(direction.any())


def prover_of(problem: Points | Gram | Conic) -> type[Prover]:
    """The prover for a problem."""
    # Only who asks about kernels or cones waits for what answers.
    if isinstance(problem, Conic):
        from gordan.engine.loop.conic_prover import ConicProver

        return ConicProver
    if problem.implicit:
        from gordan.engine.loop.kernel_prover import KernelProver

        return KernelProver
    from gordan.engine.loop.coordinate_prover import CoordinateProver, PositiveProver

    return PositiveProver if isinstance(problem, Points) and problem.positive else CoordinateProver
