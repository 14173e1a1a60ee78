"""One training run that can be interrupted: after every epoch all of it is in a checkpoint."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.beta.case import Case, Setting
from benchmarks.beta.checkpoint import Run, keep, mark, resume
from benchmarks.beta.learner import Learner

__all__ = ["train"]


def train(case: Case, seed: int, *, setting: Setting, data: Any, folder: Path, minutes: float) -> Run:
    """Train until the epochs are done or the minutes, counted over all sittings, are spent."""
    import torch

    learner, made_with = Learner.begin(case, seed, setting=setting), mark(case, seed, setting=setting, data=data)
    file = folder / f"{case.name}-{seed}.pt"
    run = resume(file, made_with, learner=learner) if file.exists() else Run(case.name, seed)
    (X, y), test = data
    while len(run.errors) < setting.epochs and run.seconds < 60 * minutes:
        began, epoch = time.perf_counter(), len(run.errors)
        # The order depends on seed and epoch alone, so that a resumed run sees what the whole one would have seen.
        order = torch.randperm(len(y), generator=torch.Generator().manual_seed(1_000_003 * seed + epoch))
        updates = learner.learn(X, y, order=order, epoch=epoch)
        run.updates += updates
        # What made no update in a pass over all examples makes none in any later one.
        run.errors += [learner.test(*test)] * (1 if updates else setting.epochs - epoch)
        run.beta = None if learner.hinge is None else float(learner.hinge.beta[0])
        run.seconds += time.perf_counter() - began
        keep(file, made_with, learner=learner, run=run)
        _tell(case, setting, run)
    return run


def _tell(case: Case, setting: Setting, run: Run) -> None:
    threshold = "" if run.beta is None else f", β = {run.beta:.4g}"
    print(
        f"{case.title}, seed {run.seed}: epoch {len(run.errors)} of {setting.epochs}, {run.updates:,} updates"
        f"{threshold}, test error {run.errors[-1]:.2f} %, {run.seconds:.0f} s",
        file=sys.stderr,
        flush=True,
    )
