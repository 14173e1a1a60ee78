"""The number of updates and the threshold they have led to: one for a whole network, or one for each neuron."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.neural.schedule import BetaSchedule

__all__ = ["Clock"]


class Clock:
    """Counts updates by a schedule.

    Examples
    --------
    >>> clock = Clock(BetaSchedule.power(0.5), 2)
    >>> clock.advance(np.array([True, False]))
    >>> clock.updates, clock.beta
    (array([1, 0]), array([1., 0.]))
    """

    def __init__(self, schedule: BetaSchedule, size: int) -> None:
        self.schedule = schedule
        self.updates: NDArray[np.int64] = np.zeros(size, dtype=np.int64)
        self.beta: NDArray[np.float64] = np.full(size, schedule.begin)

    def advance(self, moved: NDArray[np.bool_], squared: NDArray[np.float64] | None = None) -> None:
        """Count an update where `moved`, and set the thresholds there."""
        self.updates = self.updates + moved
        self.beta = np.where(moved, self.schedule.threshold(self.beta, self.updates, squared), self.beta)

    def state_dict(self) -> dict[str, list[float]]:
        """What a checkpoint keeps: plain lists."""
        return {"updates": self.updates.tolist(), "beta": self.beta.tolist()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on where a checkpoint was."""
        if set(state) != {"updates", "beta"}:
            raise InputError(f"the state has {sorted(state)}; give what state_dict() returned: 'beta' and 'updates'")
        updates, beta = np.asarray(state["updates"], dtype=np.int64), np.asarray(state["beta"], dtype=np.float64)
        if updates.shape != self.updates.shape or beta.shape != self.beta.shape:
            raise InputError(
                f"the state has {updates.size} counts and {beta.size} thresholds, and here are {self.updates.size}; "
                "load it where it was saved, with as many neurons and the same clock"
            )
        self.updates, self.beta = updates, beta
