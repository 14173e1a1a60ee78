"""Working sets that begin with a sample: fewer passes, the same answers, and nothing that the sample alone decides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

import gordan
from engine.solver.flagship import QUESTIONS
from gordan.engine.loop import choice
from gordan.engine.loop.coordinate_prover import CoordinateProver
from gordan.engine.oracle.build import build
from gordan.engine.oracle.counted import Counted
from gordan.engine.solver import auto
from gordan.errors import InputError
from gordan.problem import Points
from gordan.solver import MinNormPoint, WorkingSet
from gordan.testing import instances

ASKED = pytest.mark.parametrize("intercept", QUESTIONS.values(), ids=QUESTIONS)
SIFTED = WorkingSet(MinNormPoint(at_once=True), first=10.0, batch=6.0, keep=10.0, thin=16)
FORMS = {
    "float64": np.asarray,
    "float32": lambda X: X.astype(np.float32),
    "by columns": np.asfortranarray,
    "far": lambda X: X + 1e6,
}


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `auto` take all dense points for many."""
    monkeypatch.setattr(auto, "_LOADED", 250_000)
    monkeypatch.setattr(choice, "is_compiled", lambda: True)
    auto.choose.cache_clear()


@ASKED
@pytest.mark.parametrize("form", FORMS)
def test_the_margin_is_the_one_without_a_sample(form: str, intercept: bool) -> None:
    one = instances.gaussian(12, 20_000, intercept=intercept)
    X = FORMS[form](one.X) if intercept or form != "far" else one.X
    plain = gordan.separate(X, one.y, intercept=intercept, solver=WorkingSet())
    sampled = gordan.separate(X, one.y, intercept=intercept, solver=SIFTED)
    assert sampled.kind == plain.kind
    assert sampled.bracket.gap <= 1e-6
    assert sampled.bracket.lower == pytest.approx(plain.bracket.lower, rel=2e-6)
    assert sampled.n_passes < plain.n_passes


@ASKED
def test_a_sample_that_cancels_ends_the_run_before_the_first_pass(intercept: bool) -> None:
    one = instances.noise(10, 20_000, intercept=intercept)
    oracle = Counted(build(Points(one.X, one.y, intercept=intercept).canonical()))
    *_, last = SIFTED.candidates(oracle)
    assert oracle.passes == 0
    assert oracle.norm(oracle.inner.combine(last.weights)) <= 1e-9 * oracle.reach
    outcome = gordan.separate(one.X, one.y, intercept=intercept, solver=SIFTED)
    assert outcome.kind == "inseparable"


def test_what_a_sample_saves_goes_into_the_best_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of points that cancel: an ascent would have next to no work where no pass was made before it."""
    works = []
    monkeypatch.setattr(CoordinateProver, "improved", lambda self, best, work: works.append(work) or best)
    one = instances.noise(20, 40_000)
    outcome = gordan.separate(one.X, one.y, intercept=False, solver=SIFTED, goal="margin")
    assert outcome.kind == "inseparable"
    assert works[0] >= 0.25 * 16 * np.asarray(one.X).size


def test_products_of_samples_add_up_to_passes() -> None:
    one = instances.gaussian(5, 8_000)
    oracle = Counted(build(Points(one.X, one.y, intercept=False).canonical()))
    sample = oracle.sample(2)
    assert sample is not None
    within = sample.sample(2)  # type: ignore[attr-defined]
    for _ in range(3):
        sample.worst(np.ones(5))
    assert oracle.passes == 1
    within.worst(np.ones(5))
    within.worst(np.ones(5))
    assert oracle.passes == 2


@ASKED
def test_weights_and_images_of_a_sample_are_those_of_the_whole(intercept: bool) -> None:
    one = instances.gaussian(5, 8_000, intercept=intercept)
    oracle = build(Points(one.X, one.y, intercept=intercept).canonical())
    sample: Any = oracle.sample(3)
    lifted = sample.lift(sample.begin_with())
    assert np.flatnonzero(lifted.weights).tolist() == list(range(0, 8_000, 3))
    assert oracle.combine(lifted.weights) == pytest.approx(lifted.image)
    assert sample.margins(lifted.direction) == pytest.approx(oracle.margins(lifted.direction)[::3])


def test_where_there_is_no_sample_all_points_are_looked_at() -> None:
    """Of one class alone, of few points, and of rows that are read in batches."""
    one = instances.gaussian(5, 8_000)
    y = np.where(np.arange(8_000) % 16 == 0, 1, -1)
    X = np.asarray(one.X) + 100.0 * y[:, None]
    whole = build(Points(X, y).canonical())
    assert whole.sample(16) is None
    assert whole.sample(15) is not None
    assert build(Points(one.X[:990], one.y[:990], intercept=False).canonical()).sample(10) is None
    outcome = gordan.separate(X, y, solver=SIFTED)
    assert outcome.kind == "separable"
    assert outcome.bracket.gap <= 1e-6
    batches = Points.from_batches(np.asarray(one.X), one.y, intercept=False)
    assert gordan.solve(batches, solver=SIFTED).kind == "separable"


@pytest.mark.parametrize("thin", [0, 1.5, True])
def test_a_sample_is_every_so_many_th_point(thin: Any) -> None:
    with pytest.raises(InputError, match="thin"):
        WorkingSet(thin=thin)


@pytest.mark.parametrize("goal", ["margin", "decide"])
@ASKED
@pytest.mark.usefixtures("compiled")
def test_auto_begins_with_a_sample_where_there_are_many_points(intercept: bool, goal: Any) -> None:
    one = instances.gaussian(30, 20_000, intercept=intercept)
    outcome = gordan.separate(one.X, one.y, intercept=intercept, goal=goal)
    assert "compiled active sets" in outcome.run.note
    assert outcome.kind == "separable"
    assert outcome.n_passes <= 7


@pytest.mark.usefixtures("compiled")
def test_without_compiled_code_auto_chooses_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "is_compiled", lambda: False)
    one = instances.gaussian(30, 20_000)
    outcome = gordan.separate(one.X, one.y, intercept=False)
    assert "compiled" not in outcome.run.note
    assert outcome.bracket.gap <= 1e-6


@ASKED
@pytest.mark.usefixtures("compiled")
def test_the_digits_do_not_depend_on_the_threads(intercept: bool) -> None:
    one = instances.gaussian(100, 50_000, intercept=intercept)
    answers = []
    for threads in (1, 2):
        with threadpool_limits(threads):
            answers.append(gordan.separate(one.X, one.y, intercept=intercept))
    assert (answers[0].coef == answers[1].coef).all()
    assert answers[0].bracket == answers[1].bracket
    assert answers[0].n_passes == answers[1].n_passes


@pytest.mark.usefixtures("compiled")
def test_watchers_and_budgets_reach_the_sample() -> None:
    one = instances.gaussian(30, 20_000)
    trace = gordan.watch.Trace()
    whole = gordan.separate(one.X, one.y, intercept=False, watch=trace)
    assert len(trace["n_iter"]) > 3
    assert (np.diff(trace["upper"]) <= 0).all()
    few = gordan.separate(one.X, one.y, intercept=False, max_iter=1)
    assert few.n_iter < whole.n_iter
    assert few.kind in ("undecided", "separable")


def test_a_direction_priced_last_is_not_priced_again() -> None:
    one = instances.gaussian(5, 2_000)
    oracle = Counted(build(Points(one.X, one.y, intercept=False).canonical()))
    w = np.ones(5)
    first = oracle.worst(w, 7)
    assert [atom.key for atom in oracle.worst(np.ones(5), 3)[0]] == [atom.key for atom in first[0][:3]]
    assert oracle.passes == 1
    assert len(oracle.worst(w, 8)[0]) == 8
    oracle.worst(2.0 * w, 3)
    assert oracle.passes == 3
