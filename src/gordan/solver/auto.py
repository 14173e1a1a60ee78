"""The choice of an algorithm when none is named.

| data                        | asked | chosen                      | why                                              |
|-----------------------------|-------|-----------------------------|--------------------------------------------------|
| any, with an earlier answer | any   | working-set, min-norm-point | the earlier answer is taken up where it was left |
| up to 40 columns or 60 rows | any   | working-set, min-norm-point | small active sets cost less than Newton steps    |
| up to 5,000 columns or rows | any   | working-set, interior-point | few Newton steps with matrices of the small side |
| more                        | any   | mirror-prox                 | no matrix of either side fits                    |

To decide, a working set prices all points as soon as its own are separated. To find the margin it solves them further,
and most of all where a pass costs more than a step within the set.
"""

from __future__ import annotations

from dataclasses import dataclass

from gordan.solver.base import Solver
from gordan.solver.interior_point import InteriorPoint
from gordan.solver.min_norm_point import MinNormPoint
from gordan.solver.mirror_prox import MirrorProx
from gordan.solver.working_set import WorkingSet

__all__ = ["Question", "choose"]

_FEW_COLUMNS, _FEW_ROWS, _MANY = 40, 60, 5000
_DEAR = 20


@dataclass(frozen=True)
class Question:
    """What the choice may depend on: n points in m dimensions, the goal, whether an earlier answer is at hand."""

    n: int = 1000
    m: int = 10
    goal: str | None = None
    resumed: bool = False


def choose(question: Question) -> tuple[Solver, str]:
    """The solver and the reason for it.

    Examples
    --------
    >>> choose(Question(n=1000, m=10))[1]
    'auto chose working-set with min-norm-point inside: small active sets cost less than Newton steps'
    """
    first, share = _sizes(question)
    if question.resumed and min(question.n, question.m) <= _MANY:
        return _told(
            WorkingSet(MinNormPoint(), first=first, share=share), "the earlier answer is taken up where it was left"
        )
    if question.m <= _FEW_COLUMNS or question.n <= _FEW_ROWS:
        return _told(
            WorkingSet(MinNormPoint(), first=first, share=share), "small active sets cost less than Newton steps"
        )
    if min(question.n, question.m) <= _MANY:
        return _told(
            WorkingSet(InteriorPoint(), first=first, share=share), "few Newton steps with matrices of the small side"
        )
    return _told(MirrorProx(), "no matrix of either side fits")


def _sizes(question: Question) -> tuple[float, float]:
    """How many points a working set begins with, and how far it is solved before all points are priced again."""
    if question.goal == "decide":
        return 2.0, 1.0
    # A pass touches n m entries, a Newton step in a set of about 5m points some 5m³.
    return 3.0, 0.1 if question.n > _DEAR * question.m**2 else 0.3


def _told(solver: Solver, why: str) -> tuple[Solver, str]:
    inside = f" with {solver.inner.name} inside" if isinstance(solver, WorkingSet) else ""
    return solver, f"auto chose {solver.name}{inside}: {why}"
