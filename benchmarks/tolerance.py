"""Four points on which a linear programming solver's answer depends on its tolerance and method, and ours does not.

Exactly one of two systems has a solution (Gordan): y(w·x + b) ≥ 1, a line between the classes, or a point common to
their hulls. Both are put to HiGHS, through scipy.optimize.linprog, at every tolerance. A yes to the first or a no to
the second says "separable"; each is judged by the outcome that gordan proved on the same decimals.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from scipy.optimize import linprog

import gordan
from benchmarks.result import write
from gordan import data
from gordan.file.table import read

__all__ = ["answers", "judged", "main"]

TOLERANCES = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10)  # the second is HiGHS's own, the last the least that it takes
METHODS = {"simplex": "highs-ds", "interior point": "highs-ipm"}
SYSTEMS = ("line", "point")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks tolerance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--file", default=str(data.path("narrow.csv")), help="another table with two classes")
    table = read(parser.parse_args(arguments).file)
    problem = gordan.Points(table.X, table.y, numbers="decimal")
    outcome = gordan.solve(problem, proof="exact")
    proved = f"gordan: {outcome.kind}, margin in {outcome.bracket}; verifier {outcome.verdict}."
    note = "A tick agrees with what is proved, a cross does not."
    write("tolerance", "One system, several tolerances", *judged(problem, outcome), proved, "", note)


def judged(problem: gordan.Points, outcome: gordan.outcome.Outcome) -> tuple[list[str], list[list[str]]]:
    """The heading and the lines of the table: what HiGHS says, and whether that is so."""
    header = ["HiGHS is asked for", "method", *(f"{tolerance:.0e}".replace("-0", "-") for tolerance in TOLERANCES)]
    return header, [_row(problem, outcome, system, method) for system in SYSTEMS for method in METHODS]


def answers(problem: gordan.Points, system: str, method: str) -> list[bool | None]:
    """Whether HiGHS says that the system has a solution, at every tolerance; None where it says neither."""
    return [_ask(problem, system, method, tolerance) for tolerance in TOLERANCES]


def _row(problem: gordan.Points, outcome: gordan.outcome.Outcome, system: str, method: str) -> list[str]:
    truth = {"separable": system == "line", "inseparable": system == "point"}.get(outcome.kind)
    cells = []
    for answer in answers(problem, system, method):
        mark = "" if truth is None else " ✓" if answer == truth else " ✗"
        cells.append({True: "yes", False: "no", None: "unknown"}[answer] + mark)
    asked = {"line": "a line between the classes", "point": "a point common to both hulls"}[system]
    return [asked, method, *cells]


def _ask(problem: gordan.Points, system: str, method: str, tolerance: float) -> bool | None:
    X, y = problem.X, problem.signs
    if system == "line":
        # −y(w·x + b) ≤ −1 for free w and b.
        rows = -y[:, None] * np.column_stack([X, np.ones(problem.n)])
        posed: dict[str, Any] = {"A_ub": rows, "b_ub": -np.ones(problem.n), "bounds": (None, None)}
    else:
        # Weights ≥ 0 that sum to 1 in each class and give both the same mean.
        rows = np.vstack([(y[:, None] * X).T, y > 0, y < 0])
        posed = {"A_eq": rows, "b_eq": [*np.zeros(problem.m), 1.0, 1.0]}
    options = {"primal_feasibility_tolerance": tolerance, "dual_feasibility_tolerance": tolerance}
    found = linprog(np.zeros(rows.shape[1]), **posed, method=METHODS[method], options=options)
    return {0: True, 2: False}.get(found.status)
