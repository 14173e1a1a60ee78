"""Each digit against the rest in a kernel's space: 50,000 points within 4 GB, all classes over one cache.

The ten problems share the columns that any of them has computed. LIBSVM solves some of them in processes of their own,
each within a limit of time. Memory is the greatest resident size of a process, points included.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.data_folder import find_data_folder
from benchmarks.digits import expect_digits, read_digits
from benchmarks.result import ROOT, write

GAP = 1e-4
CACHE = 1 << 30  # bytes of columns that LIBSVM keeps


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks mnist_rest", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--points", type=int, default=50_000)
    parser.add_argument("--classes", type=int, nargs="*", default=list(range(10)))
    parser.add_argument("--libsvm", type=int, nargs="*", default=[0, 8], help="digits given to LIBSVM")
    parser.add_argument("--cache", type=int, default=CACHE >> 20, help="megabytes of columns that gordan keeps")
    parser.add_argument("--seconds", type=float, default=600.0, help="limit of one run of LIBSVM")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        _measure(options.data, **json.loads(options.child))
        return
    expect_digits(options.data)
    ask = {"data": options.data, "n": options.points}
    ours = _ask(**ask, way="gordan", digits=options.classes, cache=options.cache << 20, limit=None)
    rows = [_row(digit, ours, []) for digit in options.classes]
    for digit in options.libsvm:
        theirs = _ask(**ask, way="libsvm", digits=[digit], cache=CACHE, limit=options.seconds)
        if digit in options.classes:
            rows[options.classes.index(digit)] = _row(digit, ours, theirs)
    header = ["digit", "outcome", "margin", "supports", "seconds", "processor seconds", "peak so far, MB"]
    header += ["LIBSVM's margin", "seconds", "processor seconds", "peak, MB"]
    total = sum(found["seconds"] for found in ours)
    note = (
        f'{options.points:,} points, RBF with gamma "scale". All classes took {total:.0f} s. The flagship stops at a '
        f"gap of {GAP:g}, verifies its answer and keeps {options.cache:,} MB of columns; LIBSVM has C = 1e10, tol = "
        f"1e-4, a cache of {CACHE >> 20:,} MB and {options.seconds:g} s."
    )
    write("mnist-rest", "Each digit against the rest", header, rows, note)


def _row(digit: int, ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> list[str]:
    found = next((one for one in ours if one["digit"] == digit), None)
    if found is None:
        return [str(digit), *[""] * 10]
    row = [str(digit), found["outcome"], f"{found['margin']:.7f}", f"{found['supports']:,}", *_spent(found)]
    return row + ([f"{theirs[0]['margin']:.7f}", *_spent(theirs[0])] if theirs else [""] * 4)


def _spent(found: dict[str, Any]) -> list[str]:
    return [f"{found[what]:.0f}" for what in ("seconds", "processor", "peak")]


def _ask(*, data: Path, limit: float | None, **case: Any) -> list[dict[str, Any]]:
    """What a process of its own says, one line for each class, as far as it comes within the limit."""
    command = [sys.executable, "-m", "benchmarks", "mnist_rest", "--data", str(data), "--child", json.dumps(case)]
    found = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            out, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
        for line in out.splitlines():
            print(line, flush=True)
            found.append(json.loads(line))
    return found


def _measure(data: Path, *, way: str, digits: list[int], n: int, cache: int) -> None:
    import numpy as np

    X, y = read_digits(data, n)
    solve = _with_gordan if way == "gordan" else _with_libsvm
    found = solve(X, [np.where(y == digit, 1, -1) for digit in digits], cache)
    for digit in digits:
        wall, processor = time.perf_counter(), time.process_time()
        told = next(found)
        spent = {"seconds": time.perf_counter() - wall, "processor": time.process_time() - processor}
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"digit": digit, **spent, "peak": peak, **told}), flush=True)


def _with_gordan(X: Any, labels: list[Any], cache: int) -> Iterator[dict[str, Any]]:
    import numpy as np

    import gordan
    from gordan.engine.oracle.entries import share_entries

    problems = [gordan.Points(X, y, kernel="rbf") for y in labels]
    # Held while the problems are solved one after another: they find their columns here.
    shared = share_entries(problems[0].X, problems[0].kernel, max_bytes=cache)
    for problem in problems:
        outcome = gordan.solve(problem, goal="margin", tol=GAP)
        supports = 0 if outcome.dual_coef is None else int(np.count_nonzero(outcome.dual_coef))
        told = {"outcome": outcome.kind, "margin": outcome.bracket.lower, "supports": supports}
        yield {**told, "computed": shared.computed}


def _with_libsvm(X: Any, labels: list[Any], cache: int) -> Iterator[dict[str, Any]]:
    import numpy as np
    from sklearn.svm import SVC

    for y in labels:
        found = SVC(C=1e10, tol=1e-4, cache_size=cache >> 20).fit(X, y)
        f, c = found.decision_function(X), found.dual_coef_[0]
        square = float(c @ (f[found.support_] - found.intercept_))
        margin = float((f[y > 0].min() - f[y < 0].max()) / 2 / np.sqrt(square))
        yield {"outcome": "", "margin": margin, "supports": c.size}
