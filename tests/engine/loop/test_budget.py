"""A budget of seconds, by a clock that the tests wind: once it is spent, nothing dear is begun."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.loop import prover
from gordan.engine.loop.coordinate_prover import CoordinateProver
from gordan.engine.polish import Polished
from gordan.learn.multiclass import Labelled, Way, separate_classes
from gordan.outcome import Outcome


class Clock:
    """Seconds that pass only when somebody says so."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Late:
    """A watcher in whose presence the time is up after the first candidate."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def start(self, problem: Any, solver: str, note: str) -> None:
        pass

    def step(self, event: Any) -> None:
        self.clock.now += 60.0

    def stop(self, outcome: Any) -> None:
        pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    wound = Clock(time.perf_counter())
    monkeypatch.setattr(time, "perf_counter", wound)
    return wound


@pytest.fixture
def polishings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each attempt at a proof of inseparability is about."""
    seen: list[int] = []
    polish = CoordinateProver.polish

    def counting(self: CoordinateProver, best: Any, **options: Any) -> Polished:
        seen.append(self.problem.n)
        return polish(self, best, **options)

    monkeypatch.setattr(CoordinateProver, "polish", counting)
    return seen


def mixed(n: int, m: int, classes: int = 2) -> tuple[Any, Any]:
    generator = np.random.default_rng(0)
    return generator.standard_normal((n, m)), np.arange(n) % classes


def test_a_spent_budget_begins_no_long_polishing(clock: Clock, polishings: list[int]) -> None:
    X, y = mixed(2200, 120)
    outcome = gordan.separate(X, y, max_seconds=0.5, watch=Late(clock))
    assert polishings == []
    assert isinstance(outcome, gordan.Undecided)
    assert "max_seconds = 0.5 was reached" in outcome.reason
    assert gordan.verify(gordan.Points(X, y), outcome).holds


def test_polishing_that_is_short_against_the_budget_has_its_say(clock: Clock, polishings: list[int]) -> None:
    outcome = gordan.separate(*mixed(2200, 120), max_seconds=50.0, watch=Late(clock))
    assert polishings == [2200]
    assert outcome.verdict.holds


def test_iterations_that_are_used_up_leave_time_to_polish(polishings: list[int]) -> None:
    gordan.separate(*mixed(2200, 120), max_iter=1, solver="mirror-prox")
    assert polishings == [2200]


def test_a_spent_budget_is_verified_once(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A direction far on the wrong side is told with its bracket, and not first tried as a separator."""
    asked: list[str] = []
    judge = prover.verify

    def counting(problem: Any, outcome: Outcome, **options: Any) -> Any:
        asked.append(outcome.kind)
        return judge(problem, outcome, **options)

    monkeypatch.setattr(prover, "verify", counting)
    gordan.separate(*mixed(2200, 120), max_seconds=0.5, watch=Late(clock))
    assert asked == ["undecided"]


@pytest.mark.parametrize("gap", [1.0, 2.0**-52])
def test_a_direction_that_separates_is_an_answer_however_late(gap: float, clock: Clock) -> None:
    outcome = gordan.separate([[1.0], [1.0 + gap]], [0, 1], max_seconds=0.5, watch=Late(clock))
    assert isinstance(outcome, gordan.Separable)
    assert outcome.verdict.holds


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_questions_share_the_time_evenly(scheme: str, clock: Clock) -> None:
    """Questions that use up all they may have 10 s each of 100; what the first five leave is for the others."""
    began = clock.now
    X, y = mixed(50, 3, classes=10 if scheme == "ovr" else 5)
    given: list[float] = []

    def answer(asked: Any) -> Outcome:
        given.append(asked.deadline - clock.now)
        if len(given) > 5:
            clock.now = asked.deadline
        return gordan.solve(asked.problem, max_iter=1)

    way = Way(max_seconds=100.0)
    parts = [contest.until for contest in separate_classes(Labelled(X, y), scheme=scheme, way=way, answer=answer)]
    assert given == pytest.approx([10.0] + [100 / 9, 12.5, 100 / 7, 100 / 6] + [20.0] * 5)
    assert max(parts) == pytest.approx(began + 100.0)


def test_the_reason_names_the_seconds_that_were_given(clock: Clock) -> None:
    """Not the seconds that were left for one question of three."""
    way = Way(max_seconds=0.3)

    def answer(asked: Any) -> Outcome:
        return way.solve(asked.problem, deadline=asked.deadline, watch=Late(clock))

    for contest in separate_classes(Labelled(*mixed(2200, 120, classes=3)), way=way, answer=answer):
        assert "Stopped because this question's share of max_seconds = 0.3 was reached;" in contest.outcome.reason
