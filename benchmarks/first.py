"""The first answer of a fresh process on 1,000 x 10 points, nothing compiled, imports included."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.result import ROOT, write
from gordan.testing import instances

M, N = 10, 1_000
FIGURE = 2.0
_CHILD = """
import sys, time
import numpy as np
import gordan
X, y = np.load(sys.argv[1]), np.load(sys.argv[2])
outcome = gordan.separate(X, y, intercept=sys.argv[3] == "yes", goal=sys.argv[4])
print(time.time(), outcome.kind)
"""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks first", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args(arguments)
    rows = []
    for one in (instances.gaussian(M, N, 1.0), instances.noise(M, N)):
        for intercept in ("no", "yes"):
            for goal in ("decide", "margin"):
                found = [_ask(one.X, one.y, intercept, goal) for _ in range(options.repeats)]
                times = [seconds for seconds, _ in found]
                told = [f"{statistics.median(times):.2f}", f"{min(times):.2f}", f"{max(times):.2f}"]
                rows.append([one.name, intercept, goal, found[0][1], *told])
                print(rows[-1], flush=True)
    header = ["instance", "intercept", "goal", "outcome", "median, s", "fastest, s", "slowest, s"]
    note = f"From the start of the process to the answer, an empty cache of compiled code; figure: {FIGURE:g} s."
    write("first", f"First answer on {N:,} x {M} points, {options.repeats} fresh processes each", header, rows, note)


def _ask(X: np.ndarray, y: np.ndarray, intercept: str, goal: str) -> tuple[float, str]:
    """Seconds until the answer, by the clock that both processes share, and the answer."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, "X.npy"), Path(folder, "y.npy")]
        for path, array in zip(paths, (X, y), strict=True):
            np.save(path, array)
        cache = Path(folder, "compiled")
        cache.mkdir()
        command = [sys.executable, "-c", _CHILD, *map(str, paths), intercept, goal]
        environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
        began = time.time()
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    ended, kind = done.stdout.split()[-2:]
    return float(ended) - began, kind
