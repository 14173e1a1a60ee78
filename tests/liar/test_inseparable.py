"""A true cancellation, spoilt in one field: the verifier refuses it and says which check found out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import claimed
import gordan
from claimed import replace
from liar.truthful import CASES, failed, restate, true

INSEPARABLE = [name for name in CASES if true(name).outcome.kind == "inseparable"]

ROWS = "support rows exist and differ"
POSITIVE = "weights are positive integers"
CANCEL = "weighted rows cancel"
LABELS = "weighted labels cancel"
WEIGHTS = "weights are the proof's"

every_case = pytest.mark.parametrize("name", INSEPARABLE)


def spoilt(values: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...]:
    return values[:position] + (value,) + values[position + 1 :]


def unchecked(outcome: Any, **changes: Any) -> Any:
    """Another proof, with the weights left as they were: for proofs that no weights could match."""
    return replace(outcome, proof=replace(outcome.proof, **changes))


def test_the_truth_is_accepted() -> None:
    assert len(INSEPARABLE) == 6
    for name in INSEPARABLE:
        problem, outcome, _ = true(name)
        assert failed(problem, outcome) == set(), name
        # The lies below need rows to swap, integers that differ, and a row without weight.
        assert len(set(outcome.proof.integers)) > 1, name
        assert len(outcome.proof.support) < problem.n, name


@every_case
@pytest.mark.parametrize("step", [-1, 1, 10**30])
def test_one_integer_changed(name: str, step: int) -> None:
    problem, outcome, _ = true(name)
    for k, integer in enumerate(outcome.proof.integers):
        lie = restate(outcome, integers=spoilt(outcome.proof.integers, k, integer + step))
        # A zero row may carry any weight as far as the rows go; its label still counts.
        caught = failed(problem, lie)
        assert caught & {CANCEL, LABELS}
        assert caught <= {CANCEL, LABELS}
        if problem.rows([outcome.proof.support[k]]).any():
            assert CANCEL in caught


@every_case
@pytest.mark.parametrize(
    "value",
    [0, -1, 2.0, True, "2", None, np.nan, np.float64(2.0)],
    ids=["zero", "negative", "float", "bool", "text", "none", "nan", "numpy float"],
)
def test_an_integer_that_is_none(name: str, value: Any) -> None:
    problem, outcome, _ = true(name)
    lie = unchecked(outcome, integers=spoilt(outcome.proof.integers, 0, value))
    assert failed(problem, lie) == {POSITIVE}


@every_case
def test_all_integers_negated(name: str) -> None:
    problem, outcome, _ = true(name)
    assert failed(problem, restate(outcome, integers=tuple(-v for v in outcome.proof.integers))) == {POSITIVE}


@every_case
def test_too_few_or_too_many_integers(name: str) -> None:
    problem, outcome, _ = true(name)
    for integers in (outcome.proof.integers[1:], (*outcome.proof.integers, 1), ()):
        assert failed(problem, unchecked(outcome, integers=integers)) == {POSITIVE}


@every_case
def test_a_row_that_is_not_there(name: str) -> None:
    problem, outcome, _ = true(name)
    for row in (problem.n, -1, 10**30, 0.0, "0", None):
        lie = unchecked(outcome, support=spoilt(outcome.proof.support, 0, row))
        assert failed(problem, lie) == {ROWS}


@every_case
def test_a_row_named_by_a_truth_value(name: str) -> None:
    problem, outcome, _ = true(name)
    for support in (spoilt(outcome.proof.support, 0, False), (False, True)):
        lie = unchecked(outcome, support=support, integers=outcome.proof.integers[: len(support)])
        assert ROWS in failed(problem, lie)


@every_case
def test_a_row_named_twice(name: str) -> None:
    problem, outcome, _ = true(name)
    support, integers = outcome.proof.support, outcome.proof.integers
    assert failed(problem, unchecked(outcome, support=spoilt(support, 1, support[0]))) == {ROWS}
    # Two halves of one weight would still cancel, but are not what the format says.
    doubled = (integers[0], *integers[1:], integers[0])
    halves = unchecked(outcome, support=(*support, support[0]), integers=(doubled[0], *(2 * v for v in doubled[1:])))
    assert ROWS in failed(problem, halves)


@every_case
def test_an_empty_proof(name: str) -> None:
    problem, outcome, _ = true(name)
    assert ROWS in failed(problem, unchecked(outcome, support=(), integers=()))


@every_case
def test_rows_swapped(name: str) -> None:
    problem, outcome, _ = true(name)
    support, integers = outcome.proof.support, outcome.proof.integers
    k = next(k for k in range(1, len(integers)) if integers[k] != integers[0])
    order = list(support)
    order[0], order[k] = order[k], order[0]
    assert CANCEL in failed(problem, restate(outcome, support=tuple(order)))
    # Rows and integers swapped together say the same thing again.
    both = list(integers)
    both[0], both[k] = both[k], both[0]
    assert failed(problem, restate(outcome, support=tuple(order), integers=tuple(both))) == set()


@every_case
def test_a_row_left_out_or_replaced(name: str) -> None:
    problem, outcome, _ = true(name)
    support, integers = outcome.proof.support, outcome.proof.integers
    other = next(row for row in range(problem.n) if row not in support)
    for k in range(len(support)):
        without = restate(outcome, support=support[:k] + support[k + 1 :], integers=integers[:k] + integers[k + 1 :])
        assert failed(problem, without) & {CANCEL, LABELS}
        assert CANCEL in failed(problem, restate(outcome, support=spoilt(support, k, other)))
    assert CANCEL in failed(problem, restate(outcome, support=(*support, other), integers=(*integers, 1)))


def test_labels_that_do_not_cancel() -> None:
    """3·1 = 1·3 cancels as numbers, yet with an intercept 3 weighs against 1: the points 1 and 3 are separable."""
    X, y = [[1.0], [3.0]], [0, 1]
    weights, proof = np.array([0.75, 0.25]), gordan.outcome.Cancellation((0, 1), (3, 1))
    claim = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none", "classes": (0, 1)}
    bracket = gordan.outcome.Bracket(-np.inf, 0.0)
    lie = claimed.inseparable(bracket=bracket, weights=weights, proof=proof, **claim)
    assert failed(gordan.Points(X, y), lie) == {LABELS}
    assert failed(gordan.Points(X, y, intercept=False), lie) == set()


@every_case
def test_integers_have_no_scale(name: str) -> None:
    problem, outcome, _ = true(name)
    assert failed(problem, restate(outcome, integers=tuple(10**40 * v for v in outcome.proof.integers))) == set()


@every_case
def test_weights_shown_that_were_not_proved(name: str) -> None:
    problem, outcome, _ = true(name)
    x = outcome.weights
    first = outcome.proof.support[0]
    nudged, missing = x.copy(), x.copy()
    nudged[first] = np.nextafter(x[first], 1.0)
    missing[first] = np.nan
    for lie in (nudged, missing, -x, 2 * x, x[:-1], np.zeros_like(x), None):
        assert failed(problem, replace(outcome, weights=lie)) == {WEIGHTS}


@every_case
def test_a_bracket_that_misses_the_margin(name: str) -> None:
    problem, outcome, _ = true(name)
    for lower in (5e-324, 1.0, float(np.nextafter(outcome.bracket.lower, 0.0)) * (1 - 1e-9)):
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, lower=lower)))
        assert caught == {"margin at least"}
    for lower in (np.inf, np.nan):
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, lower=lower)))
        assert caught == {"no lower bound claimed"}
    for upper in (-5e-324, -1.0, -np.inf, np.nan):
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, upper=upper)))
        assert caught == {"upper bound of the margin"}


@every_case
def test_another_direction_does_not_prove_the_lower_end(name: str) -> None:
    problem, outcome, _ = true(name)
    assert np.isfinite(outcome.bracket.lower)
    assert failed(problem, replace(outcome, coef=-outcome.coef)) == {"margin at least"}
    assert failed(problem, replace(outcome, coef=None)) == {"no lower bound claimed"}
    for w in (np.zeros(2), np.full(2, np.nan), np.ones(3)):
        assert failed(problem, replace(outcome, coef=w)) == {"direction is finite and not zero"}


@every_case
def test_other_classes(name: str) -> None:
    problem, outcome, _ = true(name)
    assert failed(problem, replace(outcome, classes=problem.classes[::-1])) == {"classes"}
