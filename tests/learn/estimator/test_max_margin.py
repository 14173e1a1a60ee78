"""The hard-margin classifier says what `separate` says, proves it, and never guesses."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning, NotFittedError

import gordan
from learn.estimator.flowers import apart, iris, mixed


def fitted(model: Any, X: Any, y: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit(X, y)


@pytest.mark.parametrize("intercept", [True, False])
def test_two_classes_are_answered_as_separate_answers_them(intercept: bool) -> None:
    X, y = apart(m=6)
    model, alone = (
        gordan.MaxMarginClassifier(fit_intercept=intercept).fit(X, y),
        gordan.separate(X, y, intercept=intercept, goal="margin"),
    )
    assert model.outcome_.kind == alone.kind == "separable"
    assert model.margin_ == alone.bracket
    length = np.linalg.norm(alone.coef)
    np.testing.assert_array_equal(model.decision_function(X), alone.decision_function(X) / length)
    np.testing.assert_allclose(X @ model.coef_[0] + model.intercept_[0], model.decision_function(X), rtol=1e-9)


def test_distances_are_at_least_the_margin_and_the_support_touches_it() -> None:
    X, y = apart(m=6)
    model = gordan.MaxMarginClassifier().fit(X, y)
    distances = np.where(y == 1, 1, -1) * model.decision_function(X)
    assert distances.min() >= model.margin_.lower * (1 - 1e-9)
    np.testing.assert_allclose(distances[model.support_], model.margin_.upper, rtol=1e-6)
    np.testing.assert_allclose(model.dual_coef_ @ X[model.support_], model.coef_, atol=1e-6)


@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_certificates_hold_for_the_questions_as_anyone_poses_them(scheme: str) -> None:
    X, y = iris()
    model = fitted(gordan.MaxMarginClassifier(multi_class=scheme), X, y)
    if scheme == "ovr":
        questions = [gordan.Points(X, y == name) for name in model.classes_]
    else:
        pairs = [(a, b) for i, a in enumerate(model.classes_) for b in model.classes_[i + 1 :]]
        questions = [gordan.Points(X[np.isin(y, pair)], y[np.isin(y, pair)]) for pair in pairs]
    for question, certificate, outcome in zip(questions, model.certificate_, model.outcome_, strict=True):
        assert gordan.verify(question, certificate).holds
        assert certificate.alternative == outcome.kind
    assert len(questions) == model.coef_.shape[0] == model.dual_coef_.shape[0] == 3


def test_every_training_row_is_predicted_as_proved_even_where_rounding_would_not() -> None:
    """Two classes a millionth apart at 10^9: products in doubles cannot tell them apart."""
    rng = np.random.default_rng(0)
    X = 1e9 + rng.integers(0, 5, (40, 3)).astype(float)
    y = (X.sum(axis=1) > 3e9 + 6).astype(int)
    model = gordan.MaxMarginClassifier().fit(X, y)
    assert model.outcome_.kind == "separable"
    assert model.score(X, y) == 1.0


def test_a_row_on_the_hyperplane_is_of_the_first_class() -> None:
    model = gordan.MaxMarginClassifier().fit([[0.0], [2.0]], ["low", "high"])
    assert model.decision_function([[1.0]]).tolist() == [0.0]
    assert model.predict([[1.0]]).tolist() == [model.classes_[0]]


def test_inseparable_classes_are_named_with_the_rows_that_cancel() -> None:
    X, y = iris()
    with pytest.warns(gordan.errors.NotSeparableWarning, match="'versicolor' against the rest") as caught:
        model = gordan.MaxMarginClassifier(multi_class="ovr").fit(X, y)
    (told,) = caught
    assert "setosa" not in str(told.message)
    assert told.filename == __file__
    rows = len(model.outcome_[1].proof.support)
    assert f"{rows} rows cancel" in str(told.message)
    wrong = int(((X @ model.coef_[1] + model.intercept_[1] > 0) != (y == "versicolor")).sum())
    assert f"{wrong} of 150 rows" in str(told.message)
    np.testing.assert_allclose(model.dual_coef_[1] @ X[model.support_], 0.0, atol=1e-9)


def test_a_spent_budget_is_told_as_such() -> None:
    X, y = mixed(400, 40)
    with pytest.warns(ConvergenceWarning, match="max_seconds"):
        model = gordan.MaxMarginClassifier(max_seconds=1e-9).fit(X, y)
    assert model.outcome_.kind == "undecided"
    assert model.score(X, y) > 0.5


def test_a_margin_that_was_not_reached_is_told_as_such() -> None:
    X, y = apart(400, 40)
    with pytest.warns(ConvergenceWarning, match="greatest margin was not reached"):
        model = gordan.MaxMarginClassifier(solver="mirror-prox", max_iter=10).fit(X, y)
    assert model.outcome_.kind == "separable"
    assert model.margin_.gap > model.tol


def test_a_fit_that_failed_leaves_nothing_to_predict_by() -> None:
    X, y = apart()
    model = gordan.MaxMarginClassifier(solver="nobody")
    with pytest.raises(gordan.InputError):
        model.fit(X, y)
    with pytest.raises(NotFittedError):
        model.predict(X)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("intercept", [True, False])
def test_the_pocket_is_no_worse_than_what_the_run_proposed(seed: int, intercept: bool) -> None:
    X, y = mixed(seed=seed)
    model = fitted(gordan.MaxMarginClassifier(fit_intercept=intercept), X, y)
    own = ((model.outcome_.decision_function(X) > 0) == y).mean() if model.outcome_.coef is not None else 0.0
    assert model.score(X, y) >= max(own, 0.5)
    again = fitted(gordan.MaxMarginClassifier(fit_intercept=intercept), X, y)
    np.testing.assert_array_equal(model.coef_, again.coef_)


def test_a_pocket_of_points_without_any_direction_is_the_majority() -> None:
    X, y = np.ones((5, 2)), [0, 1, 1, 1, 0]
    with pytest.warns(gordan.errors.NotSeparableWarning, match="2 of 5 rows"):
        model = gordan.MaxMarginClassifier().fit(X, y)
    assert model.predict(X).tolist() == [1] * 5


@pytest.mark.parametrize("form", [sparse.csr_array, sparse.csc_array, sparse.coo_array, np.float32])
def test_other_forms_of_the_same_numbers_have_the_same_answer(form: Any) -> None:
    X, y = apart(k=3)
    X = X.astype(np.float32).astype(float)
    dense, other = gordan.MaxMarginClassifier().fit(X, y), gordan.MaxMarginClassifier().fit(form(X), y)
    assert [each.kind for each in dense.outcome_] == [each.kind for each in other.outcome_]
    np.testing.assert_allclose(dense.decision_function(X), other.decision_function(form(X)), rtol=1e-5)
    for a, b in zip(dense.margin_, other.margin_, strict=True):
        assert max(a.lower, b.lower) <= min(a.upper, b.upper) * (1 + 1e-12)


def test_data_changed_after_the_fit_are_not_certified() -> None:
    X, y = apart()
    model = gordan.MaxMarginClassifier().fit(X, y)
    X[:] = X[::-1].copy()
    X[0] = X[1]
    with pytest.raises(gordan.InputError, match="changed since fit"):
        _ = model.certificate_


def test_data_are_let_go_once_the_certificate_is_made() -> None:
    X, y = apart()
    model = gordan.MaxMarginClassifier().fit(X, y)
    first = model.certificate_
    X[:] = 0.0
    assert model.certificate_ is first


@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_the_best_threshold_of_one_feature_is_found(shift: float) -> None:
    """On a line every threshold can be tried."""
    rng = np.random.default_rng(1)
    y = np.arange(40) % 2
    x = rng.integers(0, 30, 40) + 9.0 * y
    model = fitted(gordan.MaxMarginClassifier(), (x + shift)[:, None], y)
    cuts = np.arange(-0.5, 40)
    fewest = min(min(((x > cut) == y).sum(), ((x > cut) != y).sum()) for cut in cuts)
    assert int((model.predict((x + shift)[:, None]) != y).sum()) == fewest


DOSES = np.array([[1, 2], [2, 1], [3, 1], [1, 4], [4, 4]], dtype=float)
GIVEN = np.array([0, 0, 1, 1, 1])


def test_coefficients_that_must_not_be_negative() -> None:
    model = gordan.MaxMarginClassifier(positive=True).fit(DOSES, GIVEN)
    assert (model.coef_ >= 0).all()
    assert model.score(DOSES, GIVEN) == 1.0
    outcome = gordan.separate(DOSES, GIVEN, positive=True)
    assert model.outcome_.bracket == outcome.bracket
    assert gordan.verify(gordan.Points(DOSES, GIVEN, positive=True), model.certificate_).holds


@pytest.mark.parametrize("model", [gordan.MaxMarginClassifier, lambda **o: gordan.PerceptronClassifier("winnow", **o)])
@pytest.mark.parametrize("intercept", [False, True])
def test_what_is_predicted_by_has_the_sign_that_was_asked_for(model: Any, intercept: bool) -> None:
    rng = np.random.default_rng(0)
    for _ in range(5):
        X, y = rng.normal(size=(40, 3)), rng.integers(0, 2, 40)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fitted = model(positive=True, fit_intercept=intercept, max_iter=30).fit(X, y)
        assert fitted.outcome_.kind != "separable"
        assert (fitted.coef_ >= 0).all()


def test_a_sign_is_refused_where_it_means_nothing() -> None:
    three = np.array([0, 1, 2, 2, 2])
    for model in (gordan.MaxMarginClassifier(positive=True), gordan.PerceptronClassifier("winnow", positive=True)):
        with pytest.raises(gordan.InputError, match="speak for the second class, and y has 3 classes"):
            model.fit(DOSES, three)
    with pytest.raises(gordan.InputError, match="there are none; give kernel='linear'"):
        gordan.MaxMarginClassifier("rbf", positive=True).fit(DOSES, GIVEN)
    with pytest.raises(gordan.errors.UnsuitableSolver, match="smooth-winnow"):
        gordan.PerceptronClassifier(positive=True).fit(DOSES, GIVEN)
    with pytest.raises(gordan.InputError, match="positive is 'yes'"):
        gordan.MaxMarginClassifier(positive="yes").fit(DOSES, GIVEN)  # type: ignore[arg-type]
    with pytest.raises(gordan.InputError, match="give solver='winnow'"):
        gordan.PerceptronClassifier("perceptron", positive=True).partial_fit(DOSES, GIVEN, classes=[0, 1])


def test_algorithms_for_coefficients_that_are_not_negative() -> None:
    for solver in ("winnow", "smooth-winnow", "winnow-mirror-prox", "linear-program"):
        model = gordan.PerceptronClassifier(solver, positive=True, max_iter=5000).fit(DOSES, GIVEN)
        assert model.outcome_.kind == "separable"
        assert (model.coef_ >= 0).all()
    stream = gordan.PerceptronClassifier("winnow", positive=True)
    for _ in range(50):
        stream.partial_fit(DOSES, GIVEN, classes=[0, 1])
    assert (stream.coef_ >= 0).all()
    assert stream.score(DOSES, GIVEN) >= 0.6
