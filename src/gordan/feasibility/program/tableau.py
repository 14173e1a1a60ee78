"""Both alternatives from one basis: its exact point, or a row of its tableau that cannot hold.

HiGHS calls a program feasible that misses a solution by less than its tolerance, and its last basis shows it: the exact
point violates a side g·x ≥ b by a hair. With B⁻ᵀg the value g·x is a combination of the sides that the basis is on:

1. where each of these can only make it less, they contradict g·x ≥ b (as the dual simplex method ends)
2. else one that can make it more is given up for it, that with the least ratio of reduced cost and entry: a step of the
   dual simplex method without rounding, and the next basis is looked at

From a basis that floating point took for the last one a few steps are enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.array import Array
from gordan.arithmetic.deadline import check_deadline, now
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.basic_solution import bound_of, multipliers_of, point_of
from gordan.feasibility.program.doubles import Doubles
from gordan.feasibility.program.dual_simplex import DualSimplex, inward_costs
from gordan.feasibility.program.farkas import Side, ranges
from gordan.feasibility.program.highs import BASIC, LOWER, UPPER, Basis, Solver
from gordan.outcome.alternative import Contradiction, Point
from gordan.problem.program import Program

__all__ = ["from_basis", "from_dictionary"]

Guesses = Iterator[Point | Contradiction | None]

_PATIENCE = 30.0  # seconds of HiGHS
_ROWS = 8  # violated sides whose rows of the first tableau are looked at, the worst first
_STEPS = 40  # of the simplex method: each solves two systems without rounding
_SHORT, _NEAR = 1000, 1e-9  # denominators of short fractions, and how near they have to be
_ZERO, _ONE = Fraction(0), Fraction(1)


def from_basis(program: Program, *, until: float, watch: Stopwatch) -> Guesses:
    """The point of the basis that HiGHS ends with, and contradictions by the sides that it violates."""
    with watch.during("HiGHS"):
        doubles = Doubles.of(program)
        cost = doubles.inward() / doubles.unit
        vertex = Solver(doubles, cost).run(presolve=True, tolerance=1e-9, until=min(until, now() + _PATIENCE))
    if vertex.ray is not None:
        with watch.during("exact"):
            found = _by_ray(program, vertex.ray)
        yield found
    if vertex.basis is not None:
        yield from _steps(program, vertex.basis, [Fraction(v) for v in cost.tolist()], until, watch)


def _by_ray(program: Program, ray: Array) -> Contradiction | None:
    """Weights of rows near those that HiGHS refutes the program by, where they are short fractions of one another.

    So they are in networks, where they are whole numbers.
    """
    shares = ray / (np.abs(ray).max() or 1.0)
    short = [Fraction(v).limit_denominator(_SHORT) for v in shares.tolist()]
    if np.abs(np.array([float(v) for v in short]) - shares).max(initial=0.0) > _NEAR:
        return None
    common = lcm(*(v.denominator for v in short))
    for sign in (1, -1):
        y = [sign * int(v * common) for v in short]
        sums: list[int | Fraction] = [0] * program.shape[1]
        for i, weight in enumerate(y):
            if weight:
                check_deadline("adding up the rows of a contradiction")
                for j, a in program.A.row(i):
                    sums[j] += weight if a == 1 else weight * a
        bound = bound_of(program, [Fraction(v) for v in y], [Fraction(-v) if v else _ZERO for v in sums])
        if bound is None or not bound.terms:
            continue
        sides = ((term, program.side(term.place, term.number, term.side)) for term in bound.terms)
        if sum((t.weight * (v if t.side == "lower" else -v) for t, v in sides if v is not None), _ZERO) > 0:
            return Contradiction(bound.terms, irreducible=True)
    return None


def from_dictionary(program: Program, *, until: float, watch: Stopwatch) -> Guesses:
    """The same of the basis that our own dual simplex method ends with, whose tolerances are relative."""
    with watch.during("simplex"):
        ended = DualSimplex(program).run(until)
    if ended is not None:
        basis, side = ended
        if side is not None:
            with watch.during("exact"):
                row = _row(program, basis, side, until)
            yield None if row is None else _refuted(program, side, row)
        # Others take no turns between the steps: where these numbers are asked for, HiGHS is of little help.
        guesses = _steps(program, basis, inward_costs(program), until, watch)
        yield from (guess for guess in guesses if guess is not None)


def _steps(program: Program, basis: Basis, costs: Sequence[Fraction], until: float, watch: Stopwatch) -> Guesses:
    """What each basis stands for, and steps of the dual simplex method as long as that is nothing."""
    for number in range(_STEPS):
        with watch.during("exact"):
            x = point_of(program, basis, until)
        if x is None:
            return
        yield Point(x)
        step = None
        for side in _violated(program, x)[: 1 if number else _ROWS]:
            with watch.during("exact"):
                row = _row(program, basis, side, until)
            if row is None:
                continue
            found = _refuted(program, side, row)
            if found is not None:
                yield found
            step = step or (side, row)
        if step is None:
            return
        with watch.during("exact"):
            reduced = multipliers_of(program, costs, basis, until)
            after = None if reduced is None else _next(program, basis, *step, reduced)
        if after is None:
            return
        basis = after
        yield None


def _violated(program: Program, x: tuple[Fraction, ...]) -> list[Side]:
    """Sides that the point misses, the worst first."""
    missed: list[tuple[Fraction, Side]] = []
    for place, k, entries, low, high in ranges(program):
        value = sum((a * x[j] for j, a in entries if x[j]), _ZERO)
        if low is not None and value < low:
            missed.append((low - value, (place, k, "lower")))
        elif high is not None and value > high:
            missed.append((value - high, (place, k, "upper")))
    return [side for _, side in sorted(missed, key=lambda each: each[0], reverse=True)]


Row = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]  # the entries of rows and of columns that are not basic


def _row(program: Program, basis: Basis, side: Side, until: float) -> Row | None:
    """The row or column of a side as a combination of what is not basic."""
    place, k, _ = side
    given = dict(program.A.row(k)) if place == "row" else {k: _ONE}
    return multipliers_of(program, [given.get(j, _ZERO) for j in range(program.shape[1])], basis, until)


def _refuted(program: Program, side: Side, row: Row) -> Contradiction | None:
    """A side and the combination of others that it contradicts, where every weight has a side of its sign."""
    place, k, which = side
    sign = 1 if which == "lower" else -1
    y, reduced = [-sign * v for v in row[0]], [-sign * v for v in row[1]]
    (y if place == "row" else reduced)[k] += sign
    bound = bound_of(program, y, reduced)
    return None if bound is None or not bound.terms else Contradiction(bound.terms, irreducible=True)


def _next(program: Program, basis: Basis, side: Side, row: Row, reduced: Row) -> Basis | None:
    """The basis in which the side is met; None where nothing can move towards it."""
    place, k, which = side
    best: tuple[Fraction, str, int] | None = None
    for where, entries, costs, status in (
        ("row", row[0], reduced[0], basis.rows.tolist()),
        ("column", row[1], reduced[1], basis.columns.tolist()),
    ):
        for j, (a, cost) in enumerate(zip(entries, costs, strict=True)):
            low, high = program.side(where, j, "lower"), program.side(where, j, "upper")
            if not a or status[j] == BASIC or (low is not None and low == high):
                continue
            on_upper = high is not None and (status[j] == UPPER or low is None)
            free = low is None and high is None
            if free or ((a > 0) == (which == "lower")) != on_upper:
                ratio = abs(cost / a), where, j
                best = ratio if best is None else min(best, ratio)
    if best is None:
        return None
    columns, rows = basis.columns.copy(), basis.rows.copy()
    (rows if best[1] == "row" else columns)[best[2]] = BASIC
    (rows if place == "row" else columns)[k] = LOWER if which == "lower" else UPPER
    return Basis(columns, rows)
