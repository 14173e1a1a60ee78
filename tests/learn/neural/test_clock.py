"""Updates are counted when they were made, shown and not to be written to, and go on from a checkpoint of their own."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from gordan import InputError
from gordan.learn.neural.clock import Clock
from gordan.neural import BetaSchedule

POWER = BetaSchedule.power(0.5, scale=2.0)
ASIDE = {"kind": "power", "scale": 2.0, "gamma": 0.5, "inclusive": True}


INFINITY = BetaSchedule.infinity(1.5)
ROOT = BetaSchedule.of(lambda t: t**0.5)


def ticked(schedule: BetaSchedule, size: int = 2) -> Clock:
    clock = Clock(schedule, size)
    for squared in (9.0, 1.0, 100.0):
        clock.note(np.arange(size) == 0, np.full(size, squared))
        assert clock.advance()
    return clock


@pytest.mark.parametrize("schedule", [POWER, BetaSchedule.constant(3), BetaSchedule.adaptive(), INFINITY, ROOT])
def test_a_checkpoint_goes_on_where_it_was(schedule: BetaSchedule) -> None:
    one, other = ticked(schedule), Clock(schedule, 2)
    other.load_state_dict(json.loads(json.dumps(one.state_dict())))
    for clock in (one, other):
        clock.note(np.array([True, True]), np.array([1e30, 5.0]))
        clock.advance()
    assert other.updates.tolist() == one.updates.tolist() == [4, 1]
    assert other.beta.tolist() == one.beta.tolist()
    Clock(schedule, 2).load_state_dict(other.state_dict())  # a threshold beyond all counts is one


def test_what_was_noted_can_be_discarded_and_is_never_dropped_in_silence() -> None:
    clock = Clock(BetaSchedule.adaptive(), 1)
    clock.note(np.array([True]), np.array([9.0]))
    with pytest.raises(InputError, match=r"call advance\(\) after the optimiser's step, or discard\(\)"):
        clock.state_dict()
    clock.discard()
    assert clock.state_dict()["updates"] == [0]
    assert not clock.advance()
    clock.note(np.array([True]), np.array([1.0]))
    assert clock.advance()
    assert clock.beta.tolist() == [4.0]  # not 36: the longer input was discarded with the rest


def test_counts_are_shown_and_not_to_be_written_to() -> None:
    clock = ticked(POWER)
    for shown in (clock.beta, clock.updates, Clock(POWER, 1).beta):
        with pytest.raises(ValueError, match="read-only"):
            shown[0] = 99


@pytest.mark.parametrize(
    "state",
    [
        None,
        ["a"],
        {1: 2},
        {"updates": [1, 0], "beta": [2.0, 0.0]},
        {"schedule": None, "updates": [1, 0], "beta": [2.0, 0.0]},
        {"schedule": {**ASIDE, "gamma": "x"}, "updates": [1, 0], "beta": [2.0, 0.0]},
        {"schedule": {**ASIDE, "gamma": 0.25}, "updates": [1, 0], "beta": [2.0, 0.0]},
        {"schedule": {**ASIDE, "scale": 1.0}, "updates": [1, 0], "beta": [1.0, 0.0]},
        {"schedule": {"kind": "function"}, "updates": [1, 0], "beta": [2.0, 0.0]},
        {"schedule": {"kind": "adaptive"}, "updates": [1, 0], "beta": [2.0, 0.0]},
        *(
            {"schedule": ASIDE, "updates": updates, "beta": beta}
            for updates, beta in (
                ([1], [2.0]),
                ([1, 0], [2.0]),
                ([1.5, 0], [2.0, 0.0]),
                ([-1, 0], [2.0, 0.0]),
                ([True, 0], [2.0, 0.0]),
                (["a", 0], [2.0, 0.0]),
                ([float("inf"), 0], [2.0, 0.0]),
                ([10**400, 0], [2.0, 0.0]),
                (None, [2.0, 0.0]),
                ([1, 0], [-5.0, 0.0]),
                ([1, 0], [float("nan"), 0.0]),
                ([1, 0], [float("inf"), 0.0]),
                ([1, 0], [3.0, 0.0]),
                ([1, 0], [2.0, 2.0]),
                ([1, 0], [[2.0], [0.0]]),
            )
        ),
    ],
)
def test_any_other_state_is_refused_and_changes_nothing(state: Any) -> None:
    clock = ticked(POWER)
    with pytest.raises(InputError, match="the state "):
        clock.load_state_dict(state)
    assert clock.updates.tolist() == [3, 0]
    clock.load_state_dict({"schedule": ASIDE, "updates": [1, 0], "beta": [2.0, 0.0]})
