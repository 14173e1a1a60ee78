"""Hard margins in a kernel's space: pairs of handwritten digits, beside LIBSVM with a large C.

Each run has a process of its own. The margin is computed the same way for both, from the coefficients found; memory is
the greatest resident size of the process, points included. The folder of data is given by --data or GORDAN_DATA.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.data_folder import find_data_folder
from benchmarks.digits import expect_digits, half_gap, read_pair
from benchmarks.result import ROOT, write

PAIRS = ((3, 5), (4, 9), (7, 9))
KERNELS: dict[str, dict[str, Any]] = {
    "rbf, scale": {"kernel": "rbf", "gamma": "scale"},
    "rbf, 0.02": {"kernel": "rbf", "gamma": 0.02},
    "poly, 3": {"kernel": "poly", "gamma": "scale", "degree": 3, "coef0": 1.0},
}
GAP = 1e-4
LIBSVM_TOL = 1e-4  # with which its margins come within the gap
WAYS = ("gordan", "libsvm")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks mnist_pairs", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--points", type=int, default=100_000, help="at most so many of a pair")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        print(json.dumps(_measure(options.data, **json.loads(options.child))))
        return
    expect_digits(options.data)
    rows = []
    for one, other in PAIRS:
        for name in KERNELS:
            case = {"one": one, "other": other, "name": name, "n": options.points}
            found = {way: _ask(options.data, **case, way=way) for way in WAYS}
            rows.append(_row(f"{one}/{other}", name, found))
            print(rows[-1], flush=True)
    header = ["digits", "kernel", "points", "supports", "margin", "LIBSVM's margin", "of it missing"]
    header += ["seconds", "LIBSVM", "processor seconds", "LIBSVM", "peak, MB", "LIBSVM"]
    note = (
        f"The flagship stops at a gap of {GAP:g} and verifies its answer within the time given; LIBSVM has C = 1e10, "
        f"tol = {LIBSVM_TOL:g} and its default cache of 200 MB."
    )
    write("mnist-pairs", "Hard margins on pairs of digits", header, rows, note)


def _row(pair: str, name: str, found: dict[str, dict[str, float]]) -> list[str]:
    ours, theirs = found["gordan"], found["libsvm"]
    row = [pair, name, f"{ours['n']:,}", f"{ours['supports']:,}", f"{ours['margin']:.7f}", f"{theirs['margin']:.7f}"]
    row.append(f"{1.0 - theirs['margin'] / ours['margin']:.1e}")
    for what, digits in (("seconds", 1), ("processor", 1), ("peak", 0)):
        row += [f"{found[way][what]:.{digits}f}" for way in WAYS]
    return row


def _ask(data: Path, **case: Any) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks", "mnist_pairs", "--data", str(data), "--child", json.dumps(case)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _measure(data: Path, *, one: int, other: int, name: str, way: str, n: int) -> dict[str, float]:
    fit = _with_gordan if way == "gordan" else _with_libsvm
    X, y = read_pair(data, 3, 5, 30)
    fit(X, y, KERNELS[name])  # imports are not what is measured
    X, y = read_pair(data, one, other, n)
    wall, processor = time.perf_counter(), time.process_time()
    support, c = fit(X, y, KERNELS[name])
    spent = {"seconds": time.perf_counter() - wall, "processor": time.process_time() - processor}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    import gordan

    kernel = gordan.Points(X, y, **KERNELS[name]).kernel
    return {**spent, "peak": peak, "n": len(y), "supports": len(c), "margin": half_gap(kernel, X, y, support, c)}


def _with_gordan(X: Any, y: Any, kernel: dict[str, Any]) -> tuple[Any, Any]:
    import numpy as np

    import gordan

    outcome = gordan.solve(gordan.Points(X, y, **kernel), goal="margin", tol=GAP)
    assert outcome.kind == "separable", outcome
    assert outcome.dual_coef is not None
    support = np.flatnonzero(outcome.dual_coef)
    return support, outcome.dual_coef[support]


def _with_libsvm(X: Any, y: Any, kernel: dict[str, Any]) -> tuple[Any, Any]:
    from sklearn.svm import SVC

    found = SVC(C=1e10, tol=LIBSVM_TOL, **kernel).fit(X, y)
    return found.support_, found.dual_coef_[0]
