"""The picture: test error after every epoch, one line for each loss, its seeds as a band."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.beta.case import CASES
from benchmarks.beta.checkpoint import Run

__all__ = ["draw"]


def draw(runs: dict[str, Sequence[Run]], path: Path) -> None:
    """Write the picture; an epoch is drawn as far as all seeds of its loss have come."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np
    from matplotlib.ticker import LogLocator, NullLocator

    figure, ax = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for name, found in runs.items():
        epochs = min((len(run.errors) for run in found), default=0)
        if not epochs:
            continue
        errors, at = np.array([run.errors[:epochs] for run in found]), np.arange(1, epochs + 1)
        (drawn,) = ax.plot(at, errors.mean(axis=0), label=CASES[name].title)
        ax.fill_between(at, errors.min(axis=0), errors.max(axis=0), color=drawn.get_color(), alpha=0.2, linewidth=0)
    ax.set(xlabel="epoch", ylabel="test error in per cent")
    if any(error > 0 for found in runs.values() for run in found for error in run.errors):
        ax.set_yscale("log")
        ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 1.25, 1.5, 2.0, 3.0, 5.0)))
        ax.yaxis.set_major_formatter("{x:g}")
        ax.yaxis.set_minor_locator(NullLocator())
    if ax.lines:
        ax.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    plt.close(figure)
