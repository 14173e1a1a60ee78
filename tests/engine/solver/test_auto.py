"""What `auto` chooses is told, and is right on every kind of data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import gordan
from gordan.engine.loop import small_kernel
from gordan.engine.solver.auto import CHOICES, Question, choose
from gordan.solver import CoordinateAscent, InteriorPoint, MinNormPoint, WorkingSet
from gordan.testing import instances
from zoo import ZOO


@pytest.mark.parametrize(
    ("n", "m", "inner", "opening"),
    [
        (200_000, 2, MinNormPoint, ""),
        (10**6, 2, MinNormPoint, ""),
        (10**6, 20, MinNormPoint, ""),
        (10**5, 100, InteriorPoint, ""),
        (10**5, 500, InteriorPoint, "mirror-prox and "),
        (30_000, 1000, InteriorPoint, "mirror-prox and "),
    ],
)
@pytest.mark.parametrize("goal", [None, "decide", "margin"])
def test_small_sides_are_solved_exactly(n: int, m: int, inner: Any, opening: str, goal: str | None) -> None:
    solver, told = choose(Question(n=n, m=m, goal=goal))
    assert isinstance(solver, WorkingSet)
    assert isinstance(solver.inner, inner)
    assert solver.exact
    assert f"auto chose working-set with {opening}{inner.name} inside" in told


@pytest.mark.parametrize(
    ("n", "m", "goal", "intercept", "name"),
    [
        (5000, 1000, "margin", False, "coordinate-ascent"),
        (5000, 1000, None, False, "coordinate-ascent"),
        (1000, 50_000, "margin", False, "coordinate-ascent"),
        (1000, 50_000, "decide", True, "coordinate-ascent"),
        (250, 50_000, "margin", True, "min-norm-point"),
        (5000, 1000, "decide", False, "working-set"),
        (5000, 1000, "margin", True, "coordinate-ascent"),
        (50_000, 1000, "margin", False, "working-set"),
        (5000, 100, "margin", False, "working-set"),
    ],
)
def test_sweeps_begin_where_newton_steps_are_dear(n: int, m: int, goal: Any, intercept: bool, name: str) -> None:
    solver, _ = choose(Question(n=n, m=m, goal=goal, intercept=intercept))
    assert solver.name == name
    assert solver.exact


@pytest.mark.parametrize("goal", [None, "decide", "margin"])
@pytest.mark.parametrize("form", ["kernel", "products"])
def test_among_products_a_working_set_by_name_is_that_of_auto(
    form: str, goal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points join its active set in blocks: a few steps, where one by one takes about as many as the support has."""
    monkeypatch.setattr(small_kernel, "_MOST", 0)  # few points in a kernel's space are answered without it
    generator = np.random.default_rng(0)
    X = generator.standard_normal((300, 4))
    y = X[:, 0] * X[:, 1] > 0
    products = np.exp(-0.5 * ((X[:, None] - X) ** 2).sum(axis=2))
    problem = gordan.Gram(products, y) if form == "products" else gordan.Points(X, y, kernel="rbf", gamma=0.5)
    found, chosen, single = (
        gordan.solve(problem, solver=solver, goal=goal, tol=1e-3) for solver in ("working-set", "auto", WorkingSet())
    )
    assert found.kind == chosen.kind == single.kind == "separable"
    assert (found.n_iter, found.n_passes) == (chosen.n_iter, chosen.n_passes)
    assert found.n_iter < single.n_iter / 3
    assert "chose" not in found.reason


def test_no_matrix_of_a_large_side_is_formed() -> None:
    for intercept in (False, True):
        for dense in (False, True):
            solver, told = choose(Question(n=10**5 + 1, m=10**5, intercept=intercept, dense=dense))
            assert solver.name == "coordinate-ascent"
            assert solver.exact  # it seeks the margin
            assert ("no matrix" if dense else "one row") in told


@pytest.mark.parametrize("goal", [None, "decide", "margin"])
@pytest.mark.parametrize(("n", "m"), [(201, 201), (61, 10**6), (10**6, 61), (10**6, 10**6)])
def test_sparse_data_of_every_greater_size_are_visited_row_by_row(n: int, m: int, goal: str | None) -> None:
    for resumed in (False, True):
        solver, _ = choose(Question(n=n, m=m, goal=goal, dense=False, resumed=resumed))
        assert solver == CoordinateAscent(sweeps=1 if goal == "decide" else 4)


# One question for every line of the table, in its order.
ASKED = (
    Question(rank=3, goal="margin"),
    Question(rank=40),
    Question(n=10**6, m=1000, rank=41, goal="decide"),
    Question(positive=True),
    Question(implicit=True, resumed=True),
    Question(batches=True),
    Question(n=90, m=180, dense=False),
    Question(n=8000, m=120, dense=False),
    Question(n=1000, m=1000, dense=False),
    Question(n=1000, m=5000, resumed=True),
    Question(n=600, m=30),
    Question(n=60, m=10_000),
    Question(n=10**6, m=30, compiled=True),
    Question(n=10**6, m=30),
    Question(n=1000, m=1000),
    Question(n=1001, m=1000, intercept=False),
    Question(n=1001, m=1000, goal="decide"),
    Question(n=10**6 + 1, m=10**6, intercept=False, resumed=True),
)


def test_every_line_of_the_table_is_chosen_by_some_question() -> None:
    for choice, question in zip(CHOICES, ASKED, strict=True):
        solver, note = choose(question)
        assert note == choice.note(solver)
        assert note.endswith(choice.why)
        assert solver == choice.solver(question)
        assert choice.chosen.startswith(solver.name)


def test_the_table_in_the_docs_is_the_one_that_chooses() -> None:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    rows = [f"| {choice.data} | {choice.asked} | {choice.chosen} | {choice.why} |" for choice in CHOICES]
    assert "\n".join(["| data | asked | chosen | why |", "|---|---|---|---|", *rows, ""]) in page


@pytest.mark.parametrize("intercept", [False, True], ids=["no intercept", "intercept"])
@pytest.mark.parametrize(("m", "n"), [(3, 500), (60, 500), (45, 100), (500, 70), (300, 20)])
def test_both_answers_in_every_shape(m: int, n: int, intercept: bool) -> None:
    one = instances.separable(m, n, 0.05, intercept=intercept)
    for form in (np.asarray, sp.csr_array, lambda X: X.astype(np.float32)):
        outcome = gordan.separate(form(one.X), one.y, intercept=intercept)
        assert outcome.kind == "separable"
        assert outcome.bracket.gap <= 1e-6
        assert outcome.bracket.lower == pytest.approx(0.05, rel=1e-4)
    # The sum of the signed points, with a label of its own kind, cancels them.
    X = np.round(one.X * 2.0**10)
    y = one.y
    if intercept:
        X, y = np.vstack([X, X[y > 0][:1]]), np.append(y, -1)
    else:
        X, y = np.vstack([X, -(y @ X)[None, :] * y[0]]), np.append(y, y[0])
    outcome = gordan.separate(X, y, intercept=intercept)
    assert outcome.kind == "inseparable"
    assert len(outcome.support) <= m + 1 + intercept


@pytest.mark.parametrize("goal", ["decide", "margin"])
def test_in_the_zoo(goal: Any) -> None:
    """The same verdicts whatever is asked, and nothing left open."""
    for instance in ZOO:
        problem = gordan.Points(instance.X, instance.y, intercept=instance.intercept, normalise=instance.normalise)
        outcome = gordan.solve(problem, goal=goal, max_seconds=20.0)
        assert outcome.kind == ("separable" if instance.separable else "inseparable"), instance.name


@pytest.mark.parametrize("n", [100, 10_000, 10**6])
@pytest.mark.parametrize("goal", ["decide", "margin"])
def test_sets_in_a_kernels_space_stay_small(n: int, goal: str) -> None:
    """What a set is factorised into grows with its square."""
    solver, _ = choose(Question(n=n, goal=goal, implicit=True))
    assert isinstance(solver, WorkingSet)
    assert solver.first * n / 50 <= 701
    assert solver.most * n / 50 <= 5001


def test_every_spelling_of_a_working_set_is_one_for_images() -> None:
    points = np.random.default_rng(0).standard_normal((400, 3))
    y = np.where(points[:, 0] * points[:, 1] > 0, 1, -1)
    counts = {
        gordan.separate(points, y, kernel="rbf", gamma=3.0, solver=name).n_iter
        for name in ("working-set", "Working Set", "working_set")
    }
    assert len(counts) == 1
