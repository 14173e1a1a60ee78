"""The radius of a split: no movement within it changes the split or its ranks; it is 0 or ∞ where that is the truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.feasibility.split import Split, System, split
from gordan.outcome.split import Dependence, Relation, SplitClaim, SplitProof
from gordan.problem.computed import computed
from gordan.verify import verify

_COLUMNS = (
    lambda rng, n: rng.integers(-2, 3, n).astype(float),
    lambda rng, n: rng.normal(size=n),
    lambda rng, n: np.round(rng.normal(size=n), 1) * 1.1,
    lambda rng, n: np.log(rng.integers(1, 5, n) + 0.5) * rng.integers(0, 2, n),
)


def radius(system: System, answer: Split) -> float:
    verdict = verify(system, SplitClaim(answer.strict, answer.proof, radius=0.0))
    assert verdict.holds
    return verdict.radius


def drawn(rng: Any) -> System:
    n, p = int(rng.integers(4, 14)), int(rng.integers(1, 4))
    X = np.column_stack([np.ones(n), *(_COLUMNS[rng.integers(4)](rng, n) for _ in range(p))])
    y = (X @ rng.normal(size=p + 1) > 0) if rng.integers(2) else rng.integers(0, 2, n) > 0
    A = np.where(y[:, None], X, -X)
    k = int(rng.integers(0, 3)) if rng.integers(3) == 0 else 0
    return System(A[k:], A[:k] if k else None, "decimal")


def moved(system: System, r: float, rng: Any) -> System:
    """Every computed number moved by r of its size one way or the other, equal ones of a column alike."""
    parts = [np.array(system.inequalities), np.array(system.equalities)]
    for j in range(system.n_columns):
        for size in np.unique(np.abs(np.concatenate([part[:, j] for part in parts]))):
            factor = 1.0 + r * float(rng.choice([-1.0, 1.0])) * (1.0 - 1e-15) if computed(np.array([size]))[0] else 1.0
            for part in parts:
                part[np.abs(part[:, j]) == size, j] *= factor
    return System(parts[0], parts[1] if len(parts[1]) else None, "binary")


def test_no_movement_within_the_radius_changes_the_answer() -> None:
    rng = np.random.default_rng(22)
    seen = dict.fromkeys(("complete", "quasi", "overlap"), 0)
    for _ in range(60):
        system = drawn(rng)
        answer = split(system)
        assert isinstance(answer, Split)
        r = radius(system, answer)
        if not 0 < r < np.inf:
            continue
        seen[answer.kind] += 1
        again = split(moved(system, r, rng))
        assert isinstance(again, Split)
        assert again.strict.tolist() == answer.strict.tolist()
        assert (again.rank, again.proof.flat.rank) == (answer.rank, answer.proof.flat.rank)
    assert min(seen.values()) >= 3, seen


def test_ties_of_computed_values_move_together() -> None:
    dose = np.log(np.array([1.5, 2.5, 3.5, 3.5, 4.5, 5.5]))
    A = np.column_stack([np.ones(6), dose]) * np.array([-1, -1, -1, 1, 1, 1])[:, None]
    system = System(A, None, "decimal")
    answer = split(system)
    assert isinstance(answer, Split)
    assert answer.kind == "quasi"
    assert radius(system, answer) > 0.01


@pytest.mark.parametrize(
    ("columns", "expected"),
    [([[1.0, 2.0], [1.0, 0.5], [-1.0, -1.5]], np.inf), ([[1.0, 0.1 + 0.2], [-1.0, -0.3], [1.0, 0.3]], 0.0)],
)
def test_ends(columns: list[list[float]], expected: float) -> None:
    """Decimals as written do not move; a difference in the seventeenth digit is no difference."""
    system = System(np.array(columns), None, "decimal")
    answer = split(system)
    assert isinstance(answer, Split)
    assert radius(system, answer) == expected if expected else radius(system, answer) < 1e-12


def test_a_claimed_radius_is_judged() -> None:
    system = drawn(np.random.default_rng(5))
    answer = split(system)
    assert isinstance(answer, Split)
    r = radius(system, answer)
    for claimed, holds in ((r, True), (r * 1.001, False), (np.nan, False), (-1.0, False)):
        assert verify(system, SplitClaim(answer.strict, answer.proof, radius=claimed)).holds is holds


def test_small_entries_of_a_direction_are_not_rounded_away() -> None:
    """Beside 2¹⁰⁷⁸ the doubles of 25 and 23 are 2 and 1 units: the second row would seem to have room for a quarter."""
    a, c = 2.0**48 / 3, 2.0**48 * 0.3612318840579711
    assert computed(np.array([a, c])).all()
    assert 25 * a > 23 * c
    assert 25 * a * 0.99 < 23 * c * 1.01  # where both move by a hundredth the row is no longer positive
    inequalities = np.array([[1.0, 0.0, 0.0], [0.0, a, -c], [0.0, 2.0**48, 0.0]])
    system = System(inequalities, np.array([[0.0, 23.0 * 2.0**48, -25.0 * 2.0**48]]))
    flat = Dependence((1,), np.array([3]), (Relation((0,), (1,)), Relation((1, 2), (25, 23))))
    table = Dependence((0, 1, 2), np.array([0, 2, 3]), ())
    claim = SplitClaim(np.ones(3, bool), SplitProof((2**1078, 25, 23), (0,), flat, table), radius=0.0)
    assert verify(system, claim).holds
    assert verify(system, claim).radius < 0.01


def test_the_radius_of_points_is_what_they_may_move_by() -> None:
    """Moved straight towards the other side by a little less they stay apart, by a little more they do not."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 3))
    y = (X @ [1.0, 2.0, -1.0] > 0.1).astype(int)
    answer = gordan.separate(X, y)
    assert answer.coef is not None
    towards = np.where(y == 1, -1.0, 1.0)[:, None] * answer.coef / np.linalg.norm(answer.coef)
    for share, kind in ((0.999, "separable"), (1.001, "inseparable")):
        assert gordan.separate(X + share * answer.radius * towards, y).kind == kind
    assert gordan.separate([[0.0], [1.0], [2.0]], [0, 1, 0]).radius == 0.0
