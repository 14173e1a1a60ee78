"""What stands in the place of a part of a true claim is refused without an error, or is as true as that part was."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.cone import PSD, Orthant
from gordan.feasibility.risk import RiskSplit, split_risk
from gordan.geometry import Bodies, Box, Hull
from gordan.outcome import NullSpacePoint
from gordan.outcome.alternative import FaceChain, FaceStep, Multipliers, PointBall, PointExact
from gordan.outcome.certificate.compose import compose_diagnosis
from gordan.outcome.split import Dependence, LongSplitClaim, Relation, SplitClaim, SplitProof
from gordan.problem.batches import Batches, open_source
from gordan.problem.constraints import Constraints
from gordan.problem.long_system import LongSystem
from gordan.problem.risk import RiskSets

LONG = 10**6000  # more digits than Python shows
ODD: tuple[Any, ...] = (
    *(None, -1, 2**70, np.nan, Fraction(1, 3), "x", (), (None,), [1]),
    *(True, LONG, -LONG, Fraction(LONG, 7), Fraction(1, LONG), 1e308, -0.0, (LONG, (0, 0)), b"x", 1j),
    *(np.zeros(0), np.array([0, 0]), np.array([-1]), np.zeros((2, 2)), np.array(1), np.array([0], np.int32)),
)
BESIDE = ("verdict", "run", "notes", "minimal", "words", "version", "gordan")  # which are not proved by the claim


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


def constrained() -> tuple[Constraints, Any]:
    """−1 ≤ x ≤ 1 in a cone of each kind, by a ball about a point."""
    equations, system = np.zeros((1, 1)), [[-1.0], [1.0], [0.0], [0.0], [0.0]]
    problem = Constraints(equations, [0.0], system, [1.0, 1.0, 1.0, 0.0, 1.0], (Orthant(2), PSD(2)))
    return problem, PointBall(np.array([0.5]), (), 0.25)


def constrained_exactly() -> tuple[Constraints, Any]:
    return constrained()[0], PointExact((1,), 2)


def refuted() -> tuple[Constraints, Any]:
    problem = Constraints(np.zeros((0, 1)), [], [[1.0], [-1.0]], [0.0, -1.0], (Orthant(2),))
    return problem, Multipliers((0, 1), NullSpacePoint((1, 1, 1), 1))


def chained() -> tuple[Constraints, Any]:
    """[[0, x], [x, y]] ≥ 0 and x ≥ 1: the first step leaves x = 0."""
    G, h = [[0.0, 0.0], [-1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]], [0.0, 0.0, 0.0, -1.0]
    problem = Constraints(np.zeros((0, 2)), [], G, h, (PSD(2), Orthant(1)))
    return problem, FaceChain((FaceStep((), (1, 0, 0, 0)), FaceStep((), (0, -1, 0, 2))))


def apart() -> tuple[Bodies, Any]:
    K, L = Hull([[0.0, 0.0], [1.0, 0.0]]), Box([3.0, -1.0], [4.0, 1.0])
    return Bodies(K, L), gordan.distance(K, L)


def touching() -> tuple[Bodies, Any]:
    K, L = Hull([[0.0, 0.0], [3.0, 0.0]]), Box([1.0, -1.0], [2.0, 1.0])
    return Bodies(K, L), gordan.distance(K, L)


def separable() -> tuple[gordan.Points, Any]:
    problem = gordan.Points([[0.0, 1.0], [1.0, 3.0], [4.0, 1.0]], [0, 0, 1])
    return problem, gordan.solve(problem)


def inseparable() -> tuple[gordan.Points, Any]:
    problem = gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 0])
    return problem, gordan.solve(problem)


def kernelled() -> tuple[gordan.Points, Any]:
    problem = gordan.Points([[0.0], [1.0], [2.0]], [1, 1, 1], False, kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    return problem, gordan.solve(problem)


def streamed() -> tuple[LongSystem, Any]:
    problem, claim = long()
    problem = LongSystem(problem.rows, problem.kinds, "binary", (), (("a", 1), ("b", 2)))
    return problem, compose_diagnosis(problem, claim, kind="complete", model=None)


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


def accepted(problem: Any, claim: Any) -> bool:
    """Whether it holds; what is no claim about such a problem is refused in a sentence."""
    try:
        return gordan.verify(problem, claim).holds
    except gordan.InputError:
        return False


MADE = [long, risk, optimal, repaired, blamed, spoilers, constrained, constrained_exactly, refuted, chained, apart]
MADE += [model_spoilers, touching, separable, inseparable, kernelled, streamed]


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.__name__)
def test_an_odd_part_is_refused_without_an_error(made: Any) -> None:
    problem, claim = made()
    assert gordan.verify(problem, claim).holds
    refused = [not accepted(problem, each) for each in altered(claim)]
    assert len(refused) > 50
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
