"""One training run that can be interrupted: after every epoch all of it is in a checkpoint."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.beta.case import Case, Setting

__all__ = ["Run", "train"]


@dataclass
class Run:
    """How far a run has come: errors in per cent on the test images after every epoch, thresholds and updates."""

    case: str
    seed: int
    errors: list[float] = field(default_factory=list)
    updates: int = 0
    beta: float | None = None
    seconds: float = 0.0


def train(case: Case, seed: int, *, setting: Setting, data: Any, folder: Path, minutes: float) -> Run:
    """Train until the epochs are done or the minutes, counted over all sittings, are spent."""
    import torch

    torch.manual_seed(seed)
    network = torch.nn.Sequential(
        torch.nn.Linear(784, setting.hidden), torch.nn.ReLU(), torch.nn.Linear(setting.hidden, 10)
    )
    optimizer = torch.optim.SGD(network.parameters(), lr=setting.rate)
    hinge, run, file = case.hinge(setting.scale), Run(case.name, seed), folder / f"{case.name}-{seed}.pt"
    if file.exists():
        run = _resume(file, setting, network, optimizer, hinge)
    (X, y), (X_test, y_test) = data
    while len(run.errors) < setting.epochs and run.seconds < 60 * minutes:
        began, epoch = time.perf_counter(), len(run.errors)
        # The order depends on seed and epoch alone, so that a resumed run sees what the whole one would have seen.
        order = torch.randperm(len(y), generator=torch.Generator().manual_seed(1_000_003 * seed + epoch))
        run.updates += _learn(network, optimizer, hinge, X, y, order, setting, epoch)
        with torch.no_grad():
            run.errors.append(100.0 * float((network(X_test).argmax(dim=1) != y_test).double().mean()))
        run.beta = None if hinge is None else float(hinge.beta[0])
        run.seconds += time.perf_counter() - began
        _keep(file, setting, network, optimizer, hinge, run)
        _tell(case, setting, run)
    return run


def _learn(network: Any, optimizer: Any, hinge: Any, X: Any, y: Any, order: Any, setting: Setting, epoch: int) -> int:
    """One pass over the examples; the steps get shorter with every example seen, down to nothing at the last epoch."""
    import torch

    updates, loss = 0, hinge if hinge is not None else torch.nn.CrossEntropyLoss()
    seen = _Seen()
    for x, label in _batches(network, hinge, X, y, order, setting, seen):
        done = (epoch + seen.examples / len(order)) / setting.epochs
        for group in optimizer.param_groups:
            group["lr"] = setting.rate * (1.0 - min(done, 1.0))
        optimizer.zero_grad()
        loss(network(x), label).backward()
        if hinge is None or hinge.advance():
            optimizer.step()
            updates += 1
    return updates


@dataclass
class _Seen:
    examples: int = 0


def _batches(
    network: Any, hinge: Any, X: Any, y: Any, order: Any, setting: Setting, seen: _Seen
) -> Iterator[tuple[Any, Any]]:
    from gordan.neural import gather_errors

    def pieces() -> Iterator[tuple[Any, Any]]:
        for piece in order.split(setting.batch):
            yield X[piece], y[piece]
            seen.examples += len(piece)

    if setting.errors and hinge is not None:
        return gather_errors(network, hinge, examples=pieces(), errors=setting.batch)
    return pieces()


def _keep(file: Path, setting: Setting, network: Any, optimizer: Any, hinge: Any, run: Run) -> None:
    import torch

    state = {"setting": setting.record(), "network": network.state_dict(), "optimizer": optimizer.state_dict()}
    state |= {"hinge": None if hinge is None else hinge.state_dict(), "run": vars(run)}
    half = file.with_suffix(".half")
    torch.save(state, half)
    os.replace(half, file)  # an interruption leaves the old checkpoint or the new one


def _resume(file: Path, setting: Setting, network: Any, optimizer: Any, hinge: Any) -> Run:
    import torch

    state = torch.load(file, weights_only=True)
    if state["setting"] != setting.record():
        raise SystemExit(f"{file} was made with {state['setting']}; ask for the same, or give --keep another folder")
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    if hinge is not None:
        hinge.load_state_dict(state["hinge"])
    return Run(**state["run"])


def _tell(case: Case, setting: Setting, run: Run) -> None:
    threshold = "" if run.beta is None else f", β = {run.beta:.4g}"
    print(
        f"{case.title}, seed {run.seed}: epoch {len(run.errors)} of {setting.epochs}, {run.updates:,} updates"
        f"{threshold}, test error {run.errors[-1]:.2f} %, {run.seconds:.0f} s",
        file=sys.stderr,
        flush=True,
    )
