"""Rows that spoil a separation: planted ones are found, and both bounds hold by the verifier and by trying all."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.outcome.spoilers import Spoilers


def judged(problem: Any, **settings: Any) -> Spoilers:
    answer = gordan.spoilers(problem, **settings)
    assert answer.verdict.holds
    assert gordan.verify(problem, answer).holds
    assert 0 <= answer.lower <= answer.upper == len(answer.rows)
    return answer


def test_planted_labels_are_found() -> None:
    """Of 15 labels that were turned around, far from the hyperplane, all 15 are found, and proved to be needed."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(3400, 10))
    z = X @ rng.normal(size=10)
    X, z = X[np.abs(z) > 0.3][:3000], z[np.abs(z) > 0.3][:3000]
    y = z > 0
    planted = np.sort(rng.choice(np.flatnonzero(np.abs(z) > 1.5), 15, replace=False))
    y[planted] ^= True
    answer = judged(gordan.Points(X, y))
    assert answer.rows == tuple(planted.tolist())
    assert (answer.lower, answer.upper) == (15, 15)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("intercept", [True, False])
def test_both_bounds_by_trying_all(seed: int, intercept: bool) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, size=(9, 2)).astype(float), np.arange(9) % 2
    if not intercept:
        X[(X == 0).all(axis=1)] = 1.0
    answer = judged(gordan.Points(X, y, intercept=intercept))

    def separable(kept: list[int]) -> bool:
        if intercept and len(set(y[kept])) < 2:
            return True
        return gordan.separate(X[kept], y[kept], intercept=intercept).kind == "separable"

    least = next(
        size
        for size in range(9)
        if any(separable([k for k in range(9) if k not in gone]) for gone in combinations(range(9), size))
    )
    assert answer.lower <= least <= answer.upper
    for row in answer.rows:  # putting back any one row spoils it again
        assert not separable([k for k in range(9) if k not in answer.rows or k == row])


def test_edges() -> None:
    assert judged(gordan.Points([[0.0], [1.0]], [0, 1])).kind == "separable"
    same = judged(gordan.Points([[2.0], [2.0]], ["a", "b"]))
    assert (same.lower, same.upper, same.separator) == (1, 1, None)
    nothing = judged(gordan.Points([[0.0], [1.0]], [0, 1], intercept=False))
    assert nothing.rows == (0,)  # a row of zeros is on no side
    with pytest.raises(gordan.InputError, match="without a kernel"):
        gordan.spoilers(gordan.Points([[0.0], [1.0]], [0, 1], kernel="rbf"))
    with pytest.raises(gordan.InputError, match="points with coordinates"):
        gordan.spoilers([[0.0], [1.0]])  # type: ignore[arg-type]


def test_a_model_is_so_many_rows_away_from_separation() -> None:
    data = {"ill": [0, 1, 0, 1, 0, 1, 1, 1], "dose": [0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7]}
    system = gordan.pose("ill ~ dose", data=data).system
    answer = judged(system)
    assert (answer.lower, answer.upper) == (2, 2)
    left = [k for k in range(8) if k not in answer.rows]
    rest = {name: [values[k] for k in left] for name, values in data.items()}
    assert gordan.diagnose("ill ~ dose", data=rest).kind == "complete"


def test_little_time_leaves_an_answer_that_holds() -> None:
    rng = np.random.default_rng(0)
    problem = gordan.Points(rng.normal(size=(2000, 10)), rng.integers(0, 2, 2000))
    answer = judged(problem, max_seconds=0.3)
    assert answer.reason.code.value == "max_seconds"
    assert answer.lower < answer.upper


def test_what_is_shown() -> None:
    problem = gordan.Points([[0.0], [1.0], [2.0], [3.0], [4.0], [9.0]], [0, 0, 0, 1, 1, 0])
    answer = judged(problem)
    assert "row 5" in str(answer)
    assert "no fewer will do" in answer._repr_html_()
    record = answer.to_dict()
    assert (record["rows"], record["lower"], record["upper"]) == ([5], 1, 1)
    assert not gordan.verify(problem, replace(answer, rows=())).holds
