"""What is true of a few small inequalities, by Fourier–Motzkin elimination in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gordan.problem import Program

__all__ = ["Inequality", "inequalities", "satisfiable"]


class Inequality(NamedTuple):
    """a·x ≥ b, or > b; its side of the program, to name it."""

    a: tuple[Fraction, ...]
    b: Fraction
    strict: bool
    side: tuple[str, int, str]


def inequalities(program: Program, *, strict: bool = False) -> list[Inequality]:
    """All sides of rows and columns; an equality is two that are not strict."""
    m, n = program.shape
    found = []
    for place, count in (("row", m), ("column", n)):
        for i in range(count):
            row = dict(program.A.row(i)) if place == "row" else {i: Fraction(1)}
            low, high = program.side(place, i, "lower"), program.side(place, i, "upper")
            for side, value, sign in (("lower", low, 1), ("upper", high, -1)):
                if value is not None:
                    a = tuple(sign * row.get(j, Fraction(0)) for j in range(n))
                    found.append(Inequality(a, sign * value, strict and low != high, (place, i, side)))
    return found


def satisfiable(rows: list[Inequality]) -> bool:
    """Whether some x satisfies all of them: one unknown after the other is eliminated."""
    left = {(row.a, row.b, row.strict) for row in rows}
    for k in range(len(rows[0].a) if rows else 0):
        above, below = [r for r in left if r[0][k] > 0], [r for r in left if r[0][k] < 0]
        left = {r for r in left if r[0][k] == 0}
        for (a, s, p), (c, t, q) in product(above, below):
            u, v = -c[k], a[k]
            row = tuple(u * x + v * y for x, y in zip(a, c, strict=True))
            left.add((row, u * s + v * t, p or q))
    return all(b < 0 or (b == 0 and not strict) for _, b, strict in left)
