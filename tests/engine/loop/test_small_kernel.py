"""Few points in a kernel's space, answered at once: the same answers as those of the loop, and proved."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.arithmetic.deadline import check_deadline
from gordan.engine.loop import small_kernel
from gordan.engine.loop.active_images import Columns, least_norm_images
from gordan.engine.loop.evidence import Evidence
from gordan.problem.kernel import diagonal

products = import_module("gordan.engine.loop.moved_products")
KERNELS: dict[str, dict[str, Any]] = {
    "rbf": {"kernel": "rbf", "gamma": 0.7},
    "laplacian": {"kernel": "laplacian", "gamma": 0.5},
    "poly": {"kernel": "poly", "gamma": 0.5, "degree": 3, "coef0": 1.0},
}


def drawn(n: int = 90) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, 3))
    return X, X[:, 0] * X[:, 1] > 0.1 * X[:, 2]


@pytest.mark.parametrize("form", [np.asarray, np.float32, sp.csr_array])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kernel", [*KERNELS])
def test_the_answers_of_the_loop(kernel: str, intercept: bool, form: Any) -> None:
    X, y = drawn()
    problem = gordan.Points(form(X), y, intercept, **KERNELS[kernel])
    at_once, loop = gordan.solve(problem), gordan.solve(problem, solver="working-set")
    assert at_once.kind == loop.kind == "separable"
    assert at_once.bracket.gap <= 1e-6
    assert at_once.bracket.lower == pytest.approx(loop.bracket.lower, rel=2e-6)
    assert gordan.verify(problem, at_once).holds
    assert at_once.weights.sum() == pytest.approx(1.0)
    decided = gordan.solve(problem, goal="decide")
    assert decided.kind == "separable"
    assert decided.n_iter <= at_once.n_iter


def many_coordinates(n: int = 200) -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    X = rng.standard_normal((n, 150)) / 12
    return X, X[:, 0] * X[:, 1] > 0.01 * X[:, 2]


@pytest.mark.parametrize("form", [np.asarray, np.float32])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("kernel", ["rbf", "poly"])
@pytest.mark.parametrize("n", [200, 700])
def test_single_precision_finds_what_double_proves(
    kernel: str, intercept: bool, form: Any, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many coordinates all products are taken at once, where the tolerance allows for it."""
    X, y = many_coordinates(n)
    problem = gordan.Points(form(X), y, intercept, **KERNELS[kernel])
    margin = gordan.solve(problem, solver="working-set").bracket
    monkeypatch.setattr(small_kernel, "is_compiled", lambda **_: True)
    monkeypatch.setattr(small_kernel, "least_norm_images", None)
    found = gordan.solve(problem, tol=1e-4)
    assert found.bracket.gap <= 1e-4
    assert found.bracket.lower <= margin.upper <= (1 + 1e-6) * found.bracket.upper
    assert gordan.verify(problem, found).holds


@pytest.mark.parametrize("away", [0.0, 1.0, 1e20, 1e-25])
def test_what_single_precision_does_not_tell_is_found_in_double(away: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points far from the origin, next to which the margin is small, and numbers that are no singles' squares."""
    X, y = many_coordinates()
    X = X * away if away not in (0.0, 1.0) else X + 300.0 * away
    problem = gordan.Points(X, y, kernel="poly", degree=3, gamma=1.0 / away**2 if away else 1.0, coef0=1.0)
    asked, search = [], small_kernel.moved_products
    monkeypatch.setattr(small_kernel, "is_compiled", lambda **_: True)

    def counted(*given: Any, **settings: Any) -> Any:
        asked.append(settings["single"])
        return search(*given, **settings)

    monkeypatch.setattr(small_kernel, "moved_products", counted)
    outcome = gordan.solve(problem, tol=1e-4)
    assert outcome.kind == "separable"
    assert gordan.verify(problem, outcome).holds
    assert asked == ([True, False] if away else [True])


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("kernel", ["rbf", "poly"])
@pytest.mark.parametrize("ways", [(0.0, 0.0), (1.0, 1.0), (1.0, 1.0, "full")])
def test_columns_and_matrix_lead_to_the_same_margin(
    kernel: str, single: bool, ways: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The matrix of all, columns from a sample, and the matrix where room for columns runs out."""
    monkeypatch.setattr(products, "_SPARSE", ways[:2])
    rng = np.random.default_rng(2)
    centres, k = 2 * rng.standard_normal((10, 120)), rng.integers(0, 10, 900)
    problem = gordan.Points(centres[k] + rng.standard_normal((900, 120)), k < 5, **KERNELS[kernel] | {"gamma": "scale"})
    room, asked = 60 if len(ways) > 2 else 900, []
    search = products._by_all
    monkeypatch.setattr(products, "_by_all", lambda *given: asked.append(len(given[1])) or search(*given[:-1], 900))
    longest = float(np.max(diagonal(problem.kernel, problem.X)))
    found = products.moved_products(problem, room, longest, tol=1e-4, single=single)
    assert found is not None
    assert (asked[-1] == 900) == (ways != (1.0, 1.0))
    margin = gordan.solve(problem, solver="working-set").bracket
    assert found.steps[-1].lower <= margin.upper
    assert found.steps[-1].upper >= margin.lower
    assert found.steps[-1].upper == pytest.approx(margin.upper, rel=1e-3)


def test_nothing_is_asked_of_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gordan.engine.loop.separate.Evidence", None)
    X, y = drawn()
    assert gordan.separate(X, y, kernel="rbf", gamma=0.7).kind == "separable"


@pytest.mark.parametrize("limit", ["small_kernel._MOST", "small_kernel._ENTRIES", "active_images._STEPS"])
def test_what_one_attempt_does_not_prove_is_left_to_the_loop(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = drawn()
    problem = gordan.Points(X, y, **KERNELS["rbf"])
    known = gordan.solve(problem).bracket.lower
    begun: list[Any] = []
    monkeypatch.setattr("gordan.engine.loop.separate.Evidence", lambda *a, **k: begun.append(a) or Evidence(*a, **k))
    monkeypatch.setattr(small_kernel, "is_compiled", lambda **_: False)
    monkeypatch.setattr(f"gordan.engine.loop.{limit}", 4)
    outcome = gordan.solve(problem)
    assert len(begun) == 1
    assert outcome.kind == "separable"
    assert outcome.bracket.lower == pytest.approx(known, rel=2e-6)


@pytest.mark.parametrize("m", [2, 150])
def test_images_that_all_coincide_are_left_to_the_loop(m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_kernel, "is_compiled", lambda **_: True)
    for tol in (1e-4, 1e-9):
        assert gordan.separate(np.ones((100, m)), [0, 1] * 50, kernel="rbf", gamma=1.0, tol=tol).kind == "inseparable"


def test_twins_of_both_classes_are_sought_in_one_precision_only(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = many_coordinates()
    X[-1], y[-1] = X[0], not y[0]
    asked, search = [], small_kernel.moved_products
    monkeypatch.setattr(small_kernel, "is_compiled", lambda **_: True)
    monkeypatch.setattr(small_kernel, "moved_products", lambda *a, **k: asked.append(k["single"]) or search(*a, **k))
    assert gordan.separate(X, y, kernel="rbf", gamma=1.0, tol=1e-4).kind == "inseparable"
    assert asked == [True]


def test_inseparable_images_are_left_to_the_loop() -> None:
    X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0]])
    problem = gordan.Points(X, [0, 1, 0, 1, 0], kernel="poly", degree=2, gamma=1.0, coef0=1.0)
    columns = Columns(problem, 5)
    groups = [np.flatnonzero(problem.signs == sign) for sign in (1.0, -1.0)]
    assert least_norm_images(columns, groups, 289.0, tol=1e-6, decide=False) is None
    outcome = gordan.solve(problem)
    assert outcome.kind == "inseparable"
    assert gordan.verify(problem, outcome).holds


def test_the_point_of_least_norm_has_equal_products_on_its_support() -> None:
    X, y = drawn(60)
    problem = gordan.Points(X, y, **KERNELS["rbf"])
    groups = [np.flatnonzero(problem.signs == sign) for sign in (1.0, -1.0)]
    best = least_norm_images(Columns(problem, 60), groups, 1.0, tol=1e-9, decide=False)
    assert best is not None
    for rows in groups:
        own = np.isin(best.rows, rows)
        assert best.x[own].sum() == pytest.approx(1.0)
        np.testing.assert_allclose(best.products[best.rows[own]], best.products[rows].min(), rtol=1e-8)


def test_watchers_hear_of_every_step() -> None:
    X, y = drawn()
    trace = gordan.watch.Trace()
    outcome = gordan.separate(X, y, kernel="rbf", gamma=0.7, watch=trace)
    lower, upper = (np.array([getattr(event, end) for event in trace.events]) for end in ("lower", "upper"))
    assert (np.diff(upper) <= 0).all()
    assert (lower <= outcome.bracket.upper).all()
    assert (upper >= outcome.bracket.lower).all()


def test_a_matrix_without_entries_is_a_question_too() -> None:
    outcome = gordan.separate(sp.csr_array((3, 2)), [0, 1, 1], kernel="rbf", gamma=1.0)
    assert outcome.kind == "inseparable"
    one_class = gordan.Points(sp.csr_array((3, 2)), [1, 1, 1], False, kernel="rbf", gamma=1.0)
    assert gordan.solve(one_class).kind == "separable"


def test_an_attempt_leaves_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes too long is given up, and the loop says what it knows."""

    def slow(*_: Any, **__: Any) -> None:
        time.sleep(0.6)
        check_deadline()

    monkeypatch.setattr(small_kernel, "least_norm_images", slow)
    X, y = drawn()
    outcome = gordan.separate(X, y, kernel="rbf", gamma=0.7, max_seconds=1.0)
    assert np.isfinite(outcome.bracket.upper)
    assert outcome.verdict.holds
