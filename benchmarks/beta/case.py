"""The rows of the paper's table 1 and three that it suggests, and what all of them are trained with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["CASES", "Case", "Setting"]


@dataclass(frozen=True)
class Case:
    """One loss, the error in per cent that the paper reports for it, and how long its steps are here.

    `rate` and `scale` (the c of β = c·t^γ) had, of the few values tried, the fewest errors on the last 10,000 training
    images, held out; β = 0 has the rate of β = 1. The last three were not tuned: they have the rate and, where it
    means the same, the c of the row that they are to be compared with. `shifted` moves the hidden neurons and leaves
    the loss at β.
    """

    name: str
    title: str
    paper: str
    rate: float
    scale: float = 1.0
    gamma: float | None = None
    beta: float | None = None
    alpha: float | None = None
    clock: Literal["network", "neuron"] = "network"
    shifted: bool = False

    def hinge(self, scale: float) -> Any:
        """The loss for ten outputs, or None for cross-entropy."""
        from gordan.neural import BetaHinge, BetaSchedule

        if self.alpha is not None:
            return BetaHinge(10, BetaSchedule("infinity", alpha=self.alpha, scale=scale), clock=self.clock)
        if self.gamma is not None and not self.shifted:
            return BetaHinge(10, BetaSchedule.power(self.gamma, scale=scale), clock=self.clock)
        # Inclusive as thresholds that grow are, so that all rows of the table treat ties alike.
        return None if self.beta is None else BetaHinge(10, BetaSchedule.constant(self.beta, inclusive=True))

    def shift(self, layer: Any, scale: float) -> Any:
        """The clocks of the hidden neurons, or None: what enters neuron k is moved by scale·t_k^gamma."""
        from gordan.neural import BetaSchedule, NeuronShift

        if not self.shifted or self.gamma is None:
            return None
        return NeuronShift(layer, BetaSchedule.power(self.gamma, scale=scale))


CASES = {
    case.name: case
    for case in (
        Case("zero", "β = 0", "no convergence", rate=0.15, beta=0.0),
        Case("one", "β = 1", "1.5", rate=0.15, beta=1.0),
        Case("slow", "β ≈ t^0.4", "1.44", rate=0.15, scale=0.1, gamma=0.4),
        Case("fast", "β ≈ t^0.75", "1.35", rate=0.15, scale=0.01, gamma=0.75),
        Case("entropy", "cross-entropy", "1.6", rate=0.5),
        # For large t Algorithm 4's β is (α/2)·c·t^(α−1): with this c that of the row t^0.75.
        Case("infinity", "β(t) of Algorithm 4 (α = 1.75)", "", rate=0.15, scale=0.01 / 0.875, alpha=1.75),
        Case("clocks", "β ≈ t^0.75 (a clock for each output)", "", rate=0.15, scale=0.01, gamma=0.75, clock="neuron"),
        Case("shift", "β = 1 (hidden neurons moved by t^0.4)", "", 0.15, 0.01, gamma=0.4, beta=1.0, shifted=True),
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
