"""What is said where a run ends at its level: the margin is at most eps times a length, which the sentence names."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.solver import SOLVERS, named
from gordan.outcome import Code
from gordan.problem.cone import PSD, Lorentz, Orthant, Product
from zoo.min_norm import margin_squared_exactly
from zoo.truth import exact_rows

FORMS = ["dense", "sparse", "shifted"]


def drawn(seed: int, form: str) -> tuple[Any, Any]:
    """Few points with small integers, of which some are separable; shifted, they are far from the origin."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, (int(rng.integers(4, 9)), 2)).astype(float)
    X = X + 40.0 if form == "shifted" else X
    y = np.where(np.median(X @ [2.0, 1.0]) < X @ [2.0, 1.0], 1, -1) if seed % 2 else rng.choice([-1, 1], len(X))
    y[:2] = [1, -1]
    return X, y


@pytest.mark.parametrize("intercept", [False, True])
def test_the_margin_is_at_most_eps_times_what_is_named(intercept: bool) -> None:
    reached = 0
    for name, seed, eps in product(SOLVERS, range(6), [0.5, 0.2]):
        form = FORMS[seed % 3]
        X, y = drawn(seed, form)
        outcome = _run(gordan.Points(sp.csr_array(X) if form == "sparse" else X, y, intercept=intercept), name, eps)
        if outcome is None or outcome.reason.code is not Code.LEVEL:
            continue
        reached += 1
        square, rows = margin_squared_exactly(X, y, intercept), exact_rows(X)
        assert square <= (Fraction(eps) * Fraction(outcome.reason.details["reach"])) ** 2
        if intercept:
            shown = _number(outcome.reason, "points' distances from the middle of the class means")
            assert square <= (Fraction(eps) * shown) ** 2
            assert max(_squares(rows, _middle(rows, y))) <= shown**2
        else:
            assert "times the longest point" in outcome.reason
            # The longest point is known to the last digits of a double.
            longest = max(_squares(rows, [Fraction(0)] * 2)) * (1 + Fraction(1, 10**12))
            assert square <= Fraction(eps) ** 2 * longest
    assert reached > 50


@pytest.mark.parametrize("intercept", [False, True])
def test_of_a_matrix_of_products_it_is_that_of_the_images(intercept: bool) -> None:
    reached = 0
    for name, seed in product(["perceptron", "von-neumann", "mirror-prox"], range(6)):
        X, y = drawn(seed, "dense")
        outcome = _run(gordan.Gram(X @ X.T, y, intercept=intercept), name, 0.4)
        if outcome is None or outcome.reason.code is not Code.LEVEL:
            continue
        reached += 1
        longest = max(_squares(exact_rows(X), [Fraction(0)] * 2)) * (1 + Fraction(1, 10**12))
        square = margin_squared_exactly(X, y, intercept)
        if intercept:
            shown = _number(outcome.reason, "images' lengths")
            assert square <= (Fraction(0.4) * shown) ** 2
            assert longest <= shown**2 * (1 + Fraction(1, 10**12))
        else:
            assert "times the longest image" in outcome.reason
            assert square <= Fraction(0.4) ** 2 * longest
    assert reached > 5


@pytest.mark.parametrize("intercept", [False, True])
def test_of_nonnegative_directions_it_is_that_of_entries(intercept: bool) -> None:
    reached = 0
    for name, seed in product(["winnow", "smooth-winnow", "winnow-mirror-prox"], range(6)):
        X, y = drawn(seed, "dense")
        problem = gordan.Points(X, y, intercept=intercept, positive=True)
        outcome, best = _run(problem, name, 0.5), gordan.solve(problem, goal="margin")
        if outcome is None or outcome.reason.code is not Code.LEVEL:
            continue
        reached += 1
        entries = "the entries about the middle of the class means" if intercept else ""
        most = (
            _number(outcome.reason, entries[4:]) if intercept else Fraction(np.abs(X).max()) * (1 + Fraction(1, 10**12))
        )
        assert intercept or "times the greatest entry" in outcome.reason
        assert best.bracket.lower <= Fraction(0.5) * most
    assert reached > 5


def test_of_cones_it_is_that_of_rays() -> None:
    """A bound of their images, for the longest one is hard to find."""
    reached = 0
    for name, seed in product(["von-neumann", "smooth-perceptron", "mirror-prox"], range(4)):
        A = np.random.default_rng(seed).integers(-3, 4, (2, 4)).astype(float)
        problem = gordan.Conic(A, Product([Lorentz(4)]) if seed % 2 else Product([PSD(2), Orthant(1)]))
        outcome, best = _run(problem, name, 0.5), gordan.solve(problem)
        if outcome is None or outcome.reason.code is not Code.LEVEL:
            continue
        reached += 1
        assert best.bracket.lower <= Fraction(0.5) * _number(outcome.reason, "images of the rays")
    assert reached > 2


def test_of_unit_lengths_it_is_one() -> None:
    X, y = drawn(0, "dense")
    X = X[np.abs(X).any(axis=1)]
    outcome = _run(gordan.Points(X / 1e6, y[: len(X)], intercept=False, normalise=True), "perceptron", 0.5)
    assert outcome.reason.code is Code.LEVEL
    assert "times the length 1 of the points" in outcome.reason


def _run(problem: Any, name: str, eps: float) -> Any:
    try:
        return gordan.solve(problem, solver=named(name), eps=eps, max_iter=400)
    except gordan.errors.UnsuitableSolver:
        return None


def _number(sentence: str, of: str) -> Fraction:
    match = re.search(rf"times ([0-9.e+-]+), which bounds the {of}", sentence)
    assert match, sentence
    return Fraction(match[1])


def _middle(rows: list[list[Fraction]], y: Any) -> list[Fraction]:
    means = []
    for side in (1, -1):
        part = [row for row, label in zip(rows, y, strict=True) if label == side]
        means.append([sum(column, Fraction(0)) / len(part) for column in zip(*part, strict=True)])
    return [(a + b) / 2 for a, b in zip(*means, strict=True)]


def _squares(rows: list[list[Fraction]], about: list[Fraction]) -> list[Fraction]:
    return [sum(((a - b) ** 2 for a, b in zip(row, about, strict=True)), Fraction(0)) for row in rows]
