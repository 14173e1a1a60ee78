"""The measurement on MNIST, on images of its own making: a resumed run is the whole run."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from benchmarks.beta.case import CASES, Setting

torch = pytest.importorskip("torch", reason="PyTorch is not installed; `make test-neural` runs these tests")

SETTING = Setting(epochs=4, hidden=16, batch=10, wait=False, rate=0.05, scale=1.0, holdout=0)


def digits(n: int) -> tuple[Any, Any]:
    """Ten patterns with noise."""
    generator = torch.Generator().manual_seed(5)
    patterns, y = torch.rand(10, 784, generator=generator), torch.arange(n) % 10
    return (patterns[y] + 0.5 * torch.rand(n, 784, generator=generator)) / 1.5, y


def train(name: str, folder: Path, *, setting: Setting = SETTING, minutes: float = 10.0, **other: Any) -> Any:
    from benchmarks.beta.run import train

    folder.mkdir(exist_ok=True)
    given = {"seed": 0, "data": (digits(100), digits(50)), **other}
    return train(CASES[name], setting=setting, folder=folder, minutes=minutes, **given)


def weights(folder: Path, name: str) -> list[Any]:
    return list(torch.load(folder / f"{name}-0.pt", weights_only=True)["learner"]["network"].values())


@pytest.mark.parametrize(
    ("name", "wait"),
    [("slow", False), ("slow", True), ("entropy", False), ("infinity", False), ("clocks", False), ("shift", False)],
)
def test_a_run_learns_and_goes_on_where_it_was(name: str, wait: bool, tmp_path: Path) -> None:
    setting, whole, parts = replace(SETTING, wait=wait), tmp_path / "whole", tmp_path / "parts"
    run = train(name, whole, setting=setting)
    spent = 0.0
    for _ in range(4):  # each sitting is out of time after one epoch more
        sitting = train(name, parts, setting=setting, minutes=(spent + 1e-9) / 60)
        spent = sitting.seconds
    assert sitting.errors == run.errors
    assert len(run.errors) == 4
    assert (sitting.updates, sitting.beta) == (run.updates, run.beta)
    assert all(map(torch.equal, weights(whole, name), weights(parts, name)))
    # By chance 90; thresholds that grow faster outrun forty updates.
    assert run.errors[-1] < 30.0 or name in ("infinity", "clocks", "shift")


@pytest.mark.parametrize("wait", [False, True])
def test_an_update_is_a_step_that_moves(wait: bool) -> None:
    """The last batch of the last epoch too, whether it was filled or is what was left."""
    from benchmarks.beta.learner import Learner

    learner, steps = Learner.begin(CASES["slow"], 0, setting=replace(SETTING, epochs=1, wait=wait)), []
    made = learner.optimizer.step
    learner.optimizer.step = lambda: (steps.append(learner.optimizer.param_groups[0]["lr"]), made())
    X, y = digits(95)
    assert learner.learn(X, y, order=torch.arange(95), epoch=0) == len(steps) == learner.hinge.updates[0] > 1
    assert all(later <= earlier for earlier, later in pairwise(steps))
    assert min(steps) > 0


def test_clocks_of_neurons_and_algorithm_4() -> None:
    """Every output has its own count, every hidden neuron its own shift, and β(t) is Algorithm 4's."""
    from benchmarks.beta.learner import Learner

    learners = {name: Learner.begin(CASES[name], 0, setting=replace(SETTING, epochs=1)) for name in CASES}
    X, y = digits(95)
    for name in ("infinity", "clocks", "shift"):
        learners[name].learn(X, y, order=torch.arange(95), epoch=0)
    t = int(learners["infinity"].hinge.updates[0])
    assert learners["infinity"].hinge.beta[0] == pytest.approx(0.5 * ((t + 1) ** 1.75 - t**1.75 - 1))
    assert learners["clocks"].hinge.updates.shape == (10,)
    assert learners["clocks"].hinge.updates.min() < learners["clocks"].hinge.updates.max()
    shift = learners["shift"].shift
    assert shift.updates.shape == (16,)
    assert shift.beta.tolist() == pytest.approx((shift.updates**0.4).tolist())
    assert learners["one"].shift is learners["clocks"].shift is None


def test_a_checkpoint_is_read_by_the_run_that_kept_it_alone(tmp_path: Path) -> None:
    train("one", tmp_path)
    (tmp_path / "one-0.pt").rename(tmp_path / "one-1.pt")
    with pytest.raises(SystemExit, match=r"one-1.pt was made with seed 0 \(now 1\).*give --keep another folder"):
        train("one", tmp_path, seed=1)
    (tmp_path / "one-1.pt").rename(tmp_path / "zero-0.pt")
    with pytest.raises(SystemExit, match=r"made with case one \(now zero\)"):
        train("zero", tmp_path)
    (tmp_path / "zero-0.pt").rename(tmp_path / "one-0.pt")
    with pytest.raises(SystemExit, match=r"made with epochs 4 \(now 5\)"):
        train("one", tmp_path, setting=replace(SETTING, epochs=5))
    X, y = digits(100)
    with pytest.raises(SystemExit, match="made with data"):
        train("one", tmp_path, data=((X, y.flip(0)), digits(50)))
    assert len(train("one", tmp_path).errors) == 4


def damage(state: Any) -> list[Any]:
    """Files that are no checkpoint, from those that are no file of torch's to those with one number wrong."""
    run, learner = state["run"], state["learner"]
    return [
        None,
        {"mark": state["mark"]},
        {**state, "mark": 7},
        {**state, "learner": {**learner, "network": {}}},
        {**state, "learner": {**learner, "clocks": [{"updates": [1], "beta": [1.0]}]}},
        {**state, "run": {**run, "errors": [float("nan")] * 4}},
        {**state, "run": {**run, "seconds": "long"}},
        {**state, "run": {**run, "more": 1}},
    ]


def test_a_damaged_checkpoint_is_named_with_the_next_step(tmp_path: Path) -> None:
    train("one", tmp_path)
    file = tmp_path / "one-0.pt"
    good = file.read_bytes()
    states = damage(torch.load(file, weights_only=True))
    for content in (b"", b"nonsense", good[: len(good) // 2], *states):
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            torch.save(content, file)
        with pytest.raises(SystemExit, match=r"one-0.pt is not a checkpoint .*; delete it"):
            train("one", tmp_path)
