"""Small programs by the simplex method in integers, which always ends with one alternative or the other."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gordan.feasibility.program.farkas import dual
from gordan.feasibility.split.farkas import farkas
from gordan.outcome.alternative import Contradiction, Point, Term
from gordan.problem.program import Program

__all__ = ["SMALL", "crossed", "decide_small", "origin"]

SMALL = 20_000  # numbers of the tableau: up to here it ends within seconds


def crossed(program: Program) -> Contradiction | None:
    """A contradiction within one row or one column, if there is one.

    Examples
    --------
    >>> crossed(Program([[1]], lower=[2], upper=[1])).terms[0]
    Term(place='column', number=0, side='lower', weight=1)
    >>> crossed(Program([[0]], row_lower=[1])).terms
    (Term(place='row', number=0, side='lower', weight=1),)
    """
    # First, for where there are no entries one side is enough, though both may cross.
    for i in np.flatnonzero(np.diff(program.A.starts) == 0).tolist():
        low, high = program.row_lower[i], program.row_upper[i]
        if low is not None and low > 0:
            return Contradiction((Term("row", i, "lower", 1),), irreducible=True)
        if high is not None and high < 0:
            return Contradiction((Term("row", i, "upper", 1),), irreducible=True)
    ends = (("column", program.lower, program.upper), ("row", program.row_lower, program.row_upper))
    for place, lower, upper in ends:
        for i, (low, high) in enumerate(zip(lower, upper, strict=True)):
            if low is not None and high is not None and low > high:
                terms = Term(place, i, "lower", 1), Term(place, i, "upper", 1)  # type: ignore[arg-type]
                return Contradiction(terms, irreducible=True)
    return None


def origin(program: Program) -> Point:
    """0, or the bound next to it, in every column."""
    return Point(tuple(_nearest(low, high) for low, high in zip(program.lower, program.upper, strict=True)))


_ZERO = Fraction(0)


def _nearest(low: Fraction | None, high: Fraction | None) -> Fraction:
    # By numerators: comparing fractions with 0 takes ten times as long, and there may be a hundred thousand columns.
    if low is not None and low.numerator > 0:
        return low
    return high if high is not None and high.numerator < 0 else _ZERO


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
