"""Iterations to separate against 1/rho: how each algorithm's count grows as the margin shrinks.

The family is `gordan.testing.instances.gaussian`: m Gaussian coordinates, n points, the component along a hidden direction
multiplied by kappa, unit norms, no intercept. Only kappa varies, so that n, m and the lengths stay what they are while
the margin shrinks; the margin itself is found by the min-norm point. Every count is a median over seeds, every slope a
least-squares fit of log iterations on log 1/rho over all margins reached in the time allowed.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np

from benchmarks.result import FOLDER, ROOT, write
from gordan.engine.oracle.build import build
from gordan.engine.solver import (
    MinNormPoint,
    MirrorProx,
    NormalisedPerceptron,
    Perceptron,
    SmoothPerceptron,
    VonNeumann,
)
from gordan.problem import Points
from gordan.testing import instances

SOLVERS: dict[str, tuple[Any, int]] = {
    "perceptron": (Perceptron(), 2),
    "normalised-perceptron": (NormalisedPerceptron(), 2),
    "von-neumann": (VonNeumann(), 2),
    "smooth-perceptron": (SmoothPerceptron(), 1),
    "mirror-prox, fixed step": (MirrorProx(adaptive=False), 1),
    "mirror-prox, adaptive": (MirrorProx(), 1),
}


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    wanted = np.geomspace(options.largest, options.smallest, options.margins)
    margins, counts = [], {name: [] for name in SOLVERS}
    for rho in wanted:
        oracles = [_oracle(options.m, options.n, float(rho), seed) for seed in range(options.seeds)]
        margins.append(float(np.median([_margin(oracle) for oracle in oracles])))
        for name, (solver, _) in SOLVERS.items():
            found = [_iterations(solver, oracle, options.seconds) for oracle in oracles]
            counts[name].append(float(np.median(found)))
            print(f"rho = {margins[-1]:.2e}  {name:24} {counts[name][-1]:,.0f}", flush=True)
    fits = {name: _fit(margins, found) for name, found in counts.items()}
    _tell(options, margins, counts, fits)
    _plot(options, margins, counts, fits)


def _options(arguments: list[str]) -> Any:
    parser = argparse.ArgumentParser(prog="python -m benchmarks slopes", description=__doc__.splitlines()[0])
    parser.add_argument("--m", type=int, default=50)
    parser.add_argument("--n", type=int, default=2000)
    parser.add_argument("--largest", type=float, default=0.03, help="largest margin")
    parser.add_argument("--smallest", type=float, default=5e-4, help="smallest margin")
    parser.add_argument("--margins", type=int, default=7, help="how many of them")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=90.0, help="for one run; what takes longer is left out")
    return parser.parse_args(arguments)


def _oracle(m: int, n: int, rho: float, seed: int) -> Any:
    one = instances.gaussian(m, n, kappa=rho * n / math.sqrt(m), random_state=seed)
    return build(Points(one.X, one.y, intercept=False).canonical())


def _margin(oracle: Any) -> float:
    *_, last = MinNormPoint().candidates(oracle)
    return oracle.norm(last.image)


def _iterations(solver: Any, oracle: Any, seconds: float) -> float:
    began = time.perf_counter()
    for candidate in solver.candidates(oracle):
        if candidate.lowest is not None and candidate.lowest > 0:
            return float(candidate.updates)
        if time.perf_counter() - began > seconds:
            return math.nan
    raise AssertionError("ended without a separator")


def _fit(margins: list[float], found: list[float]) -> tuple[float, float]:
    """Slope and intercept of log iterations on log 1/rho."""
    known = np.isfinite(found)
    slope, at_one = np.polyfit(-np.log(np.array(margins)[known]), np.log(np.array(found)[known]), 1)
    return float(slope), float(at_one)


def _tell(
    options: Any, margins: list[float], counts: dict[str, list[float]], fits: dict[str, tuple[float, float]]
) -> None:
    header = ["algorithm", "theorem's slope", "measured slope", *(f"rho = {rho:.2e}" for rho in margins)]
    rows = [
        [name, str(order), f"{fits[name][0]:.2f}", *("–" if math.isnan(k) else f"{k:,.0f}" for k in counts[name])]
        for name, (_, order) in SOLVERS.items()
    ]
    title = f"Iterations to separate, {options.m} x {options.n} Gaussian, median of {options.seeds} seeds"
    missing = any(math.isnan(k) for found in counts.values() for k in found)
    write("slopes", title, header, rows, *([f"– took longer than {options.seconds:g} s for most seeds."] * missing))


def _plot(
    options: Any, margins: list[float], counts: dict[str, list[float]], fits: dict[str, tuple[float, float]]
) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    # Two hues for the two rates; within a rate the algorithms differ by marker and shade. Readable in grey.
    looks = {
        "perceptron": ("#8c2d04", "o"),
        "normalised-perceptron": ("#d94801", "s"),
        "von-neumann": ("#fd8d3c", "^"),
        "smooth-perceptron": ("#08306b", "D"),
        "mirror-prox, fixed step": ("#2171b5", "v"),
        "mirror-prox, adaptive": ("#6baed6", "P"),
    }
    figure, axes = plt.subplots(figsize=(8.0, 5.2), layout="constrained")
    x = 1.0 / np.array(margins)
    for name, (colour, marker) in looks.items():
        slope, at_one = fits[name]
        axes.plot(x, np.exp(at_one) * x**slope, color=colour, linewidth=1.0, alpha=0.6)
        axes.plot(x, counts[name], marker, color=colour, markersize=6, label=f"{name}: {slope:.2f}")
    axes.set(xscale="log", yscale="log", xlabel="1/ρ", ylabel="iterations to separate")
    axes.set_title(
        f"{options.n:,} Gaussian points in {options.m} dimensions, median of {options.seeds} seeds", fontsize=11
    )
    axes.legend(title="fitted slope", frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    for path in (FOLDER / "slopes.png", ROOT / "docs" / "slopes.png"):
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=150)
        print(f"wrote {path}")
