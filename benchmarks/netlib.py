"""Netlib's linear programs, feasible and infeasible, decided with exact proofs: verdict, seconds, size of the proof.

The folder is given by --data or by the environment variable GORDAN_DATA and holds a folder `netlib` of MPS files whose
names begin with feasible- or infeasible-; data_folder.py says where it is looked for by default. With --made programs
of several thousand rows are made up and decided instead.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import gordan
from benchmarks.data_folder import find_data_folder
from benchmarks.result import write
from benchmarks.staircase import staircase
from gordan.problem import Program

# Periods, materials, activities, digits, wide, how much is asked for, seed.
MADE = (
    (40, 60, 100, 4, False, 0.05, 5),
    (40, 60, 100, 4, False, 1.0, 5),
    (30, 80, 150, 4, False, 0.1, 3),
    (30, 80, 150, 4, False, 1.0, 3),
    (20, 40, 80, 6, True, 0.05, 3),
    (20, 40, 80, 6, True, 1.0, 3),
)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks netlib", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=find_data_folder())
    parser.add_argument("--seconds", type=float, default=60.0, help="budget of one program")
    parser.add_argument("--made", action="store_true", help="programs made up instead of Netlib's")
    options = parser.parse_args(arguments)
    header = ["program", "rows x columns", "entries", "outcome", "right", "reading", "HiGHS", "exact", "verifying"]
    header += ["total", "proof", "digits", "irreducible"]
    note = (
        f"Each had {options.seconds:g} s. Seconds by what they were spent on; the proof is the number of inequalities "
    )
    note += "in contradiction, or of columns that are not 0, and its digits are those of its longest number."
    if options.made:
        rows = [_made(*each, options.seconds) for each in MADE]
        write("netlib-made", "Linear programs made up", header, rows, note)
        return
    files = sorted((options.data / "netlib").glob("*.mps*"))
    if not files:
        print(
            f"there is nothing to read in {options.data / 'netlib'}; give the folder of data with --data or GORDAN_DATA"
        )
        return
    rows = [_read(path, options.seconds) for path in files]
    write("netlib", "Netlib's linear programs", header, rows, note)


def _read(path: Path, seconds: float) -> list[str]:
    start = time.perf_counter()
    program = gordan.read_mps(path)
    reading = time.perf_counter() - start
    truth, _, name = path.name.split(".")[0].partition("-")
    return _decide(name, program, truth, reading, seconds)


def _made(
    periods: int, materials: int, activities: int, digits: int, wide: bool, demand: float, seed: int, seconds: float
) -> list[str]:
    program = staircase(periods, materials, activities, seed=seed, digits=digits, wide=wide, demand=demand)
    name = f"staircase {periods}, {materials}, {activities}, demand {demand:g}{', wide' if wide else ''}"
    return _decide(name, program, "", 0.0, seconds)


def _decide(name: str, program: Program, truth: str, reading: float, seconds: float) -> list[str]:
    start = time.perf_counter()
    found = gordan.feasible(program, max_seconds=seconds)
    total = time.perf_counter() - start + reading
    proof, digits, least = "", "", ""
    if found.kind != "undecided":
        assert gordan.verify(program, found.proof).holds
    if found.kind == "feasible":
        used = [v for v in found.point.values if v]
        proof = f"{len(used):,}"
        digits = f"{max((_digits(max(abs(v.numerator), v.denominator)) for v in used), default=1):,}"
    elif found.kind == "infeasible":
        proof, least = f"{len(found.subsystem):,}", "yes" if found.irreducible else "no"
        digits = f"{max(_digits(term.weight) for term in found.proof.terms):,}"
    spent = [f"{found.run.phases.get(name, 0.0):.2f}" for name in ("HiGHS", "exact", "verification")]
    size = " x ".join(f"{length:,}" for length in program.shape)
    right = "" if not truth else "yes" if truth == found.kind else "no"
    row = [name, size, f"{len(program.A.values):,}", found.kind, right, f"{reading:.2f}", *spent, f"{total:.2f}"]
    print(" ".join(row), flush=True)
    return [*row, proof, digits, least]


def _digits(value: int) -> int:
    return int(value.bit_length() * 0.30103) + 1
