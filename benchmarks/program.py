"""Linear programs of the sizes that modellers ask about, beside HiGHS and its subsystem, Z3, SCIP and pycddlib."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

import gordan
from benchmarks.peer_program import PEERS
from benchmarks.result import write
from benchmarks.staircase import staircase
from gordan.problem.exact_matrix import ExactMatrix

__all__ = ["CASES", "main", "transport"]


class Case(NamedTuple):
    """A program, what is asked of it, and how many seconds it may take by the agreement."""

    make: Callable[[], Any]
    asked: float
    optimum: bool = False


def transport(n: int, short: Fraction) -> gordan.Program:
    """n places that offer and n that ask for more, by `short` in all."""
    rng = np.random.default_rng(n)
    offer = rng.integers(10, 100, n).tolist()
    wanted = rng.multinomial(sum(offer), np.full(n, 1 / n)).tolist()
    one, rows = Fraction(1), []
    rows += [{i * n + j: one for j in range(n)} for i in range(n)]
    rows += [{i * n + j: one for i in range(n)} for j in range(n)]
    asked = [Fraction(v) for v in wanted]
    asked[0] += short
    low, high = [None] * n + asked, [*map(Fraction, offer), *[None] * n]
    return gordan.Program(ExactMatrix.of(rows, n * n), row_lower=low, row_upper=high, lower=0)


def gaussian(rows: int, dimension: int, seed: int) -> gordan.Inequalities:
    rng = np.random.default_rng(seed)
    return gordan.Inequalities(rng.standard_normal((rows, dimension)), rng.standard_normal(rows))


def sparse_integers(rows: int, columns: int, entries: int) -> gordan.Program:
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(rows):
        values = rng.integers(1, 10, entries) * rng.choice([-1, 1], entries)
        drawn.append(
            {int(j): Fraction(int(v)) for j, v in zip(rng.choice(columns, entries, False), values, strict=True)}
        )
    return gordan.Program(ExactMatrix.of(drawn, columns), row_lower=rng.integers(-9, 10, rows).tolist())


def set_cover(elements: int, sets: int) -> gordan.Program:
    rng = np.random.default_rng(2)
    rows = [
        {int(j): Fraction(1) for j in np.flatnonzero(rng.random(sets) < 0.02)} or {0: Fraction(1)}
        for _ in range(elements)
    ]
    costs = rng.integers(1, 100, sets).tolist()
    return gordan.Program(ExactMatrix.of(rows, sets), row_lower=1, lower=0, upper=1, objective=costs)


def wide_rows(size: int, seed: int) -> gordan.Program:
    """Four entries a row, each of a size between 1e-9 and 1e9; x ≥ 0, and of even seeds a point on every side."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(size):
        values = 10.0 ** rng.uniform(-9, 9, 4) * rng.choice([-1, 1], 4)
        rows.append({int(j): Fraction(float(v)) for j, v in zip(rng.choice(size, 4, False), values, strict=True)})
    x = [Fraction(int(v)) for v in rng.integers(0, 3, size)]
    low = [sum((a * x[j] for j, a in row.items()), Fraction(0)) for row in rows]
    if seed % 2:
        low = [Fraction(float(v)) for v in 10.0 ** rng.uniform(-9, 9, size) * rng.choice([-1, 1], size)]
    return gordan.Program(ExactMatrix.of(rows, size), row_lower=low, lower=0)


CASES: dict[str, Case] = {
    "transport 100 x 100, short by 2^-30": Case(lambda: transport(100, Fraction(1, 2**30)), 1.0),
    "transport 300 x 300, short by 1": Case(lambda: transport(300, Fraction(1)), 5.0),
    **{f"dense Gaussian, 5,000 x 2,500, seed {k}": Case(lambda k=k: gaussian(5000, 2500, k), 10.0) for k in range(5)},  # type: ignore[misc]
    "sparse integers, 5,000 x 10,000, five a row": Case(lambda: sparse_integers(5000, 10000, 5), 2.0),
    "set cover 500 x 5,000, its optimum": Case(lambda: set_cover(500, 5000), 10.0, optimum=True),
    **{f"entries 1e-9 to 1e9, 200 x 200, seed {k}": Case(lambda k=k: wide_rows(200, k), 10.0) for k in range(8)},  # type: ignore[misc]
    "staircase of 200 periods": Case(lambda: staircase(200, 6, 8, demand=3.0), 10.0),
}


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks program", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="cases whose names have this in them")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each answer")
    parser.add_argument("--peers", nargs="*", default=["highs"], choices=[*PEERS], help="whom to ask besides")
    chosen = parser.parse_args(arguments)
    lines = []
    gordan.feasible(transport(3, Fraction(1)))  # HiGHS and compiled loops are loaded
    for name, case in CASES.items():
        if chosen.only in name:
            lines.append(_line(name, case, chosen.seconds, chosen.peers))
            print(lines[-1], flush=True)
    header = ["program", "asked, s", "gordan", "proof", "s", *(part for peer in chosen.peers for part in (peer, "s"))]
    write("program", "Linear programs", header, lines, "Seconds are of one processor, the verification included.")


def _line(name: str, case: Case, seconds: float, peers: list[str]) -> list[str]:
    problem = case.make()
    ask = gordan.optimum if case.optimum else gordan.feasible
    start = time.process_time()
    answer: Any = ask(problem, max_seconds=seconds)
    spent = time.process_time() - start
    size = len(answer.proof.terms) if answer.kind == "infeasible" else ""
    line = [name, f"{case.asked:g}", answer.kind, f"{size}", f"{spent:.2f}"]
    program = problem.program() if isinstance(problem, gordan.Inequalities) else problem
    for peer in peers:
        start = time.process_time()
        said = PEERS[peer](program, seconds)
        line += [said, f"{time.process_time() - start:.2f}"]
    return line
