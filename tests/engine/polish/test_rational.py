"""Integer weights at sizes where they have thousands of digits, checked by the verifier and by the clock."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from claimed import replace
from gordan.engine.polish.lifting import TooLong
from gordan.engine.polish.rational import solve_rationally
from verify.system import planted


def signed(X: Any, y: Any, weights: list[int]) -> list[int]:
    """What is left of the weighted rows, in units of 2^-60: the rows are short binary fractions."""
    return [
        sum(int(a * 2.0**60) * int(s) * v for a, s, v in zip(column, y, weights, strict=True))
        for column in np.asarray(X).T
    ]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("k", [3, 9, 60, 150])
def test_planted_weights_cancel(k: int, intercept: bool) -> None:
    X, y, _ = planted(k, intercept, seed=k)
    X = np.round(X * 2**20) / 2**20
    problem = gordan.Points(X, y, intercept=intercept)
    weights = solve_rationally(problem, range(k))
    if weights is None:
        # Rounding has moved the rows: then some weight is negative, and no row must be left.
        assert gordan.solve(problem, proof="exact").kind != "undecided"
        return
    assert min(weights) >= 0
    assert not any(signed(X, y, weights))
    assert not intercept or sum(int(s) * v for s, v in zip(y, weights, strict=True)) == 0


def test_more_equations_than_unknowns() -> None:
    """Three points on a line in five dimensions; moved off it by one unit they no longer cancel."""
    line = np.outer([1.0, -2.0, 5.0], [3.0, 1.0, -4.0, 1.0, 5.0])
    assert solve_rationally(gordan.Points(line[:2], [1, 1], intercept=False), range(2)) == [2, 1]
    line[0, 3] += 2.0**-40
    assert solve_rationally(gordan.Points(line[:2], [1, 1], intercept=False), range(2)) is None


def test_zeros_and_signs() -> None:
    zero = gordan.Points([[0.0, 0.0], [1.0, 0.0]], [1, 1], intercept=False)
    assert solve_rationally(zero, [0]) == [1]
    assert solve_rationally(zero, [1]) is None
    ahead = gordan.Points([[1.0, 0.0], [2.0, 0.0]], [1, 1], intercept=False)
    assert solve_rationally(ahead, [0, 1]) is None


def test_an_exact_proof_in_two_hundred_dimensions() -> None:
    rng = np.random.default_rng(0)
    problem = gordan.Points(rng.normal(size=(1000, 200)), rng.integers(0, 2, 1000), intercept=True)
    outcome = gordan.solve(problem, proof="exact", goal="decide")
    assert isinstance(outcome.proof, gordan.outcome.Cancellation)
    assert len(outcome.proof.support) == 202
    assert gordan.verify(problem, outcome, proof="exact").holds


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, sp.csc_array])
@pytest.mark.parametrize("intercept", [False, True])
def test_one_unit_too_much_in_numbers_of_a_thousand_digits(intercept: bool, form: Any) -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(240, 60)) * (rng.random((240, 60)) < 0.5)
    problem = gordan.Points(form(X), rng.integers(0, 2, 240), intercept=intercept)
    outcome = gordan.solve(problem, proof="exact", goal="decide")
    S, weights = outcome.proof.support, outcome.proof.integers
    assert len(S) == 61 + intercept
    assert min(weights) > 10**300
    for i, change in ((0, 1), (30, -1), (60, 10**200)):
        spoilt = (*weights[:i], weights[i] + change, *weights[i + 1 :])
        # The doubles shown beside them are the same: only the integers can tell.
        lie = replace(outcome, proof=gordan.outcome.Cancellation(S, spoilt))
        names = {check.name for check in gordan.verify(problem, lie, proof="exact").failed}
        assert "weighted rows cancel" in names
        assert ("weighted labels cancel" in names) == intercept


def test_time_that_does_not_suffice() -> None:
    """What cannot end in time is not begun, and the outcome says so."""
    rng = np.random.default_rng(0)
    problem = gordan.Points(rng.normal(size=(700, 140)), rng.integers(0, 2, 700), intercept=False)
    gordan.solve(problem)
    with pytest.raises(TooLong):
        solve_rationally(problem, range(141), deadline=time.perf_counter())
    late = gordan.solve(problem, proof="exact", max_seconds=1e-6)
    assert late.kind == "undecided"
    # On a few rows nobody looks at the clock.
    few = gordan.Points([[0.0], [1.0], [2.0]], [0, 1, 0])
    assert solve_rationally(few, range(3), deadline=0.0) == [1, 2, 1]
