"""Schedules need no PyTorch, and without it the rest says what to do."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import gordan
from gordan import BetaHinge, BetaSchedule, InputError
from gordan.neural import NeuronShift, gather_errors
from gordan.neural.clock import Clock


@pytest.mark.parametrize("beta", [-1.0, float("nan"), float("inf"), "1", None, True])
def test_a_constant_is_at_least_zero(beta: Any) -> None:
    with pytest.raises(InputError, match="beta is"):
        BetaSchedule.constant(beta)


@pytest.mark.parametrize("gamma", [0.0, 1.0, -0.4, 2, float("nan"), "0.4"])
def test_a_power_is_between_zero_and_one(gamma: Any) -> None:
    with pytest.raises(InputError, match="gamma is"):
        BetaSchedule.power(gamma)


@pytest.mark.parametrize("scale", [0.0, -1.0, float("inf")])
def test_a_power_s_scale_is_positive(scale: float) -> None:
    with pytest.raises(InputError, match="scale is"):
        BetaSchedule.power(0.5, scale=scale)


def test_another_kind_is_refused() -> None:
    with pytest.raises(InputError, match="'constant', 'power' or 'adaptive'"):
        BetaSchedule("linear")  # type: ignore[arg-type]


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
    assert gordan.BetaSchedule.constant(0.0).begin == 0.0
