"""What is asked of the time before a certificate is checked, and of the fields of one that is not as declared."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import gordan
from claimed import replace
from gordan.arithmetic.deadline import deadline
from gordan.geometry import Ball, Bodies, Box, Touching
from gordan.outcome import Claim
from gordan.outcome.alternative import Term
from gordan.outcome.bodies import CommonPoint
from gordan.outcome.certificate.compose import compose_bodies
from gordan.verify.cost import enough_time, estimated_seconds
from gordan.verify.declared import as_declared

MEETING = Bodies(Box([0.0], [1.0]), Ball([3.0], 2.0))


def certificate() -> Any:
    return compose_bodies(MEETING, Touching(proof=CommonPoint((Fraction(1),))))


def test_doubles_need_no_exact_arithmetic() -> None:
    assert estimated_seconds(MEETING, Claim()) is None
    with enough_time(MEETING, Claim()):
        pass


def test_parts_that_no_certificate_has_are_left_to_their_own_check() -> None:
    broken = replace(certificate(), question=None)
    with pytest.raises(AttributeError):
        estimated_seconds(MEETING, broken)
    with deadline(0.5), enough_time(MEETING, broken):
        pass


def test_work_that_cannot_end_is_refused() -> None:
    long = replace(certificate(), proof=CommonPoint((Fraction(10**200_000 + 1, 10**200_000),)))
    assert estimated_seconds(MEETING, long) > estimated_seconds(MEETING, certificate())  # type: ignore[operator]
    with pytest.raises(gordan.OverBudget), deadline(1e-4), enough_time(MEETING, long):
        pytest.fail("it was begun")


def test_a_word_is_one_of_those_declared() -> None:
    assert as_declared(certificate()).holds
    assert as_declared(Term("row", 0, "lower", 1)).holds
    for place in (7, "elsewhere", None):
        assert as_declared(Term(place, 0, "lower", 1)).quantity.startswith("claim.place")  # type: ignore[arg-type]
