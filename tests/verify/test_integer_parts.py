"""A hyperplane in integers: each of its checks by a claim that is false in it alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from claimed import replace
from gordan import Points
from gordan.outcome import Claim, IntegerSeparator
from gordan.verify.integer_separator import judge_integer_separator, lowest_in_integers

X = [[3.0, 1.0], [5.0, -1.0], [-2.0, 0.0], [-1.0, 4.0]]
LINE = Points(X, [1, 1, 0, 0])
CONE = Points(X, [1, 1, 0, 0], intercept=False)
WHOLE, FRACTION = "direction is in integers, not all zero", "offset is a fraction"
SIDE, BETWEEN, NONE = "every point on its side", "offset lies between the classes", "no offset"
SHOWN = "coef and intercept are the proof's, rounded"


def claimed(integers: Any, offset: Any) -> tuple[Claim, IntegerSeparator]:
    proof = IntegerSeparator(integers, offset)
    try:
        unit = 1 << max(abs(v).bit_length() for v in integers)
        shown = np.array([v / unit for v in integers])
        away = Fraction(offset) / unit
    except (AttributeError, TypeError, ValueError):
        shown, away = np.zeros(2), Fraction(0)
    return Claim(coef=shown, centre=np.zeros(2), offset=away, intercept=float(away), proof=proof), proof


def failing(problem: Points, claim: Any, proof: Any) -> list[str]:
    checks, low = judge_integer_separator(problem, claim, proof)
    failed = [check.name for check in checks if not check.holds]
    assert (low is None) == bool(failed)
    return failed


@pytest.mark.parametrize(
    ("problem", "integers", "offset", "wrong"),
    [
        (LINE, (3, 0), Fraction(-8), []),
        (LINE, (3, 0), Fraction(-9), [BETWEEN]),
        (LINE, (3, 0), Fraction(3), [BETWEEN]),
        (LINE, (3, 0), Fraction(3) - Fraction(1, 10**40), []),
        (LINE, (0, 3), Fraction(0), [SIDE]),
        (CONE, (3, 0), Fraction(0), []),
        (CONE, (3, 0), Fraction(1, 10**400), [NONE]),
        (LINE, (0, 0), Fraction(0), [WHOLE]),
        (LINE, (3,), Fraction(0), [WHOLE]),
        (LINE, (3, 0, 0), Fraction(0), [WHOLE]),
        (LINE, [3, 0], Fraction(0), [WHOLE]),
        (LINE, (3.0, 0), Fraction(0), [WHOLE]),
        (LINE, (True, 0), Fraction(0), [WHOLE]),
        (LINE, (3, 0), 0, [FRACTION]),
        (LINE, (3, 0), -8.0, [FRACTION]),
    ],
)
def test_a_hyperplane_in_integers(problem: Points, integers: Any, offset: Any, wrong: list[str]) -> None:
    assert failing(problem, *claimed(integers, offset)) == wrong


@pytest.mark.parametrize(
    "lie",
    [
        {"coef": np.array([0.75, 2.0**-1074])},
        {"coef": [0.75, 0.0]},
        {"coef": np.array([0.75])},
        {"centre": np.array([0.0, 1.0])},
        {"centre": np.zeros(3)},
        {"centre": np.zeros(2, np.int64)},
        {"centre": np.zeros((2, 1))},
        {"offset": Fraction(-9, 4)},
        {"offset": -2.0},
        {"intercept": -2.25},
        {"intercept": -2},
        {"intercept": Fraction(-2)},
    ],
)
def test_what_is_shown_is_the_proof_rounded(lie: dict[str, Any]) -> None:
    claim, proof = claimed((3, 0), Fraction(-8))
    assert (claim.intercept, claim.coef.tolist()) == (-2.0, [0.75, 0.0])  # type: ignore[union-attr]
    assert failing(LINE, claim, proof) == []
    assert failing(LINE, replace(claim, **lie), proof) == [SHOWN]


def test_coefficients_that_may_not_be_negative() -> None:
    positive = Points(X, [1, 1, 0, 0], intercept=False, positive=True)
    wide = Points([[9.0, 1.0], [9.0, -1.0]], [1, 1], intercept=False, positive=True)
    assert failing(positive, *claimed((3, 0), Fraction(0))) == []
    assert failing(wide, *claimed((3, -1), Fraction(0))) == ["no coefficient is negative"]
    assert failing(wide, *claimed((3, 1), Fraction(0))) == []
    assert failing(positive, *claimed((0, 0), Fraction(0))) == [WHOLE]
    assert failing(positive, *claimed((), Fraction(0))) == [WHOLE]


def test_lowest_products_were_not_rounded() -> None:
    low = lowest_in_integers(LINE, (3, 1))
    assert (low.positive, low.negative) == (Fraction(10), Fraction(-1))
    one_class = lowest_in_integers(Points(X[:2], [1, 1], intercept=False), (1, 0))
    assert (one_class.positive, one_class.negative) == (Fraction(3), None)
