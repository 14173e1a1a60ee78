"""The choice of an algorithm when none is named.

| data                           | asked  | chosen                      | why                                       |
|--------------------------------|--------|-----------------------------|-------------------------------------------|
| any, with an earlier answer    | any    | working-set, min-norm-point | the earlier answer is taken up again      |
| known by products, or a kernel | any    | working-set, min-norm-point | few columns of the products are needed    |
| up to 40 columns or 60 rows    | any    | working-set, min-norm-point | active sets stay small                    |
| over 400 of both, no intercept | margin | relay, hildreth first       | sweeps are quick where the margin is wide |
| up to 5,000 columns or rows    | any    | working-set, interior-point | few Newton steps of the small side's size |
| more                           | any    | mirror-prox                 | no matrix of either side fits             |

Sweeps begin where there are at most 20 rows for a column and 5,000 of either; with an intercept they would solve a
lifted problem, whose margin is another one. To decide, a working set prices all points as soon as its own are
separated. To find the margin it solves them further, and most of all where a pass costs more than a step within it.
In a kernel's space hundreds of points support the margin: they join the active set in blocks, and the working set is
cleared early, for what it is factorised into grows with its square.
"""

from __future__ import annotations

from dataclasses import dataclass

from gordan.engine.solver.base import Solver
from gordan.engine.solver.interior_point import InteriorPoint
from gordan.engine.solver.min_norm_point import MinNormPoint
from gordan.engine.solver.mirror_prox import MirrorProx
from gordan.engine.solver.relay import Relay
from gordan.engine.solver.working_set import WorkingSet

__all__ = ["Question", "choose", "many_supports"]

_FEW_COLUMNS, _FEW_ROWS, _MANY = 40, 60, 5000
_BOTH, _TALL = 400, 20
_DEAR = 20
_BLOCK = 2000


@dataclass(frozen=True)
class Question:
    """What the choice may depend on: n points in m dimensions, the intercept, the goal, an earlier answer at hand.

    Implicit points are known by their products alone.
    """

    n: int = 1000
    m: int = 10
    goal: str | None = None
    intercept: bool = True
    resumed: bool = False
    implicit: bool = False


def choose(question: Question) -> tuple[Solver, str]:
    """The solver and the reason for it.

    Examples
    --------
    >>> choose(Question(n=1000, m=10))[1]
    'auto chose working-set with min-norm-point inside: active sets stay small'
    """
    n, m = question.n, question.m
    active, newton = (_working_set(inner, question) for inner in (MinNormPoint(), InteriorPoint()))
    if question.implicit:
        return _told(many_supports(question), "few columns of the products are needed")
    if question.resumed and min(n, m) <= _MANY:
        return _told(active, "the earlier answer is taken up again")
    if m <= _FEW_COLUMNS or n <= _FEW_ROWS:
        return _told(active, "active sets stay small")
    if _suits_sweeps(question):
        return _told(Relay(then=newton), "sweeps are quick where the margin is wide")
    if min(n, m) <= _MANY:
        return _told(newton, "few Newton steps of the small side's size")
    return _told(MirrorProx(), "no matrix of either side fits")


def _working_set(inner: Solver, question: Question) -> WorkingSet:
    """How many points it begins with, and how far they are solved before all points are priced again."""
    if question.goal == "decide":
        return WorkingSet(inner, first=2.0, share=1.0)
    # A pass touches n m entries, a Newton step in a set of about 5m points some 5m³.
    return WorkingSet(inner, first=3.0, share=0.1 if question.n > _DEAR * question.m**2 else 0.3)


def many_supports(question: Question) -> WorkingSet:
    """The working set for implicit points, also where it is asked for by its name.

    Sets have a few hundred to a few thousand points, whatever the number of all: the oracle counts 1/50 of them.
    """
    dimension = max(1.0, question.n / 50)
    first, batch, most, keep = (min(*sizes) for sizes in _few_at_a_time(dimension))
    share = 1.0 if question.goal == "decide" else 0.1
    return WorkingSet(MinNormPoint(block=_BLOCK), first=first, batch=batch, most=most, keep=keep, share=share)


def _few_at_a_time(dimension: float) -> list[tuple[float, float]]:
    return [(3.0, 700 / dimension), (2.0, 1000 / dimension), (5.0, 5000 / dimension), (1.0, 1000 / dimension)]


def _suits_sweeps(question: Question) -> bool:
    """Whether both sides are long enough for a Newton step to cost more than dozens of sweeps through the points.

    With an intercept sweeps solve the lifted problem, whose margin is another one.
    """
    asked = question.goal != "decide" and not question.intercept
    return asked and _BOTH < min(question.n, question.m) <= _MANY and question.n <= _TALL * question.m


def _told(solver: Solver, why: str) -> tuple[Solver, str]:
    inside = f" with {solver.inner.name} inside" if isinstance(solver, WorkingSet) else ""
    inside = f" from {solver.first.name} to {solver.then.name}" if isinstance(solver, Relay) else inside
    return solver, f"auto chose {solver.name}{inside}: {why}"
