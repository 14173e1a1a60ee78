"""`feasible(problem)`: does a linear program have a solution, and what is the proof?"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from gordan.arithmetic.deadline import current_deadline, deadline, seconds_left
from gordan.arithmetic.threads import one_thread
from gordan.errors import InputError
from gordan.feasibility.program.implied import implied_equalities
from gordan.feasibility.program.record import Answer, Feasible, Infeasible, Member, Undecided
from gordan.feasibility.program.search import search
from gordan.feasibility.program.stopwatch import Stopwatch
from gordan.outcome.alternative import Point
from gordan.problem.inequalities import Inequalities
from gordan.problem.program import Program

__all__ = ["feasible"]


def feasible(
    problem: Inequalities | Program,
    *,
    strict: bool = False,
    implied: bool = False,
    max_seconds: float | None = None,
) -> Answer:
    """Decide whether a linear program has a solution; the answer comes with an exact proof.

    Parameters
    ----------
    problem : Inequalities or Program
        A w ≥ b, or rows with sides and columns with bounds; `gordan.read_mps` reads one from a file.
    strict : bool
        Ask for a point that satisfies every inequality strictly, bounds of columns included; two equal sides are an
        equality, which stays one.
    implied : bool
        Also report the inequalities that every solution satisfies with equality; for programs of moderate size.
    max_seconds : float, optional
        A budget; when it runs out the answer is `Undecided`.

    Returns
    -------
    Feasible, Infeasible or Undecided
        A point in fractions; or weights that combine some of the constraints to a contradiction, with the irreducible
        part of the program that they name; or the reason why neither was proved.

    Examples
    --------
    >>> import gordan
    >>> found = gordan.feasible(gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [2, -1, -1]))
    >>> found.kind, found.point.values
    ('feasible', (Fraction(1, 1), Fraction(1, 1)))
    >>> found = gordan.feasible(gordan.Inequalities([[1, 1], [-1, 0], [0, -1]], [3, -1, -1]))
    >>> found.kind, [member.words for member in found.subsystem]
    ('infeasible', ['r1 ≥ 3', 'r2 ≥ -1', 'r3 ≥ -1'])
    """
    if not isinstance(problem, Inequalities | Program):
        raise InputError(
            f"problem is a {type(problem).__name__}; give Inequalities, a Program, or what read_mps returned"
        )
    if max_seconds is not None and not max_seconds > 0:
        raise InputError(f"max_seconds is {max_seconds!r}; give a number of seconds greater than 0, or None")
    with deadline(max_seconds):
        return _answer(problem, strict=strict, implied=implied)


def _answer(problem: Inequalities | Program, *, strict: bool, implied: bool) -> Answer:
    watch = Stopwatch()
    program = problem.program() if isinstance(problem, Inequalities) else problem
    with one_thread(with_scipy=True), np.errstate(all="ignore"):
        found = search(program, strict=strict, until=current_deadline().until, watch=watch)
    told: dict[str, Any] = {"strict": strict, "notes": program.notes}
    if isinstance(found, str):
        return Undecided(reason=found, seconds=_seconds(watch), **told)
    proof, verdict = found
    if not isinstance(proof, Point):
        members = _members(program, (term[:3] for term in proof.terms))
        return Infeasible(proof=proof, subsystem=members, verdict=verdict, seconds=_seconds(watch), **told)
    if implied:
        with watch.during("partition"):
            left = seconds_left()
            flat = implied_equalities(program, max_seconds=None if left == np.inf else max(left, 1e-3))
        told["implied"] = None if isinstance(flat, str) else _members(program, flat)
        told["notes"] = (*program.notes, flat) if isinstance(flat, str) else program.notes
    return Feasible(
        point=proof,
        names=program.column_names,
        unit=_unit(program, proof),
        verdict=verdict,
        seconds=_seconds(watch),
        **told,
    )


def _seconds(watch: Stopwatch) -> dict[str, float]:
    return {**watch.seconds, "total": watch.whole()}


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
