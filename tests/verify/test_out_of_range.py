"""Bounds where numbers overflow, vanish or lose their digits: never on the wrong side of the truth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from claimed import replace
from gordan.verify.bounds import margin_at_most
from gordan.verify.gram import greatest_change
from gordan.verify.raw import RawRows, fold

LEAST = 5e-324
UNIT = {"intercept": False, "normalise": True}


def test_lengths_that_overflow_bound_nothing() -> None:
    X = [[1.7e308, 1.7e308], [1.7e308, -1e308]]
    outcome = gordan.separate(X, [1, 1], **UNIT)
    assert outcome.kind == "separable"
    assert outcome.bracket.lower <= outcome.bracket.upper
    forged = replace(outcome, bracket=gordan.outcome.Bracket(outcome.bracket.lower, 2.0**-1074))
    refused = gordan.verify(gordan.Points(X, [1, 1], **UNIT), forged).failed
    assert [check.name for check in refused] == ["margin at most"]


def test_a_product_below_zero_is_not_zero_once_divided() -> None:
    X = np.array([[1e200, 1e-200], [-1e200, -1e-200], [1e200, -1e-200], [-1e200, 1e-200]])
    problem = gordan.Points(X, np.ones(4), **UNIT)
    outcome = gordan.solve(problem)
    w = np.array([0.0, 1.0])
    forged = replace(outcome, coef=w, centre=np.zeros(2), bracket=gordan.outcome.Bracket(0.0, outcome.bracket.upper))
    assert "margin at least" in [check.name for check in gordan.verify(problem, forged).failed]
    many = gordan.separate_many([problem])
    assert many[0].bracket.lower < 0


def test_quotients_that_lose_their_digits() -> None:
    """Random directions on subnormal points: no lower end above the truth is accepted."""
    rng = np.random.default_rng(0)
    X = np.array([[0, 3 * LEAST], [6 * LEAST, 5 * LEAST]])
    problem = gordan.Points(X, [1, 1], intercept=False)
    outcome = gordan.solve(problem)
    for _ in range(300):
        w = rng.random(2)
        products = [sum(Fraction(a) * Fraction(b) for a, b in zip(row, w.tolist(), strict=True)) for row in X.tolist()]
        square = min(products) ** 2 / sum(Fraction(v) ** 2 for v in w.tolist())
        for k in range(1, 8):
            claimed = k * LEAST
            proof = gordan.outcome.Separator(w, 0.0, np.zeros(2))
            told = replace(outcome, proof=proof, coef=w, bracket=gordan.outcome.Bracket(claimed, outcome.bracket.upper))
            holds = "margin at least" not in [check.name for check in gordan.verify(problem, told).failed]
            assert holds == (Fraction(claimed) ** 2 <= square)


@pytest.mark.parametrize("numbers", ["binary", "decimal"])
def test_the_smallest_rows_are_judged(numbers: Any) -> None:
    X = [[-15e-324, -1e-323, 5e-324], [-15e-324, 0, -5e-324]]
    problem = gordan.Points(X, [1, 1], numbers=numbers, **UNIT)
    outcome = gordan.solve(problem, proof="exact", max_seconds=20.0)
    assert gordan.verify(problem, outcome).holds


def test_a_false_lower_end_below_zero_is_refused() -> None:
    """Below zero a row's length must not be rounded up."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        X = rng.standard_normal((6, 3))
        problem = gordan.Points(X, rng.choice([-1, 1], 6), **UNIT)
        w = rng.standard_normal(3)
        signed = X * problem.signs[:, None]
        squares = []
        for row in signed.tolist():
            product = sum(Fraction(a) * Fraction(b) for a, b in zip(row, w.tolist(), strict=True))
            length = sum(Fraction(a) ** 2 for a in row) * sum(Fraction(b) ** 2 for b in w.tolist())
            squares.append(product * abs(product) / length)
        truth = min(squares)
        outcome = replace(gordan.solve(problem), coef=w, centre=np.zeros(3))
        if outcome.kind == "separable" or truth >= 0:
            continue
        above = -float(np.sqrt(float(-truth))) * (1 - 1e-12)
        told = replace(outcome, bracket=gordan.outcome.Bracket(above, outcome.bracket.upper))
        assert "margin at least" in [check.name for check in gordan.verify(problem, told).failed]


@pytest.mark.parametrize("solver", ["hildreth", "relay", "auto", "infinity-perceptron"])
@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[0.1], [-LEAST], [0.2]], [-1, -1, 1]),
        ([[0.1], [LEAST], [-LEAST]], [1, -1, -1]),
        ([[0, LEAST], [-LEAST, 0]], [1, 1]),
    ],
)
def test_the_smallest_rows_end(X: Any, y: Any, solver: str) -> None:
    outcome = gordan.separate(X, y, solver=solver, max_seconds=5.0, max_iter=500, **UNIT)
    assert outcome.verdict.holds


def test_mirror_prox_ends_where_nothing_moves() -> None:
    X = np.array([[-2.94e-5, 11.125e-5], [0, 0]], np.float32)
    outcome = gordan.separate(X, [-1, 1], solver="mirror-prox", goal="margin", max_seconds=5.0, max_iter=3000)
    assert outcome.verdict.holds


@pytest.mark.parametrize(
    "solver", ["perceptron", "von-neumann", "infinity-perceptron", "winnow", "r-independent-perceptron"]
)
def test_bounds_that_no_number_holds(solver: str) -> None:
    X = [[1e170, 1], [-1e170, 1e-170], [1, 2]]
    outcome = gordan.separate(X, [0, 1, 1], intercept=False, solver=solver, max_seconds=5.0, max_iter=200)
    assert outcome.verdict.holds


def test_values_beyond_the_doubles() -> None:
    X = np.array([[1e308, 1e308], [-1.2e308, 1e307], [2e305, 1.0]])
    outcome = gordan.separate(X, ["b", "a", "a"])
    values = outcome.decision_function(X)
    assert (np.sign(values) == [1, -1, -1]).all()


def test_masses_of_any_size_bound_the_same() -> None:
    problem = gordan.Points([[0.0], [2.0]], [0, 1])
    assert margin_at_most(problem, np.array([0.5, 0.5]), np.zeros(1)).value == pytest.approx(1.0)
    for x in ([1e-300, 0.5], [0.5, 1e-300], [1e300, 0.5]):
        assert 1.0 <= margin_at_most(problem, np.array(x), np.zeros(1)).value < 1.0 + 1e-12


def test_weights_of_all_sizes_prove_no_cancelling() -> None:
    """One weight is nothing beside the other: what would have to change of it cannot be told."""
    raw = RawRows(np.array([[1.0], [-1.0]]), np.zeros((0, 1)), "binary")
    rows = np.arange(2)
    assert greatest_change(raw, rows, np.array([1.0, 1.0]), [0]).value < 1
    assert greatest_change(raw, rows, np.array([1.0, 1e-300]), [0]).value == np.inf


def test_rows_folded_are_those_rows_added_up() -> None:
    """Sparse whole numbers and others, modulo a prime."""
    prime, few = 101, 2
    into, factors = np.array([0, 1, 0, 1]), np.array([3, 5, 7, 11])
    values = np.array([[1.0, 0.0], [2.0, -4.0], [0.0, 3.0], [5.0, 0.0]])
    expected = np.zeros((few, 2), dtype=int)
    np.add.at(expected, into, values.astype(int) * factors[:, None])
    for form in (np.asarray, sp.csr_array):
        found = fold(form(values), "binary", prime, into, factors, few)
        assert (np.asarray(found, dtype=object) % prime == expected % prime).all()
