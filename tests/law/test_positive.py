"""Points that ask for w ≥ 0: the answer is that of fractions, whatever the order, scale and storage of the rows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from law.matrix_game import margin_of, value_of

SOLVERS = ("auto", "smooth-winnow", "winnow-mirror-prox", "winnow")


def drawn(rng: Any) -> gordan.Points | None:
    """Small integers, half of them labelled by a direction that is not negative; degenerate more often than not."""
    n, m, reach = int(rng.integers(2, 8)), int(rng.integers(1, 5)), int(rng.integers(1, 5))
    X, y = rng.integers(-reach, reach + 1, (n, m)).astype(float), rng.integers(0, 2, n)
    intercept = bool(rng.integers(2))
    if rng.integers(2):
        values = X @ rng.integers(0, 3, m)
        y = np.where(values > np.median(values), 1, 0) if intercept else np.where(values >= 0, 1, 0)
    if len(set(y.tolist())) < 2 and intercept:
        return None
    normalise = not intercept and bool(rng.integers(3) == 0) and bool(X.any(axis=1).all())
    return gordan.Points(X, y, intercept, normalise, positive=True)


def test_the_game_in_fractions() -> None:
    """Rock, paper, scissors is fair; a game with a saddle point has its value."""
    rock = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert value_of([[Fraction(v) for v in row] for row in rock], [0, 0, 0]) == 0
    assert value_of([[Fraction(3), Fraction(1)], [Fraction(2), Fraction(5)]], [0, 0]) == Fraction(13, 5)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("seed", range(4))
def test_small_integers_are_answered_as_fractions_have_it(solver: str, seed: int) -> None:
    rng, kinds = np.random.default_rng([seed, 3]), set()
    for _ in range(60 if solver == "auto" else 20):
        problem = drawn(rng)
        if problem is None:
            continue
        margin = margin_of(problem)
        outcome = gordan.solve(problem, solver=solver, polish=True, max_seconds=20.0)
        assert outcome.kind == ("separable" if margin > 0 else "inseparable"), (problem.X, problem.y, margin)
        assert outcome.bracket.lower <= margin <= outcome.bracket.upper
        assert outcome.verdict.holds
        assert gordan.verify(problem, outcome, proof="exact").holds
        assert outcome.coef is None or outcome.coef.min() >= 0
        if solver == "auto":
            # Both ends of a linear program meet, also below zero.
            assert outcome.bracket.upper - outcome.bracket.lower <= 1e-9
        kinds.add(outcome.kind)
    assert kinds == {"separable", "inseparable"}


def test_exactly_one_alternative_can_be_proved() -> None:
    """A proof of one answer is refused for every problem of which the other one is true."""
    rng, tried = np.random.default_rng(8), 0
    for _ in range(40):
        problem = drawn(rng)
        if problem is None or problem.n < 3:
            continue
        outcome = gordan.solve(problem)
        other = gordan.Points(problem.X, 1 - np.asarray(problem.y), problem.intercept, problem.normalise, positive=True)
        if (margin_of(other) > 0) == (outcome.kind == "separable"):
            continue
        tried += 1
        assert not gordan.verify(other, outcome).holds
    assert tried > 5


@pytest.mark.parametrize("seed", range(20))
def test_permutation_scaling_and_storage_change_nothing(seed: int) -> None:
    rng = np.random.default_rng([seed, 5])
    problem = drawn(rng)
    if problem is None:
        return
    kind, margin = gordan.solve(problem).kind, margin_of(problem)
    X, y, asked = problem.X, np.asarray(problem.y), (problem.intercept, problem.normalise)
    rows, columns = rng.permutation(problem.n), rng.permutation(problem.m)
    forms = [X[rows][:, columns], np.ldexp(X, 7), sp.csr_array(X), sp.csc_array(X), X.astype(np.float32)]
    labels = [y[rows], *[y] * 4]
    if not problem.intercept:
        # Each row by a power of two of its own: another margin, and the same answer.
        forms.append(np.ldexp(X, rng.integers(-9, 10, (problem.n, 1))))
        labels.append(y)
    for form, label in zip(forms, labels, strict=True):
        other = gordan.solve(gordan.Points(form, label, *asked, positive=True))
        assert other.kind == kind
        assert other.verdict.holds
    twice = gordan.solve(gordan.Points(np.ldexp(X, 7), y, *asked, positive=True)).bracket
    scaled = margin if problem.normalise else 128 * margin
    assert Fraction(twice.lower) <= scaled <= Fraction(twice.upper)


def test_what_any_direction_separates_need_not_be_separated_by_one_that_is_not_negative() -> None:
    """And the other way round it must be."""
    rng, differ = np.random.default_rng(11), 0
    for _ in range(60):
        problem = drawn(rng)
        if problem is None or problem.normalise:
            continue
        signed = gordan.solve(gordan.Points(problem.X, problem.y, problem.intercept)).kind
        kind = gordan.solve(problem).kind
        assert kind == "inseparable" or signed == "separable"
        differ += kind != signed
    assert differ > 3
