"""The papers' algorithms as estimators: budgets in passes, warm starts, streams."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

import gordan
from gordan.engine.compiled import Rule, SweepState, sweep_dense
from gordan.engine.solver import SOLVERS
from gordan.testing import instances
from learn.estimator.flowers import apart, mixed

ONLINE = ["perceptron", "aggressive-perceptron", "r-independent-perceptron", "infinity-perceptron", "winnow"]


def quietly(method: Any, *data: Any, **more: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return method(*data, **more)


@pytest.mark.parametrize("solver", [*SOLVERS, "auto"])
def test_every_algorithm_separates_and_proves_what_can_be_separated(solver: str) -> None:
    X, y = apart(k=3)
    model = gordan.PerceptronClassifier(solver).fit(X, y)
    assert model.score(X, y) == 1.0
    for name, certificate in zip(model.classes_, model.certificate_, strict=True):
        assert gordan.verify(gordan.Points(X, y == name), certificate).holds
        assert certificate.alternative == "separable"


def test_the_limit_is_in_passes_where_points_are_visited_in_turn() -> None:
    X = np.random.default_rng(0).standard_normal((4000, 20))
    y = X.sum(axis=1) > 0  # separable, by less than three passes find, or the few that come after
    for solver in ("perceptron", "infinity-perceptron"):
        with pytest.warns(ConvergenceWarning, match="max_iter = 3 passes"):
            model = gordan.PerceptronClassifier(solver, max_iter=3).fit(X, y)
        assert model.n_iter_ == 3
        assert "max_iter = 3 passes" in model.outcome_.reason
        assert model.outcome_.n_iter > 3  # updates, which the theorems count
    model = quietly(gordan.PerceptronClassifier("von-neumann", max_iter=3).fit, X, y)
    assert model.n_iter_ == model.outcome_.n_iter == 3


@pytest.mark.parametrize("solver", [*ONLINE, gordan.solver.Perceptron(combine="averaged")])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("shuffle", [True, False])
def test_on_the_same_data_two_fits_of_two_passes_are_one_of_four(solver: Any, intercept: bool, shuffle: bool) -> None:
    X, y = mixed(60, 5)
    common = {"fit_intercept": intercept, "eps": 1e-12, "warm_start": True, "shuffle": shuffle}
    twice = gordan.PerceptronClassifier(solver, max_iter=2, **common)
    quietly(quietly(twice.fit, X, y).fit, X, y)
    once = quietly(gordan.PerceptronClassifier(solver, max_iter=4, **common).fit, X, y)
    for name in ("w", "b", "theta", "counts", "updates", "visits", "beta", "eta"):
        a, b = (getattr(model._runs[0].state, name) for model in (twice, once))
        np.testing.assert_array_equal(a, b)
    assert twice.outcome_.n_iter == once.outcome_.n_iter


def test_in_the_space_of_a_kernel_shuffling_goes_on_too() -> None:
    X, y = mixed(60, 2)
    common = {"kernel": "poly", "degree": 1, "warm_start": True, "shuffle": True, "random_state": 3}
    twice = gordan.PerceptronClassifier("perceptron", max_iter=2, **common)
    quietly(quietly(twice.fit, X, y).fit, X, y)
    once = quietly(gordan.PerceptronClassifier("perceptron", max_iter=4, **common).fit, X, y)
    np.testing.assert_array_equal(twice._runs[0].state.counts, once._runs[0].state.counts)


@pytest.mark.parametrize("options", [{}, {"proof": "exact"}, {"kernel": "rbf", "gamma": 1e10}])
def test_a_hyperplane_without_errors_is_an_answer(options: Any) -> None:
    """The run, led astray by other points, does not come to one in five passes; others are seen besides."""
    X, y = apart(40, 3)
    model = gordan.PerceptronClassifier("perceptron", polish=True, warm_start=True, max_iter=5, **options)
    model.fit(X * 100.0, y)
    small = X * 1e-6
    model.fit(small, 1 - y)
    assert model.outcome_.kind == "separable"
    assert model.score(small, 1 - y) == 1.0
    kernel = {name: value for name, value in options.items() if name != "proof"}
    assert gordan.verify(gordan.Points(small, 1 - y, **kernel), model.certificate_).holds


def test_as_published_the_outcome_is_what_the_algorithm_came_to() -> None:
    """Two passes do not suffice the perceptron of the lecture's worst case, whatever hyperplane is predicted by."""
    one = instances.worst_case(30)
    model = gordan.PerceptronClassifier("perceptron", fit_intercept=False, max_iter=2)
    quietly(model.fit, one.X, one.y)
    assert model.outcome_.kind == "undecided"
    assert model.outcome_.run.polished is False
    own = gordan.PerceptronClassifier("perceptron", fit_intercept=False, max_iter=None).fit(one.X, one.y)
    assert own.outcome_.kind == "separable"
    assert own.outcome_.n_iter > 30**2
    polished = gordan.PerceptronClassifier("perceptron", fit_intercept=False, max_iter=None, polish=True)
    assert polished.fit(one.X, one.y).outcome_.n_iter < own.outcome_.n_iter
    assert polished.outcome_.run.polished


def test_a_warm_start_on_other_points_claims_no_more_than_the_verifier_grants() -> None:
    X, y = mixed(200, 5)
    model = gordan.PerceptronClassifier("perceptron", max_iter=5, warm_start=True)
    for part in (slice(0, 100), slice(100, 180), slice(0, 200)):
        quietly(model.fit, X[part], y[part])
        assert gordan.verify(gordan.Points(X[part], y[part]), model.certificate_).holds
    far, near = apart(seed=1), apart(seed=2)
    model = gordan.PerceptronClassifier("perceptron", warm_start=True).fit(*far)
    assert model.fit(*near).n_iter_ == 1  # what separates the one separates the other


def test_a_warm_start_after_a_stream_takes_no_count_of_rows_for_the_whole() -> None:
    """Without an intercept the frame of a batch is that of its problem; its counts are not those of the direction."""
    X, y = mixed(200, 5)
    model = gordan.PerceptronClassifier("perceptron", fit_intercept=False, warm_start=True, max_iter=1)
    for part in (slice(0, 100), slice(100, 200)):
        model.partial_fit(X[part], y[part], classes=[0, 1])
    for _ in range(2):
        assert quietly(model.fit, X[100:], y[100:]).margin_.upper == np.inf
        assert model.outcome_.weights is None


@pytest.mark.parametrize("solver", ["min-norm-point", "mirror-prox"])
def test_a_warm_start_from_the_answer_is_the_answer(solver: str) -> None:
    X, y = apart(200, 10)
    model = gordan.PerceptronClassifier(solver, warm_start=True).fit(X, y)
    first = model.n_iter_
    assert model.fit(X, y).n_iter_ <= min(first, 1)
    assert model.outcome_.kind == "separable"


@pytest.mark.parametrize("intercept", [True, False])
def test_a_batch_is_one_sweep(intercept: bool) -> None:
    X, y = mixed(50, 4)
    lift = 1.0 if intercept else 0.0
    model = gordan.PerceptronClassifier("perceptron", fit_intercept=intercept)
    for part in (slice(0, 20), slice(20, 50)):
        model.partial_fit(X[part], y[part], classes=[0, 1])
    state = SweepState.begin(50, 4)
    sweep_dense(X, np.where(y == 1, 1, -1), None, None, lift, np.arange(50), Rule.rosenblatt(), state)
    length = np.linalg.norm(state.w)
    np.testing.assert_array_equal(model.coef_[0], state.w / length)
    np.testing.assert_allclose(model.intercept_, [lift * state.b / length])
    assert not hasattr(model, "outcome_")
    assert model.n_iter_ == 2


@pytest.mark.parametrize("solver", ONLINE)
@pytest.mark.parametrize("scheme", ["ovr", "ovo"])
def test_a_stream_of_points_that_lie_apart_is_learnt(solver: str, scheme: str) -> None:
    X, y = apart(90, k=3)
    model = gordan.PerceptronClassifier(solver, multi_class=scheme, shuffle=True, random_state=0)
    for _ in range(30):
        for part in np.array_split(np.arange(90), 4):
            model.partial_fit(X[part], y[part], classes=[0, 1, 2])
    assert model.score(X, y) == 1.0


def test_batches_may_lack_classes_and_be_sparse() -> None:
    X, y = apart(90, k=3)
    order = np.argsort(y, kind="stable")  # every batch has one class only
    dense, thin = (gordan.PerceptronClassifier("perceptron", multi_class="ovo") for _ in range(2))
    for part in np.array_split(order, 3):
        dense.partial_fit(X[part], y[part], classes=[0, 1, 2])
        thin.partial_fit(sparse.csc_array(X[part]), y[part], classes=[0, 1, 2])
    np.testing.assert_allclose(dense.coef_, thin.coef_, rtol=1e-12)


@pytest.mark.parametrize("solver", ["perceptron", "r-independent-perceptron"])
def test_a_stream_goes_on_where_a_fit_ended_and_forgets_its_proof(solver: str) -> None:
    X, y = apart(80)
    model = gordan.PerceptronClassifier(solver, max_iter=200).fit(X, y)
    before = model.coef_
    model.partial_fit(X[:1], y[:1])
    assert model._runs[0].state.quiet  # nothing to learn from a row that is on its side
    np.testing.assert_allclose(model.coef_, before, rtol=1e-9)
    assert model.score(X, y) == 1.0
    assert not hasattr(model, "margin_")
    with pytest.raises(AttributeError, match="seen in parts"):
        _ = model.certificate_


def test_shuffling_is_seeded() -> None:
    X, y = mixed()
    seen = [
        quietly(gordan.PerceptronClassifier("perceptron", shuffle=True, random_state=seed, max_iter=3).fit, X, y)
        for seed in (0, 0, 1, np.random.RandomState(0))
    ]
    directions = [model._runs[0].state.w for model in seen]
    assert (directions[0] == directions[1]).all()
    assert (directions[0] != directions[2]).any()


def test_a_stream_has_ties_where_products_are_the_squared_length() -> None:
    """R² = 2 is exact, and the square of its root is not: a product of 2 is no mistake of Algorithm 2."""
    model = gordan.PerceptronClassifier("aggressive-perceptron", fit_intercept=False)
    X, y = np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([1, 0])
    for _ in range(3):
        model.partial_fit(X, y, classes=[0, 1])
    assert model._runs[0].state.updates == 1
