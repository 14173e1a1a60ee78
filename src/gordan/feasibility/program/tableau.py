"""Both alternatives from one basis: its exact point, or a row of its tableau that cannot hold.

HiGHS calls a program feasible that misses a solution by less than its tolerance, and its last basis shows it: the exact
point violates a side g·x ≥ b by a hair. With B⁻ᵀg the value g·x is a combination of the sides that the basis is on;
where each of these can only make it less, they contradict g·x ≥ b (as the dual simplex method ends).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gordan.arithmetic.deadline import now
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.basic_solution import bound_of, solve_basis
from gordan.feasibility.program.doubles import Doubles
from gordan.feasibility.program.farkas import Side, ranges
from gordan.feasibility.program.highs import Basis, Solver
from gordan.outcome.alternative import Contradiction, Point
from gordan.problem.program import Program

__all__ = ["from_basis"]

_PATIENCE = 30.0  # seconds of HiGHS
_ROWS = 8  # violated sides whose rows of the tableau are looked at, the worst first
_ZERO, _ONE = Fraction(0), Fraction(1)


def from_basis(program: Program, *, until: float, watch: Stopwatch) -> Iterator[Point | Contradiction | None]:
    """The point of the basis that HiGHS ends with, and contradictions by the sides that it violates."""
    with watch.during("HiGHS"):
        doubles = Doubles.of(program)
        cost = doubles.inward() / doubles.unit
        vertex = Solver(doubles, cost).run(presolve=True, tolerance=1e-9, until=min(until, now() + _PATIENCE))
    if vertex.basis is None:
        return
    with watch.during("exact"):
        solution = solve_basis(program, [_ZERO] * program.shape[1], vertex.basis, until)
    if solution is None:
        return
    yield Point(solution.x)
    for side in _violated(program, solution.x)[:_ROWS]:
        with watch.during("exact"):
            found = _refuted(program, vertex.basis, side, until)
        if found is not None:
            yield found
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


def _refuted(program: Program, basis: Basis, side: Side, until: float) -> Contradiction | None:
    """A side and the combination of others that it contradicts, where every weight has a side of its sign."""
    place, k, which = side
    given = dict(program.A.row(k)) if place == "row" else {k: _ONE}
    solution = solve_basis(program, [given.get(j, _ZERO) for j in range(program.shape[1])], basis, until)
    if solution is None:
        return None
    sign = 1 if which == "lower" else -1
    y, reduced = [-sign * v for v in solution.y], [-sign * v for v in solution.reduced]
    (y if place == "row" else reduced)[k] += sign
    bound = bound_of(program, y, reduced)
    return None if bound is None or not bound.terms else Contradiction(bound.terms, irreducible=True)
