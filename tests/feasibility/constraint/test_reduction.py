"""Constraints that points come as near to as one likes: chains of faces prove them, and false chains are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.cone import PSD, Lorentz, Orthant
from gordan.feasibility.constraint import decide, irreducible
from gordan.outcome.alternative import FaceChain, FaceStep
from gordan.problem.constraints import Constraints

NOTHING = np.zeros((0, 2)), np.zeros(0)


def matrices(n: int, equations: list[Any], sides: list[float]) -> Constraints:
    """⟨A, X⟩ = b for some matrices A, and X in the cone."""
    i, j = np.triu_indices(n)
    C = [np.asarray(A, dtype=float)[i, j] * np.where(i == j, 1, 2) for A in equations]
    return Constraints(C, sides, -np.eye(i.size), np.zeros(i.size), (PSD(n),))


def planted(seed: int, n: int, infeasible: bool) -> Constraints:
    """X_00 = 0, and a sum of the other X_0j that is −½ or 0; all of it turned, and the equations mixed."""
    rng = np.random.default_rng(seed)
    first, second = np.zeros((n, n), int), np.zeros((n, n), int)
    first[0, 0] = 1
    second[0, :] = [0, *rng.integers(1, 3, n - 1)]
    second = second + second.T
    T = np.eye(n, dtype=int)
    for _ in range(n):
        i, j = rng.choice(n, 2, replace=False)
        T[i] += rng.integers(-1, 2) * T[j]
    turned = [T.T @ A @ T for A in (first, second)]
    return matrices(n, [turned[0], turned[1] + turned[0]], [0.0, -1.0 if infeasible else 0.0])


def chained(seed: int, n: int, steps: int) -> Constraints:
    """X_00 = 0, then X_kk = −2X_{k−1,k+1} = 0 step by step, and an entry of a zero row is 1; all turned and mixed."""
    rng = np.random.default_rng(seed)
    units = np.eye(n, dtype=int)

    def entry(i: int, j: int) -> Any:
        return np.outer(units[i], units[j]) + (np.outer(units[j], units[i]) if i != j else 0)

    equations = [entry(0, 0), *(entry(k, k) + entry(k - 1, k + 1) for k in range(1, steps)), entry(steps - 1, n - 1)]
    sides = [0.0] * steps + [2.0]
    T = np.eye(n, dtype=int)
    for _ in range(n):
        i, j = rng.choice(n, 2, replace=False)
        T[i] += rng.integers(-1, 2) * T[j]
    equations = [T.T @ A @ T for A in equations]
    for k in range(1, len(equations)):
        equations[k] = equations[k] + rng.integers(-1, 2) * equations[k - 1]
    return matrices(n, equations, sides)


HYPERBOLA = Constraints(
    *NOTHING, [[0.0, 1.0], [0.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]], [0.0, 2.0, 0.0, 0.0], (Orthant(1), Lorentz(3))
)
WEAK = {
    "a matrix with X_00 = 0 and X_01 = 1": matrices(2, [[[1, 0], [0, 0]], [[0, 1], [1, 0]]], [0.0, 2.0]),
    "a hyperbola that nears its axis": HYPERBOLA,
    # X_00 = 0, then X_11 = −2X_02 = 0, and X_12 = 1 at last.
    "two steps": matrices(
        3, [np.diag([1, 0, 0]), [[0, 0, 1], [0, 1, 0], [1, 0, 0]], [[0, 0, 0], [0, 0, 1], [0, 1, 0]]], [0.0, 0.0, 2.0]
    ),
} | {f"planted {n}": planted(n, n, True) for n in (3, 4, 5)}
WEAK |= {
    f"{steps} steps, {n} rows, {seed}": chained(seed, n, steps)
    for steps, n, seed in ((2, 4, 0), (2, 4, 5), (3, 5, 0), (3, 5, 3), (3, 4, 2))
}


@pytest.mark.parametrize("system", WEAK.values(), ids=WEAK)
def test_weak_infeasibility_is_proved_by_faces(system: Constraints) -> None:
    answer = decide(system)
    assert answer.kind == "infeasible"
    assert isinstance(answer.proof, FaceChain)
    assert answer.run.solver == "facial-reduction"
    assert gordan.verify(system, answer).holds
    assert gordan.verify(system, answer.proof).holds


@pytest.mark.parametrize("n", [3, 4])
def test_points_on_a_face_are_found_exactly(n: int) -> None:
    answer = decide(planted(n, n, False))
    assert answer.kind == "feasible"
    assert answer.verdict.holds


def test_constraints_of_a_chain_are_named() -> None:
    """Without any one of the three the others have a point; a fourth has no part in it."""
    plain = matrices(2, [[[1, 0], [0, 0]], [[0, 1], [1, 0]], [[0, 0], [0, 1]]], [0.0, 2.0, 1.0])
    system = replace(plain, names=("corner", "edge", "other", "cone"), equation_of=(0, 1, 2), part_of=(3,))
    conflict = irreducible(system, decide(system), max_seconds=5.0)
    assert conflict.minimal
    assert [member.name for member in conflict.outcome.subsystem] == ["corner", "edge", "cone"]
    assert list(conflict.outcome.multipliers) == ["corner", "edge", "cone"]


TRUE = FaceChain((FaceStep((1, 0), (1, 0, 0)), FaceStep((0, -1), (0, -1, 0))))
# X_00 = 0 and X_01 = 1: the equations' multipliers enter with d − Cx, the cone's with X itself.
FALSE = {
    "no steps": (FaceChain(()), "steps are integers, one for each entry"),
    "numbers that are no integers": (
        FaceChain((FaceStep((1.0, 0), (1, 0, 0)),)),  # type: ignore[arg-type]
        "steps are integers, one for each entry",
    ),
    "an entry too few": (FaceChain((FaceStep((1, 0), (1, 0)),)), "steps are integers, one for each entry"),
    "the last step alone": (FaceChain(TRUE.steps[1:]), "step 1: not negative on the face"),
    "steps turned round": (FaceChain(TRUE.steps[::-1]), "step 1: what is left"),
    "the first step alone": (FaceChain(TRUE.steps[:1]), "step 1: what is left"),
    "conditions that do not cancel": (FaceChain((FaceStep((1, 0), (2, 0, 0)), TRUE.steps[1])), "step 1: conditions"),
    "a negative first step": (
        FaceChain((FaceStep((-1, 0), (-1, 0, 0)), TRUE.steps[1])),
        "step 1: not negative on the face",
    ),
    "a contradiction of the wrong sign": (
        FaceChain((TRUE.steps[0], FaceStep((0, 1), (0, 1, 0)))),
        "step 2: what is left",
    ),
    "steps of nothing": (
        FaceChain((FaceStep((0, 0), (0, 0, 0)), TRUE.steps[1])),
        "step 2: not negative on the face",
    ),
}


def test_the_chain_by_hand_is_a_proof() -> None:
    assert gordan.verify(WEAK["a matrix with X_00 = 0 and X_01 = 1"], TRUE).holds


@pytest.mark.parametrize("lie", FALSE.values(), ids=FALSE)
def test_false_chains_are_refused_by_name(lie: tuple[FaceChain, str]) -> None:
    chain, check = lie
    verdict = gordan.verify(WEAK["a matrix with X_00 = 0 and X_01 = 1"], chain)
    assert check in [each.name for each in verdict.failed]


def test_a_chain_proves_nothing_of_constraints_with_a_point() -> None:
    """X_01 = 0 instead of 1, and X_00 = 1 instead of 0: each step fails where its side has changed."""
    C = WEAK["a matrix with X_00 = 0 and X_01 = 1"]
    meeting = replace(C, d=np.zeros(2))
    assert [check.name for check in gordan.verify(meeting, TRUE).failed] == ["step 2: what is left"]
    beyond = replace(C, d=np.array([1.0, 2.0]))
    assert [check.name for check in gordan.verify(beyond, TRUE).failed] == ["step 1: what is left"]


@pytest.mark.parametrize(
    ("y", "holds"),
    [((3, 4, 5), True), ((3, 4, 6), False), ((3, 4, 4), False), ((0, 0, 0), False)],
)
def test_faces_of_second_order_cones(y: tuple[int, int, int], holds: bool) -> None:
    """s = (a, b, c) with 3a + 4b + 5c = 0 lies on the ray (−3, −4, 5), and there a = 1 is a contradiction."""
    C = [[3.0, 4.0, 5.0], [1.0, 0.0, 0.0]]
    system = Constraints(C, [0.0, 1.0], -np.eye(3), np.zeros(3), (Lorentz(3),))
    chain = FaceChain((FaceStep((1, 0), y), FaceStep((0, -1), (-1, 0, 0))))
    assert gordan.verify(system, chain).holds is holds
    assert decide(system).kind == "infeasible"


def test_random_changes_of_one_integer_are_refused_or_true() -> None:
    """A chain that is accepted after a change must be one: the constraints have no point either way."""
    system = WEAK["two steps"]
    chain = decide(system).proof
    assert isinstance(chain, FaceChain)
    feasible = replace(system, d=np.zeros(3))
    rng = np.random.default_rng(0)
    for _ in range(200):
        k = int(rng.integers(len(chain.steps)))
        nu, y = (list(values) for values in chain.steps[k])
        values = nu if rng.integers(2) else y
        values[int(rng.integers(len(values)))] += int(rng.integers(-3, 4))
        steps = tuple(FaceStep(tuple(nu), tuple(y)) if i == k else step for i, step in enumerate(chain.steps))
        assert not gordan.verify(feasible, FaceChain(steps)).holds
