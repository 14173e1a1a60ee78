"""The plot: seconds against the number of points, one panel for each question and dimension, the flagship in bold."""

from __future__ import annotations

from typing import Any

from benchmarks.flagship.case import KINDS
from benchmarks.flagship.ledger import Ledger, Run
from benchmarks.flagship.peer import OURS, PEERS
from benchmarks.flagship.standing import Standing
from benchmarks.result import FOLDER

__all__ = ["plot"]

# One hue per library and one marker per method; our own earlier algorithms are greys. Readable without colour.
LOOKS = {
    "gordan": ("#c1121f", "o"),
    "liblinear": ("#2a9d3a", "s"),
    "libsvm": ("#74c476", "^"),
    "sklearn-perceptron": ("#006d2c", "v"),
    "highs-simplex": ("#08306b", "D"),
    "highs-ipm": ("#2171b5", "P"),
    "highs-pdlp": ("#6baed6", "X"),
    "highs-qp": ("#4292c6", "h"),
    "ortools-pdlp": ("#e6820e", "p"),
    "clarabel": ("#7b3fa0", "*"),
    "mirror-prox": ("#525252", "1"),
    "smooth-perceptron": ("#737373", "2"),
    "smooth-von-neumann": ("#969696", "3"),
    "perceptron": ("#a9a9a9", "4"),
}
COLUMNS = [("decide", kind) for kind in KINDS] + [("margin", kind) for kind in KINDS[:2]]
TITLES = {"decide": "deciding", "margin": "maximum margin"}
NAMES = {"kappa=1": "κ = 1", "kappa=10": "κ = 10", "noise": "inseparable"}


def plot(ledger: Ledger, name: str) -> None:
    """Write results/NAME.png."""
    try:
        import matplotlib
    except ImportError:
        print("no plot: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    standing = Standing(ledger)
    runs = [run for run in standing.runs if not run.case.startswith("real") and "intercept" not in run.case]
    double = {(run.m, run.n) for run in runs if "float32" not in run.case}
    # Single precision stands in only where nothing else was run.
    runs = [run for run in runs if "float32" not in run.case or (run.m, run.n) not in double]
    sides, lengths = sorted({run.m for run in runs}), sorted({run.n for run in runs})
    if not sides:
        return
    size = (16.0, 1.2 + 3.4 * len(sides))
    figure, grid = plt.subplots(
        len(sides), len(COLUMNS), figsize=size, sharex=True, sharey=True, squeeze=False, layout="constrained"
    )
    for row, m in zip(grid, sides, strict=True):
        for axes, (task, kind) in zip(row, COLUMNS, strict=True):
            _panel(axes, standing, [r for r in runs if (r.m, r.task, r.case.split()[0]) == (m, task, kind)])
            axes.set_title(f"{TITLES[task]}, {NAMES[kind]}, m = {m:,}", fontsize=9)
        row[0].set_ylabel("seconds")
    for axes in grid[-1]:
        axes.set_xlabel("points n")
        axes.set_xticks(lengths, [f"{n:,}" for n in lengths])
        axes.minorticks_off()
        axes.tick_params(labelsize=8)
    known = {label: line for axes in grid.flat for line, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    handles = [known[peer] for peer in LOOKS if peer in known]
    figure.legend(handles, [peer for peer in LOOKS if peer in known], loc="outside right center", frameon=False)
    figure.suptitle("Right answers, judged by the verifier; hollow: ended at the limit, or a wrong or coarser answer")
    figure.savefig(FOLDER / f"{name}.png", dpi=130)
    print(f"wrote {FOLDER / name}.png")


def _panel(axes: Any, standing: Standing, runs: list[Run]) -> None:
    for name, (colour, marker) in LOOKS.items():
        mine = sorted((r for r in runs if r.peer == name and r.seconds is not None), key=lambda r: r.n)
        if not mine:
            continue
        ours, seed = name == OURS.name, PEERS[name].family == "seed"
        width = 2.8 if ours else 0.9 if seed else 1.3
        front = 5 if ours else 2 if seed else 3
        axes.plot([r.n for r in mine], [r.seconds for r in mine], color=colour, linewidth=width, zorder=front)
        for good in (True, False):
            part = [r for r in mine if standing.good(r) is good]
            inside = colour if good else "white"
            look = {"markerfacecolor": inside, "markersize": 8 if ours else 6, "zorder": front + 1}
            at = [r.n for r in part], [r.seconds for r in part]
            axes.plot(*at, marker, color=colour, **look)
        for r in mine:
            if "float32" in r.case:
                axes.annotate("float32", (r.n, r.seconds), xytext=(-4, 7), textcoords="offset points", ha="right")
        # The legend shows every peer filled, whichever points it has here.
        axes.plot([], [], marker=marker, color=colour, linewidth=width, markersize=6, label=name)
    axes.set(xscale="log", yscale="log")
    axes.axhline(60.0, color="#bbbbbb", linewidth=0.8, linestyle=":", zorder=1)
    axes.grid(True, which="major", color="#e6e6e6", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
