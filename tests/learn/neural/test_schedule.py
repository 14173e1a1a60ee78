"""Schedules need no PyTorch, and without it the rest says what to do."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import gordan
from gordan import InputError
from gordan.engine.compiled.rule import Rule
from gordan.learn.neural import NeuronShift, gather_errors
from gordan.learn.neural.clock import Clock
from gordan.learn.neural.schedule import read_schedule
from gordan.neural import BetaHinge, BetaSchedule
from gordan.testing import instances

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
        (("linear",), "'constant', 'power', 'infinity', 'adaptive' or 'function'"),
        ((np.array(["power", "adaptive"]),), "'constant', 'power', 'infinity', 'adaptive' or 'function'"),
        (("adaptive", "rub", "bish"), "scale is 'rub' and the schedule 'adaptive' has none"),
        (("adaptive", 1.0, 0.5), "gamma is 0.5"),
        (("constant", 1.0, 0.5), "gamma is 0.5 and the schedule 'constant' has none"),
        (("power", 1.0, 0.5, False), "inclusive is False and the schedule 'power' has none"),
        (("constant", 1.0, 0.0, "yes"), "give True or False"),
        (("constant", 0.0, 0.0, False), "True for beta = 0"),
        (("infinity",), "alpha is 0.0; give a number between 1 and 2"),
        (("infinity", 1.0, 0.0, True, 2.0), "alpha is 2.0"),
        (("infinity", 1.0, 0.5, True, 1.5), "gamma is 0.5 and the schedule 'infinity' has none"),
        (("infinity", -1.0, 0.0, True, 1.5), "scale is -1.0"),
        (("infinity", 1.0, 0.0, True, 0.0, None, 0.5), "delta is 0.5; give a number between 0 and 0.5"),
        (("infinity", 1.0, 0.0, True, 1.5, None, 0.1), "give one of them"),
        (("power", 1.0, 0.5, True, 0.0, None, 0.1), "delta is 0.1 and the schedule 'power' has none"),
        (("power", 1.0, 0.5, True, 0.0, len), "and the schedule 'power' has none"),
        (("function",), "function is None; give one from the number of updates"),
        (("function", 1.0, 0.0, False, 0.0, float), "True for beta = 0"),
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


@pytest.mark.parametrize("alpha", [1.1, 1.5, 1.9])
def test_algorithm_4_has_its_own_threshold(alpha: float) -> None:
    """The solvers' rule at radius R has the threshold of the schedule at scale R²."""
    counts = np.array([0, 1, 3, 8, 1000, 10**6])
    found = BetaSchedule("infinity", scale=9.0, alpha=alpha).threshold(np.zeros(6), counts, np.zeros(6))
    rule = Rule.infinity(alpha, 3.0)
    assert found == pytest.approx([rule.threshold(0.0, int(t), 0.0) for t in counts], rel=1e-9)
    same = BetaSchedule.infinity(delta=1 - alpha / 2, scale=9.0)
    assert same.alpha == pytest.approx(alpha, rel=1e-15)
    assert BetaSchedule("infinity", 9.0, delta=1 - alpha / 2) == same
    if alpha == 1.5:
        assert found[2] == pytest.approx(4.5 * (8 - 3 * np.sqrt(3) - 1), rel=1e-12)


def test_one_neuron_with_algorithm_4_s_threshold_keeps_its_promises() -> None:
    """The loss's updates written out: ‖w‖ ≤ R t^(α/2), at most (R/ρ)^(2/(2−α)) of them, and the promised margin."""
    alpha, rho, reach = 1.5, 0.3, 2.0
    one = instances.separable(4, 40, rho)
    A = reach * one.X * one.y[:, None]
    clock, w, quiet = Clock(BetaSchedule.infinity(alpha, scale=reach**2), 1), np.zeros(4), False
    while not quiet:
        quiet = True
        for a in A:
            if a @ w <= clock.beta[0]:
                w, quiet = w + a, False
                clock.note(np.array([True]))
                clock.advance()
                assert w @ w <= (1 + 1e-9) * reach**2 * float(clock.updates[0]) ** alpha
    delta = 1 - alpha / 2
    assert clock.updates[0] <= (1 / rho) ** (2 / (2 - alpha))
    assert (A @ w).min() / np.linalg.norm(w) >= reach * ((1 - delta) * rho - 0.5 * rho ** ((1 - delta) / delta))


def test_a_function_is_a_schedule() -> None:
    clock = Clock(read_schedule(lambda t: 2.0 + t), 2)
    assert clock.beta.tolist() == [2.0, 2.0]
    clock.note(np.array([True, False]))
    clock.advance()
    assert clock.beta.tolist() == [3.0, 2.0]
    assert read_schedule(BetaSchedule.of(float)).inclusive
    assert not BetaSchedule.of(lambda t: 1.0, inclusive=False).inclusive


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf"), None, "1", 1j])
def test_a_function_gives_finite_numbers_from_zero(value: Any) -> None:
    with pytest.raises(InputError, match="after 0 updates; let it give a finite number, 0 or more"):
        Clock(BetaSchedule.of(lambda t: value), 1)
    clock = Clock(BetaSchedule.of(lambda t: value if t else 0.0), 1)
    clock.note(np.array([True]))
    with pytest.raises(InputError, match="after 1 updates"):
        clock.advance()


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
