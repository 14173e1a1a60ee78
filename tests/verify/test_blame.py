"""Lower bounds of blame: what a liar would make of points that violate nothing, of shares and of parts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gordan
from claimed import replace
from gordan.outcome.alternative import Point
from gordan.outcome.blame import Blame, Partition, PointCover
from gordan.problem import Program

# x ≥ 1 and −x ≥ −1: strictly they contradict one another, and x = 1 violates neither.
TOUCHING = Program([[1], [-1]], row_lower=[1, -1])


def failed(program: Program, answer: Any) -> list[str]:
    return [check.name for check in gordan.verify(program, answer).failed]


def test_sides_that_touch_have_no_bound() -> None:
    """The point that violates nothing would take any share: one contradiction of two parts was said to weigh 10⁶."""
    answer = gordan.feasible(TOUCHING, strict=True)
    assert answer.kind == "infeasible"
    names = (*TOUCHING.row_names, *TOUCHING.column_names)
    partition = Partition(TOUCHING.row_names, TOUCHING.column_names, tuple((name, Fraction(1)) for name in names))
    for point, share in ((Point((Fraction(1),)), Fraction(10**6)), (Point((Fraction(0),)), Fraction(1))):
        blame = Blame(
            parts=TOUCHING.row_names,
            minimal=True,
            weight=Fraction(2),
            at_least=share,
            partition=partition,
            cover=PointCover((point,), (share,)),
        )
        lie = replace(answer, blame=blame)
        assert failed(TOUCHING, lie) == ["every row and column is hard or part of what may be blamed"]
