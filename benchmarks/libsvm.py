"""Real sets in LIBSVM's format, decided and proved: verdict, margin, passes, seconds.

The folder is given by --data or by the environment variable GORDAN_DATA and holds a folder `libsvm` of text files,
plain or compressed; by default it is ../shared/data beside the project.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import gordan
from benchmarks.result import ROOT, write
from gordan.table import read

QUESTIONS: dict[str, dict[str, Any]] = {
    "intercept": {"intercept": True},
    "unit norms": {"intercept": False, "normalise": True},
}
SOLVERS = ("auto", "min-norm-point")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks libsvm", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=Path, default=Path(os.environ.get("GORDAN_DATA", ROOT.parent / "shared" / "data"))
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="budget of one run")
    options = parser.parse_args(arguments)
    folder = options.data / "libsvm"
    files = sorted(path for path in folder.glob("*") if path.suffix in (".xz", ".gz", ".bz2", ".svm", ".libsvm"))
    if not files:
        print(f"there is nothing to read in {folder}; give the folder of data with --data or GORDAN_DATA")
        return
    rows = [row for path in files for row in _decide(path, options.seconds)]
    header = ["set", "rows x features", "question", "solver", "outcome", "margin", "passes", "seconds", "verifier"]
    note = (
        f"Each run had {options.seconds:g} s. Numbers are read as decimals; margins are in the units of the question."
    )
    write("libsvm", "Binary sets in LIBSVM's format", header, rows, note)


def _decide(path: Path, seconds: float) -> list[list[str]]:
    table = read(path)
    rows = []
    for question, how in QUESTIONS.items():
        for solver in SOLVERS:
            size = " x ".join(f"{length:,}" for length in table.X.shape)
            row = [path.stem, size, question, solver]
            try:
                outcome = gordan.separate(
                    table.X, table.y, solver=solver, numbers="decimal", max_seconds=seconds, **how
                )
            except gordan.InputError as problem:
                rows.append([*row, "refused", str(problem), "", "", ""])
                continue
            margin = f"[{outcome.bracket.lower:.4g}, {outcome.bracket.upper:.4g}]"
            verdict = "holds" if outcome.verdict.holds else str(outcome.verdict)
            rows.append([*row, outcome.kind, margin, f"{outcome.n_passes:,}", f"{outcome.seconds:.2f}", verdict])
            print(rows[-1], flush=True)
    return rows
