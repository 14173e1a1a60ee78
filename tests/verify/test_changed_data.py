"""Numbers changed after a problem was posed without a copy are judged as they are."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import claimed
import gordan
from gordan.outcome import Separator


def test_a_separator_of_the_numbers_as_they_were() -> None:
    """The sum of the changed row is −12; in doubles, in some orders of summation, it comes out positive."""
    accepted = 0
    for order in list(permutations([-7.0, 9.0, -1e17, 1e17, 1e17, -1e17, -7.0, -7.0]))[::400]:
        X = np.zeros((3, 8))
        X[0, 0], X[1:, 0] = -1.0, 1.0
        problem = gordan.Points(X, [0, 1, 1])
        w, centre = np.ones(8), np.zeros(8)
        claim = claimed.separable(
            proof=Separator(w, 0.0, centre),
            bracket=gordan.Bracket(0.0, np.inf),
            reason="",
            n_iter=0,
            n_passes=0,
            seconds=0.0,
            solver="",
            classes=(0, 1),
            coef=w,
            centre=centre,
        )
        assert gordan.verify(problem, claim).holds
        X[2] = order
        accepted += gordan.verify(problem, claim).holds
    assert accepted == 0


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_gets_a_sentence(value: float) -> None:
    X = np.array([[0.0], [1.0]])
    problem = gordan.Points(X, [0, 1])
    outcome = gordan.solve(problem)
    X[0, 0] = value
    with pytest.raises(gordan.InputError, match="have changed since they were posed"):
        gordan.verify(problem, outcome)
