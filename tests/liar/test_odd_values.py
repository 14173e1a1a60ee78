"""What stands in the place of a part of a true claim is refused without an error, or is as true as that part was."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.feasibility.risk import RiskSplit, split_risk
from gordan.outcome.split import Dependence, LongSplitClaim, Relation, SplitClaim, SplitProof
from gordan.problem.batches import Batches, open_source
from gordan.problem.long_system import LongSystem
from gordan.problem.risk import RiskSets

ODD: tuple[Any, ...] = (
    *(None, -1, 2**70, np.nan, Fraction(1, 3), "x", (), (None,), [1]),
    *(np.zeros(0), np.array([0, 0]), np.array([-1]), np.zeros((2, 2)), np.array(1), np.array([0], np.int32)),
)
BESIDE = ("verdict", "run", "notes", "minimal", "words")  # which are not proved by the claim


def long() -> tuple[LongSystem, LongSplitClaim]:
    rows = Batches(open_source(np.array([[1.0], [1 / 3], [3.0]]), np.zeros(3)))
    table = Dependence((0,), np.array([0]), ())
    flat = Dependence((), np.zeros(0, np.int64), (Relation((0,), (1,)),))
    core = SplitClaim(np.array([True]), SplitProof((1,), (), flat, table))
    return LongSystem(rows, np.ones(3, np.int8)), LongSplitClaim(np.ones(3, bool), np.array([0]), core)


def risk() -> tuple[RiskSets, Any]:
    X = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 2.0], [0.0, 3.0], [0.0, 0.0]]
    problem = RiskSets(X, [1.0, 2.0, 3.0, 3.0, 4.0, 5.0], np.array([1, 1, 0, 1, 1, 0], bool))
    answer = split_risk(problem)
    assert isinstance(answer, RiskSplit)
    return problem, answer.claim


def optimal() -> tuple[gordan.Program, Any]:
    program = gordan.Program([[3, 1], [1, 2]], row_lower=[1, 1], lower=0, objective=[1, 1])
    return program, gordan.optimum(program, ranges=True)


def repaired() -> tuple[gordan.Program, Any]:
    program = gordan.Program([[1], [1]], row_lower=[3, None], row_upper=[None, 1])
    return program, gordan.repair(program, fewest=True)


def blamed() -> tuple[gordan.Program, Any]:
    program = gordan.Program([[1, 0], [1, 0], [0, 1]], row_lower=[3, None, 2], row_upper=[None, 1, 1])
    return program, gordan.feasible(program, smallest=True, all=True)


def spoilers() -> tuple[gordan.Points, Any]:
    problem = gordan.Points([[0.0], [1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1, 1])
    return problem, gordan.spoilers(problem)


def model_spoilers() -> tuple[Any, Any]:
    data = {"count": [0, 0, 3, 0, 2, 0, 1], "group": ["a", "a", "a", "b", "b", "b", "b"]}
    posed = gordan.pose("count ~ group", data=data, family="poisson")
    return posed.observations, gordan.spoilers(posed)


def altered(value: Any) -> Iterator[Any]:
    """The value with one part of it, at any depth, replaced."""
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        for name in names:
            for other in (*ODD, *altered(getattr(value, name))) if name not in BESIDE else ():
                copy = object.__new__(type(value))
                for each in names:
                    object.__setattr__(copy, each, other if each == name else getattr(value, each))
                yield copy
    elif isinstance(value, tuple) and value:
        for other in (*ODD, *altered(value[0])):
            parts = (other, *value[1:])
            yield type(value)._make(parts) if hasattr(value, "_fields") else parts
        if hasattr(value, "_fields"):
            for name in value._fields[1:]:
                yield from (value._replace(**{name: v}) for v in (*ODD, *altered(getattr(value, name))))


@pytest.mark.parametrize("made", [long, risk, optimal, repaired, blamed, spoilers, model_spoilers])
def test_an_odd_part_is_refused_without_an_error(made: Any) -> None:
    problem, claim = made()
    assert gordan.verify(problem, claim).holds
    refused = [not gordan.verify(problem, each).holds for each in altered(claim)]
    assert len(refused) > 100
    assert sum(refused) > 0.9 * len(refused)  # a multiple of a direction, say, is as true as it was


@pytest.mark.parametrize("radius", [0.0, 0.5, np.inf])
def test_the_radius_of_a_core_is_none_of_all_rows(radius: float) -> None:
    """The row outside the core was computed; the core has whole numbers, which do not move at all."""
    problem, claim = long()
    told = dataclasses.replace(claim, split=dataclasses.replace(claim.split, radius=radius))
    assert not gordan.verify(problem, told).holds


@pytest.mark.parametrize("radius", ["x", True, 2**5000, np.nan, -1.0])
def test_a_radius_is_a_number(radius: Any) -> None:
    problem = long()[0].part(np.array([0]))
    assert not gordan.verify(problem, dataclasses.replace(long()[1].split, radius=radius)).holds
