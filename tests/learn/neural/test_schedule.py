"""Schedules need no PyTorch, and without it the rest says what to do."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import gordan
from gordan import InputError
from gordan.learn.neural import NeuronShift, gather_errors
from gordan.learn.neural.clock import Clock
from gordan.neural import BetaHinge, BetaSchedule

HUGE = pytest.param(10**400, id="huge")


@pytest.mark.parametrize(
    "beta", [-1.0, float("nan"), float("inf"), "1", None, True, HUGE, np.complex128(1j), np.array([1.0])]
)
def test_a_constant_is_at_least_zero(beta: Any) -> None:
    with pytest.raises(InputError, match="beta is"):
        BetaSchedule.constant(beta)


@pytest.mark.parametrize("gamma", [0.0, 1.0, -0.4, 2, float("nan"), "0.4", np.complex64(0.5)])
def test_a_power_is_between_zero_and_one(gamma: Any) -> None:
    with pytest.raises(InputError, match="gamma is"):
        BetaSchedule.power(gamma)


@pytest.mark.parametrize("scale", [0.0, -1.0, float("inf"), HUGE])
def test_a_power_s_scale_is_positive(scale: float) -> None:
    with pytest.raises(InputError, match="scale is"):
        BetaSchedule.power(0.5, scale=scale)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("linear",), "'constant', 'power' or 'adaptive'"),
        ((np.array(["power", "adaptive"]),), "'constant', 'power' or 'adaptive'"),
        (("adaptive", "rub", "bish"), "scale is 'rub' and the schedule 'adaptive' has none"),
        (("adaptive", 1.0, 0.5), "gamma is 0.5"),
        (("constant", 1.0, 0.5), "gamma is 0.5 and the schedule 'constant' has none"),
        (("power", 1.0, 0.5, False), "inclusive is False and the schedule 'power' has none"),
        (("constant", 1.0, 0.0, "yes"), "give True or False"),
        (("constant", 0.0, 0.0, False), "True for beta = 0"),
    ],
)
def test_a_schedule_has_what_its_kind_has_and_no_more(given: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        BetaSchedule(*given)


def test_ties_are_errors_unless_a_constant_is_positive() -> None:
    assert BetaSchedule.constant(0).inclusive
    assert not BetaSchedule.constant(np.int64(1)).inclusive
    assert BetaSchedule.constant(1.0, inclusive=True).inclusive
    assert BetaSchedule.power(0.5).inclusive
    assert BetaSchedule.adaptive().inclusive


def test_a_power_nears_algorithm_4_as_the_page_says() -> None:
    gamma, reach, t = 0.6, 3.0, 1e8
    alpha = 1.0 + gamma
    expected = 0.5 * ((t + 1) ** alpha - t**alpha - 1) * reach**2
    schedule = BetaSchedule.power(gamma, scale=(1 + gamma) / 2 * reach**2)
    assert schedule.threshold(np.zeros(1), np.array([int(t)]), np.zeros(1)) == pytest.approx(expected, rel=1e-3)


def test_an_adaptive_threshold_rises_and_changes_seldom() -> None:
    """Theorem: with lengths between r and R it changes at most ⌊log₂(R/r)⌋ + 1 times."""
    clock, betas = Clock(BetaSchedule.adaptive(), 1), [0.0]
    squares = np.random.default_rng(0).uniform(1.0, 1000.0, 200)
    for squared in squares:
        clock.note(np.array([True]), np.array([squared]))
        assert clock.advance()
        betas.append(float(clock.beta[0]))
    changes = np.count_nonzero(np.diff(betas))
    assert (np.diff(betas) >= 0).all()
    assert 1 <= changes <= np.floor(np.log2(np.sqrt(squares.max() / squares.min()))) + 1


def test_without_torch_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    layer: Any = None
    for use in (
        lambda: BetaHinge(10, BetaSchedule.power(0.75)),
        lambda: NeuronShift(layer, 1.0),
        lambda: gather_errors(layer, layer, examples=[], errors=1),
    ):
        with pytest.raises(InputError, match=r'needs PyTorch, which is not installed; pip install "gordan\[neural\]"'):
            use()
    assert gordan.neural.BetaSchedule.constant(0.0).begin == 0.0
