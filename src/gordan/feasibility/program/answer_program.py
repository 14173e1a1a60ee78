"""`answer_program`: does a linear program have a solution, and what is the proof?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from gordan.arithmetic.deadline import current_deadline, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.engine.solver import Solver
from gordan.feasibility.program.attempt import Stopwatch
from gordan.feasibility.program.farkas import Side, ranges
from gordan.feasibility.program.search import search, search_by
from gordan.feasibility.split.split import Split, split
from gordan.outcome import Reason, Run
from gordan.outcome.alternative import Point
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible, Member, UndecidedFeasibility
from gordan.problem.program import Program
from gordan.problem.system import System

__all__ = ["answer_program", "members_of", "run_of"]


def answer_program(
    program: Program,
    *,
    strict: bool,
    implied: bool,
    solver: str | Solver | None = None,
    quick: bool = False,
    doubles: bool = False,
) -> Feasibility:
    """The answer to a program within the deadline in force, with its proof.

    `quick` means that any proof will do, `doubles` that one in doubles will where exact ones would be very long.
    """
    watch, notes, until = Stopwatch(), program.notes, current_deadline().until
    steps = 0
    with one_thread(with_scipy=True), np.errstate(all="ignore"):
        if solver is None:
            proved = search(program, strict=strict, until=until, watch=watch, quick=quick, doubles=doubles)
        else:
            proved, steps = search_by(program, solver, strict=strict, until=until, watch=watch)
    if isinstance(proved, Reason):
        return UndecidedFeasibility(run=run_of(watch, reason=proved, n_iter=steps), strict=strict, notes=notes)
    proof, verdict, name = proved
    run = run_of(watch, name, n_iter=steps)
    if not isinstance(proof, Point):
        members = members_of(program, (term[:3] for term in proof.terms))
        return Infeasible(proof=proof, subsystem=members, strict=strict, notes=notes, verdict=verdict, run=run)
    flat: list[Side] | str | None = None
    if implied:
        with watch.during("partition"):
            left = seconds_left()
            flat = implied_equalities(program, max_seconds=None if left == np.inf else max(left, 1e-3))
    return Feasible(
        proof=proof,
        names=program.column_names,
        unit=_unit(program, proof),
        implied=None if flat is None or isinstance(flat, str) else members_of(program, flat),
        strict=strict,
        notes=(*notes, flat) if isinstance(flat, str) else notes,
        verdict=verdict,
        run=run_of(watch, name, n_iter=steps),
    )


def run_of(watch: Stopwatch, solver: str = "", *, reason: Reason | None = None, n_iter: int = 0) -> Run:
    """The run that a stopwatch measured."""
    return Run(
        solver=solver, n_iter=n_iter, seconds=watch.whole(), reason=reason or Reason(), phases=dict(watch.seconds)
    )


def members_of(program: Program, sides: Iterable[Side]) -> tuple[Member, ...]:
    """Sides by their names, each in words."""
    return tuple(_member(program, *side) for side in sides)


def _member(program: Program, place: str, index: int, side: str) -> Member:
    name = (program.row_names if place == "row" else program.column_names)[index]
    value = program.side(place, index, side)
    assert value is not None
    equal = program.side(place, index, "lower") == program.side(place, index, "upper")
    relation = "=" if equal else "≥" if side == "lower" else "≤"
    return Member(place, name, side, f"{name} {relation} {spell(value)}")


def spell(value: Fraction) -> str:
    """As a decimal where it ends within some digits, else as a fraction."""
    scaled = value * 10**12
    if scaled.denominator != 1 or abs(value) >= 10**15:
        return str(value)
    if value.denominator == 1:
        return str(value.numerator)
    whole, rest = divmod(abs(int(scaled)), 10**12)
    return f"{'-' if value < 0 else ''}{whole}.{rest:012d}".rstrip("0")


def _unit(program: Program, point: Point) -> Point | None:
    """w with A w ≥ 1, where the program is A w ≥ 0 and the point satisfies it strictly."""
    bare = all(v is None for v in (*program.row_upper, *program.lower, *program.upper))
    if not bare or not program.shape[0] or any(v != 0 for v in program.row_lower):
        return None
    if program.A.deferred:  # so many that one product with all rows in fractions would take minutes
        return None
    least = min(sum((a * point.values[j] for j, a in row), Fraction(0)) for row in program.A.rows())
    return Point(tuple(v / least for v in point.values)) if least > 0 else None


_LARGEST = 2**53  # whole numbers up to here are doubles
_NUMBERS = 4_000_000  # of the dense rows that the partition is asked about


def implied_equalities(program: Program, *, max_seconds: float | None = None) -> list[Side] | str:
    """Places, numbers and sides; or a sentence that says why they are not known.

    Examples
    --------
    >>> implied_equalities(Program([[1, 1]], row_upper=[0], lower=0))
    [('row', 0, 'upper'), ('column', 0, 'lower'), ('column', 1, 'lower')]
    """
    m, n = program.shape
    sides: list[Side] = []
    rows: list[list[int]] = []
    equal: list[list[int]] = []
    if (2 * m + 2 * n) * (n + 1) > _NUMBERS:
        return f"implied equalities are not looked for among {m:,} rows and {n:,} columns: ask of a smaller program"
    for place, i, row, low, high in ranges(program):
        if low is not None and low == high:
            equal.append(_whole(row, low, n))
            continue
        if low is not None:
            sides.append((place, i, "lower"))
            rows.append(_whole(row, low, n))
        if high is not None:
            sides.append((place, i, "upper"))
            rows.append([-v for v in _whole(row, high, n)])
    rows.append([*([0] * n), 1])
    if any(abs(v) > _LARGEST for row in (*rows, *equal) for v in row):
        return "implied equalities are not known: the program's numbers are too long for the partition"
    system = System(np.array(rows, dtype=np.float64), np.array(equal, dtype=np.float64).reshape(len(equal), n + 1))
    parted = split(system, proof="exact", max_seconds=max_seconds)
    if not isinstance(parted, Split):
        return f"implied equalities are not known: {parted.reason}"
    return [side for side, strict in zip(sides, parted.strict[:-1].tolist(), strict=True) if not strict]


def _whole(row: Sequence[tuple[int, Fraction]], right: Fraction, n: int) -> list[int]:
    """(a, −b) as integers."""
    scale = lcm(right.denominator, *(a.denominator for _, a in row))
    whole = [0] * (n + 1)
    for j, a in row:
        whole[j] = int(a * scale)
    whole[n] = -int(right * scale)
    return whole
