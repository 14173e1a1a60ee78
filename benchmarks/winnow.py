"""Iterations to either answer for w ≥ 0 against 1/|ρ₁|: Winnow, the smoothed Winnow and its Mirror Prox.

The family is a matrix of uniform entries in [−1, 1], of which a multiple of the matrix of ones is added: that moves ρ₁
by as much and nothing else, so that n, m and the spread of the entries stay while ρ₁ goes through any values, on
either side of zero. No intercept. Every count is a median over seeds.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np

from benchmarks.result import write
from gordan.engine.loop.separate import solve
from gordan.engine.oracle.build import build
from gordan.engine.solver import SmoothWinnow, Winnow, WinnowMirrorProx
from gordan.problem import Points

SOLVERS: dict[str, tuple[Any, int]] = {
    "winnow": (Winnow(positive=True), 2),
    "smooth-winnow": (SmoothWinnow(), 1),
    "winnow-mirror-prox, fixed step": (WinnowMirrorProx(adaptive=False), 1),
    "winnow-mirror-prox, adaptive": (WinnowMirrorProx(), 1),
}


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    margins = np.geomspace(options.largest, options.smallest, options.margins).tolist()
    rows = []
    for sign, answer in ((1.0, "separable"), (-1.0, "inseparable")):
        for name, (solver, order) in SOLVERS.items():
            counts = [_median(solver, options, options.n, sign * rho) for rho in margins]
            rows.append([answer, name, str(order), _slope(margins, counts), *map(_spelt, counts)])
            print(rows[-1], flush=True)
    header = ["answer", "algorithm", "theorem's slope", "measured slope", *(f"ρ₁ = ±{rho:.2g}" for rho in margins)]
    write("winnow", f"Iterations to either answer for w ≥ 0, {options.n} x {options.m}", header, rows)
    grown = [10, 100, 1000, 10_000]
    counts = [
        [name, *(_spelt(_median(solver, options, n, 0.01)) for n in grown)] for name, (solver, _) in SOLVERS.items()
    ]
    scale = ["√(ln n ln m)", *(f"{math.sqrt(math.log(n) * math.log(options.m)):.2f}" for n in grown)]
    write(
        "winnow-n",
        f"The same at ρ₁ = 0.01 as n grows, m = {options.m}",
        ["algorithm", *map(str, grown)],
        [*counts, scale],
    )


def _options(arguments: list[str]) -> Any:
    parser = argparse.ArgumentParser(prog="python -m benchmarks winnow", description=__doc__.splitlines()[0])
    parser.add_argument("--m", type=int, default=100)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--largest", type=float, default=0.1, help="largest margin")
    parser.add_argument("--smallest", type=float, default=1e-3, help="smallest margin")
    parser.add_argument("--margins", type=int, default=5, help="how many of them")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20.0, help="for one run; what takes longer is left out")
    return parser.parse_args(arguments)


def _median(solver: Any, options: Any, n: int, rho: float) -> float:
    return float(
        np.median(
            [_iterations(solver, _oracle(n, options.m, rho, seed), options.seconds) for seed in range(options.seeds)]
        )
    )


def _oracle(n: int, m: int, rho: float, seed: int) -> Any:
    X = np.random.default_rng([seed, n, m]).uniform(-1.0, 1.0, (n, m))
    value = solve(Points(X, np.ones(n), False, positive=True)).bracket.upper
    return build(Points(X + (rho - value), np.ones(n), False, positive=True).canonical())


def _iterations(solver: Any, oracle: Any, seconds: float) -> float:
    began = time.perf_counter()
    for candidate in solver.candidates(oracle):
        separates = candidate.lowest is not None and candidate.lowest > 0
        if separates or (candidate.image is not None and candidate.image.max() < 0):
            return float(candidate.updates)
        if time.perf_counter() - began > seconds:
            return math.nan
    raise AssertionError("ended without an answer")


def _slope(margins: list[float], counts: list[float]) -> str:
    known = np.isfinite(counts) & (np.array(counts) > 0)
    if known.sum() < 3:
        return "–"
    return f"{np.polyfit(-np.log(np.array(margins)[known]), np.log(np.array(counts)[known]), 1)[0]:.2f}"


def _spelt(count: float) -> str:
    return "–" if math.isnan(count) else f"{count:,.0f}"
