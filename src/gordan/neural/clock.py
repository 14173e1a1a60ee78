"""The number of updates and the threshold they have led to: one for a whole network, or one for each neuron."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.neural.schedule import BetaSchedule

__all__ = ["Clock"]


class Clock:
    """Counts updates by a schedule: `note` what a batch will move, `advance` once it has moved.

    Examples
    --------
    >>> clock = Clock(BetaSchedule.power(0.5), 2)
    >>> clock.note(np.array([True, False]))
    >>> clock.advance(), clock.updates, clock.beta
    (True, array([1, 0]), array([1., 0.]))
    """

    def __init__(self, schedule: BetaSchedule, size: int) -> None:
        self.schedule = schedule
        self.updates: NDArray[np.int64] = np.zeros(size, dtype=np.int64)
        self.beta: NDArray[np.float64] = np.full(size, schedule.begin)
        self._moved: NDArray[np.bool_] = np.zeros(size, dtype=bool)
        self._squared: NDArray[np.float64] = np.zeros(size)

    def note(self, moved: NDArray[np.bool_], squared: NDArray[np.float64] | None = None) -> None:
        """Add to what the coming update moves: which neurons, and ‖x‖² of the longest input each learns from."""
        alone = self.updates.size == 1
        self._moved = self._moved | (moved.any() if alone else moved)
        if squared is not None:
            self._squared = np.maximum(self._squared, squared.max() if alone else squared)

    def advance(self) -> bool:
        """Count what was noted since the last update, and set its thresholds; whether there was anything."""
        moved = self._moved
        self.updates = self.updates + moved
        self.beta = np.where(moved, self.schedule.threshold(self.beta, self.updates, self._squared), self.beta)
        self._forget()
        return bool(moved.any())

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
        self._forget()

    def _forget(self) -> None:
        self._moved, self._squared = np.zeros_like(self._moved), np.zeros_like(self._squared)
