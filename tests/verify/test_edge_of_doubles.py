"""Claims at the edge of the doubles: there is a verdict, right and without a warning."""

from __future__ import annotations

import numpy as np
import pytest

import gordan
from claimed import replace
from liar.truthful import failed, true

LARGEST = float(np.finfo(np.float64).max)


@pytest.mark.parametrize("name", ["inseparable", "inseparable, decimal", "undecided"])
@pytest.mark.parametrize("value", [LARGEST, -LARGEST, 1e300])
def test_a_centre_as_far_as_can_be(name: str, value: float) -> None:
    """The lower end does not depend on the centre, but rounding about such a centre leaves nothing of it."""
    problem, outcome, _ = true(name)
    far = replace(outcome, centre=np.array([value, 0.0]))
    lie = replace(far, bracket=gordan.outcome.Bracket(-LARGEST, outcome.bracket.upper))
    assert failed(problem, lie) <= {"margin at most", "intercept is the hyperplane's"}


@pytest.mark.parametrize(
    ("radius", "told"), [(5e-324, "weights are enclosed"), (LARGEST, "enclosed weights are positive")]
)
def test_a_radius_as_small_or_as_large_as_can_be(radius: float, told: str) -> None:
    problem, outcome, _ = true("inseparable")
    centre = outcome.weights[list(outcome.proof.support)]
    box = gordan.outcome.Enclosure(outcome.proof.support, centre, np.full(centre.size, radius))
    assert failed(problem, replace(outcome, proof=box)) == {told}
