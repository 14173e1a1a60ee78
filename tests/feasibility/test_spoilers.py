"""Observations that keep a model from being separated: both bounds hold by the verifier and by trying all."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import gordan
from gordan.outcome.spoilers import ModelSpoilers
from gordan.problem import System
from gordan.problem.observations import Observations


def judged(posed: Any, **settings: Any) -> ModelSpoilers:
    answer = gordan.spoilers(posed, **settings)
    assert isinstance(answer, ModelSpoilers)
    assert answer.verdict.holds
    assert gordan.verify(getattr(posed, "observations", posed), answer).holds
    assert 0 <= answer.lower <= answer.upper == len(answer.rows)
    return answer


def drawn(family: str, rng: np.random.Generator, n: int) -> Any:
    """Small whole numbers, so that many rows lie on common hyperplanes."""
    X = rng.integers(-2, 3, size=(n, int(rng.integers(1, 3)))).astype(float)
    if family == "poisson":
        return X, np.append(rng.poisson(0.8, n - 1), 0)
    if family == "multinomial":
        return X, np.arange(n) % 3
    if family == "binomial":
        return X, np.column_stack([rng.integers(0, 3, n), rng.integers(0, 3, n)])
    return X, np.append(rng.integers(0, 2, n - 2), [0, 1])


def parts(system: System) -> tuple[Any, Any]:
    return system.inequalities, system.equalities


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("family", ["poisson", "binomial", "log-binomial", "multinomial"])
def test_both_bounds_by_trying_all(family: str, seed: int) -> None:
    """Without any fewer rows than `lower` the model overlaps, without `rows` it is separated."""
    n = 7
    X, y = drawn(family, np.random.default_rng(seed), n)
    posed = gordan.pose(X, y, family=family)
    answer = judged(posed)
    observed = posed.observations

    def separated(gone: tuple[int, ...]) -> bool:
        """By a program of its own: the greatest sum of the inequalities in a box of admissible directions."""
        system = observed.without(gone)
        rows, equal = (np.asarray(part.toarray() if hasattr(part, "toarray") else part) for part in parts(system))
        if not len(rows):
            return False
        solved = linprog(
            -rows.sum(axis=0),
            A_ub=-rows,
            b_ub=np.zeros(len(rows)),
            A_eq=equal if len(equal) else None,
            b_eq=np.zeros(len(equal)) if len(equal) else None,
            bounds=(-1, 1),
        )
        return bool(-solved.fun > 1e-6)

    least = next(k for k in range(n) if any(separated(gone) for gone in combinations(range(n), k)))
    assert answer.lower <= least <= answer.upper
    for row in answer.rows:  # putting back any one row makes the estimates exist again
        assert not separated(tuple(each for each in answer.rows if each != row))


def test_a_level_with_few_counts_decides() -> None:
    """Three rows of the level "rare" are positive: without them its coefficient is infinite, and no two rows do it."""
    rng = np.random.default_rng(0)
    level = np.where(np.arange(200) < 12, "rare", rng.choice(["a", "b"], 200))
    count = np.where(level == "rare", 0, rng.poisson(1.0, 200))
    count[[2, 5, 7]] = 1
    data = {"count": count, "level": level, "x": rng.normal(size=200).round(2)}
    answer = judged(gordan.pose("count ~ level + x", data=data, family="poisson"))
    assert answer.rows == (2, 5, 7)
    assert (answer.lower, answer.upper, answer.kind) == (3, 3, "overlap")
    left = np.delete(np.arange(200), answer.rows)
    rest = {name: np.asarray(values)[left] for name, values in data.items()}
    assert gordan.diagnose("count ~ level + x", data=rest, family="poisson").kind == "quasi"


def test_rows_are_those_of_the_data() -> None:
    """Rows with missing values and of weight 0 keep their numbers, and never have to go."""
    data = {"count": [None, 0, 0, 3, 0, 2, 0, 9], "group": ["a", "a", "a", "a", "b", "b", "b", "b"]}
    posed = gordan.pose("count ~ group", data=data, family="poisson", weights=[1, 1, 1, 1, 1, 1, 1, 0])
    answer = judged(posed)
    assert answer.n == 8
    assert answer.upper == 1
    assert answer.rows[0] in (3, 5)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(gordan.InputError, match="all counts are positive"):
        gordan.spoilers(gordan.pose([[1.0], [2.0]], [3, 4], family="poisson"))
    with pytest.raises(gordan.InputError, match="cumulative-link model do not each speak of one observation"):
        gordan.spoilers(gordan.pose([[1.0], [2.0], [3.0], [1.0]], [1, 2, 3, 2], family="ordinal"))
    system = System([[1.0]])
    with pytest.raises(gordan.InputError, match="one whole number for each of the 1 rows"):
        Observations(system, np.array([0, 1]), 2)
    with pytest.raises(gordan.InputError, match="below n"):
        Observations(system, np.array([2]), 2)


def test_edges() -> None:
    separated = judged(gordan.pose([[1.0], [2.0], [3.0]], [0, 0, 5], family="poisson"))
    assert (separated.kind, separated.rows) == ("separated", ())
    assert "separated as it is" in str(separated)
    rows = judged(System([[-1.0, 0.0], [0.0, -1.0]], [[1.0, 0.0], [0.0, 1.0], [0.0, 2.0]]))
    assert rows.rows == (2,)  # an equality, after the two inequalities


def test_little_time_leaves_an_answer_that_holds() -> None:
    rng = np.random.default_rng(0)
    posed = gordan.pose(rng.normal(size=(400, 5)).round(2), rng.poisson(0.5, 400), family="poisson")
    try:
        answer = judged(posed, max_seconds=0.5)
    except gordan.OverBudget:
        return  # a busy machine may not get as far as one direction
    assert answer.lower < answer.upper


def test_what_is_shown() -> None:
    data = {"count": [0, 0, 3, 0, 2, 0, 1], "group": ["a", "a", "a", "b", "b", "b", "b"]}
    posed = gordan.pose("count ~ group", data=data, family="poisson")
    answer = judged(posed)
    assert "row 2" in str(answer)
    assert "no fewer will do" in answer._repr_html_()
    record = answer.to_dict()
    assert (record["rows"], record["lower"], record["upper"], record["shared"]) == ([2], 1, 1, 1)
    assert not gordan.verify(posed.observations, replace(answer, rows=())).holds
