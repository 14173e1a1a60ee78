"""Working sets on columns of a kernel's matrix: the margin that explicit features have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, sqrt
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.arithmetic.threads import one_thread
from gordan.engine.candidate import Kind
from gordan.engine.oracle import build as building
from gordan.engine.oracle.gram import LazyGram
from gordan.engine.solver import InteriorPoint, MinNormPoint, Solver, WorkingSet
from gordan.engine.solver.auto import Question, choose
from gordan.testing import instances

AUTO = choose(Question(implicit=True, goal="margin"))[0]
SOLVERS: dict[str, Solver] = {
    "auto": AUTO,
    "singly": WorkingSet(MinNormPoint()),
    "interior": WorkingSet(InteriorPoint()),
    "small sets": WorkingSet(MinNormPoint(block=50), first=0.5, batch=0.3, most=1.0, keep=0.2),
}
WAYS = pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
ASKED = pytest.mark.parametrize("intercept", [True, False], ids=["intercept", "no intercept"])


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread(True):
        yield


def monomials(X: Any, degree: int, constant: float) -> Any:
    """Features whose products are (x·x' + constant)^degree."""
    points = np.column_stack([X, np.full(len(X), sqrt(constant))])
    columns = []
    for chosen in combinations_with_replacement(range(points.shape[1]), degree):
        times = factorial(degree)
        for i in set(chosen):
            times //= factorial(chosen.count(i))
        columns.append(sqrt(times) * points[:, chosen].prod(axis=1))
    return np.column_stack(columns)


def bracket(problem: Any, solver: Any, tol: float = 1e-6, max_bytes: int | None = None) -> tuple[float, float]:
    """The bracket of a run on the lazy oracle, however small the data."""
    oracle, lower, upper = LazyGram(problem.canonical(), max_bytes=max_bytes), -np.inf, np.inf
    for candidate in solver.candidates(oracle):
        if candidate.lowest is not None:
            lower = max(lower, candidate.lowest / oracle.norm(candidate.direction))
        if candidate.image is not None:
            upper = min(upper, oracle.norm(candidate.image))
        if upper - lower <= tol * upper:
            break
    return lower, upper


def rounded(n: int, *, seed: int = 0, m: int = 4) -> tuple[Any, Any]:
    """Points and labels by a curved surface, with a gap."""
    X = np.random.default_rng(seed).standard_normal((3 * n, m))
    f = np.square(X).sum(axis=1) - m + X[:, 0]
    order = np.argsort(-np.abs(f))[:n]
    return X[order], np.where(f[order] > 0, 1, -1)


@WAYS
@ASKED
def test_the_margin_of_explicit_monomials(solver: Any, intercept: bool) -> None:
    X, y = rounded(300)
    problem = gordan.Points(X, y, kernel="poly", degree=2, gamma=1.0, coef0=1.0, intercept=intercept)
    explicit = gordan.separate(monomials(X, 2, 1.0), y, intercept=intercept, solver="min-norm-point", tol=1e-9)
    assert explicit.kind == "separable"
    lower, upper = bracket(problem, solver)
    assert upper - lower <= 1e-6 * upper
    assert lower == pytest.approx(explicit.bracket.lower, rel=1e-6)


@WAYS
@ASKED
def test_the_margin_of_the_points_themselves(solver: Any, intercept: bool) -> None:
    """A polynomial of degree one without a constant is the product of the points."""
    one = instances.separable(5, 400, 0.05, intercept=intercept)
    lower, upper = bracket(gordan.Points(one.X, one.y, kernel="poly", degree=1, gamma=1.0, intercept=intercept), solver)
    assert lower == pytest.approx(0.05, rel=1e-4)
    assert upper - lower <= 1e-6 * upper


@WAYS
@ASKED
@pytest.mark.parametrize("normalise", [False, True])
def test_many_supports(solver: Any, intercept: bool, normalise: bool) -> None:
    """Labels by a coin: nearly every point supports the margin."""
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((150, 3)), np.where(rng.random(150) < 0.5, 1, -1)
    problem = gordan.Points(X, y, kernel="rbf", gamma=3.0, intercept=intercept, normalise=normalise)
    lower, upper = bracket(problem, solver)
    assert upper - lower <= 1e-6 * upper
    expected = bracket(problem, MinNormPoint(block=3))
    assert lower == pytest.approx(expected[0], rel=1e-6)


@WAYS
def test_a_small_cache_changes_nothing(solver: Any) -> None:
    X, y = rounded(300, seed=1)
    problem = gordan.Points(X, y, kernel="rbf", gamma=0.5)
    assert bracket(problem, solver) == pytest.approx(bracket(problem, solver, max_bytes=10 * 300 * 8), rel=1e-9)


@WAYS
@ASKED
def test_a_space_too_small_is_proved_so_by_few_points(solver: Any, intercept: bool) -> None:
    rng = np.random.default_rng(6)
    X, y = rng.integers(-9, 10, (300, 3)).astype(float), np.where(rng.random(300) < 0.5, 1, -1)
    problem = gordan.Points(X, y, kernel="poly", degree=2, gamma=1.0, coef0=1.0, intercept=intercept)
    oracle = LazyGram(problem.canonical())
    *_, last = solver.candidates(oracle)
    assert last.kind is Kind.CERTIFICATE
    # Ten monomials, of which the constant is none of the space's where there is an intercept.
    assert np.count_nonzero(last.weights) <= 11
    assert oracle.cone.violation(last.weights) <= 1e-12
    assert np.abs((problem.signs * last.weights) @ monomials(X, 2, 1.0)).max() <= 1e-9 * 9**2


@WAYS
def test_twins_of_opposite_classes_cancel(solver: Any) -> None:
    rng = np.random.default_rng(7)
    X, y = rng.standard_normal((120, 3)), np.resize([1, -1], 120)
    X[31] = X[30]
    oracle = LazyGram(gordan.Points(X, y, kernel="rbf", gamma=1.0).canonical())
    *_, last = solver.candidates(oracle)
    assert last.kind is Kind.CERTIFICATE
    assert set(np.flatnonzero(last.weights > 1e-9)) == {30, 31}


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("goal", ["decide", "margin"])
def test_answers_are_verified(monkeypatch: pytest.MonkeyPatch, goal: Any, dtype: Any) -> None:
    monkeypatch.setattr(building, "_COLUMNS", 0)
    X, y = rounded(200, seed=2)
    problem = gordan.Points(X.astype(dtype), y, kernel="rbf", gamma=0.5)
    outcome = gordan.solve(problem, goal=goal, tol=1e-4)
    assert outcome.kind == "separable"
    assert outcome.verdict.holds
    assert goal == "decide" or outcome.bracket.gap <= 1e-4


def test_products_beyond_the_budget_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_BUDGET", 1000)
    X, y = rounded(200)
    with pytest.raises(gordan.errors.UnsuitableSolver, match=r"40,000 kernel values.*working-set.*Nystroem"):
        gordan.solve(gordan.Points(X, y, kernel="rbf"), solver="mirror-prox")


def test_an_earlier_answer_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_COLUMNS", 0)
    X, y = rounded(200, seed=2)
    problem = gordan.Points(X, y, kernel="rbf", gamma=0.5)
    before = gordan.solve(problem, tol=1e-6)
    again = gordan.solve(problem, tol=1e-6, start=before)
    assert again.kind == "separable"
    assert again.n_iter < before.n_iter
    assert again.bracket.lower == pytest.approx(before.bracket.lower, rel=1e-6)
