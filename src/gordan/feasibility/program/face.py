"""`answer_program`: does a linear program have a solution, and what is the proof?"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.deadline import current_deadline, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.feasibility.program.implied import implied_equalities
from gordan.feasibility.program.search import search
from gordan.feasibility.program.stopwatch import Stopwatch
from gordan.outcome import Reason, Run
from gordan.outcome.alternative import Point
from gordan.outcome.feasibility import Feasibility, Feasible, Infeasible, Member, UndecidedFeasibility
from gordan.problem.program import Program

__all__ = ["answer_program"]


def answer_program(program: Program, *, strict: bool, implied: bool) -> Feasibility:
    """The answer to a program within the deadline in force, with its proof."""
    watch, notes = Stopwatch(), program.notes
    with one_thread(with_scipy=True), np.errstate(all="ignore"):
        proved = search(program, strict=strict, until=current_deadline().until, watch=watch)
    if isinstance(proved, Reason):
        return UndecidedFeasibility(run=_run(watch, reason=proved), strict=strict, notes=notes)
    proof, verdict, solver = proved
    if not isinstance(proof, Point):
        members = _members(program, (term[:3] for term in proof.terms))
        return Infeasible(
            proof=proof, subsystem=members, strict=strict, notes=notes, verdict=verdict, run=_run(watch, solver)
        )
    flat: Any = None
    if implied:
        with watch.during("partition"):
            left = seconds_left()
            flat = implied_equalities(program, max_seconds=None if left == np.inf else max(left, 1e-3))
    unknown = isinstance(flat, str)
    return Feasible(
        proof=proof,
        names=program.column_names,
        unit=_unit(program, proof),
        implied=None if flat is None or unknown else _members(program, flat),
        strict=strict,
        notes=(*notes, flat) if unknown else notes,
        verdict=verdict,
        run=_run(watch, solver),
    )


def _run(watch: Stopwatch, solver: str = "", reason: Reason | None = None) -> Run:
    return Run(solver=solver, seconds=watch.whole(), reason=reason or Reason(), phases=dict(watch.seconds))


def _members(program: Program, sides: Iterable[tuple[Any, int, Any]]) -> tuple[Member, ...]:
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
    least = min(sum((a * point.values[j] for j, a in row), Fraction(0)) for row in program.A.rows())
    return Point(tuple(v / least for v in point.values)) if least > 0 else None
