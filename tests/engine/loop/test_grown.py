"""Sparse points in few columns: the lowest are solved for first, and the point is that of all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.loop import grown, small
from gordan.engine.loop.grown import grown_least_norm_point
from gordan.engine.loop.settings import Settings
from gordan.engine.loop.small import answer_small
from gordan.engine.watch import Audience

GOALS = {goal: Settings(goal=goal, tol=1e-6, eps=1e-6, proof="rounded") for goal in ("margin", "decide")}


def drawn(seed: int, *, separable: bool | None = None) -> tuple[Any, Any]:
    """Sparse points: ones and zeros, whole numbers or Gaussian ones, some of them repeated; zeros in whole rows."""
    generator = np.random.default_rng(seed)
    n, m = int(generator.integers(4, 400)), int(generator.integers(1, 25))
    X = generator.standard_normal((n, m)) * (generator.random((n, m)) < 0.3)
    if seed % 3 == 1:
        X = (X != 0).astype(float)
    if seed % 3 == 2:
        X = np.rint(2 * X)[generator.integers(0, n, n)]
    values = X @ generator.standard_normal(m)
    y = values > np.median(values)
    if not (seed % 5 > 1 if separable is None else separable):
        y = generator.random(n) < 0.5
    y[0], y[1] = True, False
    return X, y


def by_few(monkeypatch: pytest.MonkeyPatch, joining: int = 8) -> None:
    """Take all sparse data for many, and few of their points at a time."""
    monkeypatch.setattr(small, "WRITTEN", 0)
    monkeypatch.setattr(small, "_COMPILED", 0)
    monkeypatch.setattr(small, "is_compiled", lambda: True)
    monkeypatch.setattr(grown, "_JOINING", joining)


@pytest.mark.parametrize("groups", [1, 2])
def test_the_point_meets_its_conditions_on_all_points(groups: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grown, "_JOINING", 6)
    several = 0
    for seed in range(120):
        X, y = drawn(seed)
        signs = np.where(y, 1.0, -1.0)
        rows = [np.arange(len(X))] if groups == 1 else [np.flatnonzero(y), np.flatnonzero(~y)]
        found = grown_least_norm_point(sp.csr_array(X), signs, rows, decide=False)
        if found is None:
            continue
        assert (found.x >= 0).all()
        assert [found.x[r].sum() for r in rows] == pytest.approx([1.0] * groups)
        assert found.margins == pytest.approx(signs * (X @ found.w), abs=1e-12)
        length, size = float(np.linalg.norm((found.x * signs) @ X)), float(np.sqrt((X**2).sum(axis=1).max()))
        lowest = sum(float(found.margins[r].min()) for r in rows) / float(np.linalg.norm(found.w))
        # What the weights and the direction prove meet, or the weights cancel.
        assert length <= 1e-9 * size or lowest >= length - 1e-8 * size
        several += found.steps[-1].n_passes > 3
    assert several > 60


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("question", [{}, {"intercept": False}, {"intercept": False, "normalise": True}], ids=str)
def test_the_answer_is_that_of_dense_points(
    goal: str, question: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_few(monkeypatch)
    answered = 0
    for seed in range(60):
        X, y = drawn(seed)
        if question.get("normalise"):
            X[~X.any(axis=1), 0] = 1.0
        form = (sp.csr_array, sp.csc_array, sp.csr_matrix)[seed % 3]
        problem = gordan.Points(form(X.astype(np.float32) if seed % 2 else X), y, **question)
        outcome = answer_small(problem, GOALS[goal], "auto chose it: few columns", Audience())
        if outcome is None:
            continue
        answered += 1
        known = gordan.solve(gordan.Points(X.astype(problem.X.dtype), y, **question), goal=goal)
        assert outcome.kind == known.kind
        assert gordan.verify(problem, outcome).holds
        assert outcome.bracket.lower <= known.bracket.upper
        assert known.bracket.lower <= outcome.bracket.upper
        if goal == "margin" and outcome.kind == "separable":
            assert outcome.bracket.gap <= 1e-6
    assert answered > 50


def test_auto_takes_this_way_to_the_margin_of_sparse_points_in_few_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[int, ...]] = []
    whole = sp.csr_array.toarray

    def watched(self: Any, *arguments: Any, **named: Any) -> Any:
        written.append(self.shape)
        return whole(self, *arguments, **named)

    monkeypatch.setattr(sp.csr_array, "toarray", watched)
    generator = np.random.default_rng(0)
    X = sp.random_array((3000, 70), density=0.2, rng=generator, format="csr")
    y = X @ generator.standard_normal(70) > 0.1
    outcome = gordan.separate(X, y)
    assert (outcome.kind, outcome.solver) == ("separable", "min-norm-point")
    assert outcome.bracket.gap <= 1e-6
    assert max(rows for rows, _ in written) < 600  # never all of them
    assert gordan.separate(X, y, goal="decide").solver == "coordinate-ascent"
    assert gordan.separate(X, y, start=outcome).bracket.gap <= 1e-6


def test_rows_that_cancel_one_another_are_named_before_longer_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    by_few(monkeypatch)
    X, y = drawn(1, separable=False)
    X[7], y[7] = X[3], not y[3]
    outcome = answer_small(gordan.Points(sp.csr_array(X), y), GOALS["margin"], "", Audience())
    assert outcome is not None
    assert outcome.kind == "inseparable"
    assert len(outcome.support) <= 2


def test_a_watcher_hears_of_every_set(monkeypatch: pytest.MonkeyPatch) -> None:
    by_few(monkeypatch, joining=4)
    X, y = drawn(6, separable=True)
    trace = gordan.watch.Trace()
    watched, unwatched = (gordan.separate(sp.csr_array(X), y, watch=watch) for watch in (trace, None))
    assert watched.coef.tolist() == unwatched.coef.tolist()
    assert len(trace["n_iter"]) > 3
    assert trace["n_iter"][-1] == watched.n_iter
    assert np.all(np.diff(trace["upper"]) <= 0)
    assert np.all(np.diff(trace["lower"]) >= 0)
    assert trace["lower"][-1] <= watched.bracket.upper
    assert watched.bracket.lower <= trace["upper"][-1]


def test_steps_that_run_out_leave_it_to_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    by_few(monkeypatch, joining=4)
    monkeypatch.setattr(grown, "_CALLS", 1)
    X, y = drawn(6, separable=True)
    assert answer_small(gordan.Points(sp.csr_array(X), y), GOALS["margin"], "", Audience()) is None
