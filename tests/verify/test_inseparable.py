"""The judges of cancelling weights asked directly, without what `verify` looks at before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.outcome import Cancellation, Enclosure
from gordan.verify.inseparable import equations, judge_cancellation, judge_enclosure

PROBLEM = gordan.Points([[0.0], [2.0], [1.0], [5.0]], [0, 0, 1, 1])
SUPPORT, INTEGERS, WEIGHTS = (0, 1, 2), (1, 1, 2), np.array([0.25, 0.25, 0.5, 0.0])
CENTRE, RADIUS = np.array([0.25, 0.25, 0.5]), np.full(3, 1e-12)


def holds(support: Any, integers: Any, weights: Any, problem: gordan.Points = PROBLEM) -> bool:
    checks = judge_cancellation(problem, Cancellation(support, integers), weights)
    return all(check.holds for check in checks)


def enclosed(support: Any, centre: Any, radius: Any, weights: Any = WEIGHTS) -> bool:
    return all(check.holds for check in judge_enclosure(PROBLEM, Enclosure(support, centre, radius), weights))


def test_the_truth_is_accepted() -> None:
    assert holds(SUPPORT, INTEGERS, WEIGHTS)
    assert enclosed(SUPPORT, CENTRE, RADIUS)


def test_one_row_is_enough_where_it_is_zero() -> None:
    problem = gordan.Points([[0.0, 0.0], [1.0, 0.0]], [1, 1], intercept=False)
    assert holds((0,), (7,), np.array([1.0, 0.0]), problem)
    assert not holds((1,), (7,), np.array([0.0, 1.0]), problem)


@pytest.mark.parametrize(
    ("support", "integers"),
    [
        (list(SUPPORT), INTEGERS),
        (SUPPORT, list(INTEGERS)),
        (list(SUPPORT), list(INTEGERS)),
        (SUPPORT, (1, 1)),
        ((), ()),
        (SUPPORT, (1, 1, 0)),
        (SUPPORT, (-1, -1, -2)),
        (SUPPORT, (1.0, 1.0, 2.0)),
        ((0, 1, 4), INTEGERS),
        ((0, 1, -2), INTEGERS),
        ((0, 0, 2), INTEGERS),
        ((0, True, 2), INTEGERS),
        (SUPPORT, (1, 2, 3)),
        (SUPPORT, (2, 1, 3)),
    ],
)
def test_what_is_no_cancellation_is_refused(support: Any, integers: Any) -> None:
    assert not holds(support, integers, WEIGHTS)


@pytest.mark.parametrize(
    "weights", [None, list(WEIGHTS), WEIGHTS[:3], WEIGHTS + [0, 0, 0, 5e-324], WEIGHTS.view(np.recarray), WEIGHTS[::-1]]
)
def test_weights_shown_are_the_proofs(weights: Any) -> None:
    assert not holds(SUPPORT, INTEGERS, weights)
    assert not enclosed(SUPPORT, CENTRE, RADIUS, weights)


@pytest.mark.parametrize(
    ("centre", "radius"),
    [
        (CENTRE, np.full(3, 0.25)),
        (CENTRE, np.full(3, -1e-12)),
        (CENTRE, np.full(3, np.nan)),
        (np.full(3, np.inf), RADIUS),
        (CENTRE + 1e-9, RADIUS),
        (CENTRE[:2], RADIUS[:2]),
        (list(CENTRE), RADIUS),
        (CENTRE, list(RADIUS)),
        (-CENTRE, RADIUS),
    ],
)
def test_what_encloses_nothing_is_refused(centre: Any, radius: Any) -> None:
    assert not enclosed(SUPPORT, centre, radius)


@pytest.mark.parametrize("support", [(0, 1), (0, 1, 2, 3), (0, 1, 7), (0, 0, 2), [0, 1, 2], (0, 2, 3)])
def test_rows_that_are_none_enclose_nothing(support: Any) -> None:
    assert not enclosed(support, CENTRE, RADIUS)


def test_all_that_an_enclosure_rests_on_is_shown() -> None:
    names = [check.name for check in judge_enclosure(PROBLEM, Enclosure(SUPPORT, CENTRE, RADIUS), WEIGHTS)]
    assert names[:2] == ["support rows exist and differ", "a centre and a radius for each row"]
    assert names[-1] == "weights are the proof's"


@pytest.mark.parametrize("form", [sp.csr_array, sp.csc_array])
def test_a_column_with_nothing_above_zero_is_an_equation(form: Any) -> None:
    """A sparse column of negative numbers has no positive greatest entry, yet it must cancel."""
    X = np.array([[-1.0, 0.0, 2.0], [0.0, 0.0, -1.0], [-3.0, 0.0, 5.0], [0.0, 1.0, 0.0]])
    dense, sparse = (gordan.Points(given, [1, 1, 1, 1], intercept=False) for given in (X, form(X)))
    expected, found = equations(dense, (0, 1, 2)), equations(sparse, (0, 1, 2))
    assert expected is not None
    assert found is not None
    assert found[0].tolist() == expected[0].tolist() == [[-1.0, 0.0, -3.0], [2.0, -1.0, 5.0], [1.0, 1.0, 1.0]]
    assert equations(dense, (0, 3)) is equations(sparse, (0, 3)) is None


def test_one_decimal_of_few_digits_leaves_the_system_open() -> None:
    for least, open_ended in ((1e-40, True), (1e-30, False), (0.0, False)):
        X = np.array([[1.0], [least]], dtype=np.float32)
        system = equations(gordan.Points(X, [1, 1], intercept=False, numbers="decimal"), (0, 1))
        assert system is not None
        assert np.isinf(system[1]) == open_ended
