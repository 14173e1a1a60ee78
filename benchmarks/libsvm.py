"""Real sets in LIBSVM's format, decided and proved, by rounded bounds and in integers: verdict, margin, seconds.

The folder is given by --data or by the environment variable GORDAN_DATA and holds a folder `libsvm` of text files,
plain or compressed; data_folder.py says where it is looked for by default.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gordan
from benchmarks.data_folder import find_data_folder
from benchmarks.result import write
from gordan.file.table import read

QUESTIONS: dict[str, dict[str, Any]] = {
    "intercept": {"intercept": True},
    "unit norms": {"intercept": False, "normalise": True},
}
# The solvers with rounded proofs, and the default one with integers throughout.
WAYS = (("auto", "rounded"), ("min-norm-point", "rounded"), ("auto", "exact"))


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks libsvm", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--seconds", type=float, default=60.0, help="budget of one run")
    options = parser.parse_args(arguments)
    folder = options.data / "libsvm"
    files = sorted(path for path in folder.glob("*") if path.suffix in (".xz", ".gz", ".bz2", ".svm", ".libsvm"))
    if not files:
        print(f"there is nothing to read in {folder}; give the folder of data with --data or GORDAN_DATA")
        return
    rows = [row for path in files for row in _decide(path, options.seconds)]
    header = ["set", "rows x features", "question", "solver", "proof", "outcome", "margin", "witness", "passes"]
    header += ["seconds", "verifier"]
    note = (
        f"Each run had {options.seconds:g} s. Numbers are read as decimals; margins are in the units of the question. "
        "The witness is the number of rows that cancel, or that support the margin."
    )
    write("libsvm", "Binary sets in LIBSVM's format", header, rows, note)


def _decide(path: Path, seconds: float) -> list[list[str]]:
    table = read(path)
    size = " x ".join(f"{length:,}" for length in table.X.shape)
    rows = []
    for question, how in QUESTIONS.items():
        for solver, proof in WAYS:
            row = [path.stem, size, question, solver, proof]
            how = {**how, "numbers": "decimal", "solver": solver, "proof": proof, "max_seconds": seconds}
            try:
                outcome = gordan.separate(table.X, table.y, **how)
            except gordan.InputError as problem:
                rows.append([*row, "refused", str(problem), "", "", "", ""])
                continue
            margin = f"[{outcome.bracket.lower:.4g}, {outcome.bracket.upper:.4g}]"
            verdict = "holds" if outcome.verdict.holds else str(outcome.verdict)
            found = [outcome.kind, margin, f"{len(outcome.support):,}", f"{outcome.n_passes:,}"]
            rows.append([*row, *found, f"{outcome.seconds:.2f}", verdict])
            print(rows[-1], flush=True)
    return rows
