"""Proofs exported as VIPR files and checked: sizes, seconds, verdicts.

No checker of VIPR files is to be had from PyPI or Debian, so the files are read by `reader.py` and judged by
`judge.py`, which were written from the format's specification and share nothing with the exporter. `--checker PROGRAM`
runs another one beside them, such as viprchk built from its authors' sources: it is given the file, and exit code 0
says accepted.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import numpy as np

import gordan
from benchmarks.result import write
from benchmarks.vipr.judge import judge
from benchmarks.vipr.reader import read
from benchmarks.vipr.record import Refused
from gordan import data
from gordan.file.table import read as read_table

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks vipr", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--checker", metavar="PROGRAM", help="a checker of VIPR files to run as well")
    options = parser.parse_args(arguments)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, problem in _problems():
            rows.append(_measure(name, problem, Path(folder, "proof.vipr"), options.checker))
            print(rows[-1], flush=True)
    header = ["data", "rows x columns", "numbers", "outcome", "constraints", "kB", "s to write", "s to check", "reader"]
    header += ["checker"] * bool(options.checker)
    write("vipr", "Proofs as VIPR files", header, rows, "Read and judged in rational arithmetic by benchmarks/vipr.")


def _problems() -> Iterator[tuple[str, gordan.Points]]:
    for name, positive in (("iris", "setosa"), ("iris", "versicolor"), ("narrow", "below")):
        table = read_table(data.path(f"{name}.csv"), label=None, positive=positive)
        yield f"{name}: {positive}", gordan.Points(table.X, table.y, numbers="decimal")
    rng = np.random.default_rng(2017)
    for n, m in ((1000, 10), (20_000, 20), (500, 50), (1000, 100)):
        X = rng.standard_normal((n, m))
        yield "Gaussian, by a plane", gordan.Points(X, X @ rng.standard_normal(m) > 0)
        yield "Gaussian, by a coin", gordan.Points(X, rng.random(n) > 0.5)
    X = rng.standard_normal((1000, 20))
    for name, y in (("by a plane", X @ rng.random(20) > 0), ("by a coin", rng.random(1000) > 0.5)):
        yield f"Gaussian, w ≥ 0, {name}", gordan.Points(X, y, positive=True)


def _measure(name: str, problem: gordan.Points, path: Path, checker: str | None) -> list[str]:
    outcome = gordan.solve(problem, goal="decide", proof="exact")
    begun = perf_counter()
    gordan.file.write_vipr(path, problem, outcome, overwrite=True)
    written = perf_counter()
    try:
        file = read(path.read_text(encoding="ascii"))
        verdict, constraints = judge(file), f"{len(file.constraints):,}"
    except Refused as refusal:
        verdict, constraints = f"refused: {refusal}", "?"
    checked = perf_counter()
    shape, size = f"{problem.n:,} x {problem.m}", f"{path.stat().st_size / 1000:,.1f}"
    times = f"{written - begun:.2f}", f"{checked - written:.2f}"
    row = [name, shape, problem.numbers, outcome.kind, constraints, size, *times, verdict]
    if checker is not None:
        done = subprocess.run([checker, str(path)], capture_output=True, check=False)
        row.append("accepted" if done.returncode == 0 else f"refused ({done.returncode})")
    return row
