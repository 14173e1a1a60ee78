"""Small linear programs: equations, ranges, bounds and free columns, with entries of every exponent."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ldexp
from typing import Any

import numpy as np

import gordan
from campaign.draw import PLACES
from campaign.exact import Row, dot, feasible
from campaign.trial import require, require_round_trip
from claimed import replace

__all__ = ["answer", "drawn"]

_SECONDS = 10.0


def drawn(number: int) -> tuple[gordan.Program, bool]:
    """Program `number`, and whether strict solutions are asked for."""
    rng = np.random.default_rng([10, number])
    m, n = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    A: Any = (
        rng.integers(-3, 4, (m, n)) * rng.integers(0, 2, (m, n)) if rng.integers(2) else rng.integers(-3, 4, (m, n))
    )
    sides, bounds = [_sides(rng) for _ in range(m)], [_sides(rng, free=0.5) for _ in range(n)]
    way = rng.integers(4)
    if way == 0:
        # Rows with their sides, then columns with their bounds, in other units.
        rows, columns = ([Fraction(2) ** int(rng.choice(PLACES) // 2) for _ in range(k)] for k in (m, n))
        A = [[int(A[i, j]) * rows[i] / columns[j] for j in range(n)] for i in range(m)]
        sides = [tuple(None if v is None else v * r for v in each) for each, r in zip(sides, rows, strict=True)]
        bounds = [tuple(None if v is None else v * c for v in each) for each, c in zip(bounds, columns, strict=True)]
    elif way == 1:
        A = np.ldexp(A.astype(float), rng.choice(PLACES, (m, n)))
        powers = [int(rng.choice(PLACES)) for _ in range(m)]
        sides = [tuple(None if v is None else ldexp(v, e) for v in each) for each, e in zip(sides, powers, strict=True)]
    elif way == 2:
        A = A * 0.1
    program = gordan.Program(
        A,
        row_lower=[low for low, _ in sides],
        row_upper=[high for _, high in sides],
        lower=[low for low, _ in bounds],
        upper=[high for _, high in bounds],
        numbers="decimal" if way == 2 else "binary",
    )
    return program, bool(rng.random() < 0.3)


def _sides(rng: np.random.Generator, free: float = 0.2) -> tuple[Any, Any]:
    low, high = (None if rng.random() < free else int(v) for v in rng.integers(-3, 4, 2))
    if rng.random() < 0.25:
        high = low
    return (high, low) if None not in (low, high) and low > high and rng.random() < 0.9 else (low, high)


def answer(number: int) -> Counter[str]:
    """Decide program `number` and compare it with Farkas' alternative in integers."""
    program, strict = drawn(number)
    rows, held, names = _constraints(program)
    truth = _solvable(rows, held, strict)
    implied = number % 10 == 7 and not strict
    reply = gordan.feasible(program, strict=strict, implied=implied, max_seconds=_SECONDS)
    if reply.kind == "undecided":
        return Counter(["undecided"])
    right = "feasible" if truth else "infeasible"
    require(reply.kind == right, f"{reply.kind}, but {right} is true (strict={strict})")
    require(reply.verdict.holds, f"the verdict does not hold: {reply.verdict}")
    if truth:
        x = [Fraction(v) for v in reply.point.values]
        require(all(dot(row[:-1], x) >= row[-1] for row in rows), "the point violates a row")
        require(not strict or all(dot(row[:-1], x) > row[-1] for row in rows), "the point is not strict")
        require(all(dot(row[:-1], x) == row[-1] for row in held), "the point violates an equation")
        if implied and reply.implied is not None:
            _require_implied(reply, rows, held, names)
    elif reply.irreducible:
        _require_irreducible(reply, rows, held, names, strict)
    if number % 10 == 3:
        require_round_trip(program, reply)
    if number % 5 == 1:
        _require_refusals(program, reply)
    return Counter([f"{right}{' strict' if strict else ''}"])


def _constraints(program: gordan.Program) -> tuple[list[Row], list[Row], dict[Any, Any]]:
    """Inequalities (a, b) for a·x ≥ b, equations, and both by the side of the program they are."""
    m, n = program.shape
    rows: list[Row] = []
    held: list[Row] = []
    names: dict[Any, Any] = {}
    for place, count in (("row", m), ("column", n)):
        for i in range(count):
            entries = dict(program.A.row(i)) if place == "row" else {i: 1}
            a = [Fraction(entries.get(j, 0)) for j in range(n)]
            low, high = program.side(place, i, "lower"), program.side(place, i, "upper")
            for side, value, sign in (("lower", low, 1), ("upper", high, -1)):
                if value is None:
                    continue
                equation = low == high
                where = held if equation else rows
                if not (equation and side == "upper"):
                    where.append([*(sign * v for v in a), sign * value])
                names[place, (program.row_names if place == "row" else program.column_names)[i], side] = where[-1]
    return rows, held, names


def _solvable(rows: list[Row], held: list[Row], strict: bool) -> bool:
    if not strict:
        return feasible(rows, held) is not None
    # One more unknown t > 0 for the scale: every strict inequality then has room for 1.
    wide = [[*row[:-1], -row[-1], 1] for row in rows]
    n = len((rows or held)[0]) - 1 if rows or held else 0
    return feasible([*wide, [0] * n + [1, 1]], [[*row[:-1], -row[-1], 0] for row in held]) is not None


def _require_irreducible(reply: Any, rows: list[Row], held: list[Row], names: dict[Any, Any], strict: bool) -> None:
    """Check that the named part has no solution, and that it has one without any of its members."""
    members = {id(names[each.place, each.name, each.side]) for each in reply.subsystem}
    some = [row for row in rows if id(row) in members], [row for row in held if id(row) in members]
    require(not _solvable(*some, strict), "the contradicting part has a solution")
    for member in members:
        fewer = ([row for row in part if id(row) != member] for part in some)
        require(_solvable(*fewer, strict), "the contradicting part is not irreducible")


def _require_implied(reply: Any, rows: list[Row], held: list[Row], names: dict[Any, Any]) -> None:
    """Check that the inequalities reported are those which no solution satisfies strictly."""
    reported = {id(names[each.place, each.name, each.side]) for each in reply.implied}
    for row in rows:
        # One more unknown t > 0 for the scale, and room for 1 in this row alone.
        wide = [[*each[:-1], -each[-1], int(each is row)] for each in rows]
        level = [[*each[:-1], -each[-1], 0] for each in held]
        room = feasible([*wide, [0] * (len(row) - 1) + [1, 1]], level) is not None
        require(room != (id(row) in reported), f"implied equalities: {reply.implied}")


def _require_refusals(program: gordan.Program, reply: Any) -> None:
    """Double one weight of an irreducible contradiction: the others no longer cancel it, which must be refused."""
    if reply.kind == "infeasible" and reply.irreducible and len(reply.proof.terms) > 1:
        first, *others = reply.proof.terms
        changed = replace(reply.proof, terms=(first._replace(weight=2 * first.weight), *others))
        require(not gordan.verify(program, changed).holds, f"a changed weight was accepted: {changed}")
