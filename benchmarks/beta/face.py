"""`python -m benchmarks beta`: train every loss with every seed, and put the paper's table beside ours.

Interrupted or out of minutes, the same command goes on where it was. The error reported is that after the last epoch,
never the best on the test images.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from benchmarks.beta.case import CASES, Setting
from benchmarks.beta.run import Run, train
from benchmarks.digits import FOLDER as DATA
from benchmarks.result import FOLDER, write

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks beta", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA / "mnist", help="folder with the four files of MNIST")
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES), help="losses to train")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--minutes", type=float, default=40.0, help="limit of one run, counted over all sittings")
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--hidden", type=int, default=800)
    parser.add_argument("--batch", type=int, default=100, help="examples of a batch")
    parser.add_argument("--errors", action="store_true", help="batches of the β-hinge wait for that many errors")
    parser.add_argument("--rate", type=float, default=0.1, help="length of the first steps; they shrink to nothing")
    parser.add_argument("--scale", type=float, default=1.0, help="c in β = c·t^γ")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=FOLDER / "beta", help="folder of the checkpoints")
    options = parser.parse_args(arguments)
    for name in ("minutes", "epochs", "hidden", "batch", "rate", "scale", "threads"):
        if not getattr(options, name) > 0:
            parser.error(f"--{name} is {getattr(options, name):g}; give a positive number")
    if not all(seed >= 0 for seed in options.seeds):
        parser.error(f"--seeds has {min(options.seeds)}; give whole numbers from 0")
    data = _load(options.data, options.threads)
    options.keep.mkdir(parents=True, exist_ok=True)
    setting = Setting(options.epochs, options.hidden, options.batch, options.errors, options.rate, options.scale)
    runs: dict[str, list[Run]] = {name: [] for name in options.only}
    common: dict[str, Any] = {"setting": setting, "data": data, "folder": options.keep, "minutes": options.minutes}
    try:
        # Seed by seed, so that a table of all losses is complete as early as can be.
        for seed in dict.fromkeys(options.seeds):
            for name, found in runs.items():
                found.append(train(CASES[name], seed, **common))
    except KeyboardInterrupt:
        print("interrupted: here is what has ended, and the same command goes on where it was", file=sys.stderr)
    _report(runs, setting, options.minutes)


def _load(folder: Path, threads: int) -> Any:
    try:
        import torch
    except ImportError:
        raise SystemExit(
            'this measurement needs PyTorch, which is not installed; pip install "gordan[neural]"'
        ) from None
    from benchmarks.beta.images import read_part

    torch.set_num_threads(threads)
    parts = (read_part(folder, "train"), read_part(folder, "t10k"))
    return [(torch.from_numpy(X), torch.from_numpy(y)) for X, y in parts]


def _report(runs: dict[str, list[Run]], setting: Setting, minutes: float) -> None:
    from benchmarks.beta.draw import draw

    header = ["loss", "paper, %", "ours, %", "seeds", "epochs", "updates", "last β", "minutes"]
    rows = [_row(name, found) for name, found in runs.items()]
    what = "errors (cross-entropy: examples)" if setting.errors else "examples"
    write(
        "beta",
        f"MNIST, 784-{setting.hidden}-10: test error of the β-hinge",
        header,
        rows,
        f"Test error after the last epoch, mean over the seeds ± standard error. At most {setting.epochs} epochs and "
        f"{minutes:g} minutes a run; batches of {setting.batch} {what}, plain gradient steps of {setting.rate:g} that "
        f"shrink linearly to nothing, β = {setting.scale:g}·t^γ, pixels between 0 and 1, no other preparation. "
        "The paper does not state its steps, batches or epochs.",
    )
    try:
        draw(runs, FOLDER / "beta.png")
    except ImportError:
        print('no picture: matplotlib is not installed; pip install "gordan[plot]"')


def _row(name: str, found: Sequence[Run]) -> list[str]:
    case, done = CASES[name], [run for run in found if run.errors]
    if not done:
        return [case.title, case.paper, *[""] * 6]
    last = [run.errors[-1] for run in done]
    error = f"± {stdev(last) / len(last) ** 0.5:.2f}" if len(last) > 1 else "(one seed)"
    beta = "" if done[0].beta is None else f"{mean(run.beta or 0.0 for run in done):.4g}"
    return [
        case.title,
        case.paper,
        f"{mean(last):.2f} {error}",
        str(len(done)),
        _range([len(run.errors) for run in done]),
        f"{mean(run.updates for run in done):,.0f}",
        beta,
        f"{mean(run.seconds for run in done) / 60:.1f}",
    ]


def _range(values: list[int]) -> str:
    return str(min(values)) if min(values) == max(values) else f"{min(values)} to {max(values)}"
