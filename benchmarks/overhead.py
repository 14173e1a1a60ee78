"""What the library costs beyond its matrix products, and the perceptron beside scikit-learn's.

A run through `gordan.separate` and as many bare products as it counted passes are timed alternately, so that whatever
else the machine does falls on both. Shown are the median of the pairs' ratios and the ratio of the two best times,
which is what an otherwise idle machine would show. Where other programs run, threads of the BLAS wait for one another
and hide everything else: OPENBLAS_NUM_THREADS=1 gives the stricter and steadier comparison.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np

import gordan
from benchmarks.result import write
from gordan.engine.oracle.build import build
from gordan.testing import instances

FIGURE = {False: 1.35, True: 1.5}


def main(arguments: list[str]) -> None:
    options = _options(arguments)
    one = instances.gaussian(options.m, options.n, 1.0)
    _against_products(one, options)
    _against_scikit_learn(one, options)


def _options(arguments: list[str]) -> Any:
    parser = argparse.ArgumentParser(prog="python -m benchmarks overhead", description=__doc__.splitlines()[0])
    parser.add_argument("--m", type=int, default=100)
    parser.add_argument("--n", type=int, default=50_000)
    parser.add_argument("--iterations", type=int, default=300, help="at most so many")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--float32", action="store_true", help="the same in single precision")
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead of measuring it")
    return parser.parse_args(arguments)


def _against_products(one: Any, options: Any) -> None:
    X = one.X.astype(np.float32) if options.float32 else one.X
    rows = []
    for solver in (
        gordan.solver.MirrorProx(),
        gordan.solver.MirrorProx(adaptive=False),
        gordan.solver.SmoothPerceptron(),
    ):
        for intercept in (False, True):

            def run(solver: Any = solver, intercept: bool = intercept) -> Any:
                return gordan.separate(X, one.y, intercept=intercept, solver=solver, max_iter=options.iterations)

            if options.profile:
                _profile(run, f"{solver!r}, intercept={intercept}")
                continue
            outcome = run()
            pairs = [(_seconds(run), _bare(X, outcome.n_passes)) for _ in range(options.repeats)]
            ratio = float(np.median([whole / bare for whole, bare in pairs]))
            rows.append(
                [
                    repr(solver),
                    "yes" if intercept else "no",
                    outcome.kind,
                    str(outcome.n_iter),
                    str(outcome.n_passes),
                    f"{np.median([whole for whole, _ in pairs]):.3f}",
                    f"{np.median([bare for _, bare in pairs]):.3f}",
                    f"{ratio:.2f}",
                    f"{min(whole for whole, _ in pairs) / min(bare for _, bare in pairs):.2f}",
                    f"{FIGURE[intercept]}",
                ]
            )
            print(rows[-1], flush=True)
    if rows:
        header = ["solver", "intercept", "outcome", "iterations", "passes", "seconds", "bare products"]
        header += ["ratio", "of best times", "figure"]
        title = f"Through the public API against bare products, {options.m} x {options.n} {X.dtype}"
        note = f"Medians of {options.repeats} interleaved pairs; OPENBLAS_NUM_THREADS={_threads()}."
        write("overhead32" if options.float32 else "overhead", title, header, rows, note)


def _threads() -> str:
    return os.environ.get("OPENBLAS_NUM_THREADS", "(unset)")


def _profile(run: Callable[[], Any], title: str) -> None:
    run()
    profile = cProfile.Profile()
    profile.runcall(run)
    print(f"== {title}")
    pstats.Stats(profile).sort_stats("tottime").print_stats(18)


def _seconds(run: Callable[[], Any]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def _bare(X: Any, passes: int) -> float:
    """The time of so many products, alternately with X and with its transpose, in X's own precision."""
    w, x = np.ones(X.shape[1], X.dtype), np.full(X.shape[0], 1.0 / X.shape[0], X.dtype)
    began = time.perf_counter()
    for _ in range(passes // 2):
        X @ w
        X.T @ x
    if passes % 2:
        X @ w
    return time.perf_counter() - began


def _against_scikit_learn(one: Any, options: Any) -> None:
    if options.profile:
        return
    import warnings

    from sklearn.linear_model import Perceptron

    rows = []
    for intercept in (False, True):

        def ours(intercept: bool = intercept) -> int:
            oracle = build(gordan.Points(one.X, one.y, intercept=intercept).canonical())
            *_, last = islice(gordan.solver.Perceptron().candidates(oracle), 10)
            return last.updates

        def theirs(intercept: bool = intercept) -> Any:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return Perceptron(tol=None, max_iter=10, shuffle=False, fit_intercept=intercept).fit(one.X, one.y)

        ours(), theirs()  # compiled and warm before anything is timed
        pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(options.repeats)]
        ratio = float(np.median([a / b for a, b in pairs]))
        best = min(a for a, _ in pairs) / min(b for _, b in pairs)
        medians = [f"{float(np.median(times)):.3f}" for times in zip(*pairs, strict=True)]
        rows.append(["yes" if intercept else "no", *medians, f"{ratio:.2f}", f"{best:.2f}"])
    title = f"Perceptron, ten unshuffled epochs of {options.m} x {options.n} float64, everything from raw arrays on"
    write("perceptron", title, ["intercept", "gordan, s", "scikit-learn, s", "ratio", "of best times"], rows)
