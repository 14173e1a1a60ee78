"""The short cut for small dense data: its least-norm point against its conditions, its answers verified."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gordan
from gordan.arithmetic.deadline import deadline
from gordan.engine.compiled import beforehand
from gordan.engine.loop import shortest, small
from gordan.engine.loop.settings import Settings
from gordan.engine.loop.shortest import compiled_least_norm_point, least_norm_point
from gordan.engine.loop.small import answer_small
from gordan.engine.watch import Audience

TO_THE_MARGIN = Settings(goal="margin", tol=1e-6, eps=1e-6, proof="rounded")
TO_A_DECISION = Settings(goal="decide", tol=1e-6, eps=1e-6, proof="rounded")
EXACTLY = Settings(goal="margin", tol=1e-6, eps=1e-6, proof="exact")


def drawn(seed: int) -> tuple[Any, Any]:
    """Small points of many kinds: on a grid, repeated, far from the origin, in units far apart."""
    generator = np.random.default_rng(seed)
    n, m = int(generator.integers(2, 60)), int(generator.integers(1, 12))
    X = generator.standard_normal((n, m))
    if seed % 4 == 1:
        X = np.rint(2 * X)
    if seed % 4 == 2:
        X = X[generator.integers(0, n, n)]
    if seed % 4 == 3:
        X = X * 10.0 ** generator.integers(-6, 7, m) + 100.0
    y = (X - X.mean(axis=0)) @ (generator.standard_normal(m) / X.std(axis=0).clip(1e-9)) > 0
    if seed % 3 == 0:
        y = generator.random(n) < 0.5
    y[0], y[1] = True, False
    return X, y


@pytest.mark.parametrize("groups", [1, 2])
def test_the_least_norm_point_meets_its_conditions(groups: int) -> None:
    for seed in range(200):
        X, y = drawn(4 * seed)
        S = (X - X.mean(axis=0)) * np.where(y, 1.0, -1.0)[:, None]
        rows = [np.arange(len(S))] if groups == 1 else [np.flatnonzero(y), np.flatnonzero(~y)]
        point = least_norm_point(S, rows, tol=1e-9, decide=False)
        assert (point.x >= 0).all()
        assert [point.x[r].sum() for r in rows] == pytest.approx([1.0] * groups)
        w = point.x @ S
        # No weight on another point shortens it: the lowest margins add up to its squared length.
        assert sum((S @ w)[r].min() for r in rows) >= w @ w - 1e-8 * (S**2).sum(axis=1).max()


@pytest.mark.parametrize("groups", [1, 2])
def test_the_compiled_loop_and_numpy_find_the_same_point(groups: int) -> None:
    for seed in range(200):
        X, y = drawn(seed)
        signs = np.where(y, 1.0, -1.0)
        A = (X - X.mean(axis=0)) / np.abs(X).max()
        rows = [np.arange(len(A))] if groups == 1 else [np.flatnonzero(y), np.flatnonzero(~y)]
        compiled = compiled_least_norm_point(A, signs, rows, decide=False)
        assert compiled is not None
        assert (compiled.x >= 0).all()
        assert [compiled.x[r].sum() for r in rows] == pytest.approx([1.0] * groups)
        length, size = float(np.linalg.norm((compiled.x * signs) @ A)), np.sqrt((A**2).sum(axis=1).max())
        lowest = sum(float(compiled.margins[r].min()) for r in rows)
        # What the weights and the direction prove meet, or the weights cancel.
        assert length <= 1e-9 * size or lowest / float(np.linalg.norm(compiled.w)) >= length - 1e-9 * size
        with np.errstate(all="ignore"):
            twin = least_norm_point(A * signs[:, None], rows, tol=1e-9, decide=False)
        # What the twin finds is off by the root of RIDGE.
        assert float(np.linalg.norm((twin.x * signs) @ A)) == pytest.approx(length, abs=1e-6 * size)


@pytest.mark.parametrize("settings", [TO_THE_MARGIN, TO_A_DECISION, EXACTLY], ids=["margin", "decide", "exact"])
@pytest.mark.parametrize("question", [{}, {"intercept": False}, {"intercept": False, "normalise": True}], ids=str)
@pytest.mark.parametrize("compiled", [False, True], ids=["numpy", "compiled"])
def test_short_cut_and_loop_agree(
    settings: Settings, question: dict[str, bool], compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "_COMPILED", 0)
    monkeypatch.setattr(small, "is_compiled", lambda: compiled)
    answered = 0
    for seed in range(int(compiled), 150, 2):
        X, y = drawn(seed)
        if question.get("normalise") and not X.any(axis=1).all():
            continue
        problem = gordan.Points(X, y, **question)
        outcome = answer_small(problem, settings, "auto chose it: small", Audience())
        if outcome is None:
            continue
        answered += 1
        known = gordan.solve(problem, solver="working-set", goal=settings.goal, proof=settings.proof)
        assert outcome.kind == known.kind
        assert gordan.verify(problem, outcome, proof=settings.proof).holds
        assert outcome.bracket.lower <= known.bracket.upper
        assert known.bracket.lower <= outcome.bracket.upper
        if settings.goal == "margin" and outcome.kind == "separable":
            assert outcome.bracket.gap <= settings.tol
    assert answered > 60


def test_a_short_budget_is_not_spent_on_loading_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(beforehand, "has_least_norm_points", lambda: bool(asked.append(True)))
    shortest._is_kept.cache_clear()
    with deadline(1.0):
        assert not shortest.is_compiled()
    assert asked == []
    assert not shortest.is_compiled()
    assert asked == [True]
    shortest._is_kept.cache_clear()


def test_what_is_not_compiled_is_not_compiled_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answers without: from NumPy, or, of more numbers, from the loop."""
    monkeypatch.setattr(small, "is_compiled", lambda: False)
    generator = np.random.default_rng(0)
    for n, m in ((200, 20), (500, 90)):
        X = generator.standard_normal((n, m))
        outcome = gordan.separate(X, X @ generator.standard_normal(m) > 0.0)
        assert (outcome.kind, outcome.solver) == ("separable", "min-norm-point")
        assert outcome.bracket.gap <= 1e-6


def test_a_watcher_hears_of_the_compiled_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small, "is_compiled", lambda: True)
    generator, trace = np.random.default_rng(0), gordan.watch.Trace()
    for X in (generator.standard_normal((150, 40)), generator.standard_normal((40, 150))):
        y = X @ generator.standard_normal(X.shape[1]) > 0.0
        watched, unwatched = gordan.separate(X, y, watch=trace), gordan.separate(X, y)
        assert watched.coef.tolist() == unwatched.coef.tolist()
        assert trace["n_iter"][-1] == watched.n_iter
        assert len(trace["n_iter"]) > 10
        assert np.all(np.diff(trace["upper"]) <= 0)
        assert np.all(np.diff(trace["lower"]) >= 0)
        assert trace["lower"][-1] <= watched.bracket.upper


def test_what_it_cannot_prove_is_left_to_the_loop() -> None:
    X, y = [[1e-200], [2e-200], [3e-200]], [0, 1, 1]
    assert answer_small(gordan.Points(X, y), TO_THE_MARGIN, "", Audience()) is None
    assert gordan.separate(X, y).kind == "separable"


def test_a_watcher_hears_of_every_step_and_changes_nothing() -> None:
    X, y = drawn(4)
    trace = gordan.watch.Trace()
    watched, unwatched = gordan.separate(X, y, watch=trace), gordan.separate(X, y)
    assert watched.solver == unwatched.solver == "min-norm-point"
    assert watched.coef.tolist() == unwatched.coef.tolist()
    assert trace.outcome is watched
    assert trace["n_iter"][-1] == watched.n_iter
    assert np.all(np.diff(trace["upper"]) <= 0)
    assert np.all(np.diff(trace["lower"]) >= 0)


def test_an_interrupt_of_a_watcher_carries_the_answer() -> None:
    class Impatient(gordan.watch.Trace):
        def step(self, event: Any) -> None:
            raise KeyboardInterrupt

    with pytest.raises(gordan.errors.Interrupted) as interrupted:
        gordan.separate([[0.0], [1.0], [3.0]], [0, 0, 1], watch=Impatient())
    assert interrupted.value.outcome.kind == "separable"


@pytest.mark.parametrize(
    ("y", "kind"), [([0, 1, 1, 0], "inseparable"), ([0, 0, 1, 0], "separable"), ([0, 1, 0, 1], "inseparable")]
)
def test_numbers_whose_differences_are_no_doubles(y: list[int], kind: str) -> None:
    X = [[1.6e308], [1.7e308], [-1.7e308], [1.6e308]]
    assert gordan.separate(X, y).kind == kind
    assert gordan.separate_many(np.array([X]), np.array([y]))[0].kind == kind


def test_few_points_of_many_dimensions_that_overlap_need_no_matrix_of_them() -> None:
    X = np.random.default_rng(0).integers(-3, 4, (3, 80_000)).astype(float)
    X[2] = (X[0] + X[1]) / 2
    outcome = gordan.separate(X, [1, 1, -1])
    assert outcome.kind == "inseparable"
    # Along the line on which they lie the middle one falls short by a quarter of its length, and less elsewhere.
    assert -np.linalg.norm(X[0] - X[1]) / 4 * (1 + 1e-9) <= outcome.bracket.lower < 0
