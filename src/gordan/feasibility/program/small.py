"""Small programs by the simplex method in integers, which always ends with one alternative or the other."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.feasibility.program.farkas import dual
from gordan.feasibility.split.farkas import farkas
from gordan.outcome.alternative import Contradiction, Point
from gordan.problem.program import Program

__all__ = ["SMALL", "decide_small"]

SMALL = 20_000  # numbers of the tableau: up to here it ends within seconds


def decide_small(program: Program, *, strict: bool = False, until: float = np.inf) -> Point | Contradiction | None:
    """One of the two alternatives; None where the time, by `time.monotonic`, ran out.

    With a column more for the right-hand sides the question is homogeneous: rows (a_k, b_k) of all sides, and whether
    they combine to (0, 1). A direction that shows they do not is a point and its scale. For strict solutions one more
    column counts the inequalities.

    Examples
    --------
    >>> decide_small(Program([[2]], row_lower=[1], upper=[3]))
    Point(values=(Fraction(1, 2),))
    """
    other = dual(program, total=True)
    n, zero, one = program.shape[1], Fraction(0), Fraction(1)
    rows = []
    for (place, i, side), right in zip(other.sides, other.right, strict=True):
        row = [zero] * n
        sign = 1 if side == "lower" else -1
        for j, a in program.A.row(i) if place == "row" else ((i, one),):
            row[j] = sign * a
        equal = program.side(place, i, "lower") == program.side(place, i, "upper")
        rows.append([*row, right, *([zero if equal else one] if strict else [])])
    if strict:
        rows.append([*([zero] * n), -one, one])
    weights, direction = farkas(rows, [*([zero] * (n + strict)), one], until=until)
    if weights is not None:
        return other.contradiction(weights[: len(other.sides)])
    if direction is None:
        return None
    return Point(tuple(v / -direction[n] for v in direction[:n]))
