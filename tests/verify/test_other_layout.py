"""An outcome is about numbers, not about how they are stored: it is accepted wherever the same numbers are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import gordan

LAYOUTS = {
    "csr": sp.csr_array,
    "csc": sp.csc_array,
    "fortran": np.asfortranarray,
    "frame": pd.DataFrame,
    "reversed strides": lambda X: np.ascontiguousarray(X[::-1, ::-1])[::-1, ::-1],
}
QUESTIONS = [(True, False), (False, False), (False, True)]


@pytest.mark.parametrize("proof", ["rounded", "exact"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("intercept", "normalise"), QUESTIONS)
def test_the_verdict_does_not_depend_on_the_layout(intercept: bool, normalise: bool, layout: str, proof: Any) -> None:
    """The sums come out in another order, so that rounding alone would refute ends that are true."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(9, 5)) + 3.0
        y = (X @ rng.normal(size=5) > np.median(X @ np.ones(5)) - 15.0).astype(int)
        if y.min() == y.max():
            continue
        outcome = gordan.separate(X, y, intercept=intercept, normalise=normalise, max_iter=200)
        other = gordan.Points(LAYOUTS[layout](X), y, intercept, normalise)
        assert gordan.verify(other, outcome, proof=proof).holds


@pytest.mark.parametrize("solver", ["auto", "min-norm-point", "perceptron"])
@pytest.mark.parametrize("size", [5e307, 1e308, 1.7e308])
def test_products_that_overflow_claim_nothing_false(size: float, solver: str) -> None:
    problem = gordan.Points([[size, size], [-size, -size]], [1, 0])
    outcome = gordan.solve(problem, solver=solver, max_seconds=20.0)
    assert outcome.kind == "separable"
    assert gordan.verify(problem, outcome).holds
    assert 0 < outcome.bracket.lower < np.inf
    # Half the distance of the two points, size·√2; halved before it is taken, for it may be beyond the doubles.
    assert outcome.bracket.lower / 2 <= size * np.sqrt(0.5) * (1 + 1e-12)
    assert outcome.bracket.upper / 2 >= size * np.sqrt(0.5) * (1 - 1e-12)


def test_an_infinite_lower_end_is_refused() -> None:
    from claimed import replace

    problem = gordan.Points([[0.0], [2.0]], [0, 1])
    outcome = gordan.solve(problem)
    forged = replace(outcome, bracket=gordan.outcome.Bracket(np.inf, outcome.bracket.upper))
    assert "margin at least" in {check.name for check in gordan.verify(problem, forged).failed}


def test_what_is_no_outcome_gets_a_sentence() -> None:
    from claimed import replace

    problem = gordan.Points([[0.0], [2.0]], [0, 1])
    with pytest.raises(gordan.InputError, match="give what solve"):
        gordan.verify(problem, None)  # type: ignore[arg-type]
    verdict = gordan.verify(problem, replace(gordan.solve(problem), proof=None))  # type: ignore[arg-type]
    assert [check.name for check in verdict.failed] == ["proof is of its kind"]
