"""Local ascent of a negative margin, held against the true one: the distance of the origin from the hull's facets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import gordan
from gordan.engine.polish.ascent import Signed, ascend
from gordan.testing import instances


def true_margin(X: Any, y: Any, *, intercept: bool) -> float:
    """−distance from the origin to the boundary of the hull of all signed points, or of half their differences."""
    signs = np.where(y, 1.0, -1.0)
    points = X * signs[:, None]
    if intercept:
        points = np.array([(a - b) / 2 for a in X[y] for b in X[~y]])
    return float(ConvexHull(points).equations[:, -1].max())


def overlapping(seed: int, *, n: int = 40, m: int = 3) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2 == 0
    return rng.normal(size=(n, m)) + 0.3 * y[:, None], y


@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
@pytest.mark.parametrize("seed", range(12))
def test_the_direction_is_as_good_as_its_margin_and_never_better_than_the_best(seed: int, intercept: bool) -> None:
    X, y = overlapping(seed, m=2 + seed % 3)
    truth = true_margin(X, y, intercept=intercept)
    outcome = gordan.separate(X, y, intercept=intercept)
    assert outcome.kind == "inseparable"
    assert outcome.verdict.holds
    # The verifier proved it, so it is no better than the truth; by ascent from the class means it is near it.
    assert 1.25 * truth <= outcome.bracket.lower <= truth + 1e-9


def test_iris_has_the_best_hyperplane_there_is() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    X, target = datasets.load_iris(return_X_y=True)
    for kind in (1, 2):
        y = target == kind
        for solver in ("auto", "working-set", "interior-point"):
            outcome = gordan.separate(X, y, solver=solver)
            assert outcome.bracket.lower == pytest.approx(true_margin(X, y, intercept=True), rel=1e-5)


@pytest.mark.parametrize("form", ["dense", "csr", "float32", "far"])
def test_larger_data_of_every_form_are_improved_by_the_loop(form: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    one = instances.inseparable(12, 3000, 0.1, random_state=1)
    X: Any = one.X
    X = {"dense": X, "csr": sparse.csr_array(X), "float32": X.astype(np.float32), "far": X + 1e6}[form]
    plain = gordan.separate(X, one.y, goal="decide")
    better = gordan.separate(X, one.y)
    assert plain.kind == better.kind == "inseparable"
    assert better.verdict.holds
    assert better.bracket.lower > 0.9 * plain.bracket.lower


def test_a_way_without_an_end_has_the_margin_nought() -> None:
    # Both classes touch at the origin: the vertical line has all rows on their sides or on itself.
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.5], [0.0, 0.0], [0.0, 1.0], [-1.0, 0.25]])
    y = np.array([1, 1, 1, 0, 0, 0])
    outcome = gordan.separate(X, y)
    assert outcome.kind == "inseparable"
    assert -1e-9 <= outcome.bracket.lower <= 0.0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("intercept", [True, False])
def test_a_column_that_tells_nothing_does_not_make_the_margin_nought(seed: int, intercept: bool) -> None:
    generator = np.random.default_rng(seed)
    X = generator.integers(-5, 6, (30, 3)).astype(float)
    y = np.arange(30) % 2
    redundant = np.full((30, 1), 3.0) if intercept else X @ np.array([[1.0], [2.0], [1.0]])
    plain = gordan.separate(X, y, intercept=intercept)
    wider = gordan.separate(np.hstack([X, redundant]), y, intercept=intercept)
    assert plain.kind == wider.kind == "inseparable"
    assert wider.verdict.holds
    assert wider.bracket.lower < 0.1 * plain.bracket.lower
    if intercept:
        assert abs(wider.coef[-1]) <= 1e-9 * np.abs(wider.coef).max()


def test_work_is_bounded() -> None:
    X, y = overlapping(0, n=200, m=8)
    S = X * np.where(y, 1.0, -1.0)[:, None]
    asked = []

    def products(W: Any) -> Any:
        asked.append(len(W))
        return S @ W.T

    signed = Signed(products, lambda rows: S[rows], S.size)
    ascend(signed, [S.mean(axis=0), S[0]], max_work=1e6)
    assert sum(asked) <= 4
    assert signed.work <= 1e6 + 4e5  # the first product of the last start may exceed it, and no other
    for max_work in (2e6, 4e6, 8e6):
        signed = Signed(products, lambda rows: S[rows], S.size)
        ascend(signed, [S.mean(axis=0)], max_work=max_work)
        assert signed.work <= max_work + 4e5
    w, margin = ascend(Signed(products, lambda rows: S[rows], S.size), [np.zeros(8), S.mean(axis=0)], max_work=1e9)
    assert w is not None
    assert margin == pytest.approx((S @ w).min() / np.linalg.norm(w), abs=1e-9)


def test_coefficients_that_must_not_be_negative_stay_so() -> None:
    X, y = overlapping(1, n=60, m=4)
    for solver in ("auto", "winnow"):
        outcome = gordan.separate(X, y, positive=True, solver=solver, goal="margin", polish=True, max_iter=2000)
        assert outcome.kind != "separable"
        assert outcome.verdict.holds
        assert outcome.coef is None or (outcome.coef >= 0).all()


def test_published_algorithms_keep_their_own_direction() -> None:
    one = instances.inseparable(5, 60, 0.1)
    own = gordan.separate(one.X, one.y, intercept=False, solver="von-neumann", eps=1e-3)
    assert own.kind == "inseparable"
    assert own.bracket.lower < gordan.separate(one.X, one.y, intercept=False).bracket.lower
