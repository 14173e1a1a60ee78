"""A true enclosure, spoilt in one field: the verifier refuses it and says which check found out."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import claimed
import gordan
from claimed import replace
from gordan.engine.polish.enclosure import enclosure
from liar.truthful import CASES, Case, failed, restate, true

INSEPARABLE = [name for name in CASES if true(name).outcome.kind == "inseparable"]

ROWS = "support rows exist and differ"
EACH = "a centre and a radius for each row"
POSITIVE = "enclosed weights are positive"
SQUARE = "system is square"
ENCLOSED = "weights are enclosed"
WEIGHTS = "weights are the proof's"

every_case = pytest.mark.parametrize("name", INSEPARABLE)


@cache
def boxed(name: str) -> Case:
    """The true outcome, with the weights in a box where it had integers."""
    problem, outcome, margin = true(name)
    proof = enclosure(problem, sorted(outcome.proof.support))
    assert proof is not None
    weights = np.zeros(problem.n)
    weights[list(proof.support)] = proof.centre
    return Case(problem, replace(outcome, proof=proof, weights=weights), margin)


def spoilt(values: Any, position: int, value: Any) -> Any:
    """One entry of an array or a tuple replaced."""
    if isinstance(values, tuple):
        return values[:position] + (value,) + values[position + 1 :]
    changed = values.copy()
    changed[position] = value
    return changed


def unchecked(outcome: Any, **changes: Any) -> Any:
    """Another proof, with the weights left as they were: for proofs that no weights could match."""
    return replace(outcome, proof=replace(outcome.proof, **changes))


def test_the_truth_is_accepted() -> None:
    assert len(INSEPARABLE) == 6
    for name in INSEPARABLE:
        problem, outcome, _ = boxed(name)
        assert failed(problem, outcome) == set(), name
        # The lies below need rows to swap, weights that differ, and a row without weight.
        assert len(set(outcome.proof.centre.tolist())) > 1, name
        assert len(outcome.proof.support) < problem.n, name


@every_case
def test_integers_are_asked_for(name: str) -> None:
    problem, outcome, _ = boxed(name)
    verdict = gordan.verify(problem, outcome, proof="exact")
    assert [check.name for check in verdict.failed] == ["proof is of its kind"]


@every_case
def test_a_centre_moved_beyond_its_radius(name: str) -> None:
    problem, outcome, _ = boxed(name)
    proof = outcome.proof
    for k in range(len(proof.support)):
        for shift in (-3.0, 3.0, 1e6):
            moved = spoilt(proof.centre, k, proof.centre[k] + shift * proof.radius[k])
            assert failed(problem, restate(outcome, centre=moved)) == {ENCLOSED}


@every_case
def test_a_radius_too_small(name: str) -> None:
    """As small as nothing, or smaller than the centre is away from weights that cancel."""
    problem, outcome, _ = boxed(name)
    proof = outcome.proof
    for k in range(len(proof.support)):
        assert failed(problem, unchecked(outcome, radius=spoilt(proof.radius, k, 0.0))) == {ENCLOSED}
    away = 1e-6 * proof.centre
    assert failed(problem, restate(outcome, centre=proof.centre + away, radius=0.9 * away)) == {ENCLOSED}


@every_case
def test_a_wider_box_says_less_and_is_as_true(name: str) -> None:
    problem, outcome, _ = boxed(name)
    assert failed(problem, unchecked(outcome, radius=0.999 * outcome.proof.centre)) == set()


@every_case
def test_a_box_that_reaches_zero(name: str) -> None:
    """Weights that may be zero or negative prove nothing, however surely they are in the box."""
    problem, outcome, _ = boxed(name)
    proof = outcome.proof
    for k in range(len(proof.support)):
        for radius in (proof.centre[k], 2 * proof.centre[k], np.inf):
            assert failed(problem, unchecked(outcome, radius=spoilt(proof.radius, k, radius))) == {POSITIVE}


@every_case
@pytest.mark.parametrize("value", [-1e-300, -1.0, np.nan, -np.inf])
def test_a_radius_that_is_none(name: str, value: float) -> None:
    problem, outcome, _ = boxed(name)
    for k in range(len(outcome.proof.support)):
        assert failed(problem, unchecked(outcome, radius=spoilt(outcome.proof.radius, k, value))) == {POSITIVE}


@every_case
@pytest.mark.parametrize("value", [0.0, -0.25, np.nan, np.inf, -np.inf])
def test_a_centre_that_is_no_weight(name: str, value: float) -> None:
    problem, outcome, _ = boxed(name)
    for k in range(len(outcome.proof.support)):
        assert failed(problem, restate(outcome, centre=spoilt(outcome.proof.centre, k, value))) == {POSITIVE}


@every_case
def test_all_weights_negated(name: str) -> None:
    problem, outcome, _ = boxed(name)
    assert failed(problem, restate(outcome, centre=-outcome.proof.centre)) == {POSITIVE}


@every_case
def test_weights_that_do_not_add_up_to_one(name: str) -> None:
    """They would cancel as well, but are not what the format says."""
    problem, outcome, _ = boxed(name)
    proof = outcome.proof
    assert failed(problem, restate(outcome, centre=2 * proof.centre, radius=2 * proof.radius)) == {ENCLOSED}


@every_case
def test_lengths_that_do_not_agree(name: str) -> None:
    problem, outcome, _ = boxed(name)
    proof = outcome.proof
    for field in ("centre", "radius"):
        values = getattr(proof, field)
        for other in (values[1:], np.append(values, values[0]), values[:0], values[None], values[0]):
            assert failed(problem, unchecked(outcome, **{field: other})) == {EACH}
    assert failed(problem, unchecked(outcome, support=proof.support[1:])) == {EACH}


@every_case
def test_centres_that_are_no_array_of_doubles(name: str) -> None:
    problem, outcome, _ = boxed(name)
    for field in ("centre", "radius"):
        values = getattr(outcome.proof, field)
        for other in (values.tolist(), values.astype(np.float32), None, "box"):
            assert failed(problem, unchecked(outcome, **{field: other})) == {EACH}
        assert failed(problem, unchecked(outcome, **{field: values.astype(object)})) == {
            "claim is made of plain values"
        }


@every_case
def test_a_row_that_is_not_there(name: str) -> None:
    problem, outcome, _ = boxed(name)
    for row in (problem.n, -1, 10**30, 0.0, "0", None, True):
        lie = unchecked(outcome, support=spoilt(outcome.proof.support, 0, row))
        assert ROWS in failed(problem, lie) <= {ROWS, EACH}


@every_case
def test_a_row_named_twice(name: str) -> None:
    problem, outcome, _ = boxed(name)
    support = outcome.proof.support
    assert failed(problem, unchecked(outcome, support=spoilt(support, 1, support[0]))) == {ROWS}


@every_case
def test_an_empty_proof(name: str) -> None:
    problem, outcome, _ = boxed(name)
    assert failed(problem, unchecked(outcome, support=(), centre=np.empty(0), radius=np.empty(0))) == {ROWS}


@every_case
def test_rows_swapped(name: str) -> None:
    problem, outcome, _ = boxed(name)
    proof = outcome.proof
    k = next(k for k in range(1, proof.centre.size) if abs(proof.centre[k] - proof.centre[0]) > 1e-3)
    order = np.arange(proof.centre.size)
    order[0], order[k] = k, 0
    support = tuple(proof.support[i] for i in order)
    assert failed(problem, restate(outcome, support=support)) == {ENCLOSED}
    # Rows and weights swapped together say the same thing again.
    both = restate(outcome, support=support, centre=proof.centre[order], radius=proof.radius[order])
    assert failed(problem, both) == set()


@every_case
def test_a_row_replaced(name: str) -> None:
    """Another row in its place has other weights, if any."""
    problem, outcome, _ = boxed(name)
    support = outcome.proof.support
    other = next(row for row in range(problem.n) if row not in support)
    for k in range(len(support)):
        assert failed(problem, restate(outcome, support=spoilt(support, k, other))) == {ENCLOSED}


@every_case
def test_a_system_that_is_not_square(name: str) -> None:
    """With a row more the weights are not the only ones, with one less there are none: neither can be enclosed."""
    problem, outcome, _ = boxed(name)
    proof = outcome.proof
    other = next(row for row in range(problem.n) if row not in proof.support)
    more = restate(
        outcome,
        support=(*proof.support, other),
        centre=np.append(proof.centre, 1e-9),
        radius=np.append(proof.radius, 1e-10),
    )
    less = restate(outcome, support=proof.support[1:], centre=proof.centre[1:], radius=proof.radius[1:])
    for lie in (more, less):
        assert failed(problem, lie) == {SQUARE}


@every_case
def test_weights_shown_that_were_not_proved(name: str) -> None:
    problem, outcome, _ = boxed(name)
    x = outcome.weights
    first = outcome.proof.support[0]
    nudged, missing = x.copy(), x.copy()
    nudged[first] = np.nextafter(x[first], 1.0)
    missing[first] = np.nan
    for lie in (nudged, missing, -x, 2 * x, x[:-1], np.zeros_like(x), None):
        assert failed(problem, replace(outcome, weights=lie)) == {WEIGHTS}


@every_case
def test_an_upper_end_below_zero(name: str) -> None:
    problem, outcome, _ = boxed(name)
    for upper in (-5e-324, -1.0, -np.inf, np.nan):
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, upper=upper)))
        assert caught == {"upper bound of the margin"}


@every_case
def test_other_rows_and_other_labels(name: str) -> None:
    """The same box as the answer to another question."""
    problem, outcome, _ = boxed(name)
    question = {key: getattr(problem, key) for key in ("intercept", "normalise", "numbers")}
    X = np.array(problem.rows(range(problem.n)))
    X[outcome.proof.support[-1], 0] += 0.01
    assert ENCLOSED in failed(gordan.Points(X, problem.y, **question), outcome)
    y = np.array(problem.y)
    y[outcome.proof.support[0]] *= -1
    caught = failed(gordan.Points(problem.X, y, **question), outcome)
    # A row of zeros cancels with either label, where labels need not.
    assert ENCLOSED in caught


def test_labels_that_do_not_cancel() -> None:
    """3·1 = 1·3 cancels as numbers, yet with an intercept 3 weighs against 1: the points 1 and 3 are separable."""
    claim = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none", "classes": (0, 1)}
    proof = gordan.outcome.Enclosure((0, 1), np.array([0.75, 0.25]), np.full(2, 1e-12))
    bracket = gordan.outcome.Bracket(-np.inf, 0.0)
    lie = claimed.inseparable(bracket=bracket, weights=np.array([0.75, 0.25]), proof=proof, **claim)
    X, y = [[1.0], [3.0]], [0, 1]
    assert failed(gordan.Points(X, y), lie) == {SQUARE}
    assert failed(gordan.Points(X, y, intercept=False), lie) == set()


def test_a_box_is_no_proof_of_another_kind() -> None:
    outcome = boxed(INSEPARABLE[0]).outcome
    separable = true("separable")
    lie = replace(separable.outcome, proof=outcome.proof)
    assert failed(separable.problem, lie) == {"proof is of its kind"}
    honest = true("undecided")
    assert failed(honest.problem, replace(honest.outcome, proof=outcome.proof)) == {"proof is of its kind"}
