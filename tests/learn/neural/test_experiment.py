"""The measurement on MNIST, on images of its own making: a resumed run is the whole run."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
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


def by_autograd(learner: Any, X: Any, y: Any, *, order: Any, epoch: int) -> int:
    """The pass of `Learner.learn` with PyTorch's gradients, the loss that users call, and no looking ahead."""
    from gordan.neural import gather_errors

    loss, updates, seen = torch.nn.CrossEntropyLoss() if learner.hinge is None else learner.hinge, 0, 0
    optimizer = torch.optim.SGD(learner.network.parameters(), lr=0.0)

    def pieces() -> Any:
        nonlocal seen
        for seen in range(0, len(order), 10):
            yield X[order[seen : seen + 10]], y[order[seen : seen + 10]]

    batches = pieces()
    if learner.setting.wait and learner.hinge is not None:
        batches = gather_errors(learner.network, learner.hinge, examples=batches, errors=10)
    for x, label in batches:
        optimizer.param_groups[0]["lr"] = learner.setting.rate * (1 - (epoch + seen / len(order)) / 4)
        optimizer.zero_grad()
        loss(learner.network(x), label).backward()
        if learner.hinge is None or learner.hinge.errors:
            optimizer.step()
            updates += 1
        for clocked in (each for each in (learner.hinge, learner.shift) if each is not None):
            clocked.advance()
    return updates


@cache
def right_on_all() -> Any:
    """A network with 64 hidden neurons whose products exceed 1 on all of 395 digits."""
    torch.manual_seed(0)
    network, (X, y) = (
        torch.nn.Sequential(torch.nn.Linear(784, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10)),
        digits(395),
    )
    optimizer = torch.optim.Adam(network.parameters())
    for _ in range(300):
        optimizer.zero_grad()
        torch.nn.functional.relu(1.2 - network(X) * (2 * torch.eye(10)[y] - 1)).sum().backward()
        optimizer.step()
    return network


@pytest.mark.parametrize("wait", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_a_pass_is_that_of_pytorch_and_the_loss_that_users_call(name: str, wait: bool) -> None:
    """From a network that was trained before ten labels changed: batches have errors, or none to be looked beyond."""
    from benchmarks.beta.learner import Learner

    setting, (X, y) = replace(SETTING, wait=wait, hidden=64, rate=0.002, scale=CASES[name].scale), digits(395)
    ours, theirs = (Learner.begin(CASES[name], 0, setting=setting) for _ in range(2))
    y[::40] = (y[::40] + 1) % 10
    for learner in (ours, theirs):
        learner.network.load_state_dict(right_on_all().state_dict())
        learner.network.double()
    made = []
    for epoch in range(4):
        order = torch.randperm(395, generator=torch.Generator().manual_seed(epoch))
        made.append(ours.learn(X.double(), y, order=order, epoch=epoch))
        assert made[-1] == by_autograd(theirs, X.double(), y, order=order, epoch=epoch)
    for one, other in zip(ours.network.parameters(), theirs.network.parameters(), strict=True):
        assert torch.allclose(one, other, rtol=0, atol=1e-10)
    assert ours.state_dict()["clocks"] == theirs.state_dict()["clocks"]
    assert made[0] > 0
    if name in ("zero", "one", "shift") and not wait:
        assert max(made) < 40, made  # of 40 batches


def test_what_makes_no_update_in_a_pass_is_not_passed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """β = 0 with a network that is right on every example."""
    from benchmarks.beta.learner import Learner

    made, learn = [], Learner.learn
    monkeypatch.setattr(Learner, "learn", lambda *given, **named: made.append(learn(*given, **named)) or made[-1])
    run = train("zero", tmp_path, setting=replace(SETTING, epochs=60, hidden=64, rate=0.02))
    assert made[-1] == 0 < made[-2]
    assert len(made) < 60 == len(run.errors)
    assert run.updates == sum(made)
    assert len(set(run.errors[len(made) - 2 :])) == 1


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
