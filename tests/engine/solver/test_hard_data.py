"""What strains floating-point arithmetic: sizes over sixteen decades, margins of a billionth, wide and sparse data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from engine.solver.flagship import FLAGSHIP, QUESTIONS
from engine.solver.quadratic_program import margin_by_quadratic_program
from gordan.testing import instances

ASKED = pytest.mark.parametrize("intercept", QUESTIONS.values(), ids=QUESTIONS)
SOLVERS = pytest.mark.parametrize("solver", FLAGSHIP.values(), ids=FLAGSHIP)


def ask(X: Any, y: Any, solver: Any = "auto", **how: Any) -> Any:
    problem = gordan.Points(X, y, intercept=how.pop("intercept"))
    outcome = gordan.solve(problem, solver=solver, **{"max_seconds": 60.0, **how})
    assert gordan.verify(problem, outcome).holds
    return outcome


@SOLVERS
@ASKED
@pytest.mark.parametrize("rho", [1e-3, 1e-6, 1e-9])
@pytest.mark.parametrize(("m", "n"), [(3, 40), (12, 150), (60, 90)])
def test_small_relative_margins(m: int, n: int, rho: float, intercept: bool, solver: Any) -> None:
    """Points of length one: the margin is right to what their own rounding leaves of it."""
    one = instances.separable(m, n, rho, intercept=intercept)
    outcome = ask(one.X, one.y, solver, intercept=intercept, tol=1e-10)
    assert outcome.kind == "separable"
    assert "seconds" not in outcome.reason  # whoever is as near as rounding allows says so, and ends
    rounding = 1e-14 * m / rho
    assert outcome.bracket.lower == pytest.approx(rho, rel=1e-9 + rounding)
    assert outcome.bracket.upper == pytest.approx(rho, rel=1e-9 + rounding)


@SOLVERS
@ASKED
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, sp.csc_array], ids=["dense", "csr", "csc"])
def test_margins_are_reached_to_ten_digits(form: Any, intercept: bool, solver: Any) -> None:
    one = instances.gaussian(10, 300, intercept=intercept)
    outcome = ask(form(one.X), one.y, solver, intercept=intercept, goal="margin", tol=1e-10)
    assert outcome.bracket.gap <= 1e-10
    assert "tol = 1e-10" in outcome.reason


@SOLVERS
@ASKED
def test_features_over_sixteen_decades(intercept: bool, solver: Any) -> None:
    """Powers of two, so that the margin is known exactly; it is that of the axis on which the classes are apart."""
    seen = 0
    for seed in range(6):
        one = instances.wide_scales(5, 60, 8.0, intercept=intercept, random_state=seed)
        outcome = ask(one.X, one.y, solver, intercept=intercept)
        assert outcome.kind != "inseparable"
        assert outcome.bracket.lower <= one.margin <= outcome.bracket.upper
        # Of points 1e8 long a product knows nothing below 1e-8: smaller margins than that are beyond doubles.
        if one.margin >= 1e-4:
            seen += 1
            assert outcome.kind == "separable"
            assert outcome.bracket.gap <= 1e-2
    assert seen >= 3


@SOLVERS
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array, sp.csc_array], ids=["dense", "csr", "csc"])
def test_points_over_sixteen_decades(form: Any, solver: Any) -> None:
    """Without an intercept only rays matter: the verdict stays, however long the points are."""
    rng = np.random.default_rng(2)
    for m, n in ((4, 60), (20, 12)):
        X, y = rng.standard_normal((n, m)), np.resize([1, -1], n)
        X[:, 0] = y * (0.2 + np.abs(X[:, 0]))
        lengths = 2.0 ** np.round(rng.uniform(-26.5, 26.5, (n, 1)))
        assert ask(form(X * lengths), y, solver, intercept=False, goal="decide").kind == "separable"
        # One more ray, opposite to the sum of two others, in few enough digits to be exactly that.
        X = np.round(X * 2.0**20)
        around, labels = np.vstack([X, -y[0] * (y[0] * X[0] + y[1] * X[1])]), np.append(y, y[0])
        outcome = ask(form(around * np.append(lengths, [[1.0]], axis=0)), labels, solver, intercept=False)
        assert outcome.kind == "inseparable"
        assert len(outcome.support) <= m + 1


@ASKED
@pytest.mark.parametrize("form", [sp.csr_array, sp.csc_array], ids=["csr", "csc"])
def test_short_sparse_points_beside_long_ones(form: Any, intercept: bool) -> None:
    """More features than points: sets see them in coordinates of their span, where short points must not vanish."""
    rng = np.random.default_rng(46)
    X, y = rng.standard_normal((30, 60)), np.resize([1, -1], 30)
    X[:, 0] = y * (0.1 + np.abs(X[:, 0]))
    X *= 10.0 ** rng.uniform(-4, 4, (30, 1))
    truth = ask(X, y, "min-norm-point", intercept=intercept, tol=1e-9)
    for name in ("working-set", "interior-point", "small sets", "auto"):
        outcome = ask(form(X), y, FLAGSHIP[name], intercept=intercept, tol=1e-9)
        assert outcome.kind == "separable"
        assert outcome.bracket.gap <= max(1e-9, 10.0 * truth.bracket.gap)
        assert outcome.bracket.upper == pytest.approx(truth.bracket.upper, rel=1e-5)


@SOLVERS
@ASKED
def test_near_parallel_and_duplicated_columns(intercept: bool, solver: Any) -> None:
    """A bundle of points within a millionth of one another, each twice, and features that repeat one another."""
    one = instances.near_parallel(4, 50, 2.0**-20, intercept=intercept)
    X = np.vstack([one.X, one.X])
    X = np.hstack([X, X[:, ::-1], X @ [[1.0], [1.0], [-1.0], [2.0]]])
    y = np.concatenate([one.y, one.y])
    plain = ask(one.X, one.y, solver, intercept=intercept)
    assert plain.bracket.lower == pytest.approx(one.margin, rel=1e-6)
    outcome = ask(X, y, solver, intercept=intercept)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6


@SOLVERS
@ASKED
@pytest.mark.parametrize("rank", [1, 3])
def test_rank_deficient(rank: int, intercept: bool, solver: Any) -> None:
    """Integers, so that dependence is exact: both answers, with more features than the rank and than the points."""
    rng = np.random.default_rng(rank)
    y = np.resize([1, -1], 30)
    for apart in (1, 0):
        flat = rng.integers(-4, 5, (30, rank))
        flat[:, 0] = y * (np.abs(flat[:, 0]) + apart)
        flat[0], flat[1] = 0, 0
        flat[:2, 0] = [apart, -apart]
        X = (flat @ rng.integers(-2, 3, (rank, 40)) + 0.0) if rank > 1 else flat @ np.arange(1.0, 41.0)[None, :]
        if np.linalg.matrix_rank(X) < rank:
            continue
        outcome = ask(X, y, solver, intercept=intercept)
        assert outcome.kind == ("separable" if apart else "inseparable")


@ASKED
@pytest.mark.parametrize("m", [6, 60], ids=["narrow", "wide"])
def test_single_precision(m: int, intercept: bool) -> None:
    """Margins far below what single products can tell: the lowest points are multiplied again."""
    one = instances.separable(m, 400, 1e-3, intercept=intercept)
    X = one.X.astype(np.float32)
    exact = ask(X.astype(np.float64), one.y, "min-norm-point", intercept=intercept, tol=1e-10)
    for solver in FLAGSHIP.values():
        outcome = ask(X, one.y, solver, intercept=intercept, tol=1e-8)
        assert outcome.kind == "separable"
        assert outcome.bracket.gap <= 1e-8
        assert outcome.bracket.lower == pytest.approx(exact.bracket.lower, rel=1e-7)


def sparse_problem(n: int, m: int, apart: float, seed: int = 0) -> tuple[Any, Any]:
    """Rows with about 30 entries; one feature of every row says which class it is in, `apart` loud."""
    rng = np.random.default_rng(seed)
    X = sp.random_array((n, m), density=30 / m, rng=rng, data_sampler=rng.standard_normal, format="lil")
    y = np.resize([1, -1], n)
    X[np.arange(n), np.zeros(n, dtype=int)] = apart * y * (1.0 + rng.random(n))
    return sp.csr_array(X), y


@ASKED
@pytest.mark.parametrize("form", [sp.csr_array, sp.csc_array], ids=["csr", "csc"])
def test_many_sparse_features(form: Any, intercept: bool) -> None:
    """5,000 features of 200 points; the dense program knows the margin."""
    X, y = sparse_problem(200, 5_000, 0.5)
    outcome = ask(form(X), y, intercept=intercept, tol=1e-8)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-8
    # The program needs the points' products with one another only: they span 200 dimensions.
    A = (X * y[:, None]).toarray()
    values, vectors = np.linalg.eigh(A @ A.T)
    flat = (vectors * np.sqrt(np.maximum(values, 0.0))) * y[:, None]
    truth = margin_by_quadratic_program(flat, y, intercept=intercept)
    assert outcome.bracket.upper == pytest.approx(truth, abs=1e-8 * np.linalg.norm(A, axis=1).max())


def test_many_sparse_features_that_cancel() -> None:
    """The same rows under both labels among others: integers, so that weights cancel exactly."""
    X, y = sparse_problem(150, 5_000, 0.5, seed=1)
    X = sp.csr_array(np.round(X * 4.0))
    doubled = sp.vstack([X, X[:1] * 3.0])
    labels = np.append(y, -y[0])
    outcome = ask(sp.csr_array(doubled), labels, intercept=False)
    assert outcome.kind == "inseparable"
    assert sorted(outcome.support.tolist()) == [0, 150]


@pytest.mark.slow
@ASKED
def test_fifty_thousand_sparse_features(intercept: bool) -> None:
    X, y = sparse_problem(1_000, 50_000, 0.5)
    outcome = ask(X, y, intercept=intercept, max_seconds=300.0)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6
    assert outcome.n_passes <= 100


@pytest.mark.slow
@ASKED
@pytest.mark.parametrize(("m", "n"), [(100, 50_000), (300, 3_000)])
def test_large_dense(m: int, n: int, intercept: bool) -> None:
    one = instances.gaussian(m, n, intercept=intercept)
    outcome = ask(one.X, one.y, intercept=intercept, max_seconds=300.0)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6
    noise = instances.noise(m, n, intercept=intercept)
    outcome = ask(noise.X, noise.y, intercept=intercept, max_seconds=300.0)
    assert outcome.kind == "inseparable"
    assert len(outcome.support) <= m + 1 + intercept
