"""Peak memory beyond the user's array, dense and sparse, each run in a process of its own.

The child makes its data in place, runs a small problem so that imports and compiled code are in memory, resets the
kernel's high-water mark, and solves. What the mark then exceeds the resident size before is what the library took.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.result import ROOT, write

DENSE = [(1_000_000, 50, "float64"), (1_000_000, 50, "float32"), (200_000, 200, "float64"), (200_000, 200, "float32")]
SPARSE = [(500_000, 5_000, 20), (500_000, 5_000, 80)]
NAMES = ["mirror-prox", "smooth-perceptron", "perceptron"]
ITERATIONS = 5


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks memory", description=__doc__.splitlines()[0])
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        print(json.dumps(_measure(**json.loads(options.child))))
        return
    if not Path("/proc/self/clear_refs").exists():
        print("this measurement needs Linux: it reads and resets the high-water mark in /proc")
        return
    _dense()
    _sparse()


def _dense() -> None:
    rows = []
    for n, m, dtype in DENSE:
        for name in NAMES:
            for intercept in (False, True):
                found = _ask(n=n, m=m, dtype=dtype, per_row=0, form="dense", name=name, intercept=intercept)
                allowed = 0.25 * found["array"] + 16 * 8 * n
                rows.append(_common(n, m, dtype, name, intercept, found) + [f"{found['extra'] / allowed:.2f}"])
                print(rows[-1], flush=True)
    header = ["n x m", "entries", "solver", "intercept", "array, MB", "extra, MB", "extra/array", "of what is allowed"]
    note = "Allowed: a quarter of the array and 16 float64 per row."
    write("memory-dense", "Peak memory beyond a dense array", header, rows, note)


def _sparse() -> None:
    rows = []
    for n, m, per_row in SPARSE:
        for form in ("csr", "csc"):
            for name in NAMES:
                for intercept in (False, True):
                    found = _ask(n=n, m=m, dtype="float64", per_row=per_row, form=form, name=name, intercept=intercept)
                    vectors = found["extra"] / (8 * (n + m))
                    kind = f"{form}, {per_row} a row"
                    rows.append(_common(n, m, kind, name, intercept, found) + [f"{vectors:.1f}"])
                    print(rows[-1], flush=True)
    header = ["n x m", "entries", "solver", "intercept", "array, MB", "extra, MB", "extra/array", "in units of 8(n+m)"]
    note = (
        "O(n + m) means that the last column does not grow with the entries per row; csc is turned to rows for sweeps."
    )
    write("memory-sparse", "Peak memory beyond a sparse array", header, rows, note)


def _common(n: int, m: int, kind: str, name: str, intercept: bool, found: dict[str, float]) -> list[str]:
    array, extra = found["array"], found["extra"]
    sizes = [f"{array / 1e6:.0f}", f"{extra / 1e6:.0f}", f"{extra / array:.2f}"]
    return [f"{n:,} x {m:,}", kind, name, "yes" if intercept else "no", *sizes]


def _ask(**case: Any) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks", "memory", "--child", json.dumps(case)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _measure(*, n: int, m: int, dtype: str, per_row: int, form: str, name: str, intercept: bool) -> dict[str, float]:
    import gordan

    X, y, array = _data(n, m, dtype, per_row, form)
    small = X[:20_000] if form != "csc" else X.tocsr()[:20_000].tocsc()
    # Sweeps are compiled only once a run is long: two seconds of them bring the compiler into memory beforehand.
    gordan.separate(small, y[:20_000], intercept=intercept, solver=name, max_seconds=2.0)
    del small
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _status("VmRSS")
    gordan.separate(X, y, intercept=intercept, solver=name, max_iter=ITERATIONS)
    return {"array": float(array), "extra": float(_status("VmHWM") - before)}


def _data(n: int, m: int, dtype: str, per_row: int, form: str) -> tuple[Any, Any, int]:
    """Points labelled by a coin, so that no run ends early; nothing larger than the array is ever made."""
    import numpy as np

    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    if form == "dense":
        X = np.empty((n, m), dtype)
        for start in range(0, n, 10_000):
            X[start : start + 10_000] = rng.standard_normal((min(10_000, n - start), m), dtype)
        return X, y, X.nbytes
    import scipy.sparse as sp

    # Distinct columns within a row: one from each of per_row equal ranges.
    width = m // per_row
    columns = (rng.integers(0, width, (n, per_row)) + width * np.arange(per_row)).astype(np.int32)
    starts = np.arange(0, n * per_row + 1, per_row, dtype=np.int32)
    X = sp.csr_array((rng.standard_normal(n * per_row), columns.ravel(), starts), shape=(n, m))
    X = X if form == "csr" else X.tocsc()
    return X, y, X.data.nbytes + X.indices.nbytes + X.indptr.nbytes


def _status(field: str) -> int:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    raise AssertionError(f"/proc/self/status has no {field}")
