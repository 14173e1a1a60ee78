"""Thousands of small problems: `separate_many`, proofs included, against `scipy.optimize.linprog` in a loop.

The problems are Gaussian with random labels. Parts of them and parts of a sample for linprog (HiGHS, feasibility of
y_j(w·x_j + b) >= 1, no proof of either answer) are timed alternately, so that whatever else the machine does falls on
both. Compiling is timed apart, in a new process with an empty cache.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np
from scipy.optimize import linprog

import gordan
from benchmarks.result import write

FIGURE = 20  # times the throughput of linprog
PARTS = 6

COMPILE = """
import time, numpy as np
from gordan.engine.many.together import Engine
A, signs = np.random.default_rng(0).standard_normal((2, 6, 2)), np.array([[1.0, -1.0] * 3] * 2)
began = time.perf_counter()
Engine(compiled=True).find(A, signs, True, False)
print(time.perf_counter() - began)
"""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks many", description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=10_000)
    parser.add_argument("--sample", type=int, default=300, help="problems given to linprog")
    parser.add_argument("--m", type=int, default=20)
    parser.add_argument("--n", type=int, default=50)
    options = parser.parse_args(arguments)
    fresh, cached = _compile_seconds()
    rows = [
        _compare(options, shared, intercept, goal)
        for shared in (False, True)
        for intercept in (True, False)
        for goal in ("margin", "decide")
    ]
    header = ["problems", "intercept", "goal", "separable", "inseparable", "undecided", "one by one"]
    header += ["per second", "linprog per second", "ratio", "of best parts", "figure"]
    write(
        "many",
        f"{options.problems:,} Gaussian problems {options.m} x {options.n}, answered and proved",
        header,
        rows,
        f"Ratios are medians of {PARTS} interleaved parts, linprog on {options.sample} problems in all. The first call",
        f"of a new installation compiles for {fresh:.1f} s; later processes load what was compiled in {cached:.1f} s,",
        f"numba's import included. OPENBLAS_NUM_THREADS={os.environ.get('OPENBLAS_NUM_THREADS', '(unset)')}.",
    )


def _compare(options: Any, shared: bool, intercept: bool, goal: Any) -> list[str]:
    rng = np.random.default_rng(0)
    count, n, m = options.problems, options.n, options.m
    X = rng.standard_normal((n, m) if shared else (count, n, m))
    Y = rng.choice([-1, 1], (count, n))
    gordan.separate_many(X if shared else X[:500], Y[:500], intercept=intercept, goal=goal)
    ours, theirs, kinds, alone = [], [], [], 0
    for part, few in zip(
        np.array_split(np.arange(count), PARTS), np.array_split(np.arange(options.sample), PARTS), strict=True
    ):
        began = time.perf_counter()
        many = gordan.separate_many(X if shared else X[part], Y[part], intercept=intercept, goal=goal)
        ours.append(part.size / (time.perf_counter() - began))
        kinds.append(many.kinds)
        alone += many.alone
        began = time.perf_counter()
        feasible = [_feasible(X if shared else X[j], Y[j], intercept) for j in few]
        theirs.append(few.size / (time.perf_counter() - began))
        # The parts begin at different problems: the sample is compared where it was answered.
        check = gordan.separate_many(X if shared else X[few], Y[few], intercept=intercept, goal=goal)
        assert check.separable.tolist() == feasible
    told = np.concatenate(kinds)
    ratio = float(np.median(np.array(ours) / np.array(theirs)))
    row = [
        "labellings of the same points" if shared else "stacked",
        "yes" if intercept else "no",
        goal,
        *(f"{int((told == kind).sum()):,}" for kind in ("separable", "inseparable", "undecided")),
        f"{alone:,}",
        f"{np.median(ours):,.0f}",
        f"{np.median(theirs):,.0f}",
        f"{ratio:.1f}",
        f"{max(ours) / max(theirs):.1f}",
        f"{FIGURE}",
    ]
    print(row, flush=True)
    return row


def _feasible(X: Any, y: Any, intercept: bool) -> bool:
    points = np.column_stack([X, np.ones(len(X))]) if intercept else X
    found = linprog(
        np.zeros(points.shape[1]),
        A_ub=-y[:, None] * points,
        b_ub=-np.ones(len(X)),
        bounds=(None, None),
        method="highs",
    )
    return bool(found.status == 0)


def _compile_seconds() -> tuple[float, float]:
    """Of the first and of the second process that shares an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        where = os.environ | {"NUMBA_CACHE_DIR": folder}
        runs = [
            subprocess.run([sys.executable, "-c", COMPILE], env=where, capture_output=True, text=True, check=True)
            for _ in range(2)
        ]
    return float(runs[0].stdout), float(runs[1].stdout)
