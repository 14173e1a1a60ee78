"""Every exact solver agrees with an independent quadratic program, on drawn, degenerate and real data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import gordan
from engine.solver.flagship import FLAGSHIP, QUESTIONS
from engine.solver.quadratic_program import margin_by_quadratic_program
from gordan.testing import instances

ASKED = pytest.mark.parametrize("intercept", QUESTIONS.values(), ids=QUESTIONS)
SOLVERS = pytest.mark.parametrize("solver", FLAGSHIP.values(), ids=FLAGSHIP)

Drawn = tuple[Any, Any]


def planted(seed: int, m: int, n: int, rho: float = 0.05) -> Drawn:
    one = instances.separable(m, n, rho, random_state=seed)
    return one.X, one.y


def low_rank(seed: int) -> Drawn:
    X, y = planted(seed, 6, 80)
    return X @ np.random.default_rng(seed).standard_normal((6, 15)), y


def duplicated(seed: int) -> Drawn:
    X, y = planted(seed, 5, 40)
    return np.vstack([X, X, X[:7]]), np.concatenate([y, y, y[:7]])


def nearly_duplicated(seed: int) -> Drawn:
    X, y = planted(seed, 5, 40)
    return np.vstack([X, X + 1e-8 * np.random.default_rng(seed).standard_normal(X.shape)]), np.concatenate([y, y])


def near_parallel(seed: int) -> Drawn:
    one = instances.near_parallel(4, 60, 2.0**-8, random_state=seed)
    return one.X, one.y


def collinear(seed: int) -> Drawn:
    """Points on a few parallel lines, evenly spaced: every support is one of many."""
    rng = np.random.default_rng(seed)
    y = np.resize([1, -1], 60)
    return np.column_stack([y * rng.integers(1, 4, 60), rng.integers(-3, 4, 60), np.full(60, 0.5)]), y


def of_many_sizes(seed: int) -> Drawn:
    X, y = planted(seed, 8, 60)
    return X * 10.0 ** np.linspace(-2, 2, 8), y


def moved(seed: int) -> Drawn:
    X, y = planted(seed, 6, 60)
    return X + 5.0, y


DRAWN: dict[str, Any] = {
    "gaussian": lambda seed: (lambda one: (one.X, one.y))(instances.gaussian(15, 150, random_state=seed)),
    "noise": lambda seed: (lambda one: (one.X, one.y))(instances.noise(10, 80, intercept=True, random_state=seed)),
    "a few more than it takes": lambda seed: (np.random.default_rng(seed).normal(size=(14, 6)), np.resize([1, -1], 14)),
    "planted": lambda seed: planted(seed, 10, 120),
    "a small margin": lambda seed: planted(seed, 6, 80, 2e-3),
    "more features": lambda seed: planted(seed, 60, 20),
    "low rank": low_rank,
    "duplicated": duplicated,
    "nearly duplicated": nearly_duplicated,
    "near parallel": near_parallel,
    "collinear": collinear,
    "of many sizes": of_many_sizes,
    "moved": moved,
}


@cache
def truth(kind: str, seed: int, intercept: bool) -> float:
    return margin_by_quadratic_program(*DRAWN[kind](seed), intercept=intercept)


def agree(X: Any, y: Any, solver: Any, intercept: bool, margin: float, *, off: float) -> Any:
    problem = gordan.Points(X, y, intercept=intercept)
    outcome = gordan.solve(problem, solver=solver, tol=1e-10, max_seconds=20.0)
    reach = float(np.linalg.norm(X, axis=1).max())
    assert outcome.bracket.upper == pytest.approx(margin, abs=off * reach)
    if margin > off * reach:
        assert outcome.kind == "separable"
        # What rounding of products allows, and the tolerance asked for.
        assert outcome.bracket.gap <= max(1e-10, 1e-14 * X.shape[1] * reach / margin)
    return outcome


@SOLVERS
@ASKED
@pytest.mark.parametrize("kind", DRAWN)
def test_drawn(kind: str, intercept: bool, solver: Any) -> None:
    for seed in range(2):
        X, y = DRAWN[kind](seed)
        agree(X, y, solver, intercept, truth(kind, seed, intercept), off=1e-8)


def test_both_answers_are_asked_for() -> None:
    for intercept in (False, True):
        margins = [truth(kind, seed, intercept) for kind in DRAWN for seed in range(2)]
        assert sum(margin < 1e-8 for margin in margins) >= 2
        assert sum(margin > 1e-6 for margin in margins) >= 10


def real() -> Iterator[tuple[str, Any, Any]]:
    """Pairs of classes of four classical sets, in their own units."""
    flowers = np.genfromtxt(files("gordan.data") / "iris.csv", delimiter=",", skip_header=1, dtype=str)
    numbers, species = flowers[:, :4].astype(float), flowers[:, 4]
    for one, other in combinations(sorted(set(species)), 2):
        rows = (species == one) | (species == other)
        yield f"{one} and {other}", numbers[rows], np.where(species[rows] == one, 1, -1)
    datasets = pytest.importorskip("sklearn.datasets")
    for name, pairs in (
        ("wine", [(0, 1), (0, 2), (1, 2)]),
        ("digits", [(0, 1), (3, 8), (8, 9)]),
        ("breast_cancer", [(0, 1)]),
    ):
        X, target = getattr(datasets, f"load_{name}")(return_X_y=True)
        for one, other in pairs:
            rows = (target == one) | (target == other)
            yield f"{name} {one} and {other}", X[rows], np.where(target[rows] == one, 1, -1)


@ASKED
def test_real(intercept: bool) -> None:
    found = []
    for name, X, y in real():
        # The program is given centred points, which with an intercept is the same question and rounds less.
        margin = margin_by_quadratic_program(X - X.mean(axis=0) * intercept, y, intercept=intercept)
        for solver in FLAGSHIP.values():
            outcome = agree(X, y, solver, intercept, margin, off=1e-9)
            found.append((name, outcome.kind))
    kinds = dict(found)
    assert len(set(found)) == len(kinds) == 10
    assert sorted(kinds.values()) == ["inseparable"] + 9 * ["separable"]
