"""`python -m benchmarks beta`: train every loss with every seed, and put the paper's table beside ours.

Interrupted or out of minutes, the same command goes on where it was. The error reported is that after the last epoch,
never the best on the test images.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from benchmarks.beta.case import CASES, Case, Setting
from benchmarks.beta.checkpoint import Run
from benchmarks.beta.report import report
from benchmarks.beta.run import train
from benchmarks.data_folder import find_data_folder
from benchmarks.idx import read_part
from benchmarks.result import FOLDER

__all__ = ["main"]

LIMIT = 2**31  # torch's generators and thread counts take no more


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks beta", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=Path, default=find_data_folder() / "mnist", help="folder with the four files of MNIST"
    )
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES), help="losses to train")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--minutes", type=float, default=40.0, help="limit of one run, counted over all sittings")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--hidden", type=int, default=800)
    parser.add_argument("--batch", type=int, default=32, help="examples of a batch")
    parser.add_argument("--errors", dest="wait", action="store_true", help="batches of the β-hinge wait for errors")
    parser.add_argument("--rate", type=float, help="length of the first steps; default: chosen for each loss")
    parser.add_argument("--scale", type=float, help="c in β = c·t^γ; default: chosen for each loss")
    parser.add_argument("--holdout", type=int, default=0, help="test on so many training images, held out")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=FOLDER / "beta", help="folder of the checkpoints")
    options = parser.parse_args(arguments)
    for name in ("minutes", "epochs", "hidden", "batch", "rate", "scale", "threads"):
        value = getattr(options, name)
        if value is not None and not 0 < value < LIMIT:
            parser.error(f"--{name} is {value}; give a positive number below {LIMIT:,}")
    for seed in options.seeds:
        if not 0 <= seed < LIMIT:
            parser.error(f"--seeds has {seed}; give whole numbers from 0, below {LIMIT:,}")
    data = _hold_out(_load(options.data, options.threads), options.holdout, parser)
    try:
        options.keep.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"{options.keep} cannot be made ({error}); give --keep a folder") from None
    settings = {name: _setting(CASES[name], options) for name in options.only}
    runs: dict[str, list[Run]] = {name: [] for name in options.only}
    common: dict[str, Any] = {"data": data, "folder": options.keep, "minutes": options.minutes}
    whole = set(runs) == set(CASES)
    try:
        # Seed by seed, so that a table of all losses is complete as early as can be.
        for seed in dict.fromkeys(options.seeds):
            for name, found in runs.items():
                found.append(train(CASES[name], seed, setting=settings[name], **common))
    except KeyboardInterrupt:
        whole = False
        print("interrupted: here is what has ended, and the same command goes on where it was", file=sys.stderr)
    report(runs, settings, minutes=options.minutes, whole=whole)


def _setting(case: Case, options: argparse.Namespace) -> Setting:
    return Setting(
        epochs=options.epochs,
        hidden=options.hidden,
        batch=options.batch,
        wait=options.wait,
        rate=case.rate if options.rate is None else options.rate,
        scale=case.scale if options.scale is None else options.scale,
        holdout=options.holdout,
    )


def _load(folder: Path, threads: int) -> Any:
    import numpy as np

    try:
        import torch
    except ImportError:
        raise SystemExit(
            'this measurement needs PyTorch, which is not installed; pip install "gordan[neural]"'
        ) from None
    torch.set_num_threads(threads)
    parts = (read_part(folder, "train"), read_part(folder, "t10k"))
    return [
        (torch.from_numpy((X / np.float32(255)).astype(np.float32)), torch.from_numpy(y.astype(np.int64)))
        for X, y in parts
    ]


def _hold_out(data: Any, holdout: int, parser: argparse.ArgumentParser) -> Any:
    """The data as they are, or the last training images in the place of the test images."""
    (X, y), _ = data
    if not 0 <= holdout < len(y):
        parser.error(f"--holdout is {holdout}; give 0, or fewer than the {len(y):,} training images")
    return data if holdout == 0 else [(X[:-holdout], y[:-holdout]), (X[-holdout:], y[-holdout:])]
