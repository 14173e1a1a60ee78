"""Estimators among others: pipelines, searches, clones, pickles, frames, routing."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsOneClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gordan
from learn.estimator.flowers import apart, iris, mixed

BOTH = [gordan.MaxMarginClassifier(), gordan.PerceptronClassifier("perceptron", max_iter=5)]
pytestmark = [
    pytest.mark.filterwarnings("ignore::gordan.errors.NotSeparableWarning"),
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]


@pytest.mark.parametrize("model", BOTH)
def test_a_pickle_holds_the_proof_and_not_the_data(model: Any) -> None:
    X, y = apart(4000, 20)
    model = clone(model).fit(X, y)
    stored = pickle.dumps(model)
    assert len(stored) < X.nbytes / 2
    back = pickle.loads(stored)
    np.testing.assert_array_equal(back.decision_function(X), model.decision_function(X))
    assert gordan.verify(gordan.Points(X, y), back.certificate_).holds


def test_changed_data_keep_no_model_from_being_stored() -> None:
    X, y = apart()
    model = gordan.MaxMarginClassifier().fit(X, y)
    X[:] = 1.0
    back = pickle.loads(pickle.dumps(model))
    assert not hasattr(back, "certificate_")
    assert back.outcome_.kind == "separable"


@pytest.mark.parametrize("model", BOTH)
def test_in_a_pipeline_and_a_search(model: Any) -> None:
    X, y = iris()
    search = GridSearchCV(
        make_pipeline(StandardScaler(), clone(model)), {f"{type(model).__name__.lower()}__multi_class": ["ovr", "ovo"]}
    )
    assert search.fit(X, y).best_score_ > 0.85
    assert search.best_estimator_[-1].classes_.tolist() == ["setosa", "versicolor", "virginica"]


@pytest.mark.parametrize("model", BOTH)
@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_names_of_columns_are_kept_and_asked_for(model: Any, frame: Any) -> None:
    X, y = apart()
    table = frame({f"x{j}": X[:, j] for j in range(X.shape[1])})
    named = clone(model).fit(table, y)
    assert named.feature_names_in_.tolist() == list(named.certificate_.names) == ["x0", "x1", "x2", "x3"]
    assert gordan.verify(gordan.Points(table, y), named.certificate_).holds
    np.testing.assert_array_equal(named.predict(table), clone(model).fit(X, y).predict(X))
    with pytest.raises(ValueError, match="feature names should match"):
        named.predict(pd.DataFrame(X, columns=list("abcd")))


def test_labels_may_be_a_series() -> None:
    X, y = apart()
    for labels in (pd.Series(y, index=np.arange(100, 160)), pl.Series(y)):
        assert gordan.MaxMarginClassifier().fit(X, labels).score(X, y) == 1.0


def test_a_clone_has_the_parameters_only() -> None:
    X, y = apart()
    model = gordan.PerceptronClassifier(gordan.solver.MirrorProx(adaptive=False), max_iter=7).fit(X, y)
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "classes_")


def test_others_may_decide_on_the_scheme() -> None:
    X, y = apart(k=3)
    assert OneVsOneClassifier(gordan.MaxMarginClassifier()).fit(X, y).score(X, y) == 1.0


def test_metadata_are_routed_where_they_are_known() -> None:
    X, y = apart()
    with config_context(enable_metadata_routing=True):
        model = gordan.PerceptronClassifier("perceptron").set_partial_fit_request(classes=True)
        assert model.get_metadata_routing().partial_fit.requests == {"classes": True}
        scaler = StandardScaler().set_fit_request(sample_weight=True)
        pipeline = make_pipeline(scaler, gordan.MaxMarginClassifier())
        assert pipeline.fit(X, y, sample_weight=np.ones(len(X))).score(X, y) == 1.0
        with pytest.raises(TypeError, match="sample_weight"):
            make_pipeline(gordan.MaxMarginClassifier()).fit(X, y, sample_weight=np.ones(len(X)))
    with pytest.raises(gordan.InputError, match="takes no sample_weight"):
        cross_val_score(
            gordan.MaxMarginClassifier(), X, y, params={"sample_weight": np.ones(len(X))}, error_score="raise"
        )


def test_pandas_output_of_the_steps_before_is_read() -> None:
    X, y = mixed()
    pipeline = make_pipeline(StandardScaler(), gordan.MaxMarginClassifier()).set_output(transform="pandas")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", gordan.errors.NotSeparableWarning)
        pipeline.fit(pd.DataFrame(X, columns=["u", "v", "w"]), y)
    assert pipeline[-1].feature_names_in_.tolist() == ["u", "v", "w"]
