"""The paper's table 1 beside ours: means over the seeds, their standard errors, and what β = 1 loses to each loss."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev

from benchmarks.beta.case import CASES, Setting
from benchmarks.beta.checkpoint import Run
from benchmarks.result import FOLDER, write

__all__ = ["report"]

_HEADER = [
    "loss",
    "paper, %",
    "ours, %",
    "above β = 1",
    "seeds",
    "first step",
    "epochs",
    "updates",
    "last β",
    "minutes",
]


def report(runs: dict[str, list[Run]], settings: dict[str, Setting], *, minutes: float, whole: bool) -> None:
    """Print and write the table, and draw the picture where matplotlib is installed.

    What is not the whole table has a name of its own, so that it does not take the place of one.
    """
    from benchmarks.beta.draw import draw

    setting = next(iter(settings.values()))
    rows = [_row(name, found, settings[name], runs.get("one", [])) for name, found in runs.items()]
    what = "errors (cross-entropy: examples)" if setting.wait else "examples"
    images = f"the last {setting.holdout:,} training images, held out" if setting.holdout else "the test images"
    scales = ", ".join(f"{settings[name].scale:g} for {CASES[name].title}" for name in runs if CASES[name].gamma)
    ended = all(len(run.errors) == setting.epochs for found in runs.values() for run in found)
    shrink = "shrink linearly to nothing" if ended else "shrink linearly, though not all runs came to the last epoch"
    name = "beta" if whole else "beta-part"
    write(
        name,
        f"MNIST, 784-{setting.hidden}-10: test error of the β-hinge",
        _HEADER,
        rows,
        f"Error on {images} after the last epoch, mean over the seeds ± standard error; beside it what is left of it "
        f"when the same seed's error with β = 1 is taken away. At most {setting.epochs} epochs and {minutes:g} minutes "
        f"a run; batches of {setting.batch} {what}, plain gradient steps that {shrink}, pixels "
        f"between 0 and 1, no other preparation; c of β = c·t^γ: {scales or 'none'}. The paper does not state its "
        "steps, batches or epochs.",
    )
    try:
        draw(runs, FOLDER / f"{name}.png")
    except ImportError:
        print('no picture: matplotlib is not installed; pip install "gordan[plot]"')


def _row(name: str, found: Sequence[Run], setting: Setting, one: Sequence[Run]) -> list[str]:
    case, done = CASES[name], [run for run in found if run.errors]
    if not done:
        return [case.title, case.paper, *[""] * (len(_HEADER) - 2)]
    base = {run.seed: run.errors[-1] for run in one if run.errors}
    beta = "" if done[0].beta is None else f"{mean(run.beta or 0.0 for run in done):.4g}"
    return [
        case.title,
        case.paper,
        _mean([run.errors[-1] for run in done]),
        "" if name == "one" else _mean([run.errors[-1] - base[run.seed] for run in done if run.seed in base], sign="+"),
        str(len(done)),
        f"{setting.rate:g}",
        _range([len(run.errors) for run in done]),
        f"{mean(run.updates for run in done):,.0f}",
        beta,
        f"{mean(run.seconds for run in done) / 60:.1f}",
    ]


def _mean(values: Sequence[float], *, sign: str = "") -> str:
    if not values:
        return ""
    error = f"± {stdev(values) / len(values) ** 0.5:.3f}" if len(values) > 1 else "(one seed)"
    return f"{mean(values):{sign}.3f} {error}"


def _range(values: list[int]) -> str:
    return str(min(values)) if min(values) == max(values) else f"{min(values)} to {max(values)}"
