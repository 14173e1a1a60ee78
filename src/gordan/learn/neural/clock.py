"""The number of updates and the threshold they have led to: one for a whole network, or one for each neuron."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gordan.errors import InputError
from gordan.learn.neural.reading import read_number
from gordan.learn.neural.schedule import BetaSchedule

__all__ = ["Clock", "Clocked"]

FIELDS = {"schedule", "updates", "beta"}
# Other machines may round powers otherwise, and Algorithm 4's difference of powers magnifies it by t; another schedule
# is further away.
ROUNDING, MAGNIFIED = 1e-9, 1e-15


class Clock:
    """Counts updates by a schedule: `note` what a batch will move, `advance` once it has moved.

    >>> clock = Clock(BetaSchedule.power(0.5), 2)
    >>> clock.note(np.array([True, False]))
    >>> clock.advance(), clock.updates, clock.beta
    (True, array([1, 0]), array([1., 0.]))
    """

    updates: NDArray[np.int64]
    beta: NDArray[np.float64]
    _moved: NDArray[np.bool_]
    _squared: NDArray[np.float64]

    def __init__(self, schedule: BetaSchedule, size: int) -> None:
        self.schedule = schedule
        self._set(np.zeros(size, dtype=np.int64), np.full(size, schedule.begin))

    def note(self, moved: NDArray[np.bool_], squared: NDArray[np.float64] | None = None) -> None:
        """Add to what the coming update moves: which neurons, and ‖x‖² of the longest input each learns from."""
        alone = self.updates.size == 1
        self._moved = self._moved | (moved.any() if alone else moved)
        if squared is not None:
            self._squared = np.maximum(self._squared, squared.max() if alone else squared)

    def advance(self) -> bool:
        """Count what was noted since the last update, and set its thresholds; whether there was anything."""
        moved, updates = self._moved, self.updates + self._moved
        self._set(updates, np.where(moved, self.schedule.threshold(self.beta, updates, self._squared), self.beta))
        return bool(moved.any())

    def discard(self) -> None:
        """Forget what was noted since the last update: it was not made."""
        self._moved = np.zeros(self.updates.size, dtype=bool)
        self._squared = np.zeros(self.updates.size)

    def state_dict(self) -> dict[str, object]:
        """What a checkpoint keeps, in plain lists; asked for when nothing is noted."""
        if self._moved.any():
            raise InputError(
                "errors were noted and their update is not counted; call advance() after the optimiser's step, or "
                "discard() if there was none, and state_dict() then"
            )
        return {"schedule": self.schedule.to_dict(), "updates": self.updates.tolist(), "beta": self.beta.tolist()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on where a checkpoint was; the state of another schedule or of other neurons is refused."""
        if not isinstance(state, Mapping) or set(state) != FIELDS:
            held = f"has {list(state)}" if isinstance(state, Mapping) else f"is a {type(state).__name__}"
            raise InputError(f"the state {held}; give what state_dict() returned: 'schedule', 'updates' and 'beta'")
        try:
            schedule = self.schedule.from_dict(state["schedule"])
        except (TypeError, KeyError, InputError):
            raise InputError(
                f"the state has the schedule {state['schedule']!r}, which is none; save it again"
            ) from None
        if schedule != self.schedule:
            raise InputError(f"the state has {schedule} and here is {self.schedule}; load it where it was saved")
        updates, beta = self._read("updates", state, 2**53), self._read("beta", state, np.inf)
        counts = updates.astype(np.int64)
        expected = np.where(counts > 0, schedule.threshold(beta, counts, np.zeros_like(beta)), schedule.begin)
        allowed = (ROUNDING + MAGNIFIED * updates) * expected
        if not (counts == updates).all() or not (abs(beta - expected) <= allowed).all():
            raise InputError(
                f"the state has the updates {state['updates']} with the thresholds {state['beta']}, which the "
                "schedule does not lead to; give what state_dict() returned"
            )
        self._set(counts, beta)

    def _read(self, name: str, state: Mapping[str, Any], limit: float) -> NDArray[np.float64]:
        given, size = state[name], self.updates.size
        values = np.array([read_number(value) for value in given] if isinstance(given, list | tuple) else [])
        if values.size != size or not ((values >= 0) & (values < limit)).all():
            raise InputError(
                f"the state has the {name} {given!r} and here are {size}; load what state_dict() returned where it "
                "was saved, with as many neurons and the same clock"
            )
        return values

    def _set(self, updates: NDArray[np.int64], beta: NDArray[np.float64]) -> None:
        updates.flags.writeable = beta.flags.writeable = False  # they are shown to users, and this is where they change
        self.updates, self.beta = updates, beta
        self.discard()


class Clocked:
    """What has a threshold for the network or for each of its neurons, and a `Clock` that counts their updates."""

    clock: Clock

    @property
    def beta(self) -> NDArray[np.float64]:
        """The thresholds now: one, or one for each neuron. They cannot be written to."""
        return self.clock.beta

    @property
    def updates(self) -> NDArray[np.int64]:
        """The updates so far: one count, or one for each neuron. They cannot be written to."""
        return self.clock.updates

    def advance(self) -> bool:
        """Count the update just made for the neurons that took part in it; return whether any did."""
        return self.clock.advance()

    def discard(self) -> None:
        """Forget the batches since the last update: no step was made on them."""
        self.clock.discard()

    def state_dict(self) -> dict[str, object]:
        """What a checkpoint keeps, after `advance()`: schedule, updates and thresholds; the network has none of it."""
        return self.clock.state_dict()

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on where a checkpoint was."""
        self.clock.load_state_dict(state)
