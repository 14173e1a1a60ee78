"""Answers about constraints, and chains of faces: each claim wrong in one place is refused by name."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan.cone import PSD, Lorentz, Orthant
from gordan.outcome import NullSpaceBall, NullSpacePoint
from gordan.outcome.alternative import FaceChain, FaceStep, Multipliers, PointBall, PointExact
from gordan.outcome.feasibility import Feasible, Infeasible, Member
from gordan.problem.constraints import Constraints
from gordan.verify.conic.constraints import judge_constraint_answer, judge_constraints

NONE = np.zeros((0, 1))
# x ≤ 0 and x ≥ 1, by multipliers 1 and 1, which leave 1; x ≤ 9 takes no part.
WRONG = Constraints(NONE, [], [[1.0], [-1.0], [1.0]], [0.0, -1.0, 9.0], (Orthant(3),))
POINT = Multipliers((0, 1), NullSpacePoint((1, 1, 0, 1), 2))
NEAR = Multipliers((0, 1), NullSpaceBall((np.array([0, 1]), np.array([0])), np.ones(3), 1e-6))
# x + y = 3, twice, with x ≥ 0, y ≥ 0 and |x − y| ≤ 2.
FINE = Constraints(
    [[1.0, 1.0], [2.0, 2.0]],
    [3.0, 6.0],
    [[-1.0, 0.0], [0.0, -1.0], [1.0, -1.0], [0.0, 0.0]],
    [0.0, 0.0, 0.0, 2.0],
    (Orthant(2), Lorentz(2)),
)
EXACT = PointExact((5, 1), 2)
BALL = PointBall(np.array([1.5, 1.5]), (0,), 1e-9)


def failed(system: Constraints, proof: Any) -> list[str]:
    return [check.name for check in judge_constraints(system, proof).failed]


def answered(system: Constraints, answer: Any) -> list[str]:
    return [check.name for check in judge_constraint_answer(system, answer).failed]


def test_the_truth_is_accepted() -> None:
    for system, proof in ((WRONG, POINT), (WRONG, NEAR), (FINE, EXACT), (FINE, BALL), (FINE, replace(BALL, rows=(1,)))):
        assert failed(system, proof) == []


@pytest.mark.parametrize(
    "proof",
    [
        replace(POINT, rows=()),
        replace(POINT, rows=[0, 1]),
        replace(POINT, rows=(0, 2)),
        replace(POINT, rows=(0, True)),
        replace(POINT, kernel=SimpleNamespace(integers=(1, 1, 0, 1), denominator=2)),
        replace(POINT, kernel=None),
    ],
)
def test_conditions_are_some_of_all(proof: Any) -> None:
    assert failed(WRONG, proof) == ["conditions are some of all"]


def test_multipliers_leave_something() -> None:
    assert failed(WRONG, replace(POINT, kernel=NullSpacePoint((1, 2, 0, 1), 2))) == ["weights cancel"]
    assert failed(WRONG, replace(POINT, rows=(0,), kernel=NullSpacePoint((1, 1, 0, 0), 1)))
    touching = Constraints(NONE, [], [[1.0], [-1.0]], [1.0, -1.0], (Orthant(2),))
    assert failed(touching, Multipliers((0, 1), NullSpacePoint((1, 1, 0), 1))) == ["what is left"]
    assert failed(WRONG, replace(POINT, kernel=NullSpacePoint((1, 1, -1, 1), 2)))
    flat = Constraints(NONE, [], [[-1.0], [0.0], [1.0]], [0.0, 1.0, -1.0], (Orthant(3),))
    nothing = NullSpaceBall((np.arange(3), np.array([], np.int64)), np.ones(3), 1e-6)
    assert failed(flat, Multipliers((0, 1), nothing)) == ["what is left is part of the face"]
    parts = replace(flat, parts=(Orthant(2), Orthant(1)), names=(), part_of=())
    nothing = NullSpaceBall((np.arange(2), np.array([0]), np.array([], np.int64)), np.ones(3), 1e-6)
    assert failed(parts, Multipliers((0, 1), nothing)) == ["what is left is part of the face"]


def test_what_is_refused_is_looked_at_no_further() -> None:
    for kernel in (NullSpacePoint((), 1), NullSpacePoint((1, 1, 0, 1), 0)):
        assert failed(WRONG, replace(POINT, kernel=kernel)) == ["one number for each entry"]


def test_conditions_that_are_left_out_follow() -> None:
    """With two unknowns of which one takes no part, its condition is zero; a multiple follows; another does not."""
    for column, holds in ((0.0, True), (3.0, True)):
        G = np.column_stack([WRONG.G, column * WRONG.G])
        system = Constraints(np.zeros((0, 2)), [], G, WRONG.h, WRONG.parts)
        assert (failed(system, replace(POINT, rows=(0, 2))) == []) is holds
    system = Constraints(np.zeros((0, 2)), [], np.column_stack([WRONG.G, [1.0, 0.0, 0.0]]), WRONG.h, WRONG.parts)
    assert failed(system, replace(POINT, rows=(0, 2))) == ["conditions left out follow"]
    idle = Constraints(np.zeros((0, 2)), [], [[0.0, 0.0]], [5.0], (Orthant(1),))  # 0 ≤ 5
    assert failed(idle, Multipliers((0, 1), NullSpacePoint((0, 1), 1))) == ["conditions left out follow"]
    half = Constraints(np.zeros((0, 2)), [], np.column_stack([WRONG.G, [0.5, -0.5, 0.25]]), WRONG.h, WRONG.parts)
    assert failed(half, replace(POINT, rows=(0, 2))) == ["conditions left out follow"]


@pytest.mark.parametrize(
    "fields",
    [
        {"x": np.array([1.5, np.nan])},
        {"x": np.ones(3)},
        {"radius": np.inf},
        {"radius": np.nan},
        {"radius": -1e-9},
        {"radius": 0},
        {"rows": (0, 0)},
        {"rows": (2,)},
        {"rows": [0]},
    ],
)
def test_a_ball_is_of_numbers(fields: Any) -> None:
    assert failed(FINE, replace(BALL, **fields)) == ["point is finite, equations are some of all"]


def test_a_ball_solves_the_equations_inside_the_cones() -> None:
    assert failed(FINE, replace(BALL, x=np.array([1.5, 1.6]))) == ["equations are solved within"]
    assert failed(FINE, replace(BALL, x=np.array([0.0, 3.0]))) == ["all so near are inside the cones"]
    assert failed(FINE, replace(BALL, x=np.array([2.5, 0.5]))) == ["all so near are inside the cones"]
    assert failed(FINE, replace(BALL, radius=0.9)) == ["all so near are inside the cones"]
    other = replace(FINE, C=np.array([[1.0, 1.0], [2.0, 2.5]]))
    assert "equations left out follow" in failed(other, BALL)
    assert "equations left out follow" in failed(FINE, replace(BALL, rows=()))
    free = Constraints(np.zeros((1, 2)), [0.0], FINE.G, FINE.h, FINE.parts)
    assert failed(free, replace(BALL, rows=())) == failed(free, replace(BALL, rows=(), radius=0.0)) == []


def test_a_ball_moves_entries_by_the_lengths_of_their_rows() -> None:
    """100 x ≤ 101 at x = 1: what is left is 1, and a hundredth in any direction may take away more than that."""
    system = Constraints(NONE, [], [[100.0]], [101.0], (Orthant(1),))
    assert failed(system, PointBall(np.ones(1), (), 1e-3)) == []
    assert failed(system, PointBall(np.ones(1), (), 1e-2)) == ["all so near are inside the cones"]


@pytest.mark.parametrize(
    ("integers", "denominator", "name"),
    [
        ((5,), 2, "one number for each unknown"),
        ([5, 1], 2, "one number for each unknown"),
        ((5.0, 1), 2, "one number for each unknown"),
        ((5, True), 2, "one number for each unknown"),
        ((5, 1), 2.0, "one number for each unknown"),
        ((5, 1), 0, "one number for each unknown"),
        ((-5, -1), -2, "one number for each unknown"),
        ((5, 2), 2, "equations are solved"),
        ((6, 0), 2, "the rest is in the cones"),
        ((7, -1), 2, "the rest is in the cones"),
    ],
)
def test_a_point_in_integers(integers: Any, denominator: Any, name: str) -> None:
    assert failed(FINE, PointExact(integers, denominator)) == [name]


def members(proof: Any, system: Constraints) -> tuple[Member, ...]:
    return tuple(Member("constraint", name, "", "") for name in proof.by_name(system))


def test_answers_are_about_the_constraints_they_show() -> None:
    good = Feasible(proof=EXACT, system=FINE)
    bad = Infeasible(proof=POINT, system=WRONG, subsystem=members(POINT, WRONG))
    assert answered(FINE, good) == answered(WRONG, bad) == []
    for wrong in (POINT, None, FaceChain(())):
        assert answered(FINE, replace(good, proof=wrong)) == ["proof is of its kind"]
    for wrong in (EXACT, BALL, None):
        assert answered(WRONG, replace(bad, proof=wrong)) == ["proof is of its kind"]
    others = [
        replace(FINE, h=FINE.h + 1.0),
        replace(FINE, names=(*FINE.names[:-1], "another")),
        replace(FINE, parts=(Orthant(2), Orthant(2))),
        None,
        SimpleNamespace(**{name: getattr(FINE, name) for name in FINE.__dataclass_fields__}),
    ]
    for other in others:
        assert answered(FINE, replace(good, system=other)) == ["constraints are the answer's"]
    assert answered(WRONG, replace(bad, subsystem=())) == ["names are the proof's"]
    spoilt = replace(POINT, kernel=NullSpacePoint((1, 2, 0, 1), 2))
    assert answered(WRONG, replace(bad, proof=spoilt)) == ["weights cancel"]
    empty = replace(POINT, kernel=None)
    assert answered(WRONG, replace(bad, proof=empty)) == ["conditions are some of all"]
    assert answered(FINE, replace(good, proof=PointExact((5, 2), 2))) == ["equations are solved"]


def chain(part: Any, equations: list[list[float]], right: list[float], *steps: tuple[Any, Any]) -> list[str]:
    """The entries themselves are in the cone, and satisfy the equations."""
    n = part.size
    system = Constraints(equations, right, -np.eye(n), np.zeros(n), (part,))
    return failed(system, FaceChain(tuple(FaceStep(*step) for step in steps)))


def test_chains_of_a_second_order_cone() -> None:
    """t = u leaves the ray (1, 0, 1), on which v is 0 and u is not negative; t = 0 leaves nothing but zero."""
    L, ray = Lorentz(3), ((1, 0), (-1, 0, 1))
    assert chain(L, [[-1.0, 0, 1], [0, 1, 0]], [0, 1.0], ray, ((0, -1), (0, -1, 0))) == []
    assert chain(L, [[-1.0, 0, 1], [0, 1, 0]], [0, -1.0], ray, ((0, 1), (0, 1, 0))) == []
    assert chain(L, [[-1.0, 0, 1], [1, 0, 0]], [0, -1.0], ray, ((0, 1), (1, 0, 0))) == []
    against = "step 2: not negative on the face"
    assert chain(L, [[-1.0, 0, 1], [1, 0, 0]], [0, 1.0], ray, ((0, -1), (-1, 0, 0))) == [against]
    zero = ((1, 0), (0, 0, 1))
    assert chain(L, [[0.0, 0, 1], [1, 0, 0]], [0, 1.0], zero, ((0, -1), (-1, 0, 0))) == []
    assert chain(L, [[0.0, 0, 1], [1, 0, 1]], [0, 1.0], zero, ((0, -1), (-1, 0, -1))) == []
    longer = ((1, 0), (-2, 0, 2))
    assert chain(L, [[-2.0, 0, 2], [0, 1, 0]], [0, 1.0], longer, ((0, -1), (0, -1, 0))) == []
    still = ((0, 0), (0, 0, 0))
    assert chain(L, [[0.0, 0, 1], [1, 0, 0]], [0, 1.0], still, ((0, -1), (-1, 0, 0))) == [against]
    assert chain(L, [[0.0, 0, 1], [1, 0, 0]], [-1.0, 1.0], still, ((1, 0), (0, 0, 1))) == []
    first = "step 1: not negative on the face"
    for y in ((0, 0, -1), (1, 0, 0), (2, 0, 1), (1, 0, -2)):
        assert chain(L, [[float(v) for v in y]], [-1.0], ((1,), y)) == [first]


def test_chains_of_axes() -> None:
    steps = ((1, 0), (1, 0)), ((0, -1), (-1, 1))
    assert chain(Orthant(2), [[1.0, 0], [1, -1]], [0, 1.0], *steps) == []
    assert chain(Orthant(2), [[1.0, 0], [1, -1]], [0, 1.0], steps[1]) == ["step 1: not negative on the face"]
    assert chain(Orthant(2), [[1.0, 0], [1, -1]], [1, 1.0], *steps) == ["step 1: what is left"]
    assert chain(Orthant(2), [[1.0, 0], [1, -1]], [0, 0.0], *steps) == ["step 2: what is left"]
    assert chain(Orthant(2), [[2.0, 0], [1, -1]], [0, 1.0], *steps) == ["step 1: conditions"]
    assert chain(Orthant(2), [[1.0, 0.5], [1, -1]], [0, 1.0], *steps) == ["step 1: conditions"]
    one = ((1,), (1,))
    assert chain(Orthant(1), [[1.0]], [-0.5], one) == []


def test_chains_of_matrices() -> None:
    """X₀₀ = 0, then X₁₁ − 2X₁₂ + X₂₂ = 0: what is left is the multiples of (0, 1, 1)(0, 1, 1)ᵀ."""
    rows = [[1.0, 0, 0, 0, 0, 0], [0, 0, 0, 1, -2, 1]]
    first, second = ((1, 0, 0), (1, 0, 0, 0, 0, 0)), ((0, 1, 0), (0, 0, 0, 1, -1, 1))
    S, against = PSD(3), "step 3: not negative on the face"
    for right in (1.0, -1.0):
        way = -int(right)
        third = ((0, 0, way), (0, 0, 0, -2 * way, way, 0))
        assert chain(S, [*rows, [0.0, 0, 0, -2, 2, 0]], [0, 0, right], first, second, third) == []
        both = ((0, 0, way), (0, 0, 0, 2 * way, way, 0))
        expected = [against] if right > 0 else []
        assert chain(S, [*rows, [0.0, 0, 0, 2, 2, 0]], [0, 0, right], first, second, both) == expected
    odd = ((0, 0, -1), (0, -1, -1, 0, 0, 0))
    assert chain(S, [*rows, [0.0, 2, 2, 0, 0, 0]], [0, 0, 1.0], first, second, odd) == []
    skipped = chain(S, [*rows, [0.0, 2, 2, 0, 0, 0]], [0, 0, 1.0], second, odd)
    assert skipped == ["step 2: not negative on the face"]
    wrong = ((0, 1, 0), (0, 0, 0, 1, -2, 1))
    assert chain(S, [*rows, [0.0, 2, 2, 0, 0, 0]], [0, 0, 1.0], first, wrong, odd)[0] == "step 2: conditions"


def test_a_face_of_nothing_but_zero_is_left_as_it_is() -> None:
    """The trace of a matrix is 0, and so are all of its entries."""
    steps = ((1, 0), (1, 0, 1)), ((0, -1), (0, -1, 0))
    assert chain(PSD(2), [[1.0, 0, 1], [0, 2, 0]], [0, 1.0], *steps) == []


def test_a_ball_counts_the_rounding_of_products() -> None:
    """h is the greatest double below Gx: the point is outside, by less than what doubles may lose of the product."""
    rng = np.random.default_rng(7)
    lost = 0
    for _ in range(40):
        g, x = rng.normal(size=(1, 8)), rng.normal(size=8)
        true = sum((Fraction(float(a)) * Fraction(float(v)) for a, v in zip(g[0], x, strict=True)), Fraction(0))
        h = float(true) if Fraction(float(true)) < true else float(np.nextafter(float(true), -np.inf))
        system = Constraints(np.zeros((0, 8)), [], g, [h], (Orthant(1),))
        assert failed(system, PointBall(x, (), 0.0)) == ["all so near are inside the cones"]
        lost += h - float(g[0] @ x) > 0
    assert lost > 3


@pytest.mark.parametrize(
    "steps",
    [
        (),
        [FaceStep((1,), (1,))],
        (((1,), (1,)),),
        (SimpleNamespace(equations=(1,), cones=(1,)),),
        (FaceStep([1], (1,)),),  # type: ignore[arg-type]
        (FaceStep((1,), [1]),),  # type: ignore[arg-type]
        (FaceStep((), (1,)),),
        (FaceStep((1,), ()),),
        (FaceStep((1, 0), (1,)),),
        (FaceStep((1,), (1, 0)),),
        (FaceStep((1.0,), (1,)),),  # type: ignore[arg-type]
        (FaceStep((1,), (True,)),),
    ],
)
def test_steps_are_integers(steps: Any) -> None:
    system = Constraints([[1.0]], [-1.0], [[-1.0]], [0.0], (Orthant(1),))
    assert failed(system, FaceChain((FaceStep((1,), (1,)),))) == []
    assert failed(system, FaceChain(steps)) == ["steps are integers, one for each entry"]
