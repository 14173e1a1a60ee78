"""The rows of the paper's table 1, and what all of them are trained with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["CASES", "Case", "Setting"]


@dataclass(frozen=True)
class Case:
    """One loss, the error in per cent that the paper reports for it, and how long its steps are here.

    `rate` and `scale` (the c of β = c·t^γ) had, of the few values tried, the fewest errors on the last 10,000 training
    images, held out; β = 0 has the rate of β = 1.
    """

    name: str
    title: str
    paper: str
    rate: float
    scale: float = 1.0
    gamma: float | None = None
    beta: float | None = None

    def hinge(self, scale: float) -> Any:
        """The loss for ten outputs, or None for cross-entropy."""
        from gordan.neural import BetaHinge, BetaSchedule

        if self.gamma is not None:
            return BetaHinge(10, BetaSchedule.power(self.gamma, scale=scale))
        # Inclusive as thresholds that grow are, so that all rows of the table treat ties alike.
        return None if self.beta is None else BetaHinge(10, BetaSchedule.constant(self.beta, inclusive=True))


CASES = {
    case.name: case
    for case in (
        Case("zero", "β = 0", "no convergence", rate=0.15, beta=0.0),
        Case("one", "β = 1", "1.5", rate=0.15, beta=1.0),
        Case("slow", "β ≈ t^0.4", "1.44", rate=0.15, scale=0.1, gamma=0.4),
        Case("fast", "β ≈ t^0.75", "1.35", rate=0.15, scale=0.01, gamma=0.75),
        Case("entropy", "cross-entropy", "1.6", rate=0.5),
    )
}


@dataclass(frozen=True)
class Setting:
    """What a run depends on besides its case, seed and data; with `wait` batches wait for `batch` errors."""

    epochs: int
    hidden: int
    batch: int
    wait: bool
    rate: float
    scale: float
    holdout: int
