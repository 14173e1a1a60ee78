"""From a vertex in doubles to a point in fractions.

1. columns near a bound stay on it; rows near a side are taken for equations
2. independent equations, equalities first, then rows with multipliers, and independent columns off their bounds
3. equalities that this contradicts get columns from among those on a bound
4. columns left over keep a short fraction near their double; the system is solved without rounding

What is near is a guess. Whether the point satisfies the program is for the verifier to say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from gordan.arithmetic.deadline import check_deadline
from gordan.feasibility.program.independent import PRIME, independent
from gordan.feasibility.program.solution import solve_blocks
from gordan.problem.program import Program

__all__ = ["Nearness", "equations_in", "exact_vertex"]

Equation = tuple[int, Fraction]  # a row and the side that it is to lie on
_SHORT = 10**6  # the greatest denominator of a column that may take any value near its double


class Nearness(NamedTuple):
    """What is near: a share of the size of a column or of a row's terms, or of the unit it is measured in.

    Of the rows that are near a side those with a multiplier are on it.
    """

    share: Fraction
    unit: Sequence[Fraction]
    row_unit: Sequence[Fraction]
    multipliers: Sequence[float]


def exact_vertex(
    program: Program, x: Sequence[Fraction], near: Nearness, *, seen: set[object], deadline: float = math.inf
) -> tuple[Fraction, ...] | None:
    """Values near x that lie on every bound and side that is near, as far as these agree.

    None where nothing agrees, or where what is near was `seen` before.
    """
    fixed = _fixed(program, x, near)  # 1
    off = {j for j, value in enumerate(fixed) if value is None}
    must, may = _equations(program, x, near)
    may.sort(key=lambda each: near.multipliers[each[0]] == 0)
    stops = [len(must), len(must) + sum(near.multipliers[i] != 0 for i, _ in may)]
    guess = tuple(may), tuple(fixed)
    if guess in seen:
        return None
    seen.add(guess)
    chosen = _choose(program, [*must, *may], stops, fixed, off)
    if chosen is None:
        return None
    rows, columns = chosen
    solved = set(columns)
    # What is known to many digits may have no room for fewer.
    short = _SHORT if near.share * _SHORT**3 > 1 else int(1 / near.share)
    values = [
        Fraction(0) if j in solved else (value if value is not None else x[j].limit_denominator(short))
        for j, value in enumerate(fixed)
    ]
    solution = solve_blocks(*equations_in(program, rows, solved, values), deadline)  # 4
    if solution is None:
        return None
    for j, value in solution.items():
        values[j] = value
    return tuple(values)


def _fixed(program: Program, x: Sequence[Fraction], near: Nearness) -> list[Fraction | None]:
    """The bounds of columns that are near one, None for the others."""
    at: list[Fraction | None] = []
    for value, low, high, unit in zip(x, program.lower, program.upper, near.unit, strict=True):
        # Most columns of a vertex are on a bound, and need no margin.
        on_lower = low is not None and value == low and (high is None or low <= high)
        at.append(low if on_lower else _at_bound(value, low, high, near.share * (unit + abs(value))))
    # A free column that came out as 0 was left there.
    return [Fraction(0) if value is None and x[j] == 0 else value for j, value in enumerate(at)]


def _at_bound(value: Fraction, low: Fraction | None, high: Fraction | None, margin: Fraction) -> Fraction | None:
    if low is not None and value - low <= margin and (high is None or value - low <= high - value):
        return low
    return high if high is not None and high - value <= margin else None


def _equations(program: Program, x: Sequence[Fraction], near: Nearness) -> tuple[list[Equation], list[Equation]]:
    """Rows with the side they are to lie on: equalities, and inequalities that x nearly meets."""
    must, may = [], []
    for i, row in enumerate(program.A.rows()):
        check_deadline("finding a vertex")
        low, high = program.row_lower[i], program.row_upper[i]
        if low is not None and low == high:
            must.append((i, low))
            continue
        total = size = Fraction(0)
        for j, a in row:
            if value := x[j]:
                value = value if a == 1 else a * value
                total += value
                size += abs(value)
        margin = near.share * (near.row_unit[i] + size)
        if low is not None and abs(total - low) <= margin:
            may.append((i, low))
        elif high is not None and abs(total - high) <= margin:
            may.append((i, high))
    return must, may


def _choose(
    program: Program, equations: list[Equation], stops: list[int], fixed: list[Fraction | None], off: set[int]
) -> tuple[list[Equation], list[int]] | None:
    """Independent equations and columns; a column on its bound joins only where an equality needs it."""
    for _ in range(3):
        rows, right = [], []
        for i, side in equations:
            check_deadline("finding a vertex")
            entries = list(program.A.row(i))
            kept = {j: a for j, a in entries if j in off}
            moved = [(a, value) for j, a in entries if j not in off and (value := fixed[j])]
            try:
                total = _residue(side) - sum(_residue(a) * _residue(value) for a, value in moved)
                rows.append({j: _residue(a) for j, a in kept.items()})
            except ValueError:  # the prime divides a denominator, and a multiple of the equation has none
                left = side - sum((a * value for a, value in moved), Fraction(0))
                common = math.lcm(left.denominator, *(a.denominator for a in kept.values()))
                total = _residue(left * common)
                rows.append({j: _residue(a * common) for j, a in kept.items()})
            right.append(total % PRIME)
        chosen = independent(rows, right, stops)  # 2
        wrong = [k for k in chosen.open if k < stops[0]]
        if not wrong:
            return [equations[k] for k in chosen.rows], chosen.columns
        more = {j for k in wrong for j, _ in program.A.row(equations[k][0])} - off  # 3
        if not more:
            return None
        off = off | more
    return None


def equations_in(
    program: Program, rows: Sequence[Equation], solved: set[int], values: Sequence[Fraction]
) -> tuple[list[dict[int, Fraction]], list[Fraction]]:
    """The equations in the solved columns alone, with what the others contribute moved to the right."""
    inner, outer = [], []
    for i, side in rows:
        check_deadline("posing equations")
        total, kept = side, {}
        for j, a in program.A.row(i):
            if j in solved:
                kept[j] = a
            elif values[j]:
                total -= a * values[j]
        inner.append(kept)
        outer.append(total)
    return inner, outer


def _residue(value: Fraction) -> int:
    return int(value.numerator * pow(value.denominator, -1, PRIME) % PRIME)
