"""The table of all pairs, and the score made of it."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

import gordan
from learn.estimator.flowers import NAMES, apart, iris


def test_every_row_says_what_separate_says() -> None:
    X, y = iris()
    found = gordan.separability(X, y)
    assert len(found) == 6
    for row in found.itertuples():
        if row.against == "rest":
            here, labels = np.arange(150), y == row.first
        else:
            here = np.flatnonzero(np.isin(y, [row.first, row.second]))
            labels = y[here]
        alone = gordan.separate(X[here], labels, goal="margin")
        assert (row.verdict, row.n) == (alone.kind, here.size)
        # Answered together with others sums are taken in another order.
        assert (row.lower, row.upper) == pytest.approx((alone.bracket.lower, alone.bracket.upper), rel=1e-9)
        if row.verdict == "separable":  # of those that cancel others may prove it as well
            assert row.rows == tuple(here[alone.support].tolist())
        assert row.support == len(row.rows)


def test_the_rows_told_decide_alone() -> None:
    """Without any other row of the pair the verdict and the margin are the same."""
    X, y = iris()
    for row in gordan.separability(X, y, rest=False).itertuples():
        there = list(row.rows)
        alone = gordan.separate(X[there], y[there], goal="margin")
        assert alone.kind == row.verdict
        if alone.kind == "separable":
            assert alone.bracket.lower == pytest.approx(row.upper, rel=1e-5)


@pytest.mark.parametrize("form", [sparse.csr_array, pd.DataFrame, pl.DataFrame, np.float32])
def test_other_forms(form: Any) -> None:
    X, y = iris()
    X = X.astype(np.float32).astype(float)
    told = [gordan.separability(data, y)["verdict"].tolist() for data in (X, form(X))]
    assert told[0] == told[1]


def test_two_classes_are_one_question() -> None:
    X, y = apart()
    assert gordan.separability(X, y)["second"].tolist() == [1]
    assert gordan.separability(X, y, pairs=False)["second"].tolist() == [1]
    with pytest.raises(gordan.InputError, match="nothing to ask"):
        gordan.separability(X, y, pairs=False, rest=False)
    with pytest.raises(gordan.InputError, match="one class only"):
        gordan.separability(X, np.zeros(len(X)))


def test_the_score_is_of_the_space_before_the_last_step() -> None:
    """On the line of the first component two of iris's classes meet; the third pair and its like stay apart."""
    X, y = iris()
    for estimator in (
        PCA(1).fit(X),
        make_pipeline(PCA(1)).fit(X),
        make_pipeline(PCA(1), LogisticRegression(max_iter=500)).fit(X, y),
    ):
        assert gordan.separability_scorer(estimator, X, y) == pytest.approx(2 / 3)
    bare = LogisticRegression(max_iter=500).fit(X, y)
    kinds = gordan.separability(X, y, rest=False)["verdict"]
    for whole in (bare, Pipeline([("last", bare)])):
        assert gordan.separability_scorer(whole, X, y) == pytest.approx((kinds == "separable").mean())


def test_the_score_serves_a_search() -> None:
    X, y = apart(150, 6, k=3)
    X[:, :3] *= 1e-3  # the directions that tell the classes apart are the ones that PCA drops first
    folds = StratifiedKFold(3)
    search = GridSearchCV(
        Pipeline([("pca", PCA()), ("model", gordan.MaxMarginClassifier())]),
        {"pca__n_components": [1, 6]},
        scoring=gordan.separability_scorer,
        cv=folds,
    )
    with pytest.warns(gordan.errors.NotSeparableWarning):
        search.fit(X, y)
    assert search.best_params_ == {"pca__n_components": 6}
    scores = cross_val_score(make_pipeline(StandardScaler()), X, y, scoring=gordan.separability_scorer, cv=folds)
    assert scores.tolist() == [1.0] * 3
    assert NAMES.size == 3


def test_a_fold_without_a_second_class_is_refused() -> None:
    with pytest.raises(gordan.InputError, match="stratified"):
        gordan.separability_scorer(PCA().fit(np.eye(3)), np.eye(3), np.zeros(3))


def test_a_search_is_scored_by_what_it_has_chosen() -> None:
    X, y = iris()
    pipeline = make_pipeline(PCA(1), LogisticRegression(max_iter=500))
    search = GridSearchCV(pipeline, {"pca__n_components": [1]}, cv=2).fit(X, y)
    nested = FixedThresholdClassifier(search, threshold=0.3).fit(X, y > "setosa")
    assert gordan.separability_scorer(search, X, y) == pytest.approx(2 / 3)
    assert gordan.separability_scorer(nested, X, y) == pytest.approx(2 / 3)
    for hidden in (
        GridSearchCV(pipeline, {"pca__n_components": [1]}, cv=2, refit=False).fit(X, y),
        OneVsRestClassifier(pipeline).fit(X, y),
    ):
        with pytest.raises(gordan.InputError, match="around a pipeline"):
            gordan.separability_scorer(hidden, X, y)


def test_the_score_refuses_what_the_table_refuses_and_keeps_to_a_budget() -> None:
    X, y = iris()
    whole = PCA(2).fit(X)
    for bad, words in (
        (X[:, 0] + 0.5 * X[:, 1], "Unknown label type"),
        (np.array([0, "b"] * 75, dtype=object), "no order|Unknown label type|mix"),
        (None, "y is None"),
    ):
        for ask in (gordan.separability, partial(gordan.separability_scorer, whole)):
            with pytest.raises(ValueError, match=words):
                ask(X, bad)
    with pytest.raises(gordan.InputError, match="max_seconds is -1"):
        gordan.separability_scorer(whole, X, y, max_seconds=-1)
    with pytest.raises(gordan.InputError, match="pairs is 'no'"):
        gordan.separability(X, y, pairs="no")
    assert 0.0 <= partial(gordan.separability_scorer, max_seconds=1e-9)(whole, X, y) <= 1.0


def test_a_class_may_be_called_the_rest() -> None:
    found = gordan.separability([[0.0], [1.0], [2.0]], ["(rest)", "b", "c"])
    assert found["against"].tolist() == ["class"] * 3 + ["rest"] * 3
    assert found["second"].tolist() == ["b", "c", "c", None, None, None]
    numbers = gordan.separability([[0.0], [1.0], [2.0]], [0, 1, 2])["second"].tolist()
    assert numbers == [1, 2, 2, None, None, None]


@pytest.mark.parametrize("place", [lambda X: X + 1e9, lambda X: X * 2.0**-900, lambda X: X * 2.0**900])
@pytest.mark.parametrize("labels", ["aabb", "aabc"])
def test_the_relative_margin_does_not_depend_on_place_or_unit(place: Any, labels: str) -> None:
    X = np.array([[0.0], [1.0], [3.0], [4.0]])
    here, there = (gordan.separability(each, list(labels)).relative for each in (X, place(X)))
    assert there.tolist() == pytest.approx(here.tolist(), rel=1e-6)
