"""The judge of separators asked directly, without what `verify` looks at before."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gordan
from claimed import replace
from gordan.verify.points import judge_separator

OFFSET = "offset lies between the classes"
REPORTED = "coef and intercept are the proof's"


@pytest.fixture(name="problem")
def two_rows() -> gordan.Points:
    return gordan.Points([[0.0, 1.0], [3.0, 1.0]], [0, 1])


def judged(problem: gordan.Points, outcome: Any, *, exact: bool = False) -> dict[str, gordan.outcome.Check]:
    return {check.name: check for check in judge_separator(problem, outcome, exact=exact)}


def test_an_offset_is_called_by_the_arithmetic_that_placed_it(problem: gordan.Points) -> None:
    """Rounded ends of the gap stay rounded, however exactly the offset is compared with them."""
    outcome = gordan.solve(problem)
    assert judged(problem, outcome)[OFFSET].arithmetic == "floating point with rounding bounds"
    assert judged(problem, outcome, exact=True)[OFFSET].arithmetic == "integers"


class Disguised(np.ndarray):
    """An array that may compare as it likes."""


@pytest.mark.parametrize("kind", [list, lambda v: v.view(Disguised)], ids=["a list", "a subclass"])
@pytest.mark.parametrize("field", ["coef", "centre"])
def test_vectors_that_are_no_plain_arrays_are_not_the_proofs(problem: gordan.Points, field: str, kind: Any) -> None:
    outcome = gordan.solve(problem)
    assert judged(problem, outcome)[REPORTED].holds
    assert not judged(problem, replace(outcome, **{field: kind(getattr(outcome, field))}))[REPORTED].holds


def test_numbers_of_another_type_are_not_the_proofs(problem: gordan.Points) -> None:
    outcome = gordan.solve(problem)
    offset = outcome.proof.offset
    other = float(offset) if isinstance(offset, Fraction) else Fraction(offset)
    assert other == offset
    assert not judged(problem, replace(outcome, offset=other))[REPORTED].holds
    assert not judged(problem, replace(outcome, intercept=np.float64(outcome.intercept)))[REPORTED].holds


def test_each_number_shown_is_the_proofs(problem: gordan.Points) -> None:
    outcome = gordan.solve(problem)
    for lie in (
        {"coef": outcome.coef * 2},
        {"centre": outcome.centre + 1.0},
        {"offset": outcome.offset + 0.25},
        {"intercept": float(np.nextafter(outcome.intercept, np.inf))},
    ):
        assert not judged(problem, replace(outcome, **lie))[REPORTED].holds


def test_an_offset_that_rounding_cannot_place_is_placed_in_integers() -> None:
    """The next double beside the edge of the gap is inside of it, the edge is not."""
    problem = gordan.Points([[0.0], [3.0]], [0, 1])
    outcome = gordan.solve(problem)
    for offset, holds in ((-3.0, False), (float(np.nextafter(-3.0, 0.0)), True), (0.0, False), (-5e-324, True)):
        proof = replace(outcome.proof, direction=np.ones(1), centre=np.zeros(1), offset=offset)
        check = judged(problem, replace(outcome, proof=proof))[OFFSET]
        assert (check.holds, check.arithmetic) == (holds, "integers")
