"""What a VIPR file of a problem must state, worked out from the raw numbers with no help from the exporter."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.vipr.judge import judge
from benchmarks.vipr.reader import read
from benchmarks.vipr.record import Constraint, File

import gordan
from gordan.file.export import lines

__all__ = ["about", "proved", "text"]


def text(problem: gordan.Points, outcome: Any) -> str:
    return "\n".join(lines(problem, outcome)) + "\n"


def proved(content: str, problem: gordan.Points) -> bool:
    """Whether the file holds, and is about these numbers; Refused where it does not hold."""
    file = read(content)
    judge(file)
    return about(file, problem)


def about(file: File, problem: gordan.Points) -> bool:
    """Whether every constraint is the row or the bound it is named after, and none is left out of a solved system."""
    names = [f"w{k}" for k in range(problem.m)] + ["b"] * problem.intercept
    bounds = [int(each.name[5:]) for each in file.constraints if each.name.startswith("bound")]
    rows = [int(each.name.removeprefix("row")) for each in file.constraints[len(bounds) :]]
    asked = list(range(problem.m)) if problem.positive else []
    whole = file.infeasible or (rows == list(range(problem.n)) and bounds == asked)
    shape = (file.variables, file.integers, file.minimise, file.objective) == (names, [], True, {})
    shape &= (file.lower, file.upper) == (None, None if file.infeasible else 0)
    known = all(j < problem.n for j in rows) and set(bounds) <= set(asked)
    expected = [Constraint(f"bound{k}", 1, Fraction(0), {k: Fraction(1)}) for k in bounds]
    return whole and shape and known and file.constraints == [*expected, *(stated(problem, j) for j in rows)]


def stated(problem: gordan.Points, j: int) -> Constraint:
    """y_j(a_j·w + b) ≥ 1."""
    row = problem.X[[j]].toarray()[0] if hasattr(problem.X, "nnz") else problem.X[j]
    sign = int(problem.signs[j])
    values = [Fraction(float(v)) if problem.numbers == "binary" else Fraction(str(v)) for v in row]
    terms = {k: sign * value for k, value in enumerate(values) if value}
    return Constraint(f"row{j}", 1, Fraction(1), terms | ({problem.m: Fraction(sign)} if problem.intercept else {}))
