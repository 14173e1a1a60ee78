"""Questions of several classes that are answered together: the same answers, proved, whoever does the work."""

from __future__ import annotations

import pickle
from itertools import combinations

import numpy as np
import pytest
from sklearn.datasets import load_iris

import gordan
from gordan.engine.many.answers import Answers
from gordan.learn.multiclass import Labelled, Way, answer_together, separate_classes

X, Y = load_iris(return_X_y=True)
SCHEMES = pytest.mark.parametrize("scheme", ["ovo", "ovr"])


@SCHEMES
@pytest.mark.parametrize("intercept", [False, True])
def test_the_answers_of_one_by_one(scheme: str, intercept: bool) -> None:
    labelled, way = Labelled(X, Y, intercept), Way(goal="margin")
    assert labelled.small(scheme)
    together = list(separate_classes(labelled, scheme=scheme, way=way))
    alone = separate_classes(labelled, scheme=scheme, way=way, answer=lambda asked: way.solve(asked.problem))
    for contest, other in zip(together, alone, strict=True):
        assert (contest.words, contest.outcome.kind) == (other.words, other.outcome.kind)
        assert contest.outcome.bracket.lower == pytest.approx(other.outcome.bracket.lower, rel=1e-6)
        assert gordan.verify(contest.problem, contest.outcome).holds


@SCHEMES
def test_threads_change_nothing(scheme: str) -> None:
    labelled = Labelled(X, Y)
    for one, two in zip(
        separate_classes(labelled, scheme=scheme, way=Way(workers=1)),
        separate_classes(labelled, scheme=scheme, way=Way(workers=2)),
        strict=True,
    ):
        assert one.outcome.bracket == two.outcome.bracket
        assert np.array_equal(one.outcome.coef, two.outcome.coef)


def test_within_a_budget_the_number_that_was_given_is_named() -> None:
    [*contests] = separate_classes(Labelled(X, Y), scheme="ovo", way=Way(goal="margin", max_seconds=1e-7))
    undecided = [contest.outcome for contest in contests if contest.outcome.kind == "undecided"]
    assert undecided
    assert all("max_seconds = 1e-07" in outcome.reason for outcome in undecided)


def test_large_or_sparse_questions_are_not_stacked() -> None:
    labels = np.arange(3000) % 3
    assert not Labelled(np.ones((3000, 200)), labels).small("ovo")
    assert Labelled(np.ones((3000, 20)), labels).small("ovo")
    assert not Labelled(np.ones((3000, 20)), labels % 2).small("ovo")


def drawn(counts: list[int], dtype: type = np.float64) -> tuple[np.ndarray, np.ndarray]:
    """Classes of different sizes, shuffled, in space enough for some pairs to be separable and some not."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    return (rng.standard_normal((y.size, 5)) + 0.7 * (y % 3)[:, None]).astype(dtype), y


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_pairs_of_different_sizes_share_a_stack(dtype: type, intercept: bool) -> None:
    points, y = drawn([4, 5, 5, 6, 9, 30, 2], dtype)
    labelled, way = Labelled(points, y, intercept), Way(goal="margin")
    together = answer_together(labelled, "ovo", way)
    assert together is not None
    assert len({outcome.kind for outcome in together.many}) == 2
    for number, sides in enumerate(together.questions):
        contest = together.contest(number)
        alone = way.solve(labelled.pose(sides)[1])
        assert contest.outcome.kind == alone.kind
        assert contest.outcome.bracket.lower == pytest.approx(alone.bracket.lower, rel=1e-6)
        assert gordan.verify(contest.problem, contest.outcome).holds
        assert contest.problem.n == together.size(number)


def test_a_fit_makes_no_outcome_until_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    points, y = drawn([6, 4, 4, 5])
    points += 20.0 * y[:, None] ** 2
    made = []
    outcome = Answers.outcome
    monkeypatch.setattr(Answers, "outcome", lambda self, i: made.append(i) or outcome(self, i))
    model = gordan.MaxMarginClassifier().fit(points, y)
    assert model.n_iter_ > 0
    assert [bracket.lower > 0 for bracket in model.margin_] == [True] * 6
    assert model.dual_coef_.shape == (6, model.support_.size)
    assert (model.predict(points) == y).all()
    before = model.coef_, model.intercept_, model.decision_function(points)
    assert not made
    signed = model.dual_coef_ @ points[model.support_]
    assert len(model.outcome_) == len(made) == 6
    np.testing.assert_allclose(signed, model.coef_, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose([o.bracket.lower for o in model.outcome_], [b.lower for b in model.margin_])
    outcomes = model.outcome_
    model._kept.forget_data()
    del model.__dict__["intercept_"]
    for one, other in zip(before, (model.coef_, model.intercept_, model.decision_function(points)), strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(before[1], [o.intercept / np.linalg.norm(o.coef) for o in outcomes])
    assert all(
        gordan.verify(gordan.Points(points[rows], y[rows]), certificate).holds
        for certificate, rows in zip(
            model.certificate_, (np.isin(y, pair) for pair in combinations(range(4), 2)), strict=True
        )
    )


def test_what_is_proved_outlives_the_data() -> None:
    """An estimator that travels takes its proofs along, and of data that were changed there is no certificate."""
    points, y = drawn([6, 4, 4, 5])
    points += 20.0 * y[:, None] ** 2
    model = gordan.MaxMarginClassifier().fit(points, y)
    lower = [bracket.lower for bracket in model.margin_]
    points *= 3.0
    other = pickle.loads(pickle.dumps(model))
    assert [outcome.bracket.lower for outcome in other.outcome_] == lower
    np.testing.assert_array_equal(other.dual_coef_, model.dual_coef_)
    with pytest.raises(gordan.InputError, match="changed"):
        _ = model.certificate_
