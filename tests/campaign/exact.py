"""Linear systems in integers: non-negative solutions, inequalities, and the split of a cone's rows.

Every answer is multiplied out before it is returned, so that the pivoting need not be trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

__all__ = ["Row", "dot", "feasible", "split", "whole"]

Row = Sequence[Fraction | int]


def dot(left: Row, right: Row) -> Fraction | int:
    """The sum of products."""
    return sum(a * b for a, b in zip(left, right, strict=True))


def whole(row: Row) -> list[int]:
    """The least multiple of a row by a positive number that has integer entries."""
    scale = lcm(*(Fraction(value).denominator for value in row))
    return [int(value * scale) for value in row]


def feasible(inequalities: Sequence[Row], equalities: Sequence[Row] = ()) -> list[Fraction] | None:
    """Some x with a·x ≥ b for each row (a, b) of the inequalities and a·x = b for the equalities, or None.

    None is Farkas' alternative: multipliers that add up to 0·x ≥ something positive.
    """
    above, level = [whole(row) for row in inequalities], [whole(row) for row in equalities]
    rows = [*above, *level]
    if not rows:
        return []
    p = len(rows[0]) - 1
    # Farkas' own system has a row for each unknown and one more, which is few: columns (a, b) of inequalities, and of
    # equalities with both signs, that add up to (0, 1) with weights that are not negative.
    columns = [*above, *level, *([-v for v in row] for row in level)]
    table = [[*(column[j] for column in columns), int(j == p)] for j in range(p + 1)]
    weights, prices = _phase_one(table)
    if weights is None:
        x = [-u / prices[p] for u in prices[:p]]
        assert all(dot(row[:p], x) >= row[p] for row in above)
        assert all(dot(row[:p], x) == row[p] for row in level)
        return x
    assert all(w >= 0 for w in weights)
    assert [dot(row[:-1], weights) for row in table] == [0] * p + [1]
    return None


def _phase_one(table: list[list[int]]) -> tuple[list[Fraction] | None, list[Fraction]]:
    """Some x ≥ 0 with table[:, :-1] x = table[:, -1] ≥ 0, or prices u with u·table[:, :-1] ≤ 0 < u·table[:, -1].

    Edmonds' integer pivoting with Bland's rule: the sum of artificial variables is minimised.
    """
    rows, n = len(table), len(table[0]) - 1
    tableau = [[*row[:n], *(int(k == i) for k in range(rows)), row[n]] for i, row in enumerate(table)]
    tableau.append([-sum(row[j] for row in table) for j in range(n)] + [0] * rows + [-sum(row[n] for row in table)])
    basis, denominator = list(range(n, n + rows)), 1
    while (enter := next((j for j in range(n) if tableau[rows][j] < 0), None)) is not None:
        leave = None
        for i in range(rows):
            entry, right = tableau[i][enter], tableau[i][-1]
            if entry <= 0:
                continue
            if leave is not None:
                here, there = right * tableau[leave][enter], tableau[leave][-1] * entry
                if here > there or (here == there and basis[i] > basis[leave]):
                    continue
            leave = i
        assert leave is not None
        pivot, row = tableau[leave][enter], tableau[leave]
        for i in range(rows + 1):
            if i != leave:
                factor, old = tableau[i][enter], tableau[i]
                tableau[i] = [(a * pivot - factor * b) // denominator for a, b in zip(old, row, strict=True)]
        basis[leave], denominator = enter, pivot
    if tableau[rows][-1] < 0:
        return None, [1 - Fraction(tableau[rows][n + i], denominator) for i in range(rows)]
    x = [Fraction(0)] * n
    for i, j in enumerate(basis):
        if j < n:
            x[j] = Fraction(tableau[i][-1], denominator)
    return x, []


def split(inequalities: Sequence[Row], equalities: Sequence[Row], p: int) -> tuple[list[bool], list[str]]:
    """Which of the rows A_I some b with A_I b ≥ 0, A_E b = 0 makes positive, and where each entry of b may go."""
    cone = [[*row, 0] for row in inequalities]
    level = [[*row, 0] for row in equalities]
    strict = [False] * len(inequalities)
    for i, row in enumerate(inequalities):
        if not strict[i] and (b := feasible([*cone, [*row, 1]], level)) is not None:
            strict = [known or dot(each, b) > 0 for known, each in zip(strict, inequalities, strict=True)]
    ways = []
    for c in range(p):
        up, down = ([sign * int(j == c) for j in range(p)] + [1] for sign in (1, -1))
        ends = tuple(feasible([*cone, way], level) is not None for way in (up, down))
        names = {(True, True): "undetermined", (True, False): "+inf", (False, True): "-inf", (False, False): "finite"}
        ways.append(names[ends])
    return strict, ways
