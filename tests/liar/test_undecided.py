"""An honest `Undecided`, spoilt in one field: its bracket is a claim like any other."""

from __future__ import annotations

import numpy as np
import pytest

from claimed import replace
from liar.truthful import CASES, failed, true

UNDECIDED = [name for name in CASES if true(name).outcome.kind == "undecided"]

every_case = pytest.mark.parametrize("name", UNDECIDED)


def test_the_truth_is_accepted() -> None:
    assert len(UNDECIDED) == 3
    for name in UNDECIDED:
        problem, outcome, margin = true(name)
        assert failed(problem, outcome) == set(), name
        assert outcome.bracket.lower < margin < outcome.bracket.upper, name


@every_case
def test_a_bracket_that_misses_the_margin(name: str) -> None:
    problem, outcome, margin = true(name)
    for lower in (np.nextafter(margin, np.inf), 2 * margin):
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, lower=float(lower))))
        assert caught == {"margin at least"}
    for upper in (np.nextafter(margin, 0.0), margin / 2, 0.0):
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, upper=float(upper))))
        assert caught == {"margin at most"}
    for end in (np.nan, np.inf):
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, lower=end)))
        assert caught == {"no lower bound claimed"}
        caught = failed(problem, replace(outcome, bracket=replace(outcome.bracket, upper=-end)))
        assert caught == {"no upper bound claimed"}


@every_case
def test_bounds_without_what_proves_them(name: str) -> None:
    problem, outcome, _ = true(name)
    assert failed(problem, replace(outcome, coef=None)) == {"no lower bound claimed"}
    assert failed(problem, replace(outcome, weights=None)) == {"no upper bound claimed"}
    open_ended = replace(outcome.bracket, lower=-np.inf)
    assert failed(problem, replace(outcome, coef=None, bracket=open_ended)) == set()
    open_ended = replace(outcome.bracket, upper=np.inf)
    assert failed(problem, replace(outcome, weights=None, bracket=open_ended)) == set()


@every_case
def test_another_direction(name: str) -> None:
    problem, outcome, _ = true(name)
    for w in (-outcome.coef, outcome.coef + [0.0, 0.1]):
        assert failed(problem, replace(outcome, coef=w)) == {"margin at least"}
    for w in (np.zeros(2), np.array([np.nan, 1.0]), np.ones(3)):
        assert failed(problem, replace(outcome, coef=w)) == {"direction is finite and not zero"}


@every_case
def test_other_weights(name: str) -> None:
    problem, outcome, _ = true(name)
    base = "weights are non-negative, " + ("on both classes" if problem.intercept else "not all zero")
    assert failed(problem, replace(outcome, weights=np.ones(problem.n))) == {"margin at most"}
    negative = outcome.weights.copy()
    negative[1] = -1e-12
    for x in (negative, np.zeros(problem.n), outcome.weights[1:], outcome.weights * np.nan):
        assert failed(problem, replace(outcome, weights=x)) == {base}


@every_case
def test_other_classes(name: str) -> None:
    problem, outcome, _ = true(name)
    assert failed(problem, replace(outcome, classes=(0, 1))) == {"classes"}
