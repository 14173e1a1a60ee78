"""Columns that are sums of others up to rounding: exactly they are independent, and rows must cancel in them too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.engine.polish.untangle import untangle

QUESTIONS: dict[str, dict[str, Any]] = {
    "intercept": {},
    "no intercept": {"intercept": False},
    "unit lengths": {"intercept": False, "normalise": True},
    "decimals": {"numbers": "decimal"},
}


def mixed(seed: int, n: int, m: int, sums: int) -> tuple[Any, Any]:
    """Labels that have nothing to do with the points, whose last columns are sums of the others, rounded."""
    rng = np.random.default_rng(seed)
    free = rng.standard_normal((n, m - sums)) * 10.0 ** rng.integers(-3, 4, m - sums)
    X = np.column_stack([free, free @ rng.uniform(-1.0, 1.0, (m - sums, sums))])
    assert np.linalg.matrix_rank(X - X.mean(axis=0)) == m - sums
    return X, np.arange(n) % 2


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("n", "m", "sums"), [(200, 6, 1), (300, 30, 4), (1500, 70, 3)])
def test_sums_that_were_rounded_do_not_leave_it_undecided(question: str, n: int, m: int, sums: int) -> None:
    X, y = mixed(m, n, m, sums)
    answer = gordan.separate(X, y, **QUESTIONS[question])
    assert (answer.kind, answer.verdict.holds) == ("inseparable", True)
    assert gordan.verify(gordan.Points(X, y, **QUESTIONS[question]), answer, proof="exact").holds
    assert len(answer.support) == m + 1 + ("intercept" not in QUESTIONS[question])


def test_constant_and_repeated_columns_beside_them() -> None:
    X, y = mixed(1, 400, 12, 2)
    X = np.column_stack([np.full(400, 0.1), X, X[:, 3], 2.0 * X[:, 4]])
    answer = gordan.separate(X, y)
    assert (answer.kind, answer.verdict.holds) == ("inseparable", True)


def test_nothing_is_made_of_columns_that_do_not_depend_on_one_another() -> None:
    X = np.random.default_rng(2).standard_normal((90, 5))
    assert untangle(gordan.Points(X, np.arange(90) % 2)).proof is None


def test_rows_that_only_rounding_parts_are_not_called_inseparable() -> None:
    """The last column is the sum of the others but for one unit in the last place, which has the sign of the label."""
    rng = np.random.default_rng(3)
    X, y = rng.integers(1, 8, (40, 3)) / 8.0, np.arange(40) % 2
    total = X.sum(axis=1)
    X = np.column_stack([X, total + np.where(y, 1, -1) * np.spacing(4.0)])
    assert gordan.separate(X, y).kind == "separable"
