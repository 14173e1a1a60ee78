"""Equations and cones: a point or multipliers, proved; and what is no proof is refused."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan import InputError
from gordan.cone import PSD, Lorentz, Orthant
from gordan.feasibility.constraint import decide, involved, irreducible
from gordan.feasibility.constraint.decide import decide_by_steps
from gordan.feasibility.constraint.homogenised import put
from gordan.outcome import NullSpaceBall, NullSpacePoint
from gordan.outcome.alternative import Multipliers, PointBall, PointExact
from gordan.problem.constraints import Constraints

IN_PSD = (-np.eye(3), np.zeros(3), (PSD(2),))  # the unknowns are the upper triangle of a matrix in the cone


def free(n: int) -> tuple[Any, Any]:
    return np.zeros((0, n)), np.zeros(0)


def disc(beyond: float) -> Constraints:
    """‖x‖ ≤ 1 and x_0 ≥ beyond."""
    G = [[-1.0, 0.0], [-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]]
    return Constraints(*free(2), G, [-beyond, 0.0, 0.0, 1.0], (Orthant(1), Lorentz(3)))


def two_discs(apart: float) -> Constraints:
    """Discs of radius 1 about the origin and about (0.6, 0.8) times a number."""
    G = np.array([[-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]])
    h = [0.0, 0.0, 1.0, -0.6 * apart, -0.8 * apart, 1.0]
    return Constraints(*free(2), np.vstack([G, G]), h, (Lorentz(3), Lorentz(3)))


def means(least: float) -> Constraints:
    """√(√(x₀x₁)√(x₂x₃)) ≥ least and x₀ + … + x₃ ≤ 4, with two more unknowns for the inner roots."""
    G, h = np.zeros((11, 6)), np.zeros(11)
    G[0, 4:], h[0] = 0.0, 4.0
    G[0, :4] = 1.0
    for k, (a, b) in enumerate([(0, 1), (2, 3), (4, 5)]):
        # (2r, a − b, a + b) is in the second-order cone where r² ≤ ab.
        if k < 2:
            G[3 * k + 1, 4 + k] = -2.0
        else:
            h[3 * k + 1] = 2.0 * least
        G[3 * k + 2, [a, b]] = -1.0, 1.0
        G[3 * k + 3, [a, b]] = -1.0, -1.0
    G[10, 0] = -1.0
    return Constraints(*free(6), G, h, (Orthant(1), Lorentz(3), Lorentz(3), Lorentz(3), Orthant(1)))


def chain(discs: int, reach: float) -> Constraints:
    """Points of the plane, each within 1 of the one before and the first of the origin; the last has x_0 ≥ reach."""
    G, h = np.zeros((3 * discs + 1, 2 * discs)), np.zeros(3 * discs + 1)
    for k in range(discs):
        G[3 * k : 3 * k + 2, 2 * k : 2 * k + 2] = -np.eye(2)
        if k:
            G[3 * k : 3 * k + 2, 2 * k - 2 : 2 * k] = np.eye(2)
        h[3 * k + 2] = 1.0
    G[-1, -2], h[-1] = -1.0, -reach
    return Constraints(*free(2 * discs), G, h, (*(Lorentz(3),) * discs, Orthant(1)))


def on_a_ray(beyond: float) -> Constraints:
    """‖(a, b)‖ ≤ c with 3a + 4b = 5c + beyond, and a ball far off: only multipliers on the ray (3, 4, 5) refute it."""
    C = np.array([[3.0, 4.0, -5.0, 0.0]])
    G = np.array([[-1.0, 0, 0, 0], [0, -1.0, 0, 0], [0, 0, -1.0, 0], [0, 0, 0, -1.0], [0, 0, 0, 0]])
    return Constraints(C, [beyond], G, [0.0, 0.0, 0.0, -0.3, 1.0], (Lorentz(3), Lorentz(2)))


INFEASIBLE = {
    "interval": Constraints(*free(1), [[-1.0], [1.0]], [-2.0, 1.0], (Orthant(2),)),
    "simplex": Constraints([[1.0, 1.0]], [-1.0], -np.eye(2), np.zeros(2), (Orthant(2),)),
    "disc": disc(2.0),
    "trace": Constraints([[1.0, 0.0, 1.0]], [-1.0], *IN_PSD),
    "two traces": Constraints([[1.0, 0.0, 1.0], [1.0, 0.0, 1.0]], [1.0, 2.0], *IN_PSD),
    "units": Constraints([[1e9, 0.0, 1e9], [0.0, 1e-7, 0.0]], [-1e3, 2e-7], *IN_PSD),
    "no unknown left": Constraints([[1.0], [1.0]], [1.0, 2.0], [[0.0], [0.0]], [0.0, 1.0], (Lorentz(2),)),
    "small numbers": replace(disc(0.0), h=np.array([-2e-30, 0.0, 0.0, 1e-30])),
    "huge numbers": replace(disc(0.0), h=np.array([-2e30, 0.0, 0.0, 1e30])),
    "enormous numbers": replace(disc(0.0), h=np.array([-2e140, 0.0, 0.0, 1e140])),
    "unlike numbers": replace(disc(0.0), G=disc(0.0).G * [1e-140, 1e140], h=np.array([-2e30, 0.0, 0.0, 1e30])),
    "nearly touching": two_discs(2.0 + 1e-5),
    "three discs, no two apart": Constraints(
        *free(2),
        np.vstack([[[-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]]] * 3),
        [0.0, 0.0, 1.0, -1.9, 0.0, 1.0, -0.95, -1.7, 1.0],
        (Lorentz(3),) * 3,
    ),
    "chain": chain(20, 20.1),
    "means": means(1.001),
    "ray": on_a_ray(1.0),
    "empty row": Constraints(*free(1), [[0.0]], [-1.0], (Orthant(1),)),
}
FEASIBLE = {
    "disc": disc(0.5),
    "enormous numbers": replace(disc(0.0), h=np.array([-5e139, 0.0, 0.0, 1e140])),
    "hardly any numbers": replace(disc(0.0), h=np.array([-5e-301, 0.0, 0.0, 1e-300])),
    "trace": Constraints([[1.0, 0.0, 1.0]], [1.0], *IN_PSD),
    "dependent equations": Constraints([[1.0, 0.0, 1.0], [2.0, 0.0, 2.0]], [0.1, 0.2], *IN_PSD),
    "chain": chain(20, 19.9),
    "means": means(0.999),
    "overlapping": two_discs(2.0 - 1e-7),
    "one point of a disc": disc(1.0),
    "one point": Constraints(*free(1), [[-1.0], [1.0]], [-1.0, 1.0], (Orthant(2),)),
}
# At most the boundary point (½, ½)√2, which no double is.
ON_THE_EDGE = {
    "touching": Constraints(
        *free(2),
        [[-1.0, -1.0], [-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]],
        [-np.sqrt(2.0), 0.0, 0.0, 1.0],
        (Orthant(1), Lorentz(3)),
    ),
}


@pytest.mark.parametrize("system", INFEASIBLE.values(), ids=INFEASIBLE)
def test_multipliers_leave_minus_one(system: Constraints) -> None:
    found = decide(system)
    assert found.kind == "infeasible"
    assert gordan.verify(found.system, found.proof).holds
    left = found.system.equations.T @ found.proof.of_equations(found.system)
    size = 1.0 + np.abs(left)
    for part, where, y in zip(found.system.parts, found.system.slices, found.proof.of_parts(found.system), strict=True):
        rows = np.column_stack([-found.system.G[where], found.system.h[where]])
        # The plain upper triangle of a matrix stands for both halves.
        own = y[part.places] * np.where(part.places[0] == part.places[1], 1.0, 2.0) if isinstance(part, PSD) else y
        left, size = left + rows.T @ own, size + np.abs(rows.T) @ np.abs(own)
        assert min(part.meet(np.atleast_2d(part.vector(y) if isinstance(part, PSD) else y)).values.ravel()) >= -1e-9
    np.testing.assert_array_less(np.abs(left + np.eye(system.n + 1)[-1]), 1e-9 * size)


@pytest.mark.parametrize("system", FEASIBLE.values(), ids=FEASIBLE)
def test_points_satisfy_the_constraints(system: Constraints) -> None:
    found = decide(system)
    assert found.kind == "feasible"
    assert found.verdict.holds
    np.testing.assert_allclose(system.C @ found.x, system.d, atol=1e-12)
    s = system.h - system.G @ found.x
    for part, where in zip(system.parts, system.slices, strict=True):
        own = s[where] * (np.where(part.places[0] == part.places[1], 1.0, np.sqrt(2)) if isinstance(part, PSD) else 1.0)
        assert part.meet(own[None, :]).values.min() >= -1e-12


@pytest.mark.parametrize("system", ON_THE_EDGE.values(), ids=ON_THE_EDGE)
def test_what_has_no_proof_is_not_claimed(system: Constraints) -> None:
    found = decide(system, max_seconds=5.0)
    assert found.kind == "undecided"
    assert found.reason


@pytest.mark.parametrize(("reach", "kind"), [(5.0, "infeasible"), (3.0, "feasible")])
def test_other_solvers_decide_where_the_path_does_not(reach: float, kind: str) -> None:
    system = chain(4, reach)
    found = decide_by_steps(system, put(system), until=time.perf_counter() + 60.0)
    assert found is not None
    assert found.kind == kind
    assert gordan.verify(system, found.proof).holds


def test_without_any_time_nothing_is_claimed() -> None:
    assert decide(chain(4, 5.0), max_seconds=0.0).kind == "undecided"


def test_the_difference_of_nothing_is_no_proof() -> None:
    """ν⁺ = ν⁻ cancels whatever the equations say: what is left must be positive."""
    system = FEASIBLE["trace"]
    every = tuple(range(system.n + 1))
    point = NullSpacePoint((1, 1, 0, 0, 0, 0), 1)
    verdict = gordan.verify(system, Multipliers(every, point))
    assert [check.name for check in verdict.failed] == ["what is left"]
    ball = NullSpaceBall((np.array([0]), np.array([0]), np.zeros((2, 0)), np.arange(0)), np.ones(2), 0.1)
    assert not gordan.verify(system, Multipliers((0,), ball)).holds


def test_conditions_may_be_left_out_only_if_they_follow() -> None:
    system = INFEASIBLE["trace"]
    proof: Any = decide(system).proof
    verdict = gordan.verify(system, replace(proof, rows=proof.rows[:-1]))
    assert "conditions left out follow" in [check.name for check in verdict.failed]


def test_equations_may_be_left_out_only_if_they_follow() -> None:
    system = Constraints([[1.0, 0.0, 1.0], [1.0, 0.0, 1.0]], [1.0, 2.0], *IN_PSD)
    verdict = gordan.verify(system, PointBall(np.array([0.5, 0.0, 0.5]), (0,), 1e-9))
    assert "equations left out follow" in [check.name for check in verdict.failed]


@pytest.mark.parametrize(
    ("proof", "failed"),
    [
        (PointBall(np.array([2.0, 0.0]), (), 0.0), "all so near are inside the cones"),
        (PointBall(np.array([0.7, 0.0]), (), 0.5), "all so near are inside the cones"),
        (PointBall(np.array([np.nan, 0.0]), (), 0.0), "point is finite, equations are some of all"),
        (PointExact((2, 0), 1), "the rest is in the cones"),
        (PointExact((1,), 1), "one number for each unknown"),
    ],
)
def test_false_points_are_refused(proof: Any, failed: str) -> None:
    assert [check.name for check in gordan.verify(disc(0.5), proof).failed] == [failed]


def test_a_boundary_point_in_fractions_is_a_proof() -> None:
    assert gordan.verify(disc(1.0), PointExact((1, 0), 1)).holds


def test_constraints_that_are_not_needed_are_left_out() -> None:
    G = [[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
    parts = (Orthant(1),) * 4
    system = Constraints(*free(2), G, [-2.0, 1.0, 5.0, -5.0], parts, ("a", "b", "c", "d"), (), (0, 1, 2, 3))
    found = irreducible(system, decide(system), max_seconds=5.0)
    assert found.minimal
    assert sorted(involved(found.outcome)) == [0, 1]


def test_of_many_discs_two_are_named() -> None:
    """Discs of radius 1 about 0, 1, 2, …: any two that are more than 2 apart contradict one another."""
    count = 40
    G = np.tile(np.array([[-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]]), (count, 1))
    h = np.concatenate([[-float(k), 0.0, 1.0] for k in range(count)])
    names, parts = tuple(map(str, range(count))), (Lorentz(3),) * count
    system = Constraints(*free(2), G, h, parts, names, (), tuple(range(count)))
    found = irreducible(system, decide(system), max_seconds=20.0)
    assert found.minimal
    first, second = sorted(involved(found.outcome))
    assert second - first > 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"d": np.zeros(2)}, "one entry for each row"),
        ({"C": np.zeros((1, 2))}, "one column for each unknown"),
        ({"h": np.array([np.inf, 0.0, 0.0])}, "finite numbers only"),
    ],
)
def test_misfits_are_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        replace(INFEASIBLE["trace"], **change)


def test_an_answer_is_judged_on_its_own_constraints_by_its_own_names() -> None:
    apart, meeting = decide(INFEASIBLE["disc"]), decide(FEASIBLE["disc"])
    for answer in (apart, meeting):
        assert gordan.verify(answer.system, answer).holds
        moved = replace(answer.system, h=answer.system.h + 2.0**-40)
        lies = {
            "another system": gordan.verify(moved, answer),
            "a system of its own": gordan.verify(answer.system, replace(answer, system=moved)),
            "no system": gordan.verify(answer.system, replace(answer, system=None)),
        }
        for name, verdict in lies.items():
            assert [check.name for check in verdict.failed] == ["constraints are the answer's"], name
    swapped = gordan.verify(apart.system, replace(apart, proof=meeting.proof))
    assert [check.name for check in swapped.failed] == ["proof is of its kind"]
    renamed = gordan.verify(apart.system, replace(apart, subsystem=apart.subsystem[::-1]))
    assert [check.name for check in renamed.failed] == ["names are the proof's"]
    with pytest.raises(InputError, match="give points"):
        gordan.verify(gordan.Points([[0.0], [1.0]], [0, 1]), apart)
