"""Constraints with a planted point or planted multipliers, and the forgers of what is claimed of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from claimed import replace
from gordan.cone import PSD, Lorentz, Orthant
from gordan.outcome import NullSpaceBall, NullSpacePoint
from gordan.outcome.alternative import FaceChain, FaceStep, Multipliers, PointBall, PointExact
from gordan.outcome.feasibility import Feasible
from gordan.problem.constraints import Constraints
from gordan.verify.conic.constraints import judge_constraint_answer, judge_constraints
from liar.forge.forger import Case, Forger
from liar.forge.lie_points import no_vector

__all__ = ["CONSTRAINTS"]


def point(rng: Any, *, twice: bool = False, loose: bool = True) -> Any:
    """Equations and cones about an integer point; the last equation may be the first one again."""
    n, scale = int(rng.integers(2, 4)), float(np.ldexp(1.0, int(rng.choice([0, -60, 60]))))
    x = rng.integers(-5, 6, n)
    C = rng.integers(-4, 5, (1, n))
    C[0, 0] = 1
    if twice:
        C = np.vstack([C, 2 * C])
    G = rng.integers(-4, 5, (5, n))
    u = rng.integers(-3, 4, 2)
    slack = np.array([*rng.integers(1, 5, 2), *u, int(np.abs(u).sum()) + 1]) if loose else np.array([0, 3, 3, 4, 5])
    system = Constraints(C * scale, C @ x * scale, G * scale, (G @ x + slack) * scale, (Orthant(2), Lorentz(3)))
    return system, x


def exact(rng: Any) -> Case:
    system, x = point(rng, loose=bool(rng.integers(2)))
    k = int(rng.choice([1, 7, 10**30]))
    return Case(system, PointExact(tuple(int(v) * k for v in x), k), judge_constraints)


def ball(rng: Any) -> Case:
    twice = bool(rng.integers(2))
    system, x = point(rng, twice=twice)
    return Case(system, PointBall(x.astype(float), (0,), 1e-6), judge_constraints)


def refuted(rng: Any) -> Case:
    """a·x ≤ b, −a·x ≤ −b − 1, and rows that play no part; its multipliers in integers."""
    n, scale = int(rng.integers(1, 3)), float(np.ldexp(1.0, int(rng.choice([0, -60, 60]))))
    a, b = rng.integers(1, 5, n), int(rng.integers(-4, 5))
    G = np.vstack([a, -a, rng.integers(-3, 4, n)])
    system = Constraints(np.zeros((0, n)), [], G * scale, np.array([b, -b - 1, 9]) * scale, (Orthant(3),))
    left = Fraction(scale)
    weights = (left.denominator, left.denominator, 0, left.numerator)
    k = int(rng.choice([1, 3, 10**20]))
    return Case(
        system, Multipliers(tuple(range(n + 1)), NullSpacePoint(tuple(v * k for v in weights), k)), judge_constraints
    )


def refuted_near(rng: Any) -> Case:
    """The same on the face of what is needed; one condition of two is enough, for the other is a multiple."""
    a, b = float(rng.integers(1, 5)), float(rng.integers(-4, 5))
    system = Constraints(np.zeros((0, 1)), [], [[a], [-a], [1.0]], [b, -b - 1.0, 9.0], (Orthant(3),))
    kernel = NullSpaceBall((np.array([0, 1]), np.array([0])), np.array([1.0, 1.0, 1.0]), 1e-6)
    return Case(system, Multipliers((0, 1), kernel), judge_constraints)


def _claim(case: Case, **fields: Any) -> Case:
    return case._replace(claim=replace(case.claim, **fields))


def _posed(case: Case, **fields: Any) -> Case:
    return case._replace(problem=replace(case.problem, **fields))


def too_few(case: Case, rng: Any) -> Case:
    X, k = case.claim.integers, case.claim.denominator
    lies = [(X[1:], k), ((*X, 0), k), (X, 0), (X, -k), ((), k)]
    integers, denominator = lies[rng.integers(5)]
    return _claim(case, integers=integers, denominator=denominator)


def an_equation_unsolved(case: Case, rng: Any) -> Case:
    d = case.problem.d.copy()
    d[0] = np.nextafter(d[0], np.inf)
    return _posed(case, d=d)


def a_cone_left(case: Case, rng: Any) -> Case:
    """By the last digit of an axis, or of the bound of a second-order cone that the point was on."""
    h = case.problem.h.copy()
    x = [Fraction(v, case.claim.denominator) for v in case.claim.integers]
    j = [0, 4][rng.integers(2)]
    row = [Fraction(float(v)) for v in case.problem.G[j]]
    reach = sum((a * v for a, v in zip(row, x, strict=True)), Fraction(0))
    h[j] = np.nextafter(float(reach), -np.inf)
    return _posed(case, h=h)


def no_point(case: Case, rng: Any) -> Case:
    claim = case.claim
    lies: list[dict[str, Any]] = [
        {"x": no_vector(claim.x, rng, zero=False)},
        {"radius": float(rng.choice([np.nan, np.inf, -5e-324]))},
        {"rows": (0, 0)},
        {"rows": (7,)},
        {"rows": (-1,)},
        {"rows": (0.0,)},
    ]
    return _claim(case, **lies[rng.integers(6)])


def an_equation_that_does_not_follow(case: Case, rng: Any) -> Case | None:
    if case.problem.d.size < 2:
        return None
    C, d = case.problem.C.copy(), case.problem.d.copy()
    if rng.integers(2):
        d[1] = np.nextafter(d[1], np.inf)
    else:
        C[1, -1] = np.nextafter(C[1, -1], np.inf)
    return _posed(case, C=C, d=d)


def an_equation_too_far(case: Case, rng: Any) -> Case:
    """The plane is further away than the radius; its distance is what it is off over the length of its row."""
    d = case.problem.d.copy()
    row = case.problem.C[0]
    d[0] += 1e-3 * float(np.linalg.norm(row)) * float(np.linalg.norm(np.append(case.claim.x, 1.0)))
    return _claim(_posed(case, C=case.problem.C[:1], d=d[:1], names=(), equation_of=(), part_of=()), radius=1e-9)


def a_ball_that_leaves(case: Case, rng: Any) -> Case:
    """The point itself is on the boundary of an axis, or of the second-order cone."""
    h = case.problem.h.copy()
    value = case.problem.G @ case.claim.x
    if rng.integers(2):
        h[0] = value[0]
    else:
        h[4] = value[4]
    return _posed(case, h=h)


def no_conditions(case: Case, rng: Any) -> Case:
    n = case.problem.n + 1
    lies: list[dict[str, Any]] = [
        {"rows": ()},
        {"rows": (0,) * n},
        {"rows": (n,)},
        {"rows": (-1,)},
        {"rows": (0.0,)},
        {"kernel": None},
    ]
    return _claim(case, **lies[rng.integers(6)])


def a_condition_that_does_not_follow(case: Case, rng: Any) -> Case | None:
    rows = case.claim.rows[1:] if rng.integers(2) else case.claim.rows[:-1]
    whole = np.asarray(case.problem.certificate(case.claim.rows).A)
    whole = whole / np.abs(whole).max(axis=1, initial=1e-300, keepdims=True)
    if np.linalg.matrix_rank(whole) == np.linalg.matrix_rank(whole[list(rows)]):
        return None
    return _claim(case, rows=rows)


def nothing_left(case: Case, rng: Any) -> Case:
    """Sides that touch: the multipliers cancel, and leave nothing."""
    h = case.problem.h.copy()
    h[1] = -h[0]
    kernel = case.claim.kernel
    integers = (*kernel.integers[:-1], 0)
    return _claim(_posed(case, h=h), kernel=replace(kernel, integers=integers))


def nothing_left_near(case: Case, rng: Any) -> Case:
    """Three sides that cancel by themselves, and nothing beside them: all so near are inside that face."""
    scale = float(rng.integers(1, 9))
    system = Constraints(np.zeros((0, 1)), [], [[-scale], [0.0], [scale]], [0.0, scale, -scale], (Orthant(3),))
    kernel = NullSpaceBall((np.arange(3), np.array([], np.int64)), np.ones(3), 1e-6)
    return _claim(case._replace(problem=system), kernel=kernel)


def chained(rng: Any) -> Case:
    """2 × 2 matrices with a X_00 = 0 and 2b X_01 = c: the first leaves a face on which the second cannot hold."""
    a, b, k = (int(v) for v in rng.integers(1, 5, 3))
    c = float(rng.choice([-3.0, -1.0, 1.0, 5.0]))
    system = Constraints([[a, 0.0, 0.0], [0.0, 2.0 * b, 0.0]], [0.0, c], -np.eye(3), np.zeros(3), (PSD(2),))
    turn = -1 if c > 0 else 1
    steps = FaceStep((k, 0), (k * a, 0, 0)), FaceStep((0, turn), (0, turn * b, 0))
    return Case(system, FaceChain(steps), judge_constraints)


def an_entry_too_few(case: Case, rng: Any) -> Case:
    first, last = case.claim.steps
    lies = [(), (first, last._replace(cones=last.cones[1:])), (first._replace(equations=(1.0, 0)), last), (first, None)]
    return _claim(case, steps=lies[rng.integers(4)])


def a_step_that_does_not_cancel(case: Case, rng: Any) -> Case:
    first, last = case.claim.steps
    twice = tuple(int(rng.integers(2, 9)) * v for v in first.cones)
    return _claim(case, steps=(first._replace(cones=twice), last))


def a_step_that_leaves_nothing(case: Case, rng: Any) -> Case:
    """With X_01 = 0 there is a point, and the same steps contradict nothing."""
    return _posed(case, d=np.array([0.0, float(rng.choice([0.0, -np.sign(case.problem.d[1])]))]))


def a_step_against_the_face(case: Case, rng: Any) -> Case:
    first, last = case.claim.steps
    against = FaceStep(tuple(-v for v in first.equations), tuple(-v for v in first.cones))
    return _claim(case, steps=(against, last) if rng.integers(2) else (against, first, last))


def answered(rng: Any) -> Case:
    """A whole answer, with the system that it is about."""
    case = exact(rng)
    proof, system = case.claim, case.problem
    return Case(system, Feasible(proof=proof, system=system), judge_constraint_answer)


def another_system(case: Case, rng: Any) -> Case:
    """The answer shows constraints that are a little looser than those it is judged against."""
    shown = case.problem
    looser = Constraints(shown.C, shown.d, shown.G, np.nextafter(shown.h, np.inf), shown.parts)
    return case._replace(claim=replace(case.claim, system=looser))


CONSTRAINTS = [
    Forger("chain: an entry too few", "steps are integers, one for each entry", chained, an_entry_too_few),
    Forger("chain: a step that does not cancel", "step 1: conditions", chained, a_step_that_does_not_cancel),
    Forger("chain: a step that leaves nothing", "step 2: what is left", chained, a_step_that_leaves_nothing),
    Forger("chain: a step against the face", "step 1: not negative on the face", chained, a_step_against_the_face),
    Forger("constraints: another system", "constraints are the answer's", answered, another_system),
    Forger("constraints: too few numbers", "one number for each unknown", exact, too_few),
    Forger("constraints: an equation unsolved", "equations are solved", exact, an_equation_unsolved),
    Forger("constraints: a cone left", "the rest is in the cones", exact, a_cone_left),
    Forger("constraints: no point", "point is finite, equations are some of all", ball, no_point),
    Forger(
        "constraints: an equation that does not follow",
        "equations left out follow",
        ball,
        an_equation_that_does_not_follow,
    ),
    Forger("constraints: an equation too far", "equations are solved within", ball, an_equation_too_far),
    Forger("constraints: a ball that leaves", "all so near are inside the cones", ball, a_ball_that_leaves),
    Forger("constraints: no conditions", "conditions are some of all", refuted, no_conditions),
    Forger(
        "constraints: a condition that does not follow",
        "conditions left out follow",
        refuted,
        a_condition_that_does_not_follow,
        ("weights cancel",),
    ),
    Forger("constraints: nothing left", "what is left", refuted, nothing_left),
    Forger("constraints: nothing left of a face", "what is left is part of the face", refuted_near, nothing_left_near),
]
