"""Strict solutions: the program with room between every inequality and its side, as much as can be."""

from __future__ import annotations

from fractions import Fraction

from gordan.problem.exact_matrix import ExactMatrix
from gordan.problem.program import Program

__all__ = ["with_room"]


def with_room(program: Program) -> Program:
    """One column more, t between 0 and 1, that every inequality keeps from its side; bounds become rows.

    A solution with t > 0 is a strict one. Each row keeps t times the size of its greatest entry, so that t is the same
    in whatever units rows are.

    Examples
    --------
    >>> with_room(Program([[2]], row_lower=[1], upper=[3])).shape
    (2, 2)
    """
    m, n = program.shape
    one = Fraction(1)
    rows: list[dict[int, Fraction]] = []
    lows: list[Fraction | None] = []
    highs: list[Fraction | None] = []
    for place, count in (("row", m), ("column", n)):
        for i in range(count):
            low, high = program.side(place, i, "lower"), program.side(place, i, "upper")
            row = dict(program.A.row(i)) if place == "row" else {i: one}
            size = max((abs(a) for a in row.values()), default=one)
            if low is not None and low == high:
                rows, lows, highs = [*rows, row], [*lows, low], [*highs, high]
                continue
            if low is not None:
                rows, lows, highs = [*rows, {**row, n: -size}], [*lows, low], [*highs, None]
            if high is not None:
                rows, lows, highs = [*rows, {**row, n: size}], [*lows, None], [*highs, high]
    free: list[Fraction | None] = [None] * n
    return Program(
        ExactMatrix.of(rows, n + 1),
        row_lower=lows,
        row_upper=highs,
        lower=[*free, Fraction(0)],
        upper=[*free, one],
    )
