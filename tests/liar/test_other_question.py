"""A true outcome presented as the answer to another question: other rows, other labels, other numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import claimed
import gordan
from claimed import replace
from liar.truthful import CASES, failed, true

SIDE, CANCEL = "every point on its side", "weighted rows cancel"
WITH_INTERCEPT = [name for name in CASES if true(name).problem.intercept]
# The decimals are not exact as doubles: the tenth of a double is not the double of a tenth.
DECIMALS = [name for name in CASES if true(name).problem.numbers == "decimal"]


def again(problem: gordan.Points, **changes: Any) -> gordan.Points:
    """The same question with something changed."""
    question = {name: getattr(problem, name) for name in ("X", "y", "intercept", "normalise", "numbers")}
    return gordan.Points(**(question | changes))


def proved_only_for(name: str) -> str:
    """The check that must notice that the proof belongs to other rows."""
    return {"separable": SIDE, "inseparable": CANCEL, "undecided": "margin at least"}[true(name).outcome.kind]


@pytest.mark.parametrize("name", CASES)
def test_the_same_question_asked_again(name: str) -> None:
    problem, outcome, _ = true(name)
    assert failed(again(problem), outcome) == set()


@pytest.mark.parametrize("name", CASES)
def test_other_rows(name: str) -> None:
    problem, outcome, _ = true(name)
    rows = np.random.default_rng(7).normal(size=(problem.n, problem.m))
    assert proved_only_for(name) in failed(again(problem, X=rows), outcome)


@pytest.mark.parametrize("name", CASES)
def test_one_entry_changed(name: str) -> None:
    """One point is carried across; the rows that decide are the ones that count."""
    problem, outcome, margin = true(name)
    X = np.array(problem.rows(range(problem.n)))
    row = int(outcome.support[0])
    X[row, 0] -= problem.signs[row] * 7 * max(margin, 1.0)
    assert proved_only_for(name) in failed(again(problem, X=X), outcome)


@pytest.mark.parametrize("name", CASES)
def test_labels_swapped(name: str) -> None:
    """The classes are still the same two, so only the rows can tell; which cancel as well as before."""
    problem, outcome, _ = true(name)
    caught = failed(again(problem, y=-np.asarray(problem.y)), outcome)
    if outcome.kind == "inseparable":
        assert caught == {"margin at least"}
    else:
        assert proved_only_for(name) in caught


@pytest.mark.parametrize("name", CASES)
def test_rows_in_another_order(name: str) -> None:
    problem, outcome, _ = true(name)
    order = np.roll(np.arange(problem.n), 1)
    X = np.asarray(problem.rows(range(problem.n)))
    caught = failed(again(problem, X=X[order], y=np.asarray(problem.y)[order]), outcome)
    if outcome.kind == "inseparable":
        assert caught & {CANCEL, "weighted labels cancel"}
    else:
        # The direction separates them in any order; the weights belong to rows.
        assert caught == {"margin at most"}


@pytest.mark.parametrize("name", WITH_INTERCEPT)
def test_an_intercept_that_was_not_allowed(name: str) -> None:
    problem, outcome, _ = true(name)
    caught = failed(again(problem, intercept=False), outcome)
    if outcome.kind == "inseparable":
        # Weights that cancel rows and labels cancel the rows; only the lower end was measured differently.
        assert caught <= {"margin at least", "no offset"}
    else:
        assert caught


def test_a_number_of_rows_that_does_not_fit() -> None:
    problem, outcome, _ = true("inseparable")
    shorter = again(problem, X=problem.X[:4], y=problem.y[:4])
    assert "support rows exist and differ" in failed(shorter, outcome)
    problem, outcome, _ = true("separable")
    assert "weights are non-negative, on both classes" in failed(
        again(problem, X=problem.X[:5], y=problem.y[:5]), outcome
    )
    wider = again(problem, X=np.hstack([problem.X, problem.X]))
    assert failed(wider, outcome) == {"direction is finite and not zero"}


def parallel(dtype: type) -> tuple[Any, Any]:
    """As decimals the second row is −3 times the first; as doubles it is not quite."""
    return np.array([[0.1, 0.3], [-0.3, -0.9]], dtype), np.array([1, 1])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_decimals_that_cancel_do_not_cancel_as_binary_numbers(dtype: type) -> None:
    X, y = parallel(dtype)
    decimal = gordan.Points(X, y, intercept=False, numbers="decimal")
    claim = {"reason": "", "n_iter": 1, "n_passes": 1, "seconds": 0.0, "solver": "none", "classes": (1,)}
    outcome = claimed.inseparable(
        bracket=gordan.outcome.Bracket(-np.inf, 0.0),
        weights=np.array([0.75, 0.25]),
        proof=gordan.outcome.Cancellation((0, 1), (3, 1)),
        **claim,
    )
    assert failed(decimal, outcome) == set()
    assert failed(again(decimal, numbers="binary"), outcome) == {CANCEL}


def test_binary_numbers_that_cancel_do_not_cancel_as_decimals() -> None:
    binary = gordan.Points([[0.1], [-0.3]], [1, 1], intercept=False)
    outcome = gordan.solve(binary, solver="min-norm-point")
    assert outcome.kind == "inseparable"
    assert failed(binary, outcome) == set()
    assert CANCEL in failed(again(binary, numbers="decimal"), outcome)


def hyperplane(problem: gordan.Points, w: list[float], offset: Fraction) -> gordan.Separable:
    """A claim of separability about the origin that promises nothing of the margin but its sign."""
    direction, centre = np.array(w), np.zeros(len(w))
    return claimed.separable(
        bracket=gordan.outcome.Bracket(0.0, np.inf),
        reason="",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=problem.classes,
        coef=direction,
        intercept=float(offset),
        centre=centre,
        offset=offset,
        proof=gordan.outcome.Separator(direction, offset, centre),
    )


def test_binary_numbers_that_separate_do_not_separate_as_decimals() -> None:
    """0.2 is half of 0.1 + 0.3 as decimals; as doubles it lies 1.4e-17 above it."""
    X, y = [[0.1, 0.0], [0.3, 1.0], [0.2, 0.5]], [1, 1, -1]
    binary = gordan.Points(X, y)
    w = [-1.0, 0.3 - 0.1]
    products = [sum(Fraction(v) * Fraction(c) for v, c in zip(row, w, strict=True)) for row in X]
    claim = hyperplane(binary, w, -(min(products[:2]) + products[2]) / 2)
    assert failed(binary, claim) == set()
    for proof in ("rounded", "exact"):
        verdict = gordan.verify(again(binary, numbers="decimal"), claim, proof=proof)
        assert SIDE in {check.name for check in verdict.failed}


@pytest.mark.parametrize("proof", ["rounded", "exact"])
def test_narrow_numbers_that_separate_do_not_separate_as_decimals(proof: str) -> None:
    """A float32 stands for a decimal up to 2**-24 away: rounding bounds for float64 are not enough."""
    X, y = parallel(np.float32)
    binary = gordan.Points(X, y, intercept=False)
    outcome = gordan.solve(binary, solver="min-norm-point")
    assert outcome.kind == "separable"
    claim = replace(outcome, weights=None, bracket=gordan.outcome.Bracket(0.0, np.inf))
    assert failed(binary, claim) == set()
    verdict = gordan.verify(again(binary, numbers="decimal"), claim, proof=proof)
    assert SIDE in {check.name for check in verdict.failed}


def test_narrow_decimals_bound_the_margin_as_decimals() -> None:
    """As decimals 0.1 and 0.3 lie 0.1 either side of 0.2; the float32 numbers lie 5e-9 farther apart."""
    X = np.array([[0.1], [0.3]], np.float32)
    problem = gordan.Points(X, [0, 1], numbers="decimal")
    outcome = gordan.solve(problem, solver="min-norm-point")
    assert outcome.bracket.lower <= 0.1 <= outcome.bracket.upper
    between = 0.1 + 2e-9
    assert between < (float(X[1, 0]) - float(X[0, 0])) / 2
    assert "margin at least" in failed(problem, replace(outcome, bracket=gordan.outcome.Bracket(between, 1.0)))


def test_lengths_of_very_different_sizes() -> None:
    """±e₁ and ±e₂ at sizes 1e200 and 1e-10: normalised, no direction has a margin above −1/√2."""
    X = np.array([[1e200, 0.0], [-1e200, 0.0], [0.0, 1e-10], [0.0, -1e-10]])
    problem = gordan.Points(X, [1, 1, 1, 1], intercept=False, normalise=True)
    lie = claimed.inseparable(
        bracket=gordan.outcome.Bracket(-0.5, 0.0),
        reason="",
        n_iter=1,
        n_passes=1,
        seconds=0.0,
        solver="none",
        classes=problem.classes,
        coef=np.array([0.0, 1.0]),
        weights=np.array([0.5, 0.5, 0.0, 0.0]),
        proof=gordan.outcome.Cancellation((0, 1), (1, 1)),
    )
    assert failed(problem, lie) == {"margin at least"}
    assert failed(problem, replace(lie, bracket=gordan.outcome.Bracket(-1.01, 0.0))) == set()
