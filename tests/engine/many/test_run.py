"""Budgets, watchers, threads and Ctrl-C."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.many.answers import INSEPARABLE, SEPARABLE
from gordan.engine.many.arrays import Arrays
from gordan.engine.many.batch import Settings
from gordan.engine.many.run import answer_alone
from gordan.engine.many.together import Engine, answer_together
from gordan.engine.watch import Tally

rng = np.random.default_rng(0)
X, Y = rng.standard_normal((300, 30, 16)), rng.choice([0, 1], (300, 30))


class Impatient:
    """Presses Ctrl-C after so many batches."""

    def __init__(self, patience: int) -> None:
        self.patience, self.answer = patience, None

    def start(self, problem: Any, solver: str, note: str) -> None:
        pass

    def step(self, event: Any) -> None:
        self.patience -= 1
        if self.patience == 0:
            raise KeyboardInterrupt

    def stop(self, outcome: Any) -> None:
        self.answer = outcome


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_loses_nothing(workers: int, compiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gordan.engine.many.arrays.together", lambda n, m: 20)
    impatient = Impatient(3)
    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate_many(X, Y, watch=impatient, workers=workers)
    many = caught.value.outcome
    assert impatient.answer is many
    assert len(many) == 300
    decided = np.flatnonzero(~many.undecided)
    assert 60 <= decided.size < 300
    for j in (decided[0], decided[-1], int(np.flatnonzero(many.undecided)[-1])):
        assert gordan.verify(gordan.Points(X[j], Y[j]), many[int(j)]).holds
    assert "interrupted" in many[many.undecided][0].reason


def test_ctrl_c_in_an_iterable_keeps_what_was_read() -> None:
    def problems() -> Iterator[Any]:
        for j in range(10):
            yield X[j, :, : 2 + j % 2], Y[j]
        raise KeyboardInterrupt

    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate_many(problems())
    assert len(caught.value.outcome) == 10


def test_ctrl_c_reaches_a_long_answer() -> None:
    """A problem that is answered alone ends at its next step, undecided."""
    wide = np.random.default_rng(1).standard_normal((4000, 60))
    labels = wide[:, 0] > 0

    def problems() -> Iterator[Any]:
        yield wide, labels
        threading.Event().wait(0.3)
        raise KeyboardInterrupt

    with pytest.raises(gordan.Interrupted) as caught:
        gordan.separate_many(problems(), goal="margin", tol=1e-15, workers=1)
    assert len(caught.value.outcome) == 1


def test_a_budget_leaves_the_rest_undecided(compiled: None) -> None:
    many = gordan.separate_many(X, Y, max_seconds=1e-6)
    assert many.undecided.all()
    assert "max_seconds" in many[0].reason
    assert gordan.verify(gordan.Points(X[0], Y[0]), many[0]).holds


def test_a_budget_that_ends_between_stack_and_integers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the stack has proved of the bracket stays; that weights in a box cancel is no such thing."""
    batch = next(iter(Arrays(X[:40], Y[:40], {"intercept": True, "normalise": False, "numbers": "binary"})))().batches[
        0
    ]
    settings = Settings(proof="exact")
    answers = answer_together(batch, settings, Engine(compiled=True))
    assert {SEPARABLE, INSEPARABLE} == set(answers.kind.tolist())
    monkeypatch.setattr(Settings, "over", lambda self: "Time is up.")
    answer_alone(batch, answers, settings)
    for i in range(40):
        outcome = answers.outcome(i)
        assert outcome.kind == "undecided"
        assert outcome.reason == "Time is up."
        assert np.isfinite(outcome.bracket.lower)
        assert gordan.verify(batch.problem(i), outcome).holds


def test_threads_change_nothing(compiled: None) -> None:
    one, two = (gordan.separate_many(X, Y, workers=workers) for workers in (1, 2))
    assert np.array_equal(one.kinds, two.kinds)
    assert np.array_equal(one.lower, two.lower)
    assert np.array_equal(one.upper, two.upper)


def test_watchers_are_told_of_every_batch(compiled: None) -> None:
    trace = gordan.watch.Trace()
    many = gordan.separate_many(X, Y, watch=trace)
    assert trace["n_iter"][-1] == 300
    assert trace["lower"][-1] == many.lower.min()
    assert trace["upper"][-1] == many.upper.max()
    assert trace.outcome is many


def test_log_and_silent_progress(capsys: pytest.CaptureFixture[str]) -> None:
    gordan.separate_many(X[:3], Y[:3], watch=["log", "progress"])
    shown = capsys.readouterr().err
    assert "3 problems" in shown
    assert "Many(3 problems" in shown


def test_the_progress_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr("gordan.engine.watch._EVERY", 0.0)
    gordan.separate_many(X[:40], Y[:40], watch=Tally())
    shown = terminal.getvalue()
    assert "40 of 40 problems" in shown
    assert "separable" in shown
    assert shown.endswith("\r\x1b[K")


def test_a_stack_that_does_not_fit_is_answered_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr("gordan.engine.many.run.answer_together", full)
    many = gordan.separate_many(X[:2, :, :3], Y[:2])
    assert many.alone == 2


def test_whatever_happens_to_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(problem: Any, **how: Any) -> Any:
        raise RuntimeError("fell over")

    monkeypatch.setattr("gordan.engine.many.run.solve", fall)
    touching = [[0.0, 0.0], [1.0, 1.0], [1.0, 1.0 + 2.0**-52]]
    apart = [[0.0, 0.0], [1.0, 1.0], [5.0, 1.0]]
    monkeypatch.setattr("gordan.engine.many.run._inseparable", lambda *given: None)
    many = gordan.separate_many([touching, apart, [[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]]], [0, 0, 1])
    assert str(many.failed[2]) == "fell over"
    assert many.kinds[1] == "separable"


def test_nothing_is_compiled_for_a_few() -> None:
    import subprocess

    code = (
        "import gordan, sys; gordan.separate_many([[0.0], [1.0], [2.0]], [[0, 0, 1], [0, 1, 0]]); "
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
